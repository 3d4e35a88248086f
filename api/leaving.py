"""Who hangs up needs no answer: the place in the queue is free for those who are still there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from fastapi import Request

GONE: Final = 499
"""The status of a request whose sender is gone: never sent, but in logs a usual one."""

T = TypeVar("T")


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """What ``work`` gives; ``None`` if the client hangs up before, and ``work`` is cancelled."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    """Returns once the client is gone.

    The body has been read before. That of a GET, which should have none, is left where it is, or
    it would be taken in without an end; whether its sender is gone then can't be seen.
    """
    while (message := await request.receive())["type"] != "http.disconnect":
        if message.get("more_body"):
            await asyncio.Event().wait()
