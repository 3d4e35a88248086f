"""The thin routes: one per question and catalogue, in a loop over the games, and of estimates."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import Response

from api.answering import Answers
from api.cache.keys import headers_of, is_known, key_of
from api.leaving import GONE, while_there
from api.reading import Reader, checked
from api.ready import KEY
from api.settings import Settings
from api.solves import routes as long_routes
from api.solves.solves import Solves
from odds import wire
from odds.answers import Limits
from odds.encoding import ENGINE
from odds.errors import TooLarge
from odds.game import Catalogue, Question
from odds.games import all_games
from odds.json_text import dumps

JSON: Final = "application/json"

Handler = Callable[[Request], Awaitable[Response]]


def install(app: FastAPI, answers: Answers, settings: Settings, solves: Solves | None) -> None:
    """Add every question's routes, ``/v1/estimate``, and those of long solves if there are any."""
    reader, limits = Reader(settings.max_body), settings.limits
    for game in all_games():
        for question in game.questions:
            for method in ("POST", "GET"):
                app.add_api_route(
                    question.path,
                    handler(question, answers, reader, limits),
                    methods=[method],
                    summary=question.summary,
                    tags=[game.title],
                    operation_id=f"{method.lower()}_{game.name}_{question.name}",
                )
        for catalogue in game.catalogues:
            app.add_api_route(
                catalogue.path,
                reading(catalogue),
                methods=["GET"],
                summary=catalogue.summary,
                tags=[game.title],
                operation_id=f"get_{game.name}_{catalogue.name}",
            )
    if solves is not None:
        long_routes.install(app, solves, reader)
    app.add_api_route("/v1/estimate", estimate(reader, limits), methods=["POST"], tags=["service"])


def rehearse(limits: Limits) -> None:
    """Read an example of each question: the first to ask it needn't wait for what that loads."""
    for game in all_games():
        for question in game.questions:
            with suppress(TooLarge):
                checked(question, next(iter(question.request().examples.values())), limits)


def handler(question: Question, answers: Answers, reader: Reader, limits: Limits) -> Handler:
    """The endpoint of a question: read, check, find the answer to the canonical request."""

    async def answer(request: Request) -> Response:
        body = await reader.read(request, lambda given: checked(question, given, limits))
        key = key_of(question.path, body)
        headers = headers_of(request.method, key)
        if "ETag" in headers and is_known(request.headers, headers["ETag"]):
            return Response(status_code=304, headers=headers)
        found = await while_there(request, answers.find(question.path, body))
        if found is None:
            return Response(status_code=GONE)
        setattr(request.state, KEY, key)
        return Response(found, headers=headers, media_type=JSON)

    return answer


def reading(catalogue: Catalogue) -> Handler:
    """The endpoint of a catalogue, which only a new engine can change."""
    content = dumps({**catalogue.content(), "engine": ENGINE})
    headers = headers_of("GET", key_of(catalogue.path, b""))

    async def read(request: Request) -> Response:
        if is_known(request.headers, headers["ETag"]):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=JSON)

    return read


def estimate(reader: Reader, limits: Limits) -> Handler:
    """The endpoint of estimates."""

    async def estimated(request: Request) -> Response:
        """The size of a question and whether it is allowed, without answering it."""
        found = await reader.read(request, lambda given: wire.estimate_of(given, limits))
        return Response(dumps(found), media_type=JSON)

    return estimated
