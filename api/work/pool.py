"""The workers together: who runs, who waits, and who is turned away."""

from __future__ import annotations

import asyncio
import atexit
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from api.problems import BUSY, INTERNAL, NOT_READY, TIMEOUT, Problem
from api.work.process import START_SECONDS, Died, TimedOut, Worker
from odds.answers import Limits
from odds.workers import cores

GRACE_SECONDS: Final = 10.0
"""How long answers that are being worked out may take once the service stops."""
WATCH_SECONDS: Final = 0.5
"""How often idle workers are looked after."""
RETRY_SECONDS: Final = 1.0
LOG: Final = logging.getLogger("odds.api")


class Unwanted(Exception):
    """Nobody wanted the answer any more, so it was not worked out."""


@dataclass(frozen=True, eq=False)
class Place:
    """A place in the queue: the worker to come, and whether anybody still wants its answer."""

    worker: asyncio.Future[Worker]
    wanted: Callable[[], bool]

    def refuse(self, why: Exception) -> None:
        """No worker comes."""
        if not self.worker.done():
            self.worker.set_exception(why)


class Pool:
    """``processes`` workers, and a queue in front of them with twice as many places."""

    def __init__(self, limits: Limits, seconds: float, processes: int | None = None) -> None:
        self.workers = [Worker(limits, seconds) for _ in range(processes or cores())]
        self.most_waiting = 2 * len(self.workers)
        # Everyone before it in the queue may take its full time, with a new worker after each.
        self.patience = START_SECONDS + 3 * seconds
        self.seconds = seconds
        self.draining = False
        self.idle: list[Worker] = []
        self.busy: dict[asyncio.Future[bytes], Worker] = {}
        self.waiting: deque[Place] = deque()
        self._stop_by = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._watcher: asyncio.Task[None] | None = None
        self._threads: ThreadPoolExecutor | None = None

    @property
    def ready(self) -> bool:
        """Whether questions are answered: a worker is up, and the service isn't stopping."""
        up = (*self.idle, *self.busy.values())
        return not self.draining and any(worker.alive() for worker in up)

    def start(self) -> None:
        """Start the workers, without waiting until they are ready."""
        self.draining = False
        self._threads = ThreadPoolExecutor(len(self.workers), "odds worker")
        # Else the interpreter, at its end, would wait for processes that wait for it.
        atexit.register(self._kill)
        for worker in self.workers:
            self._later(self._start(worker))
        self._watcher = asyncio.get_running_loop().create_task(self._watch())

    async def solve(self, path: str, body: bytes, wanted: Callable[[], bool]) -> bytes:
        """The answer to a canonical request, from a worker process.

        Raises ``Problem``: all places are taken, the time limit, a dead worker, or stopping; and
        ``Unwanted`` where it is no longer ``wanted`` before a worker has begun with it.
        """
        worker = await self._worker(wanted)
        future = self._in_thread(worker.ask, path, body)
        self.busy[future] = worker
        future.add_done_callback(self._answered)
        try:
            # A caller that gives up doesn't free the worker: only its answer does.
            return await asyncio.shield(future)
        except TimedOut as error:
            raise Problem(TIMEOUT, str(error)) from error
        except Died as error:
            raise Problem(INTERNAL, "a worker died; ask again") from error

    def drain(self) -> None:
        """Take on nothing more, and turn away who waits; who is being answered isn't disturbed."""
        if not self.draining:
            self.draining = True
            self._stop_by = asyncio.get_running_loop().time() + GRACE_SECONDS
            while self.waiting:
                self.waiting.popleft().refuse(Problem(NOT_READY))

    async def stop(self) -> None:
        """Drain, finish what runs within ``GRACE_SECONDS`` of draining, and end every process."""
        self.drain()
        if self.busy:
            left = self._stop_by - asyncio.get_running_loop().time()
            await asyncio.wait(self.busy, timeout=max(left, 0))
        if self._watcher is not None:
            self._watcher.cancel()
        self._kill()
        while self._tasks:
            # What was just about to start when the others were killed has started by now.
            await asyncio.wait(self._tasks, timeout=WATCH_SECONDS)
            self._kill()
        await asyncio.to_thread(self._close)
        atexit.unregister(self._kill)

    async def _worker(self, wanted: Callable[[], bool]) -> Worker:
        """The next free worker, in the order of asking."""
        if not wanted():
            raise Unwanted
        if self.draining or self._threads is None:
            raise Problem(NOT_READY)
        while self.idle:
            worker = self.idle.pop()
            if worker.alive():
                return worker
            self._later(self._start(worker))
        for place in [place for place in self.waiting if not place.wanted()]:
            self.waiting.remove(place)
            place.refuse(Unwanted())
        if len(self.waiting) >= self.most_waiting:
            raise Problem(BUSY, f"{self.most_waiting} questions are waiting already")
        loop = asyncio.get_running_loop()
        place = Place(loop.create_future(), wanted)
        self.waiting.append(place)
        timer = loop.call_later(self.patience, self._give_up, place)
        try:
            return await place.worker
        finally:
            timer.cancel()

    def _give_up(self, place: Place) -> None:
        if place in self.waiting:
            self.waiting.remove(place)
        place.refuse(Problem(BUSY))

    def _answered(self, future: asyncio.Future[bytes]) -> None:
        worker = self.busy.pop(future)
        if not future.cancelled():
            future.exception()  # Seen, even where the caller has given up.
        if worker.alive():
            self._free(worker)
        else:
            self._later(self._start(worker))

    def _free(self, worker: Worker) -> None:
        while self.waiting:
            place = self.waiting.popleft()
            if not place.wanted():
                place.refuse(Unwanted())
            elif not place.worker.done():
                place.worker.set_result(worker)
                return
        self.idle.append(worker)

    async def _start(self, worker: Worker) -> None:
        """A new process for ``worker``, however often it takes."""
        while not self.draining:
            try:
                await self._in_thread(worker.start)
            except (Died, OSError):
                if self.draining:
                    return
                LOG.exception("a worker could not be started")
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._free(worker)
                return

    async def _watch(self) -> None:
        """Replace workers that die while they are idle."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for worker in [worker for worker in self.idle if not worker.alive()]:
                self.idle.remove(worker)
                self._later(self._start(worker))

    def _in_thread(self, work: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
        """A thread that does nothing but wait for a process."""
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _kill(self) -> None:
        for worker in self.workers:
            worker.kill()

    def _close(self) -> None:
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
            self._threads = None
        for worker in self.workers:
            worker.close()
        self.idle.clear()
