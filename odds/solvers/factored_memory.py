"""Places in one buffer for arrays that come and go in a known order.

All is planned before any array exists, so the memory that a run needs is known exactly, and no
more is asked for than the plan's end: an allocator that sees one request at a time keeps buffers
of sizes that are not asked for again.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final

ALIGNMENT: Final = 8
"""Arrays start at multiples of this many elements, a cache line of floats."""


class Places:
    """Free and used places of a buffer; a new array goes into the smallest hole that holds it."""

    def __init__(self) -> None:
        self.size = 0
        """The elements of the buffer."""
        self._holes: list[tuple[int, int]] = []  # (length, start), ascending
        self._length: dict[int, int] = {}  # of the hole that starts there
        self._start: dict[int, int] = {}  # of the hole that ends there

    def take(self, length: int) -> int:
        """The start of a free place for ``length`` elements, which is used from now on."""
        length = _aligned(length)
        at = bisect_left(self._holes, (length, 0))
        if at < len(self._holes):
            spare, start = self._holes[at]
            self._remove(start)
            if spare > length:
                self._add(start + length, spare - length)
            return start
        start = self._start.get(self.size, self.size)
        if start < self.size:  # the buffer ends with a hole: enlarge it
            self._remove(start)
        self.size = start + length
        return start

    def give(self, start: int, length: int) -> None:
        """Free the place at ``start`` that was taken for ``length`` elements."""
        end = start + _aligned(length)
        if end in self._length:
            end += self._remove(end)
        if start in self._start:
            start = self._start[start]
            self._remove(start)
        self._add(start, end - start)

    def _add(self, start: int, length: int) -> None:
        insort(self._holes, (length, start))
        self._length[start] = length
        self._start[start + length] = start

    def _remove(self, start: int) -> int:
        """Forget the hole that begins at ``start``; its length."""
        length = self._length.pop(start)
        del self._start[start + length]
        del self._holes[bisect_left(self._holes, (length, start))]
        return length


def _aligned(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT
