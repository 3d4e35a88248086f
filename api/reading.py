"""From a request to the question in it: bounded, strict, and checked before it costs a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Request
from starlette.requests import ClientDisconnect

from api.problems import BODY_TOO_LARGE, NOT_JSON, Problem
from odds import json_text, wire
from odds.answers import Limits, check_size
from odds.errors import InvalidInput
from odds.game import Question

LARGE_BODY: Final = 16_000
"""From this size on (in bytes) reading a question takes so long that one is read at a time."""

T = TypeVar("T")


class Reader:
    """Reads the questions of requests, with a body of at most ``max_body`` bytes.

    Parsing happens in threads, as it takes half a second for the largest body. Threads share one
    interpreter with the event loop, so that many large bodies at once would delay everyone.
    """

    def __init__(self, max_body: int) -> None:
        self.max_body = max_body
        self._large = CapacityLimiter(1)

    async def read(self, request: Request, work: Callable[[Any], T]) -> T:
        """What ``work`` makes of the parsed question: a POST's body, or a GET's permalink."""
        if request.method == "POST":
            return await self._parsed(json_text.loads, await self.body(request), work)
        if [name for name, _ in request.query_params.multi_items()] != ["q"]:
            raise InvalidInput.at("", "a GET needs ?q=, the text of a permalink, and nothing else")
        return await self._parsed(from_link, request.query_params["q"], work)

    async def body(self, request: Request) -> bytes:
        """The body, refused as soon as it is too large, chunked or not."""
        chunks, size = [], 0
        try:
            async for chunk in request.stream():
                size += len(chunk)
                if size > self.max_body:
                    raise Problem(BODY_TOO_LARGE, limit=self.max_body)
                chunks.append(chunk)
        except ClientDisconnect as error:
            raise Problem(NOT_JSON, "the body ends too soon") from error
        return b"".join(chunks)

    async def _parsed(
        self, parse: Callable[[Any], Any], text: bytes | str, work: Callable[[Any], T]
    ) -> T:
        limiter = self._large if len(text) >= LARGE_BODY else None
        return await to_thread.run_sync(lambda: work(parse(text)), limiter=limiter)


def from_link(text: str) -> Any:
    """The parsed question behind ``?q=``; a wrong one is an invalid parameter, not a bad body."""
    try:
        return json_text.from_permalink(text)
    except json_text.NotJson as error:
        raise InvalidInput(*error.faults) from error


def checked(question: Question, body: Any, limits: Limits) -> bytes:
    """The canonical request; one that makes no sense or is too large is refused."""
    read = wire.read(question, body)
    check_size(read.problem(), limits)
    return wire.canonical(read)
