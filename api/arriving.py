"""Bodies arrive in time, or their senders are turned away: a slow one would hold its place."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import problems


class InTime:
    """Lets ``app`` wait at most ``seconds`` for the whole body of a request; then it is a 408."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (an ASGI application)."""
        if scope["type"] != "http" or scope["method"] == "GET":
            await self.app(scope, receive, send)
            return
        end = asyncio.get_running_loop().time() + self.seconds
        whole = False

        async def receive_in_time() -> Message:
            nonlocal whole
            if whole:  # What else may come is the end of the connection, at any time.
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError as error:
                detail = f"the body has not arrived within {self.seconds:g} s"
                raise problems.Problem(problems.TOO_SLOW, detail) from error
            whole = not message.get("more_body", False)
            return message

        try:
            await self.app(scope, receive_in_time, send)
        except problems.Problem as problem:
            # Raised outside of what answers problems, and so before any answer.
            await problems.response(problem)(scope, receive, send)
