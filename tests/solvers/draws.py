"""Kinds of draws, a rule for when they are good enough, and plain enumeration of all draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import product

from odds.model import Keep, Kind

KINDS = [
    (Kind(1, (1,)),),
    (Kind(3, (1, 5)),),
    (Kind(2, (2, 1, 3)), Kind(1, (1, 1))),
    (Kind(1, (4,)), Kind(2, (1, 2)), Kind(1, (1, 0, 2))),
]


class Sum:
    """Done when the classes of all draws add up to at least ``least``."""

    def __init__(self, least: int) -> None:
        self.least = least

    def start(self) -> Hashable:
        return 0

    def add(self, summary: Hashable, kind: int, cls: int) -> Hashable:
        assert isinstance(summary, int)
        return summary + cls

    def is_done(self, summary: Hashable) -> bool:
        assert isinstance(summary, int)
        return summary >= self.least


def draws(kinds: tuple[Kind, ...], keep: Keep) -> Counter[Keep]:
    """The full multisets that drawing what ``keep`` lacks leads to, and in how many ways."""
    sides = [
        [(t, c, w) for c, w in enumerate(kind.weights)]
        for t, kind in enumerate(kinds)
        for _ in range(kind.count - sum(keep[t]))
    ]
    found: Counter[Keep] = Counter()
    for drawn in product(*sides):
        counts = [list(row) for row in keep]
        ways = 1
        for kind, cls, weight in drawn:
            counts[kind][cls] += 1
            ways *= weight
        found[tuple(map(tuple, counts))] += ways
    return found
