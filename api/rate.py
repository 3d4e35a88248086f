"""How often one client may ask; no limit unless one is set."""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address
from typing import Final

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from api import problems

LIMITED: Final = "/v1/"
"""Where a request costs something; health and description are free."""
PREFIX_BITS: Final = 64
"""What an IPv6 client has to itself, whichever of its addresses it uses."""


class RateLimit:
    """Lets a client ask ``app`` at a rate such as ``60/minute``, and answers 429 beyond it.

    A client is known by the address that the server gives: the peer's, or the forwarded one where
    the peer is a trusted proxy.
    """

    def __init__(self, app: ASGIApp, rate: str) -> None:
        self.app = app
        self.rate = parse(rate)
        self.limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (an ASGI application)."""
        if scope["type"] != "http" or not scope["path"].startswith(LIMITED):
            await self.app(scope, receive, send)
            return
        client = client_of(scope)
        if await self.limiter.hit(self.rate, client):
            await self.app(scope, receive, send)
            return
        window = await self.limiter.get_window_stats(self.rate, client)
        wait = max(1, math.ceil(window.reset_time - time.time()))
        problem = problems.Problem(problems.TOO_OFTEN, f"at most {self.rate} are allowed")
        answer = problems.response(problem, {"Retry-After": str(wait)})
        await answer(scope, receive, send)


def client_of(scope: Scope) -> str:
    """What a client is counted under: its IPv4 address, or the network of its IPv6 address."""
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return "unknown"  # A socket without addresses, or a proxy's odd entry: all count as one.
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{int(address) >> (128 - PREFIX_BITS):x}"
