"""Work in several processes: forked, so that they see what the parent has (not on Windows)."""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from mmap import mmap
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike

from odds.errors import SolveError
from odds.solvers.algebra import Array

T = TypeVar("T")


def empty(shape: int | tuple[int, ...], dtype: DTypeLike, shared: bool) -> Array:
    """An array, in memory that child processes share if so asked: then it is zero at first."""
    if not shared:
        return np.empty(shape, dtype)
    length = int(np.prod(shape))
    memory = mmap(-1, max(1, length * np.dtype(dtype).itemsize))
    array: Array = np.frombuffer(memory, dtype, length).reshape(shape)
    return array


def nothing() -> None:
    """What is done where nothing else is."""


def in_processes(
    work: Callable[[int], None],
    count: int,
    workers: int,
    meanwhile: Callable[[], object] = nothing,
) -> None:
    """Do ``work`` on 0 ... ``count`` - 1, in forked processes that write to shared memory.

    An exception in one of them is raised here. With one worker nothing is forked. ``meanwhile`` is
    done in this process, if there are others while they are at work.
    """
    if workers == 1:
        for number in range(count):
            work(number)
        meanwhile()
        return
    context = get_context("fork")
    dealt = context.Value("q", 0)
    failures: SimpleQueue[Exception] = context.SimpleQueue()
    arguments = (work, count, dealt, failures)
    processes = [context.Process(target=_worker, args=arguments) for _ in range(workers)]
    try:
        for process in processes:
            process.start()
        meanwhile()
        for process in processes:
            process.join()
    finally:
        for process in processes:
            if process.is_alive():
                process.kill()
    if not failures.empty():
        raise failures.get()
    if any(process.exitcode for process in processes):
        raise SolveError("a process that solved a part of a stage was killed")


def _worker(
    work: Callable[[int], None],
    count: int,
    dealt: Synchronized[int],
    failures: SimpleQueue[Exception],
) -> None:
    """Do the next of the ``count`` that nobody else has begun, as long as there is one."""
    _begin_as_child()
    try:
        gc.freeze()  # nothing of what the parent holds will be garbage here
        while (number := _next(dealt)) < count:
            work(number)
    except Exception as failure:
        failures.put(failure)


def _next(dealt: Synchronized[int]) -> int:
    with dealt.get_lock():
        dealt.value += 1
        return dealt.value - 1


def each_apart(works: Sequence[Callable[[], T]], workers: int) -> Iterator[T]:
    """What each of ``works`` returns, in their order.

    With several workers each is done in a forked process whose memory is given back after it, so
    many at the same time; else here, when its turn comes.
    """
    if workers == 1:
        yield from (work() for work in works)
        return
    todo = deque(enumerate(works))
    running: dict[Connection, tuple[int, BaseProcess]] = {}
    done: dict[int, T] = {}
    try:
        for number in range(len(works)):
            while number not in done:
                while todo and len(running) < workers:
                    following, work = todo.popleft()
                    process, receiver = _started(work)
                    running[receiver] = following, process
                for ready in wait(list(running)):
                    assert isinstance(ready, Connection)
                    which, process = running.pop(ready)
                    done[which] = _received(process, ready)
            yield done.pop(number)
    finally:
        for _, process in running.values():
            process.kill()


def begun(work: Callable[[], T], apart: bool) -> Callable[[], T]:
    """Begin ``work``, ``apart`` in a forked process if so asked; what waits for it."""
    if not apart:
        found = work()
        return lambda: found
    process, receiver = _started(work)
    return lambda: _received(process, receiver)


def _started(work: Callable[[], T]) -> tuple[BaseProcess, Connection]:
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, sender))
    process.start()
    sender.close()
    return process, receiver


def _received(process: BaseProcess, receiver: Connection) -> Any:
    """What was sent, once the process has ended; raised if it is a failure."""
    try:
        value, failure = receiver.recv()
    except EOFError:
        raise SolveError("a process was killed before it was done") from None
    finally:
        process.join()
        receiver.close()
    if failure is not None:
        raise failure
    return value


def _begin_as_child() -> None:
    """Ctrl-C is for the parent to act on; and once that has ended, nobody waits for anything."""
    signal(SIGINT, SIG_IGN)
    if (parent := parent_process()) is not None:
        Thread(target=_end_with, args=[parent.sentinel], daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _send(work: Callable[[], object], sender: Connection) -> None:
    _begin_as_child()
    gc.disable()  # millions of tuples without a cycle: looking for one would double the time
    try:
        sender.send((work(), None))
    except Exception as failure:
        sender.send((None, failure))
