"""Timing: several ways of doing a thing, in turn, so that a busy moment hits all of them."""

import gc
import statistics
from collections.abc import Callable, Mapping
from time import process_time


def interleaved(
    ways: Mapping[str, Callable[[], object]], rounds: int, turn: float
) -> dict[str, float]:
    """The median seconds of one call of each way.

    In every round each way has a turn: it is called until ``turn`` seconds have passed, once at
    least. A turn counts as the mean of its calls. One round more, the first, isn't counted. The
    time is this process's own, so that waiting for a processor isn't counted either.
    """
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds + 1):
        for name, run in ways.items():
            gc.collect()
            seconds[name].append(_turn(run, turn))
    return {name: statistics.median(taken[1:]) for name, taken in seconds.items()}


def _turn(run: Callable[[], object], turn: float) -> float:
    calls = 0
    start = process_time()
    while True:
        run()
        calls += 1
        passed = process_time() - start
        if passed >= turn:
            return passed / calls
