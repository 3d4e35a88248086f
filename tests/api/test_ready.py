"""The same bytes asked again get the same bytes, and only an answer is remembered."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from api import ready
from api.app import create_app
from api.settings import Settings
from odds import json_text, wire
from odds.games.build.contract import EXAMPLE
from tests.api.service import Service

PATH = "/v1/build/plan"
BODY = json.dumps({"quest": EXAMPLE}, indent=1).encode()
LINK = wire.permalink(wire.read(wire.question_at(PATH), {"quest": EXAMPLE}))


class Solved:
    """A service whose answers are made up, and that counts how often a question is read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> None:
        self.service = Service(create_app(Settings(processes=1, **settings)))
        self.read = 0
        self.solved = 0
        loads = json_text.loads

        def counted(text: Any) -> Any:
            self.read += 1
            return loads(text)

        async def solve(path: str, body: bytes, _wanted: object) -> bytes:
            self.solved += 1
            return body

        monkeypatch.setattr(json_text, "loads", counted)
        monkeypatch.setattr(self.service.app.pool, "solve", solve)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> Iterator[Solved]:
    found = Solved(monkeypatch)
    with found.service.runner:
        yield found


def test_the_second_time_nothing_is_read(solved: Solved) -> None:
    for given in ({"content": BODY}, {"params": {"q": LINK}}):
        method = "POST" if "content" in given else "GET"
        before = solved.read
        first = solved.service.ask(method, PATH, **given)
        assert solved.read == before + 1
        second = solved.service.ask(method, PATH, **given)
        assert solved.read == before + 1
        assert (second.status_code, second.content) == (200, first.content)
        assert sorted(second.headers.multi_items()) == sorted(first.headers.multi_items())
    assert solved.solved == 1


def test_other_questions_are_read(solved: Solved) -> None:
    for _ in range(2):
        for path in (PATH, "/v1/build/advice"):
            assert solved.service.post(path, content=BODY).status_code == 200
    assert solved.solved == 2
    assert solved.service.get(PATH, params={"q": LINK}).status_code == 200
    known = solved.service.get(PATH, params={"q": LINK})
    tag = {"If-None-Match": known.headers["etag"]}
    assert solved.service.get(PATH, params={"q": LINK}, headers=tag).status_code == 304
    assert solved.service.get(PATH, params={"q": LINK, "more": 1}).status_code == 422
    assert solved.service.ask("PUT", PATH, content=BODY).status_code == 405


def test_problems_are_not_remembered(solved: Solved) -> None:
    for _ in range(2):
        assert solved.service.post(PATH, content=b"{}").status_code == 422
    assert solved.read == 2


def test_a_body_may_come_in_parts_and_a_long_one_is_read_each_time(solved: Solved) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield BODY[:10]
        yield BODY[10:]

    long = BODY + b" " * ready.MOST_BYTES
    answers = [solved.service.post(PATH, content=parts()) for _ in range(2)]
    answers += [solved.service.post(PATH, content=long) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert solved.read == 3


def test_an_answer_that_is_no_longer_held_is_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = Solved(monkeypatch, recent_bytes=0)
    with solved.service.runner:
        for _ in range(2):
            assert solved.service.post(PATH, content=BODY).status_code == 200
    assert solved.solved == 2


def test_so_many_questions_are_known(solved: Solved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "MOST_QUESTIONS", 2)
    for number in (0, 1, 0, 2, 0, 1):
        body = {"quest": {**EXAMPLE, "attempts": 5 + number}}
        assert solved.service.post(PATH, json=body).status_code == 200
    assert solved.read == 4  # 0, 1, 2 and again 1, which was used least when 2 came.
    assert solved.solved == 3
