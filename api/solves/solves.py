"""The long solves of a service: one at a time, each in a process of its own, the rest in a row."""

from __future__ import annotations

import asyncio
import atexit
import logging
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, Literal

from api.problems import BUSY, NOT_FOUND, NOT_READY, Problem
from api.solves import child
from api.solves.folder import SolveFolder, folders
from api.work.worker import WorkerFault

MOST_WAITING: Final = 100
TRIES: Final = 3
"""How often a solve is begun whose process dies of itself."""
LOG: Final = logging.getLogger("odds.api")

Status = Literal["waiting", "solving", "done", "failed"]


@dataclass
class Solving:
    """A solve that isn't done: how far it is, since when, and what went wrong."""

    folder: SolveFolder
    progress: Fraction = Fraction(0)
    first: Fraction | None = None
    """The progress when this run began to tell, which is more than 0 where it goes on."""
    since: float = 0.0
    tries: int = 0
    error: Exception | None = None

    def tell(self, progress: Fraction, now: float) -> None:
        """Take note of the progress."""
        if self.first is None:
            self.first, self.since = progress, now
        self.progress = progress

    def seconds_left(self, now: float) -> int | None:
        """An estimate, from the pace of this run; none before there is one."""
        if self.first is None or self.progress <= self.first:
            return None
        return round((now - self.since) * (1 - self.progress) / (self.progress - self.first))


class Solves:
    """Keeps solves below ``root``; those that aren't done go on when it starts.

    ``solve`` is what a process of a solve calls.
    """

    def __init__(
        self,
        root: Path,
        solve: child.Solve | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.root = root
        self.clock = clock
        self._solve = solve or child.solve_long
        self._all: dict[str, Solving] = {}
        self._wake = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None
        self._running: Solving | None = None
        self._process: BaseProcess | None = None

    async def start(self) -> None:
        """Go on with what isn't done."""
        for folder in await asyncio.to_thread(lambda: list(folders(self.root))):
            if folder.answer() is None:
                self._all[folder.name] = Solving(folder)
        atexit.register(self._kill)
        self._wake.set()
        self._runner = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End what runs; it goes on after a restart."""
        runner, self._runner = self._runner, None
        if runner is not None:
            runner.cancel()
            await asyncio.wait([runner])
        atexit.unregister(self._kill)

    async def add(self, path: str, body: bytes) -> str:
        """Take on a canonical request; the name of its solve, which equal ones share."""
        if self._runner is None:
            raise Problem(NOT_READY)
        if len(self._all) >= MOST_WAITING:
            raise Problem(BUSY, f"{MOST_WAITING} solves are waiting already")
        folder = await asyncio.to_thread(SolveFolder.new, self.root, path, body)
        known = self._all.get(folder.name)
        if folder.answer() is None and (known is None or known.error is not None):
            self._all[folder.name] = Solving(folder)
            self._wake.set()
        return folder.name

    def find(self, path: str, name: str) -> tuple[Status, Solving, bytes | None]:
        """How a solve stands; ``Problem`` where there is none of that name at ``path``."""
        folder = self._known(path, name)
        found = self._all.get(name) or Solving(folder)
        answer = found.folder.answer()
        if answer is not None:
            return "done", found, answer
        if found.error is not None:
            return "failed", found, None
        return ("solving" if found is self._running else "waiting"), found, None

    async def remove(self, path: str, name: str) -> None:
        """Stop a solve and forget it."""
        folder = self._known(path, name)
        found = self._all.pop(name, None)
        folder.forget()
        if found is not None and found is self._running:
            self._kill()
        await asyncio.to_thread(folder.remove)

    def _known(self, path: str, name: str) -> SolveFolder:
        folder = SolveFolder(self.root, name)
        asked = folder.asked() if name.isalnum() else None
        if asked is None or asked[0] != path:
            raise Problem(NOT_FOUND)
        return folder

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            waiting = (solving for solving in self._all.values() if solving.error is None)
            self._running = next(waiting, None)
            if self._running is None:
                self._wake.clear()
                continue
            try:
                await self._finish(self._running)
            finally:
                self._running = None

    async def _finish(self, solving: Solving) -> None:
        """One process for a solve, until it ends."""
        solving.tries += 1
        beginning = asyncio.ensure_future(asyncio.to_thread(self._begin, solving.folder))
        try:
            pipe = await asyncio.shield(beginning)
        except asyncio.CancelledError:
            # The thread goes on: what it starts must not be left behind.
            pipe = await beginning
            self._kill()
            pipe.close()
            raise
        try:
            while (told := await asyncio.to_thread(_next, pipe)) is not None:
                if isinstance(told, Exception):
                    solving.error = told
                    if isinstance(told, WorkerFault):
                        LOG.error("a solve has failed", exc_info=told)
                else:
                    solving.tell(told, self.clock())
        finally:
            self._kill()  # First, so that nobody waits for it at the pipe.
            pipe.close()
        name = solving.folder.name
        if solving.folder.answer() is not None or solving.folder.asked() is None:
            self._all.pop(name, None)
        elif solving.error is None and solving.tries >= TRIES:
            solving.error = WorkerFault("its process has died again and again")

    def _begin(self, folder: SolveFolder) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        given = (theirs, self.root, folder.name, self._solve)
        # Not a daemon, as those may have no processes of their own.
        self._process = context.Process(target=child.main, args=given, name="odds solve")
        self._process.start()
        theirs.close()
        return ours

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.pid is not None:
            child.kill(process.pid)
            process.join()


def _next(pipe: Connection) -> Fraction | Exception | None:
    """What the process tells next; none where it has ended."""
    try:
        found: Fraction | Exception = pipe.recv()
    except (EOFError, OSError):
        return None
    return found
