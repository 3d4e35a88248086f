"""What runs in the process of one solve; it and all it starts end with the service."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from api.solves.folder import SolveFolder
from api.work.worker import WorkerFault
from odds import wire
from odds.answers import Solvers
from odds.errors import OddsError
from odds.json_text import dumps

NICENESS: Final = 10
"""Who waits for an answer goes before what takes hours."""
LOCK: Final = "lock"

Solve = Callable[[str, Any, Path, Callable[[Fraction], object]], Any]
"""From a path and a body to the answer as JSON, with a folder to go on from, and a report."""


def solve_long(path: str, body: Any, folder: Path, report: Callable[[Fraction], object]) -> Any:
    """Solve what a game lists as long."""
    return wire.read_long(wire.long_at(path), body).solve(Solvers(), folder, report)


def main(pipe: Connection, root: Path, name: str, solve: Solve) -> None:
    """Solve, keep the answer, and tell how far it is through ``pipe``: fractions, or an error."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()  # What the solver starts is in its group, and is killed with it.
        os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    folder = SolveFolder(root, name)
    if folder.asked() is None:
        return  # It has been removed meanwhile.
    with (folder.folder / LOCK).open("wb") as lock:
        _own(lock.fileno())
        if folder.answer() is None:
            try:
                _solve(pipe, folder, solve)
            except OddsError as error:
                pipe.send(error)
            except BrokenPipeError:
                pass  # The service is gone; what is there is gone on with by the next.
            except Exception:
                pipe.send(WorkerFault(traceback.format_exc()))


def _own(lock: int) -> None:
    """Wait as long as another service is at the same solve; then it is done for this one too."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)


def _solve(pipe: Connection, folder: SolveFolder, solve: Solve) -> None:
    asked = folder.asked()
    if asked is not None:
        folder.work.mkdir(exist_ok=True)
        folder.finish(dumps(solve(*asked, folder.work, pipe.send)))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        kill(os.getpid())


def kill(process: int) -> None:
    """Kill the process of a solve and all that it has started."""
    try:
        if hasattr(os, "killpg") and os.getpgid(process) == process:
            os.killpg(process, signal.SIGKILL)
        else:
            os.kill(process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    except ProcessLookupError:
        pass
