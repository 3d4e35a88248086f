"""Logs as one JSON object a line, with a line for each request; off unless asked for."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

from api.observing import Served

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


def log_request(served: Served) -> None:
    """Log a request: method, path (not the question), status and the time it took."""
    figures = (
        served.method,
        served.path[:MAX_PATH],
        served.status,
        round(served.seconds * 1000, 3),
    )
    REQUESTS.info("request", extra=dict(zip(FIELDS, figures, strict=True)))
