"""One worker process as the service sees it."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final

from api.work import worker
from odds.answers import Limits

START_SECONDS: Final = 60.0
"""How long a new process may take until it is ready."""


class Died(Exception):
    """A worker ended in the middle of its work, or never became ready."""


class TimedOut(Exception):
    """A question took longer than it may; its worker has been killed."""


class Worker:
    """A process that answers one question at a time.

    ``start``, ``ask`` and ``close`` block, and belong to one thread at a time; ``kill`` and
    ``alive`` may be called meanwhile from another.
    """

    def __init__(self, limits: Limits, seconds: float) -> None:
        self.limits = limits
        self.seconds = seconds
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """Start a process, in place of the one before; ``Died`` where it doesn't become ready."""
        self.close()
        # "spawn": a fork of a process with an event loop and threads is not safe.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(
            target=worker.main, args=(theirs, self.limits), name="odds worker", daemon=True
        )
        try:
            process.start()
        finally:
            # Only the worker may hold its end, or its death would not be the pipe's end.
            theirs.close()
        self._process = process  # From now on others may kill it.
        try:
            if not self._pipe.poll(START_SECONDS) or self._pipe.recv_bytes() != worker.READY:
                raise Died(f"a worker was not ready within {START_SECONDS:.0f} seconds")
        except (EOFError, OSError) as error:
            raise Died("a worker died while starting") from error

    def ask(self, path: str, body: bytes) -> bytes:
        """The answer to a canonical request.

        Raises ``TimedOut`` (the process is dead by then), ``Died``, and what the question raises.
        """
        if self._pipe is None:
            raise Died("the worker was not started")
        try:
            self._pipe.send((path, body))
            if not self._pipe.poll(self.seconds):
                self.close()
                raise TimedOut(f"not answered within {self.seconds:g} s")
            found: bytes | Exception = self._pipe.recv()
        except (EOFError, OSError) as error:
            self.close()
            raise Died("a worker died over a question") from error
        if isinstance(found, Exception):
            raise found
        return found

    def alive(self) -> bool:
        """Whether the process runs."""
        process = self._process
        return process is not None and process.is_alive()

    def kill(self) -> None:
        """Kill the process; whoever waits for it gets ``Died``."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Kill the process and wait for its end."""
        self.kill()
        if self._process is not None:
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
