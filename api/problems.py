"""Every error as RFC 9457 problem details, from one table."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Route

from odds.errors import InvalidInput, NotSolved, StoreError, TooLarge
from odds.json_text import NotJson, dumps

MEDIA_TYPE: Final = "application/problem+json"
MAX_DETAIL: Final = 200
"""The most characters of a text; what is longer ends in an ellipsis."""
LOG: Final = logging.getLogger("odds.api")


@dataclass(frozen=True)
class Kind:
    """A kind of problem: its stable ``type``, status and title."""

    name: str
    status: int
    title: str
    headers: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What every response of this kind carries."""

    @property
    def type(self) -> str:
        """The stable type, a URI reference."""
        return f"/problems/{self.name}"


# The rest of such a request is not read.
CLOSE: Final = {"Connection": "close"}
SOON: Final = {"Retry-After": "1"}

NOT_HTTP: Final = Kind("not-http", 400, "This is not an HTTP request", CLOSE)
NOT_JSON: Final = Kind("not-json", 400, "The question is not strict JSON")
NOT_FOUND: Final = Kind("not-found", 404, "Nothing is here")
WRONG_METHOD: Final = Kind("wrong-method", 405, "This method is not allowed here")
TOO_SLOW: Final = Kind("too-slow", 408, "The body comes too slowly", CLOSE)
NOT_SOLVED: Final = Kind("not-solved", 409, "What the question is about isn't solved yet")
BODY_TOO_LARGE: Final = Kind("body-too-large", 413, "The body is too large", CLOSE)
INVALID: Final = Kind("invalid", 422, "The question makes no sense as it stands")
TOO_LARGE: Final = Kind("too-large", 422, "The question is over the limit")
TOO_OFTEN: Final = Kind("too-often", 429, "This client asks too often")
STORE: Final = Kind("store", 500, "What was solved and kept can't be read")
INTERNAL: Final = Kind("internal", 500, "A fault of ours")
BUSY: Final = Kind("busy", 503, "Too many questions at once", SOON)
NOT_READY: Final = Kind("not-ready", 503, "The service is starting or stopping", SOON)
TIMEOUT: Final = Kind("timeout", 504, "The answer took longer than it may")

KINDS: Final = (
    NOT_HTTP,
    NOT_JSON,
    NOT_FOUND,
    WRONG_METHOD,
    TOO_SLOW,
    NOT_SOLVED,
    BODY_TOO_LARGE,
    INVALID,
    TOO_LARGE,
    TOO_OFTEN,
    STORE,
    INTERNAL,
    BUSY,
    NOT_READY,
    TIMEOUT,
)


class Problem(Exception):
    """Raised to answer with a problem of ``kind``."""

    def __init__(self, kind: Kind, detail: str = "", **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.more = more


def problem_from(error: Exception) -> Problem:
    """The problem that an error of the library is."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, InvalidInput):
        kind = NOT_JSON if isinstance(error, NotJson) else INVALID
        errors = [{"pointer": f.place, "detail": _short(f.message)} for f in error.faults]
        return Problem(kind, str(error), errors=errors)
    if isinstance(error, TooLarge):
        more = {"what": error.what, "estimate": error.estimate, "limit": error.limit}
        return Problem(TOO_LARGE, str(error), **more)
    if isinstance(error, NotSolved):
        return Problem(NOT_SOLVED, str(error))
    if isinstance(error, StoreError):
        return Problem(STORE, "the log of the service says which file, and what repairs it")
    if isinstance(error, HTTPException):
        by_status = {404: NOT_FOUND, 405: WRONG_METHOD}
        return Problem(by_status.get(error.status_code, INTERNAL))
    return Problem(INTERNAL)


def response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """The problem as a response."""
    kind = problem.kind
    body = {"type": kind.type, "title": kind.title, "status": kind.status}
    if problem.detail:
        body["detail"] = _short(problem.detail)
    body.update(problem.more)
    return Response(dumps(body), kind.status, {**kind.headers, **(headers or {})}, MEDIA_TYPE)


def _short(text: str) -> str:
    return text if len(text) <= MAX_DETAIL else f"{text[: MAX_DETAIL - 1]}…"


async def answer_error(request: Request, error: Exception) -> Response:
    """FastAPI's handler of every exception; a fault of ours is logged, and not shown."""
    problem = problem_from(error)
    if problem.kind is INTERNAL:
        LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    if problem.kind is STORE:
        LOG.error("%s %s: %s", request.method, request.url.path, error)
    if problem.kind is WRONG_METHOD:
        return response(problem, {"Allow": ", ".join(_allowed(request))})
    return response(problem)


def _allowed(request: Request) -> list[str]:
    """The methods of the path, over all of its routes."""
    routes = [r for r in request.app.routes if isinstance(r, Route)]
    here = [r for r in routes if r.path == request.url.path]
    return sorted({method for route in here for method in route.methods or ()})


def schema() -> dict[str, Any]:
    """The JSON Schema of a problem."""
    fault = {
        "type": "object",
        "properties": {"pointer": {"type": "string"}, "detail": {"type": "string"}},
        "required": ["pointer", "detail"],
    }
    return {
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": [kind.type for kind in KINDS]},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
            "errors": {"type": "array", "items": fault},
            "what": {"type": "string"},
            "estimate": {"type": "integer"},
            "limit": {"type": "integer"},
        },
        "required": ["type", "title", "status"],
    }
