"""What an answer is kept under."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from starlette.datastructures import Headers

from odds.encoding import ENGINE
from odds.json_text import dumps

FRESH_SECONDS: Final = 3600
"""How long an answer may be used without asking again; only a new engine can change it."""


def key_of(path: str, body: bytes) -> str:
    """The key of the answer to a canonical request: it depends on the engine and nothing else.

    As the same key always means the same bytes, it serves as a validator (RFC 9110, 8.8.3) too,
    and is known before the answer is.
    """
    return sha256(b"\n".join((dumps(ENGINE), path.encode(), body))).hexdigest()


def headers_of(method: str, key: str) -> dict[str, str]:
    """What tells callers that they may keep an answer; only that to a GET can be kept."""
    if method != "GET":
        return {}
    return {"ETag": f'"{key}"', "Cache-Control": f"public, max-age={FRESH_SECONDS}"}


def is_known(headers: Headers, tag: str) -> bool:
    """Whether the caller has what ``tag`` stands for already (RFC 9110, 13.1.2)."""
    given = ",".join(headers.getlist("if-none-match"))
    return any(one.strip().removeprefix("W/") in ("*", tag) for one in given.split(","))
