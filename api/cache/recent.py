"""The answers used last, in memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

OVERHEAD: Final = 300
"""About what an entry takes beside its answer, in bytes."""


class Recent:
    """Answers by key, in at most ``most`` bytes; those not used for longest go first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._answers: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """The answer kept under ``key``."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer, unless it takes more than all the room."""
        if key in self._answers or len(answer) + OVERHEAD > self.most:
            return
        self._answers[key] = answer
        self.size += len(answer) + OVERHEAD
        while self.size > self.most:
            _, oldest = self._answers.popitem(last=False)
            self.size -= len(oldest) + OVERHEAD
