"""What an answer is kept under."""

from __future__ import annotations

from hashlib import sha256

from odds.wire import ENGINE, dumps


def key_of(path: str, body: bytes) -> str:
    """The key of the answer to a canonical request: it depends on the engine and nothing else.

    As the same key always means the same bytes, it serves as a validator (RFC 9110, 8.8.3) too,
    and is known before the answer is.
    """
    return sha256(b"\n".join((dumps(ENGINE), path.encode(), body))).hexdigest()
