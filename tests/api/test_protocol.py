"""What comes over a connection before there is a request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from api import protocol
from api.headers import HEADERS
from api.protocol import Protocol

REQUEST = b"GET / HTTP/1.1\r\nHost: odds\r\n\r\n"

Story = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(0.3)  # Longer than a head may take.
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


def connected(story: Story) -> None:
    """Tell a story over one connection to a server."""

    async def run() -> None:
        config = uvicorn.Config(answer, http=Protocol, port=0, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            async with asyncio.timeout(60):
                await story(reader, writer)
        finally:
            writer.close()
            server.should_exit = True
            await task

    asyncio.run(run())


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)


@pytest.mark.parametrize("sent", [b"nonsense", b"GET / HTTP/1.1\r\nno header", b"\x16\x03\x01"])
def test_what_is_not_http_is_a_problem(sent: bytes) -> None:
    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(sent + b"\r\n\r\n")
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 ")
        assert b"content-type: application/problem+json" in head.lower()
        for name in HEADERS:
            assert name.lower().encode() in head.lower()
        assert json.loads(body)["type"] == "/problems/not-http"

    connected(story)


@pytest.mark.parametrize("start", [b"", b"GET / HT"])
def test_a_connection_without_a_request_is_closed(start: bytes) -> None:
    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        assert await reader.read() == b""

    connected(story)


def test_a_request_is_answered_and_the_next_may_not_take_longer() -> None:
    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(2):
            writer.write(REQUEST)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
            assert await reader.readexactly(2) == b"ok"
        writer.write(REQUEST[:10])
        assert await reader.read() == b""

    connected(story)
