"""What came of each request, told to those who want to know: the log and the metrics."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send


@dataclass(frozen=True)
class Served:
    """A request that is over; ``status`` is 0 where it had no answer."""

    method: str
    path: str
    status: int
    seconds: float


Report = Callable[[Served], None]


class Observed:
    """Reports each request of ``app`` when it is over."""

    def __init__(self, app: ASGIApp, reports: Sequence[Report]) -> None:
        self.app = app
        self.reports = reports

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
            taken = time.perf_counter() - start
            served = Served(scope["method"], scope["path"], status, taken)
            for report in self.reports:
                report(served)
