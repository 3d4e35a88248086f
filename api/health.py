"""Whether the service lives, and whether it is ready for questions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import FastAPI

from api.problems import MEDIA_TYPE, NOT_READY, Problem
from api.work.pool import Pool
from odds import __version__

UNREADY: Final[dict[str, Any]] = {
    "description": NOT_READY.title,
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def install(app: FastAPI, pool: Pool) -> None:
    """Add ``/healthz`` and ``/readyz``."""
    app.add_api_route("/healthz", alive, methods=["GET"], tags=["service"])
    app.add_api_route(
        "/readyz", ready(pool), methods=["GET"], tags=["service"], responses={503: UNREADY}
    )


async def alive() -> dict[str, str]:
    """Whether the service runs."""
    return {"status": "ok", "version": __version__}


def ready(pool: Pool) -> Callable[[], Awaitable[dict[str, str]]]:
    """The endpoint of readiness."""

    async def readyz() -> dict[str, str]:
        """Whether questions are answered: not while starting, stopping or without a worker."""
        if not pool.ready:
            raise Problem(NOT_READY)
        return {"status": "ready"}

    return readyz
