"""What is done with is given back, in the service and in its workers."""

from __future__ import annotations

import gc
import multiprocessing
import threading
from typing import Any

import pytest

from api import serve
from api.work import worker
from odds.answers import Limits
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps


def test_the_service_collects_its_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line starts with the collector off."""
    seen = []

    class Server:
        def __init__(self, *_given: Any) -> None:
            pass

        def run(self) -> None:
            seen.append(gc.isenabled())

    monkeypatch.setattr(serve, "Server", Server)
    monkeypatch.setattr(serve.sys, "setswitchinterval", lambda _seconds: None)
    gc.disable()
    try:
        serve.run("127.0.0.1", 0)
    finally:
        gc.enable()
    assert seen == [True]


def test_a_worker_collects_what_solving_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    class Left:
        """Something in a cycle, which only the collector finds."""

        count = 0

        def __init__(self) -> None:
            self.itself = self
            Left.count += 1

        def __del__(self) -> None:
            Left.count -= 1

    def outcome(_path: str, body: bytes, _limits: Limits) -> bytes:
        Left()
        return body

    monkeypatch.setattr(worker, "outcome", outcome)
    monkeypatch.setattr(worker, "COLLECT_EVERY", 10)
    monkeypatch.setattr(worker, "_warm", lambda: None)
    monkeypatch.setattr(worker, "rehearse", lambda _pipe: None)
    monkeypatch.setattr(worker, "_end_with_parent", lambda: None)
    monkeypatch.setattr(worker.signal, "signal", lambda *_given: None)
    monkeypatch.setattr(worker.os, "nice", lambda _by: 0)
    ours, theirs = multiprocessing.Pipe()
    thread = threading.Thread(target=worker.main, args=(theirs, Limits()))
    gc.disable()
    try:
        thread.start()
        assert ours.recv_bytes() == worker.READY
        body = dumps({"quest": EXAMPLE})
        for _ in range(30):
            ours.send(("/v1/build/plan", body))
            assert ours.recv() == body
        ours.close()
        thread.join(60)
    finally:
        gc.enable()
        theirs.close()
    assert Left.count == 0
