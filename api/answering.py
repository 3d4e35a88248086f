"""From a canonical request to the bytes of its answer, worked out once however many ask."""

from __future__ import annotations

import asyncio
from typing import Protocol


class Solving(Protocol):
    """What works an answer out."""

    async def solve(self, path: str, body: bytes) -> bytes:
        """The answer to the canonical request ``body``."""


class Answers:
    """Equal questions that are asked at the same time share one solve."""

    def __init__(self, pool: Solving) -> None:
        self.pool = pool
        self.in_flight: dict[tuple[str, bytes], asyncio.Task[bytes]] = {}

    async def find(self, path: str, body: bytes) -> bytes:
        """The answer to the canonical request ``body``; raises what solving it raises."""
        key = path, body
        task = self.in_flight.get(key)
        if task is None:
            task = asyncio.create_task(self.pool.solve(path, body))
            self.in_flight[key] = task
            task.add_done_callback(lambda done: self._found(key, done))
        # The others still wait for it when one of them is gone.
        return await asyncio.shield(task)

    def _found(self, key: tuple[str, bytes], task: asyncio.Task[bytes]) -> None:
        del self.in_flight[key]
        if not task.cancelled():
            task.exception()  # Seen, even where nobody waits for it any more.
