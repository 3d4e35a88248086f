"""How a part of A4 Quest that is played alone can end, and what its ends come to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

from msgspec import Struct

from odds.games.a4.pool import Pool, active
from odds.games.a4.results import Died, Result, Stopped
from odds.games.a4.sheet import HP, Tracks

K = TypeVar("K", int, Pool)


class Ending(Struct, frozen=True, cache_hash=True):
    """How a part ended: the result, the pool (empty if the game is over) and the tracks."""

    result: Result
    pool: Pool
    tracks: Tracks

    @property
    def died(self) -> bool:
        """Whether the hero's HP fell to 0."""
        return isinstance(self.result, Died)

    @property
    def active(self) -> Pool:
        """The active dice left, ascending; none after a death."""
        return active(self.pool)

    @property
    def notes(self) -> tuple[Hashable, ...]:
        """What was noted on the way."""
        return self.result.notes if isinstance(self.result, Died | Stopped) else ()

    def lost(self, before: Tracks) -> int:
        """The HP lost since ``before``; less than 0 where some were gained."""
        return before[HP] - self.tracks[HP]


class Ends(Mapping[Ending, Fraction]):
    """The ends of positive probability; the probabilities sum to 1, unless there are no ends.

    Held as whole-number weights out of ``total``, which is what all figures are taken from.
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[Ending, int]) -> None:
        self.weights = weights
        self.total = sum(weights.values())

    def __getitem__(self, end: Ending) -> Fraction:
        return Fraction(self.weights[end], self.total)

    def __iter__(self) -> Iterator[Ending]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __repr__(self) -> str:
        return f"Ends({self.weights!r})"


NO_ENDS = Ends({})
"""Of a fight that never comes about."""


def chance(ends: Ends, event: Callable[[Ending], bool]) -> Fraction:
    """The probability that the end satisfies ``event``."""
    weights = ends.weights.items()
    return Fraction(sum([weight for end, weight in weights if event(end)]), ends.total)


def mean(ends: Ends, figure: Callable[[Ending], Fraction | int]) -> Fraction:
    """The expectation of ``figure(end)``."""
    weights = ends.weights.items()
    return Fraction(sum([weight * figure(end) for end, weight in weights])) / ends.total


def spread(ends: Ends, figure: Callable[[Ending], K | None]) -> dict[K, Fraction]:
    """The distribution of ``figure(end)``, in the ascending order of its values.

    Ends for which it is none are left out, so that the rest may sum to less than 1.
    """
    found: dict[K, int] = {}
    for end, weight in ends.weights.items():
        key = figure(end)
        if key is not None:
            found[key] = found.get(key, 0) + weight
    return {key: Fraction(found[key], ends.total) for key in sorted(found)}


def mixed(parts: Iterable[tuple[Ends, Fraction | int]]) -> Ends:
    """The mixture of ends, each with its weight."""
    listed = list(parts)
    if len(listed) == 1:
        return listed[0][0]
    common = lcm(*(part.total * share.denominator for part, share in listed))
    found: dict[Ending, int] = {}
    for part, share in listed:
        factor = share.numerator * (common // (part.total * share.denominator))
        for end, weight in part.weights.items():
            found[end] = found.get(end, 0) + weight * factor
    return Ends(found)
