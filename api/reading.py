"""From a request to the question in it: bounded, strict, and checked before it costs a worker."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from api.problems import BODY_TOO_LARGE, Problem
from odds import wire
from odds.answers import Limits, check_size
from odds.errors import InvalidInput
from odds.game import Question


async def read_body(request: Request, limit: int) -> bytes:
    """The body, refused as soon as it is over ``limit`` bytes, chunked or not."""
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > limit:
            raise Problem(BODY_TOO_LARGE, limit=limit)
        chunks.append(chunk)
    return b"".join(chunks)


async def asked(request: Request, max_body: int) -> Any:
    """The parsed question: a POST's body, or a GET's permalink."""
    if request.method == "POST":
        return await run_in_threadpool(wire.loads, await read_body(request, max_body))
    if [name for name, _ in request.query_params.multi_items()] != ["q"]:
        raise InvalidInput.at("", "a GET needs ?q=, the text of a permalink, and nothing else")
    return wire.from_permalink(request.query_params["q"])


def checked(question: Question, body: Any, limits: Limits) -> bytes:
    """The canonical request; one that makes no sense or is too large is refused."""
    read = wire.read(question, body)
    check_size(read.problem(), limits)
    return wire.canonical(read)
