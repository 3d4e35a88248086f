"""A body that comes too slowly is turned away, and the next request is answered."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator

import pytest

from api.app import create_app
from api.problems import MEDIA_TYPE
from api.ready import MOST_BYTES
from api.settings import Settings
from odds import wire
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps
from tests.api.service import Service, running
from tests.api.serving import served

PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}
EXPECTED = dumps(wire.respond(wire.question_at(PATH), BODY))


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(create_app(Settings(processes=1, body_seconds=1.0))) as found:
        yield found


async def stuck(start: bytes) -> AsyncIterator[bytes]:
    """A body that starts like this, and then nothing comes any more."""
    yield start
    await asyncio.Event().wait()


@pytest.mark.parametrize("start", [b"{", b" " * (2 * MOST_BYTES)], ids=["short", "long"])
@pytest.mark.parametrize("path", [PATH, "/v1/estimate"])
def test_408_where_a_body_stops(service: Service, path: str, start: bytes) -> None:
    answer = service.post(path, content=stuck(start))
    assert answer.status_code == 408
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert answer.headers["connection"] == "close"
    found = answer.json()
    assert found["type"] == "/problems/too-slow"
    assert found["detail"] == "the body has not arrived within 1 s"
    assert service.post(PATH, json=BODY).content == EXPECTED


def test_408_where_a_body_drips(service: Service) -> None:
    async def drops() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.01)

    assert service.post(PATH, content=drops()).status_code == 408
    assert service.post(PATH, json=BODY).content == EXPECTED


def test_an_answer_may_take_longer_than_its_question(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def solve(*_given: object) -> bytes:
        await asyncio.sleep(1.3)
        return b"{}"

    monkeypatch.setattr(service.app.pool, "solve", solve)
    assert service.post(PATH, json={**BODY, "fixed": [1]}).content == b"{}"


def test_over_a_socket_the_connection_ends() -> None:
    head = f"POST {PATH} HTTP/1.1\r\nHost: odds\r\nContent-Length: 100\r\n\r\n"
    with served(processes=1, body_seconds=0.5) as service:
        with socket.create_connection(("127.0.0.1", service.port), timeout=60) as connection:
            connection.sendall(head.encode() + b'{"quest"')
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["type"] == "/problems/too-slow"
        assert service.post(PATH, json.dumps(BODY).encode()) == (200, EXPECTED)
        assert "Traceback" not in "".join(service.log)
