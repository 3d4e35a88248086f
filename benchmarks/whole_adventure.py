"""Time a whole A4 adventure: `python benchmarks/whole_adventure.py [--dice 3] ...`.

Peak memory is the largest sum of proportional set sizes (what processes share is divided among
them, so counted once) of this process and all that it forked, sampled by a process of its own.
Linux only.
"""

from __future__ import annotations

import argparse
import os
import time
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Final

from odds.certifying import ROOM
from odds.games.a4 import reading
from odds.games.a4.control import Control
from odds.games.a4.results import Won
from odds.games.a4.whole import WholeAdventure
from odds.solvers import factored
from odds.solvers.algebra import error_bound
from odds.solvers.factored import Factored, Layer
from odds.solvers.factored_boxes import size
from odds.solvers.factored_certify import certify
from odds.solvers.factored_forward import simulate
from odds.solvers.factored_layers import Work
from odds.solvers.factored_scale import common_scale

SECONDS_BETWEEN_SAMPLES: Final = 0.5


def main() -> None:
    options = arguments()
    adventure = reading.shipped_adventure(options.adventure)
    program = WholeAdventure(adventure, reading.shipped_hero(options.hero), options.dice)
    clock = Clock()
    control, tracks = program.start
    solved = Factored(
        program,
        {control: tuple((value, value) for value in tracks)},
        program.is_boundary,
        program.payoff,
        also=program.ranges if options.all else None,
        ahead=[dict.fromkeys(program.begins(i), program.ranges) for i in range(1, program.stages)],
        workers=options.workers,
    )
    states = sum(size(box) for demand in solved.demands for box in demand.values())
    clock.show(f"{len(solved.demands)} stages explored, {states:,} states at starts of turns")
    layers = run(solved, options, clock)
    value = layers[0].value(control, tracks)
    clock.show(f"value {float(value)!r}")
    count = solved.roundings[0]
    clock.show(f"{count} roundings: relative error at most {float(error_bound(count)):.2e}")
    if options.certify:
        prove(solved, program, options, clock)
    if options.games:
        play(solved, program, layers, options.games, float(value), clock)


def play(
    solved: Factored[Control],
    program: WholeAdventure,
    layers: dict[int, Layer[Control]],
    games: int,
    value: float,
    clock: Clock,
) -> None:
    """Seeded games of the policy: how many are won, in standard errors from the value."""
    for number in range(3):
        ends = simulate(solved, *program.start, layers.__getitem__, games, number)
        won = sum(many for result, many in ends.items() if isinstance(result, Won))
        error = (value * (1 - value) / games) ** 0.5
        off = (won / games - value) / error
        clock.show(f"seed {number}: {won} of {games} games won, {off:+.2f} standard errors")


def prove(
    solved: Factored[Control], program: WholeAdventure, options: argparse.Namespace, clock: Clock
) -> None:
    work = Work(solved.order, ROOM, options.workers, options.workers)
    scale = common_scale(solved, work)
    clock.show(f"a scale of {scale.bit_length()} bits")
    proof = certify(
        solved, *program.start, scale, work, lambda number: clock.show(f"stage {number} proven")
    )
    counts = f"{proof.close} close, {proof.differ} differ, {proof.wrong} wrong"
    clock.show(f"{proof.primes} primes; {counts}")
    clock.show(f"exactly {proof.value}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--adventure", default="into-the-abyss")
    parser.add_argument("--hero", default="knight")
    parser.add_argument("--dice", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="all states, not only reachable ones")
    parser.add_argument("--certify", action="store_true", help="the exact value, proven, too")
    parser.add_argument(
        "--room", type=int, default=factored.ROOM // 10**6, help="MB for the arrays of a process"
    )
    parser.add_argument("--games", type=int, default=0, help="play so many games, three times")
    return parser.parse_args()


def run(
    solved: Factored[Control], options: argparse.Namespace, clock: Clock
) -> dict[int, Layer[Control]]:
    """The layers that are needed: the first, or all of them if games are to be played."""
    layers = {}
    for layer in solved.layers(room=options.room * 10**6, workers=options.workers):
        clock.show(f"stage {layer.number}: {len(layer.blocks)} controls")
        if options.games or not layer.number:
            layers[layer.number] = layer
    return layers


class Clock:
    """Wall and processor seconds since the start, and the peak of memory so far."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.peak: Synchronized[int] = context.Value("q", 0)
        arguments = (os.getpid(), self.peak)
        context.Process(target=watch, args=arguments, daemon=True).start()
        self.start = time.monotonic()

    def show(self, what: str) -> None:
        wall, spent = time.monotonic() - self.start, os.times()
        cpu = spent.user + spent.system + spent.children_user + spent.children_system
        memory = self.peak.value // 1024
        print(f"{wall:7.1f} s  {cpu:7.1f} s CPU  {memory:6} MB  {what}", flush=True)


def watch(root: int, peak: Synchronized[int]) -> None:
    """Keep the peak, in KB, of ``root`` and what it forked, but for this process."""
    while os.getppid() == root:
        total = sum(map(proportional, family(root)))
        peak.value = max(peak.value, total)
        time.sleep(SECONDS_BETWEEN_SAMPLES)


def family(root: int) -> list[int]:
    """``root`` and its descendants, without the process that asks."""
    found = [root]
    for process in found:
        try:
            children = Path(f"/proc/{process}/task/{process}/children").read_text()
        except OSError:  # it has just ended
            continue
        found += [child for child in map(int, children.split()) if child != os.getpid()]
    return found


def proportional(process: int) -> int:
    """The proportional set size in KB; 0 of a process that has just ended."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


if __name__ == "__main__":
    main()
