"""The routes of long solves: start one, see how far it is, stop it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, Literal, NotRequired

from fastapi import FastAPI, Request
from fastapi.responses import Response
from pydantic import Field
from typing_extensions import TypedDict

from api.problems import problem_from, response
from api.reading import Reader
from api.solves.solves import Solves
from odds import wire
from odds.encoding import ENGINE, number
from odds.game import Game, LongQuestion
from odds.games import all_games
from odds.json_text import dumps
from odds.shapes import Engine, NumberOut

JSON: Final = "application/json"


class SolveOut(TypedDict):
    """How a solve stands."""

    id: str
    status: Literal["waiting", "solving", "done", "failed"]
    progress: Annotated[NumberOut, Field(description="from 0 to 1")]
    seconds_left: Annotated[int | None, Field(description="an estimate, where there is one")]
    engine: Engine
    answer: NotRequired[Any]
    problem: NotRequired[Annotated[dict[str, Any], Field(description="why it has failed")]]


def long_questions() -> list[tuple[Game, LongQuestion]]:
    """All that is solved in the long run."""
    return [(game, question) for game in all_games() for question in game.long]


def install(app: FastAPI, solves: Solves, reader: Reader) -> None:
    """Add the routes of every long question."""
    for game, question in long_questions():
        place = f"{question.path}/{{name}}"
        for method, path, work, what in (
            ("POST", question.path, starting(question, solves, reader), "start"),
            ("GET", place, showing(question, solves), "see"),
            ("DELETE", place, stopping(question, solves), "stop"),
        ):
            app.add_api_route(
                path,
                work,
                methods=[method],
                summary=f"{question.summary}: {what}",
                tags=[game.title],
                operation_id=f"{method.lower()}_{game.name}_{question.name}",
            )


def starting(
    question: LongQuestion, solves: Solves, reader: Reader
) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint that takes a solve on."""

    async def start(request: Request) -> Response:
        body = await reader.read(
            request, lambda given: wire.canonical(wire.read_long(question, given))
        )
        name = await solves.add(question.path, body)
        place = {"Location": f"{question.path}/{name}"}
        content = await asyncio.to_thread(shown, solves, question.path, name)
        return Response(content, status_code=202, headers=place, media_type=JSON)

    return start


def showing(question: LongQuestion, solves: Solves) -> Callable[[str], Awaitable[Response]]:
    """The endpoint that tells how a solve stands."""

    async def show(name: str) -> Response:
        content = await asyncio.to_thread(shown, solves, question.path, name)
        return Response(content, media_type=JSON)

    return show


def stopping(question: LongQuestion, solves: Solves) -> Callable[[str], Awaitable[Response]]:
    """The endpoint that stops a solve and forgets it."""

    async def stop(name: str) -> Response:
        await solves.remove(question.path, name)
        return Response(status_code=204)

    return stop


def shown(solves: Solves, path: str, name: str) -> bytes:
    """How a solve stands, as JSON; an answer in it is the bytes that were kept."""
    status, solving, answer = solves.find(path, name)
    found: SolveOut = {
        "id": name,
        "status": status,
        "progress": number(1 if status == "done" else solving.progress),
        "seconds_left": solving.seconds_left(solves.clock()) if status == "solving" else None,
        "engine": ENGINE,
    }
    if solving.error is not None and status == "failed":
        found["problem"] = json.loads(bytes(response(problem_from(solving.error)).body))
    content = dumps(found)
    return content if answer is None else content[:-1] + b',"answer":' + answer + b"}"
