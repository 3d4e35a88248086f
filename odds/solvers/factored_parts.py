"""The boxes of a stage in parts, solved one after the other or in several processes.

A part needs less memory than the whole, and parts need nothing of each other: what lies beyond a
part's own boxes within the stage (a counter that moves on, say) is computed again in each.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from math import prod
from mmap import mmap
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.queues import SimpleQueue
from typing import TypeVar, cast

import numpy as np

from odds.solvers.algebra import Algebra, Array
from odds.solvers.factored_boxes import Box, hull, with_range
from odds.solvers.factored_graph import C, Shift, Stage

T = TypeVar("T")


def split(stage: Stage[C], demand: Mapping[int, Box], count: int) -> list[dict[int, Box]]:
    """``demand`` in up to ``count`` parts along the counter that moves least within the stage."""
    counter, (low, high) = _still(stage, list(demand.values()))
    count = min(count, high - low + 1)
    parts = []
    for number in range(count):
        first = low + (high - low + 1) * number // count
        last = low + (high - low + 1) * (number + 1) // count - 1
        part = {}
        for node, box in demand.items():
            least, most = max(first, box[counter][0]), min(last, box[counter][1])
            if least <= most:
                part[node] = with_range(box, counter, (least, most))
        parts.append(part)
    return parts


def _still(stage: Stage[C], boxes: Sequence[Box]) -> tuple[int, tuple[int, int]]:
    """The counter of the longest range for each node that moves it, and that range."""
    around = boxes[0]
    for box in boxes[1:]:
        around = hull(around, box)
    moves = [1] * len(around)
    for vertex in stage.nodes:
        if isinstance(vertex, Shift):
            moves[vertex.counter] += 1
    counter = max(range(len(around)), key=lambda c: ((around[c][1] - around[c][0]) / moves[c], c))
    return counter, around[counter]


def empty_arrays(boxes: Mapping[int, Box], algebra: Algebra, shared: bool) -> dict[int, Array]:
    """An array for each box, in memory that child processes share if so asked."""
    sizes = {node: tuple(high - low + 1 for low, high in box) for node, box in boxes.items()}
    total = sum(map(prod, sizes.values()))
    if shared:
        length = max(1, total) * np.dtype(algebra.dtype).itemsize
        memory: Array = np.frombuffer(mmap(-1, length), dtype=algebra.dtype)
    else:
        memory = np.empty(total, dtype=algebra.dtype)
    arrays, start = {}, 0
    for node, shape in sizes.items():
        end = start + prod(shape)
        arrays[node] = memory[start:end].reshape(shape)
        start = end
    return arrays


def in_processes(work: Callable[[int], None], count: int, workers: int) -> None:
    """Do ``work`` on 0 ... ``count`` - 1, in forked processes that write to shared memory.

    An exception in one of them is raised here. With one worker nothing is forked.
    """
    if workers == 1:
        for number in range(count):
            work(number)
        return
    context = get_context("fork")
    numbers: SimpleQueue[int | None] = context.SimpleQueue()
    failures: SimpleQueue[Exception] = context.SimpleQueue()
    for number in (*range(count), *[None] * workers):
        numbers.put(number)
    arguments = (work, numbers, failures)
    processes = [context.Process(target=_worker, args=arguments) for _ in range(workers)]
    try:
        for process in processes:
            process.start()
        for process in processes:
            process.join()
    finally:
        for process in processes:
            if process.is_alive():
                process.kill()
    if not failures.empty():
        raise failures.get()
    if any(process.exitcode for process in processes):
        raise ChildProcessError("a process that solved a part of a stage was killed")


def _worker(
    work: Callable[[int], None],
    numbers: SimpleQueue[int | None],
    failures: SimpleQueue[Exception],
) -> None:
    try:
        gc.freeze()  # nothing of what the parent holds will be garbage here
        while (number := numbers.get()) is not None:
            work(number)
    except Exception as failure:
        failures.put(failure)


def apart(work: Callable[[], T]) -> T:
    """What ``work`` returns, from a forked process whose memory is given back after it."""
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, sender))
    process.start()
    sender.close()
    try:
        value, failure = receiver.recv()
    except EOFError:
        raise ChildProcessError("a process that explored a stage was killed") from None
    finally:
        process.join()
        receiver.close()
    if failure is not None:
        raise failure
    return cast(T, value)


def _send(work: Callable[[], object], sender: Connection) -> None:
    gc.disable()  # millions of tuples without a cycle: looking for one would double the time
    try:
        sender.send((work(), None))
    except Exception as failure:
        sender.send((None, failure))
