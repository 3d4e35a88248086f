"""Solving in processes of its own, so that the event loop never waits for arithmetic."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from api.problems import BUSY, INTERNAL, Problem
from odds import wire
from odds.answers import Limits


def answer(path: str, body: bytes, limits: Limits) -> bytes:
    """The answer to the canonical request ``body``, as bytes; runs in a worker process."""
    return wire.dumps(wire.respond(wire.question_at(path), wire.loads(body), limits))


class Workers:
    """A pool of worker processes, with a bound on how many questions may wait."""

    def __init__(self, limits: Limits, processes: int | None = None) -> None:
        self.limits = limits
        self.processes = processes or os.cpu_count() or 1
        self.most = 3 * self.processes
        self.pending = 0
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> ProcessPoolExecutor:
        """Open the pool; its processes start with the first questions."""
        # "spawn": a fork of a process with an event loop and threads is not safe.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self.processes, mp_context=context)
        return self._pool

    def stop(self) -> None:
        """Close the pool."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    async def solve(self, path: str, body: bytes) -> bytes:
        """The answer to a canonical request, from a worker process."""
        if self.pending >= self.most:
            raise Problem(BUSY, f"{self.most} questions are being answered already")
        pool = self._pool or self.start()
        loop = asyncio.get_running_loop()
        self.pending += 1
        try:
            return await loop.run_in_executor(pool, answer, path, body, self.limits)
        except BrokenProcessPool as error:
            pool.shutdown(wait=False)
            if self._pool is pool:
                self._pool = None
            raise Problem(INTERNAL, "a worker died; ask again") from error
        finally:
            self.pending -= 1
