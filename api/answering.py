"""From a canonical request to the bytes of its answer, worked out once however many ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from starlette.concurrency import run_in_threadpool

from api.cache.keys import key_of
from api.cache.recent import Recent
from api.cache.store import Store
from api.work.pool import Unwanted


class Solving(Protocol):
    """What works an answer out."""

    async def solve(self, path: str, body: bytes, wanted: Callable[[], bool]) -> bytes:
        """The answer to the canonical request ``body``; ``Unwanted`` where it isn't begun."""


class Answers:
    """Answers from memory, from the file, or from a solve that all who ask the same share."""

    def __init__(self, pool: Solving, recent: Recent, store: Store | None = None) -> None:
        self.pool = pool
        self.recent = recent
        self.store = store
        self.in_flight: dict[str, asyncio.Task[bytes]] = {}
        self.asking: Counter[str] = Counter()

    async def find(self, path: str, body: bytes) -> bytes:
        """The answer to the canonical request ``body``; raises what solving it raises."""
        key = key_of(path, body)
        found = self.recent.get(key)
        if found is not None:
            return found
        self.asking[key] += 1
        try:
            while True:
                # Just before it was asked again it may have been dropped.
                with suppress(Unwanted):
                    return await self._shared(key, path, body)
        finally:
            self.asking[key] -= 1
            if not self.asking[key]:
                del self.asking[key]

    async def _shared(self, key: str, path: str, body: bytes) -> bytes:
        task = self.in_flight.get(key)
        if task is None or task.done():
            task = asyncio.create_task(self._found(key, path, body))
            self.in_flight[key] = task
            task.add_done_callback(lambda done: self._done(key, done))
        # The others still wait for it when one of them is gone.
        return await asyncio.shield(task)

    async def _found(self, key: str, path: str, body: bytes) -> bytes:
        found = None
        if self.store is not None:
            found = await run_in_threadpool(self.store.get, key)
        if found is None:
            found = await self.pool.solve(path, body, lambda: key in self.asking)
            if self.store is not None:
                await run_in_threadpool(self.store.put, key, path, body, found)
        self.recent.put(key, found)
        return found

    def _done(self, key: str, task: asyncio.Task[bytes]) -> None:
        if self.in_flight.get(key) is task:
            del self.in_flight[key]
        if not task.cancelled():
            task.exception()  # Seen, even where nobody waits for it any more.
