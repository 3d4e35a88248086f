"""What runs in a worker process: one question after another, until the service is gone."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import signal
import threading
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from odds import wire
from odds.answers import Limits, allow_digits
from odds.errors import InvalidInput, NotSolved, StoreError, TooLarge
from odds.games import all_games
from odds.json_text import dumps, loads

READY: Final = b"ready"
NICENESS: Final = 5
"""The service itself, with its liveness and ready answers, goes before those that solve."""


COLLECT_EVERY: Final = 1000
"""After so many answers garbage is collected, because solving keeps the collector from its turns:
what one solve leaves behind counts as old at once, and the old is not looked at by itself."""


class WorkerFault(Exception):
    """Anything unforeseen that was raised in a worker: its traceback, for the log."""


def answer(path: str, body: bytes, limits: Limits) -> bytes:
    """The answer to the canonical request ``body``, as bytes."""
    return dumps(wire.respond(wire.question_at(path), loads(body), limits))


def outcome(path: str, body: bytes, limits: Limits) -> bytes | Exception:
    """The answer, or the error that the service is to raise in its place."""
    try:
        return answer(path, body, limits)
    except (InvalidInput, NotSolved, StoreError, TooLarge) as error:
        return error
    except Exception:
        return WorkerFault(traceback.format_exc())


def main(pipe: Connection, limits: Limits) -> None:
    """Answer what comes through ``pipe`` until it ends."""
    # A signal meant for the service may go to its whole process group; it then finishes what
    # runs, and ends its workers itself.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    allow_digits(limits)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _warm()
        pipe.send_bytes(READY)
        rehearse(pipe)
        for answered in itertools.count(1):
            path, body = pipe.recv()
            pipe.send(outcome(path, body, limits))
            if answered % COLLECT_EVERY == 0:
                gc.collect()
    except (EOFError, OSError):
        return  # The service is gone, and nobody waits for an answer.


def _warm() -> None:
    """Load what answers need, by answering an example of each game."""
    for game in all_games():
        question = game.questions[0]
        example: Any = next(iter(question.request().examples.values()))
        dumps(wire.respond(question, example))


def rehearse(pipe: Connection) -> None:
    """Answer all examples, unless somebody asks: what their sheets and maps come to is kept."""
    for game in all_games():
        for question in game.questions:
            for example in question.request().examples.values():
                if pipe.poll():
                    return
                with suppress(NotSolved, StoreError):
                    dumps(wire.respond(question, example))


def _end_with_parent() -> None:
    """End this process as soon as the service's is gone, even in the middle of a solve."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
