"""HTTP on a connection: what comes before there is a request to answer."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.headers import ENCODED
from api.problems import NOT_HTTP, Problem, response

HEAD_SECONDS: Final = 10.0
"""How long the head of a request may take to arrive; then the connection is closed."""


class Protocol(H11Protocol):
    """Uvicorn's, except that a slow head is not waited for, and a wrong one is a problem too."""

    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Called when a client has connected."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Called when a part of a request has come."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()  # There is a request: from now on its body has its own time.
        elif self._closing is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection has ended."""
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP."""
        answer = response(Problem(NOT_HTTP))
        headers = [*answer.raw_headers, *ENCODED]
        start = h11.Response(status_code=answer.status_code, headers=headers)
        for event in (start, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def _wait(self) -> None:
        self._closing = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
