"""The service answers with the contract's bytes, and with a problem otherwise."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from api import routes
from api.app import create_app
from api.problems import KINDS, MEDIA_TYPE
from api.settings import Settings
from odds import __version__, wire
from odds.answers import Limits
from odds.errors import TooLarge
from odds.game import Question
from odds.games import all_games
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps
from tests.api.service import Service, running
from tests.command_line import Odds

QUESTIONS = [question for game in all_games() for question in game.questions]
PLAN = wire.question_at("/v1/build/plan")
BODY = {"quest": EXAMPLE}
SETTINGS = Settings(processes=1)
LIMITS, MAX_BODY = SETTINGS.limits, SETTINGS.max_body
TITLES = {kind.type: kind for kind in KINDS}


def problem(answer: httpx.Response, status: int, name: str) -> dict[str, Any]:
    """The problem in an answer, after checking its form."""
    found: dict[str, Any] = answer.json()
    assert answer.status_code == found["status"] == status
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert found["type"] == f"/problems/{name}"
    assert found["title"] == TITLES[found["type"]].title
    assert list(found)[:3] == ["type", "title", "status"]
    assert len(found.get("detail", "")) <= 200
    for error in found.get("errors", ()):
        assert set(error) == {"pointer", "detail"}
        assert len(error["detail"]) <= 200
    return found


def test_an_example_of_each_question_is_read_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def checked(question: Question, body: Any, _limits: Limits) -> bytes:
        read.append((question.path, body))
        raise TooLarge("states", 2, 1)

    monkeypatch.setattr(routes, "checked", checked)
    with running(create_app(Settings(processes=1))):
        assert read == [(q.path, next(iter(q.request().examples.values()))) for q in QUESTIONS]


def pointers(found: dict[str, Any]) -> list[str]:
    return [error["pointer"] for error in found["errors"]]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.path)
def test_the_same_bytes_by_post_by_get_by_command_and_by_library(
    service: Service, odds: Odds, question: Question
) -> None:
    for example in question.request().examples.values():
        expected = dumps(wire.respond(question, example))
        link = wire.permalink(wire.read(question, example))
        asked = service.post(question.path, content=json.dumps(example))
        assert (asked.status_code, asked.content) == (200, expected)
        assert asked.headers["content-type"] == "application/json"
        linked = service.get(question.path, params={"q": link})
        assert (linked.status_code, linked.content) == (200, expected)
        done = odds("ask", question.path, "--q", link)
        assert (done.code, done.out.encode()) == (0, expected + b"\n")


def test_a_media_type_is_not_asked_for(service: Service) -> None:
    content, headers = json.dumps(BODY), {"content-type": "text/plain"}
    assert service.post(PLAN.path, content=content, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("content", "pointer", "detail"),
    [
        (b"", "", "not JSON"),
        (b"{", "", "not JSON"),
        (b"\xff", "", "not UTF-8"),
        (b"NaN", "", "not JSON: NaN"),
        (b'{"quest": {"a": 1, "a": 2}}', "/quest", "the key 'a' occurs twice"),
        (b"[" * 500_000, "", "nested deeper"),
    ],
)
def test_400_for_what_is_not_json(
    service: Service, content: bytes, pointer: str, detail: str
) -> None:
    found = problem(service.post(PLAN.path, content=content), 400, "not-json")
    assert pointers(found) == [pointer]
    assert detail in found["errors"][0]["detail"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [""]),
        (1, [""]),
        ({}, ["/quest"]),
        ({**BODY, "more": 1}, ["/more"]),
        ({"quest": {**EXAMPLE, "attempts": True}}, ["/quest/attempts"]),
        ({"quest": {**EXAMPLE, "attempts": 0, "stages": []}}, ["/quest/stages", "/quest/attempts"]),
        ({**BODY, "fixed": [1, 4]}, ["/fixed/1"]),
        ({**BODY, "objective": {"complete": 4}}, ["/objective/complete"]),
    ],
)
def test_422_for_what_makes_no_sense(service: Service, body: Any, expected: list[str]) -> None:
    assert pointers(problem(service.post(PLAN.path, json=body), 422, "invalid")) == expected


def test_422_for_half_a_surrogate_pair(service: Service) -> None:
    found = problem(service.post(PLAN.path, content=b'{"\\ud800": 1}'), 422, "invalid")
    assert pointers(found) == [""]


def test_422_for_too_much_work_with_the_estimate_and_the_limit(service: Service) -> None:
    body = {"quest": {**EXAMPLE, "attempts": 2000}}
    found = problem(service.post(PLAN.path, json=body), 422, "too-large")
    assert found["limit"] < found["estimate"]
    estimate = service.post("/v1/estimate", json={"path": PLAN.path, "body": body}).json()
    assert estimate["allowed"] is False
    assert found["estimate"] in (estimate["states"], estimate["choices"], estimate["digits"])


def test_413_for_a_body_that_is_too_large(service: Service) -> None:
    found = problem(service.post(PLAN.path, content=b" " * (MAX_BODY + 1)), 413, "body-too-large")
    assert found["limit"] == MAX_BODY
    content = json.dumps(BODY).encode()
    padded = content + b" " * (MAX_BODY - len(content))
    assert service.post(PLAN.path, content=padded).status_code == 200


def test_413_before_the_end_of_a_body_without_a_length(service: Service) -> None:
    sent = []

    async def endless() -> AsyncIterator[bytes]:
        while len(sent) < 1000:
            sent.append(1)
            yield b" " * 100_000

    problem(service.post(PLAN.path, content=endless()), 413, "body-too-large")
    assert len(sent) < 20


@pytest.mark.parametrize(
    "path", ["/page/", "/v1", "/v1/build", "/v1/build/plan/", "/v2/build/plan"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_404_for_other_paths(service: Service, method: str, path: str) -> None:
    problem(service.ask(method, path), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/build/plan", "GET, POST"),
        ("DELETE", "/v1/build/advice", "GET, POST"),
        ("OPTIONS", "/v1/build/plan", "GET, POST"),
        ("GET", "/v1/estimate", "POST"),
        ("POST", "/healthz", "GET"),
    ],
)
def test_405_names_the_methods(service: Service, method: str, path: str, allowed: str) -> None:
    answer = service.ask(method, path)
    problem(answer, 405, "wrong-method")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("query", ["", "?p=e30", "?q=e30&q=e30", "?q=e30&more=1"])
def test_a_get_takes_a_permalink_and_nothing_else(service: Service, query: str) -> None:
    found = problem(service.get(PLAN.path + query), 422, "invalid")
    assert "?q=" in found["detail"]


@pytest.mark.parametrize("text", ["!", "ew", "e30", "", "eyJhIjoxLCJhIjoyfQ"])
def test_a_permalink_that_is_no_question(service: Service, text: str) -> None:
    """Whatever is wrong with it: it is a parameter, and the body is not at fault."""
    problem(service.get(PLAN.path, params={"q": text}), 422, "invalid")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.path)
def test_an_estimate(service: Service, question: Question) -> None:
    for example in question.request().examples.values():
        answer = service.post("/v1/estimate", json={"path": question.path, "body": example})
        assert answer.status_code == 200
        found = answer.json()
        assert found["allowed"] is True
        assert found["limits"]["states"] == LIMITS.states


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [""]),
        ({"path": PLAN.path}, ["/body"]),
        ({"path": PLAN.path, "body": {}, "more": 1}, ["/more"]),
        ({"path": "/v1/estimate", "body": {}}, ["/path"]),
        ({"path": PLAN.path, "body": {}}, ["/body/quest"]),
    ],
)
def test_an_estimate_of_nothing(service: Service, body: Any, expected: list[str]) -> None:
    assert pointers(problem(service.post("/v1/estimate", json=body), 422, "invalid")) == expected


def test_health(service: Service) -> None:
    answer = service.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": __version__})
