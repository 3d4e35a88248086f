"""Answers over HTTP come from where they are kept, and callers may keep them too."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.settings import Settings
from odds import wire
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps
from tests.api.service import Service, running
from tests.api.serving import served

PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}
QUESTION = wire.question_at(PATH)
EXPECTED = dumps(wire.respond(QUESTION, BODY))
LINK = {"q": wire.permalink(wire.read(QUESTION, BODY))}


def unsolvable(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """From now on nothing is solved; what would be is listed."""
    asked: list[Any] = []

    async def solve(*given: Any) -> bytes:
        asked.append(given)
        return b"{}"

    monkeypatch.setattr(service.app.pool, "solve", solve)
    return asked


def test_an_answer_is_remembered_however_it_is_asked_for(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert service.post(PATH, json=BODY).content == EXPECTED
    asked = unsolvable(service, monkeypatch)
    spaced = json.dumps({**BODY, "objective": "expected_reward"}, indent=3)
    assert service.post(PATH, content=spaced).content == EXPECTED
    assert service.get(PATH, params=LINK).content == EXPECTED
    assert not asked
    assert service.post(PATH, json={**BODY, "fixed": [1]}).content == b"{}"
    assert len(asked) == 1


def test_without_room_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(create_app(Settings(processes=1, recent_bytes=0)))
    asked = unsolvable(service, monkeypatch)
    with service.runner:
        for _ in range(2):
            assert service.post(PATH, json=BODY).content == b"{}"
    assert len(asked) == 2


def test_a_get_may_be_kept_and_asked_for_again(service: Service) -> None:
    first = service.get(PATH, params=LINK)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "public, max-age=3600"
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = service.get(PATH, params=LINK, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == first.headers["cache-control"]
    for unknown in ("", '"other"', tag.strip('"'), tag[:9]):
        again = service.get(PATH, params=LINK, headers={"If-None-Match": unknown})
        assert (again.status_code, again.content) == (200, EXPECTED)
    other = {"q": wire.permalink(wire.read(QUESTION, {**BODY, "fixed": [1]}))}
    assert service.get(PATH, params=other).headers["etag"] != tag


def test_a_post_and_a_problem_are_not_kept(service: Service) -> None:
    posted = service.post(PATH, json=BODY, headers={"If-None-Match": "*"})
    assert posted.status_code == 200
    refused = service.get(PATH, params={"q": "e30"}, headers={"If-None-Match": "*"})
    assert refused.status_code == 422
    for answer in (posted, refused):
        assert "etag" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


def test_the_file_answers_after_a_restart_and_is_renewed_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "answers.sqlite"
    settings = Settings(processes=1, cache_file=file)
    with running(create_app(settings)) as service:
        assert service.post(PATH, json=BODY).content == EXPECTED
    with running(create_app(settings)) as service:
        asked = unsolvable(service, monkeypatch)
        assert service.post(PATH, json=BODY).content == EXPECTED
        assert not asked
    file.write_bytes(b"damaged" * 1000)
    with running(create_app(settings)) as service:
        assert service.post(PATH, json=BODY).content == EXPECTED
        assert file.with_name("answers.sqlite.damaged").exists()


def test_the_file_outlives_a_killed_service(tmp_path: Path) -> None:
    file = tmp_path / "answers.sqlite"
    content = json.dumps(BODY).encode()
    for _ in range(2):
        with served(processes=1, cache_file=file) as service:
            assert service.post(PATH, content) == (200, EXPECTED)
            service.process.kill()
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT path, answer FROM answers").fetchall()
    connection.close()
    assert rows == [(PATH, EXPECTED.decode())]
