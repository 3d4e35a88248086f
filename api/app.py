"""The application, put together from its settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import ASGIApp

from api import health, openapi, page, problems, routes
from api.answering import Answers
from api.arriving import InTime
from api.cache.recent import Recent
from api.cache.store import Store
from api.headers import SecurityHeaders
from api.logs import log_request
from api.metrics import Metrics
from api.observing import Observed, Report
from api.rate import RateLimit
from api.ready import Ready
from api.settings import Settings, from_environment
from api.solves.routes import long_questions
from api.solves.solves import Solves
from api.work.pool import Pool
from odds import __version__
from odds.answers import allow_digits
from odds.errors import OddsError
from odds.folders import default_folder
from odds.games import all_games


class Application(FastAPI):
    """The service; ``pool`` are its workers, and ``recent`` are the answers it remembers."""

    def __init__(self, settings: Settings, pool: Pool, recent: Recent, **given: Any) -> None:
        super().__init__(**given)
        self.settings = settings
        self.pool = pool
        self.recent = recent
        self.reports: list[Report] = []

    def build_middleware_stack(self) -> ASGIApp:
        """What is around everything, the answer to a fault of ours included."""
        paths = [question.path for game in all_games() for question in game.questions]
        ready = Ready(super().build_middleware_stack(), paths, self.recent)
        timely = InTime(ready, self.settings.body_seconds)
        limited = RateLimit(timely, self.settings.rate) if self.settings.rate else timely
        safe = SecurityHeaders(limited)
        return Observed(safe, self.reports) if self.reports else safe


def create_app(settings: Settings | None = None) -> Application:
    """The service: ``uvicorn --factory api.app:create_app``."""
    settings = settings or from_environment()
    allow_digits(settings.limits)
    pool = Pool(settings.limits, settings.time_limit, settings.processes)
    recent = Recent(settings.recent_bytes)
    store = Store(settings.cache_file, settings.cache_bytes) if settings.cache_file else None
    solves = Solves(settings.solves or default_folder() / "asked") if long_questions() else None

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        pool.start()
        await run_in_threadpool(routes.rehearse, settings.limits)
        if store is not None:
            await run_in_threadpool(store.open)
        if solves is not None:
            await solves.start()
        yield
        if solves is not None:
            await solves.stop()
        await pool.stop()
        if store is not None:
            store.close()

    app = Application(
        settings,
        pool,
        recent,
        title="odds",
        version=__version__,
        description="Exact probabilities and optimal play for push-your-luck dice quests.",
        lifespan=lifespan,
        redirect_slashes=False,
        # Those pages would load scripts from another host.
        docs_url=None,
        redoc_url=None,
    )
    routes.install(app, Answers(pool, recent, store), settings, solves)
    health.install(app, pool)
    page.install(app)
    for error in (problems.Problem, OddsError, HTTPException, Exception):
        app.add_exception_handler(error, problems.answer_error)
    openapi.install(app, settings)
    observe(app)
    return app


def observe(app: Application) -> None:
    """Log and count requests, as the settings say."""
    if app.settings.log_json:
        app.reports.append(log_request)
    if app.settings.metrics:
        metrics = Metrics(
            app.pool, [route.path for route in app.routes if isinstance(route, Route)]
        )
        metrics.install(app)
        app.reports.append(metrics.count)
