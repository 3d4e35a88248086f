"""Solving in other processes: never in the way, and never the end of the service."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from api import app as service_module
from api.app import create_app
from api.problems import BUSY, Problem
from api.work import Workers, answer
from odds import wire
from odds.answers import Limits
from odds.errors import InvalidInput, TooLarge, VerificationError
from odds.games.build.contract import EXAMPLE
from tests.api.service import Service, running

PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}
EXPECTED = wire.dumps(wire.respond(wire.question_at(PATH), BODY))


@pytest.fixture(scope="module")
def workers() -> Workers:
    return Workers(Limits(), 1)


@pytest.fixture(scope="module")
def service(workers: Workers) -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service_module, "Workers", lambda *_: workers)
        app = create_app()
    with running(app) as found:
        yield found


def test_the_work_itself() -> None:
    assert answer(PATH, json.dumps(BODY).encode(), Limits()) == EXPECTED


def sleep(*_: Any) -> bytes:
    """Work that does not end by itself."""
    time.sleep(600)
    return b""


def kill(workers: Workers) -> None:
    assert workers._pool is not None
    for process in list(workers._pool._processes.values()):
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)


def test_health_is_answered_while_a_worker_is_busy_and_a_killed_one_is_replaced(
    service: Service, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert service.post(PATH, json=BODY).content == EXPECTED

    async def busy() -> tuple[httpx.Response, list[httpx.Response]]:
        asked = [asyncio.create_task(service.client.post(PATH, json=BODY)) for _ in range(2)]
        while workers.pending < 2:
            await asyncio.sleep(0.01)
        health = await service.client.get("/healthz")
        assert not any(task.done() for task in asked)
        kill(workers)
        return health, await asyncio.gather(*asked)

    with monkeypatch.context() as patch:
        patch.setattr("api.work.answer", sleep)
        health, answers = service.run(busy())
    assert health.status_code == 200
    for found in answers:
        assert found.status_code == 500
        assert found.json()["detail"] == "a worker died; ask again"
    assert service.post(PATH, json=BODY).content == EXPECTED
    assert workers.pending == 0


def test_503_when_too_many_wait(
    service: Service, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "pending", workers.most)
    answer = service.post(PATH, json=BODY)
    assert answer.status_code == 503
    assert answer.json()["type"] == "/problems/busy"
    assert answer.headers["retry-after"] == "1"
    monkeypatch.setattr(workers, "pending", 0)
    assert service.post(PATH, json=BODY).status_code == 200


@pytest.mark.parametrize("error", [VerificationError("secret"), RuntimeError("secret")])
def test_a_fault_of_ours_is_logged_and_not_shown(
    service: Service,
    workers: Workers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    async def fail(*_: Any) -> bytes:
        raise error

    monkeypatch.setattr(workers, "solve", fail)
    answer = service.post(PATH, json=BODY)
    assert answer.status_code == 500
    assert answer.json() == {
        "type": "/problems/internal",
        "title": "A fault of ours",
        "status": 500,
    }
    assert "secret" in caplog.text
    assert f"POST {PATH}" in caplog.text


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InvalidInput.at("/x", "no"), "/x: no"),
        (wire.NotJson.at("", "no"), "no"),
        (TooLarge("states", 5, 1), "states: 5 needed, at most 1 allowed"),
    ],
)
def test_errors_come_back_from_a_worker_whole(error: Exception, text: str) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == text


def test_workers_start_with_the_first_question_and_stop_once() -> None:
    workers = Workers(Limits(), 1)
    workers.stop()
    assert workers.processes == 1
    assert Workers(Limits()).processes == (os.cpu_count() or 1)
    workers.pending = workers.most
    with pytest.raises(Problem) as caught:
        asyncio.run(workers.solve(PATH, b"{}"))
    assert caught.value.kind is BUSY
