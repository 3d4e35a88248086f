"""Logs as one JSON object a line, with a line for each request; off unless asked for."""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUESTS: Final = logging.getLogger("odds.requests")
SERVERS: Final = ("uvicorn", "uvicorn.error", "uvicorn.access")
FIELDS: Final = ("method", "path", "status", "milliseconds")
MAX_PATH: Final = 200


class JsonFormatter(logging.Formatter):
    """A record as a JSON object on one line: time (UTC), level, logger, message, and fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        found: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        found.update((name, getattr(record, name)) for name in FIELDS if hasattr(record, name))
        if record.exc_info:
            found["exception"] = self.formatException(record.exc_info)
        return json.dumps(found)


def use_json() -> None:
    """Write everything that is logged, the server's lines too, as JSON on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in SERVERS:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        # The lines of "access" would tell every request a second time.
        logger.propagate = name != "uvicorn.access"


class RequestLog:
    """Logs each request of ``app``: method, path (not the question), status and time taken."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (an ASGI application)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 0

        async def send_and_see(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_see)
        finally:
            taken = round((time.perf_counter() - start) * 1000, 3)
            figures = (scope["method"], scope["path"][:MAX_PATH], status, taken)
            REQUESTS.info("request", extra=dict(zip(FIELDS, figures, strict=True)))
