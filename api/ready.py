"""Answers to questions that are asked again in the very same bytes: nothing is read twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.cache.keys import headers_of
from api.cache.recent import Recent

MOST_BYTES: Final = 4_096
"""The longest text of a question that is remembered."""
MOST_QUESTIONS: Final = 4_096
KEY: Final = "answer_key"
"""Where a route leaves the key of the answer that it gave, in the state of the request."""

Asked = tuple[str, str, bytes]
"""Method, path, and the bytes of the body or the query."""


class Ready:
    """Gives what ``recent`` holds without troubling ``app``; the rest goes on to it."""

    def __init__(self, app: ASGIApp, paths: Collection[str], recent: Recent) -> None:
        self.app = app
        self.paths = frozenset(paths)
        self.recent = recent
        self._keys: OrderedDict[Asked, str] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (an ASGI application)."""
        if scope["type"] != "http" or scope["path"] not in self.paths:
            await self.app(scope, receive, send)
        elif scope["method"] == "GET":
            asked = ("GET", scope["path"], scope["query_string"])
            conditional = any(name == b"if-none-match" for name, _ in scope["headers"])
            await self._answer(None if conditional else asked, scope, receive, send)
        elif scope["method"] == "POST":
            messages, body = await _read(receive)
            asked = ("POST", scope["path"], body)
            await self._answer(asked, scope, _again(messages, receive), send)
        else:
            await self.app(scope, receive, send)

    async def _answer(
        self, asked: Asked | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if asked is None or len(asked[2]) > MOST_BYTES:
            await self.app(scope, receive, send)
            return
        key = self._keys.get(asked)
        found = None if key is None else self.recent.get(key)
        if key is not None and found is not None:
            self._keys.move_to_end(asked)
            await _send(key, asked[0], found, send)
            return
        state = scope.setdefault("state", {})
        await self.app(scope, receive, send)
        if KEY in state:
            self._keys[asked] = state[KEY]
            if len(self._keys) > MOST_QUESTIONS:
                self._keys.popitem(last=False)


async def _send(key: str, method: str, answer: bytes, send: Send) -> None:
    headers = [
        (b"content-length", str(len(answer)).encode()),
        (b"content-type", b"application/json"),
    ]
    for name, value in headers_of(method, key).items():
        headers.append((name.lower().encode(), value.encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


async def _read(receive: Receive) -> tuple[list[Message], bytes]:
    """The messages of a body, and the body; no further than where it is too long to remember."""
    messages, body, more = [], b"", True
    while more and len(body) <= MOST_BYTES:
        message = await receive()
        messages.append(message)
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return messages, body


def _again(messages: list[Message], receive: Receive) -> Receive:
    """``receive``, except that it starts with messages that were received already."""
    waiting = iter(messages)

    async def received() -> Message:
        return next(waiting, None) or await receive()

    return received
