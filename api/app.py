"""The application: a thin route per question, made in a loop over the games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from api import health, openapi, problems
from api.answering import Answers
from api.reading import asked, checked
from api.settings import Settings, from_environment
from api.work.pool import Pool
from odds import __version__, wire
from odds.errors import OddsError
from odds.game import Question
from odds.games import all_games

JSON: Final = "application/json"

Handler = Callable[[Request], Awaitable[Response]]


def handler(question: Question, answers: Answers, settings: Settings) -> Handler:
    """The endpoint of a question: read, check, find the answer to the canonical request."""
    limits = settings.limits

    async def answer(request: Request) -> Response:
        given = await asked(request, settings.max_body)
        body = await run_in_threadpool(checked, question, given, limits)
        return Response(await answers.find(question.path, body), media_type=JSON)

    return answer


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service: ``uvicorn --factory api.app:create_app``."""
    settings = settings or from_environment()
    pool = Pool(settings.limits, settings.time_limit, settings.processes)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        pool.start()
        yield
        await pool.stop()

    app = FastAPI(
        title="odds",
        version=__version__,
        description="Exact probabilities and optimal play for push-your-luck dice quests.",
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.pool = pool
    answers = Answers(pool)
    for game in all_games():
        for question in game.questions:
            for method in ("POST", "GET"):
                app.add_api_route(
                    question.path,
                    handler(question, answers, settings),
                    methods=[method],
                    summary=question.summary,
                    tags=[game.title],
                    operation_id=f"{method.lower()}_{game.name}_{question.name}",
                )
    app.add_api_route("/v1/estimate", estimate(settings), methods=["POST"], tags=["service"])
    health.install(app, pool)
    for error in (problems.Problem, OddsError, HTTPException, Exception):
        app.add_exception_handler(error, problems.answer_error)
    openapi.install(app, settings)
    return app


def estimate(settings: Settings) -> Handler:
    """The endpoint of estimates."""

    async def estimated(request: Request) -> Response:
        """The size of a question and whether it is allowed, without answering it."""
        given = await asked(request, settings.max_body)
        found = await run_in_threadpool(wire.estimate_of, given, settings.limits)
        return Response(wire.dumps(found), media_type=JSON)

    return estimated
