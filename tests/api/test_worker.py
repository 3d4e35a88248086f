"""What a worker process does with a question, without a process."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import pickle
from typing import Any

import pytest

from api.problems import BUSY, Problem
from api.settings import Settings
from api.work import pool as pool_module
from api.work import process, worker
from api.work.pool import Pool, Unwanted
from api.work.process import Died, Worker
from odds import wire
from odds.answers import Limits
from odds.errors import InvalidInput, NotSolved, TooLarge, VerificationError
from odds.game import Question
from odds.games import all_games
from odds.games.build.contract import EXAMPLE
from odds.json_text import NotJson, dumps, loads
from tests.api.service import Service

PATH = "/v1/build/plan"
BODY = json.dumps({"quest": EXAMPLE}).encode()


def test_the_answer() -> None:
    expected = dumps(wire.respond(wire.question_at(PATH), loads(BODY)))
    assert worker.outcome(PATH, BODY, Limits()) == expected


def test_errors_of_the_question() -> None:
    refused = worker.outcome(PATH, BODY, Limits(states=1))
    assert isinstance(refused, TooLarge)
    assert refused.limit == 1
    assert isinstance(worker.outcome(PATH, b"{}", Limits()), InvalidInput)


@pytest.mark.parametrize("error", [VerificationError("why"), RuntimeError("why"), MemoryError()])
def test_faults_of_ours_come_with_their_traceback(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: Any) -> bytes:
        raise error

    monkeypatch.setattr(worker, "answer", fail)
    found = pickle.loads(pickle.dumps(worker.outcome(PATH, BODY, Limits())))
    assert isinstance(found, worker.WorkerFault)
    assert "Traceback" in str(found)
    assert type(error).__name__ in str(found)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InvalidInput.at("/x", "no"), "/x: no"),
        (NotJson.at("", "no"), "no"),
        (TooLarge("states", 5, 1), "states: 5 needed, at most 1 allowed"),
    ],
)
def test_errors_come_back_from_a_worker_whole(error: Exception, text: str) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == text


def test_a_fault_of_ours_is_logged_and_not_shown(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> bytes:
        raise worker.WorkerFault("secret")

    monkeypatch.setattr(service.app.pool, "solve", fail)
    answer = service.post(PATH, content=BODY)
    assert answer.status_code == 500
    assert answer.json() == {
        "type": "/problems/internal",
        "title": "A fault of ours",
        "status": 500,
    }
    assert "secret" in caplog.text
    assert f"POST {PATH}" in caplog.text


def test_a_worker_that_does_not_become_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "START_SECONDS", 0.0)
    slow = Worker(Limits(), 1)
    with pytest.raises(Died, match="not ready within 0 seconds"):
        slow.start()
    slow.close()
    assert not slow.alive()
    with pytest.raises(Died, match="not started"):
        slow.ask(PATH, BODY)


def test_workers_that_can_not_be_started_are_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = []

    def fail(self: Worker) -> None:
        tried.append(self)
        raise OSError("no more processes")

    monkeypatch.setattr(Worker, "start", fail)
    monkeypatch.setattr(pool_module, "RETRY_SECONDS", 0.01)

    async def story() -> None:
        pool = Pool(Limits(), 1, processes=1)
        pool.patience = 0.2
        pool.start()
        with pytest.raises(Problem) as caught:
            await pool.solve(PATH, BODY, lambda: True)
        assert caught.value.kind is BUSY
        assert not pool.ready
        assert not pool.waiting
        await pool.stop()

    asyncio.run(story())
    assert len(tried) > 1
    assert "no more processes" in caplog.text


@pytest.mark.parametrize("asked_after", [None, 0, 3])
def test_a_worker_rehearses_until_it_is_asked(
    monkeypatch: pytest.MonkeyPatch, asked_after: int | None
) -> None:
    ours, theirs = multiprocessing.Pipe()
    answered: list[tuple[str, Any]] = []

    def respond(question: Question, example: Any) -> dict[str, Any]:
        answered.append((question.path, example))
        if len(answered) == asked_after:
            ours.send((PATH, BODY))
        if len(answered) == 2:
            raise NotSolved("none")
        return {}

    monkeypatch.setattr(worker.wire, "respond", respond)
    if asked_after == 0:
        ours.send((PATH, BODY))
    with ours, theirs:
        worker.rehearse(theirs)
    every = [
        (question.path, example)
        for game in all_games()
        for question in game.questions
        for example in question.request().examples.values()
    ]
    assert answered == (every if asked_after is None else every[:asked_after])


def test_what_nobody_wants_is_not_begun() -> None:
    pool = Pool(Limits(), 1, processes=1)
    with pytest.raises(Unwanted):
        asyncio.run(pool.solve(PATH, BODY, lambda: False))


def test_there_are_as_many_workers_as_cores() -> None:
    assert len(Pool(Limits(), 1, Settings().processes).workers) == Settings().processes >= 1


def test_a_service_may_stop_while_its_workers_start() -> None:
    async def story(wait: float) -> list[bool]:
        pool = Pool(Limits(), 1, processes=2)
        pool.start()
        await asyncio.sleep(wait)
        await pool.stop()
        return [worker.alive() for worker in pool.workers]

    for wait in (0, 0.001, 0.01, 0.1):
        assert asyncio.run(story(wait)) == [False, False]
