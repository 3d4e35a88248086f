"""The application: a thin route per question, made in a loop over the games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from api import openapi, problems
from api.work import Workers
from odds import __version__, wire
from odds.answers import Limits
from odds.errors import InvalidInput, OddsError
from odds.game import Question
from odds.games import all_games

LIMITS: Final = Limits(states=200_000, choices=2_000_000, digits=4_000)
"""The most work of one request; the library and the command line take on more."""
MAX_BODY: Final = 1_000_000
JSON: Final = "application/json"

Handler = Callable[[Request], Awaitable[Response]]


async def read_body(request: Request) -> bytes:
    """The body, refused as soon as it is over ``MAX_BODY`` bytes."""
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MAX_BODY:
            raise problems.Problem(problems.BODY_TOO_LARGE, limit=MAX_BODY)
        chunks.append(chunk)
    return b"".join(chunks)


async def asked(request: Request) -> Any:
    """The parsed question: a POST's body, or a GET's permalink."""
    if request.method == "POST":
        return await run_in_threadpool(wire.loads, await read_body(request))
    if [name for name, _ in request.query_params.multi_items()] != ["q"]:
        raise InvalidInput.at("", "a GET needs ?q=, the text of a permalink, and nothing else")
    return wire.from_permalink(request.query_params["q"])


def checked(question: Question, body: Any) -> bytes:
    """The canonical request; what makes no sense is refused here, without costing a worker."""
    read = wire.read(question, body)
    read.problem()
    return wire.canonical(read)


def handler(question: Question, workers: Workers) -> Handler:
    """The endpoint of a question: read, check, hand the canonical request to a worker."""

    async def answer(request: Request) -> Response:
        body = await run_in_threadpool(checked, question, await asked(request))
        return Response(await workers.solve(question.path, body), media_type=JSON)

    return answer


def create_app(limits: Limits = LIMITS, processes: int | None = None) -> FastAPI:
    """The service: ``uvicorn --factory api.app:create_app``."""
    workers = Workers(limits, processes)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        workers.start()
        yield
        workers.stop()

    app = FastAPI(
        title="odds",
        version=__version__,
        description="Exact probabilities and optimal play for push-your-luck dice quests.",
        lifespan=lifespan,
        redirect_slashes=False,
    )
    for game in all_games():
        for question in game.questions:
            for method in ("POST", "GET"):
                app.add_api_route(
                    question.path,
                    handler(question, workers),
                    methods=[method],
                    summary=question.summary,
                    tags=[game.title],
                    operation_id=f"{method.lower()}_{game.name}_{question.name}",
                )
    app.add_api_route("/v1/estimate", _estimate(limits), methods=["POST"], tags=["service"])
    app.add_api_route("/healthz", _healthz, methods=["GET"], tags=["service"])
    for error in (problems.Problem, OddsError, HTTPException, Exception):
        app.add_exception_handler(error, problems.answer_error)
    openapi.install(app, limits)
    return app


def _estimate(limits: Limits) -> Handler:
    async def estimate(request: Request) -> Response:
        """The size of a question and whether it is allowed, without answering it."""
        found = await run_in_threadpool(wire.estimate_of, await asked(request), limits)
        return Response(wire.dumps(found), media_type=JSON)

    return estimate


async def _healthz() -> dict[str, str]:
    """Whether the service runs."""
    return {"status": "ok", "version": __version__}
