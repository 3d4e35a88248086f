"""Weighted distributions: whole-number weights now, probabilities last."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Hashable,
    ItemsView,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    ValuesView,
)
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

from odds.errors import ModelError, check_type, numeral

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Dist(Mapping[T, int], Generic[T]):
    """An immutable distribution over hashable outcomes, held as integer weights.

    A mapping from outcome to weight: weights are positive, in the order first met, and not
    reduced. Two distributions are equal when their probabilities are.

    >>> coin = Dist({"head": 1, "tail": 1})
    >>> coin.probability("head")
    Fraction(1, 2)
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        merged: dict[T, int] = {}
        try:
            for outcome, weight in pairs:
                if isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
                    shown = numeral(weight) if type(weight) is int else repr(weight)
                    raise ModelError(f"weight {shown} of {outcome!r} is not a whole number >= 0")
                if weight:
                    merged[outcome] = merged.get(outcome, 0) + weight
        except (TypeError, ValueError):
            _check_pairs(weights)
            raise  # It is the fault of what makes them.
        if not merged:
            raise ModelError("a distribution needs an outcome of positive weight")
        self._weights = merged
        self.total = sum(merged.values())

    @classmethod
    def certain(cls, outcome: T) -> Dist[T]:
        """The distribution of a single outcome."""
        dist = cls.__new__(cls)  # Models that are mostly certain need it to cost nothing.
        dist._weights, dist.total = {outcome: 1}, 1
        return dist

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Dist[T]:
        """Every listed outcome with weight 1; one listed twice is twice as likely."""
        return cls((outcome, 1) for outcome in outcomes)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Dist[T], int]]) -> Dist[T]:
        """Draw one of ``parts`` by its weight, then draw from it."""
        kept = [(part, weight) for part, weight in parts if weight]
        for part, _ in kept:
            check_type(part, Dist, "", "a Dist")
        common = lcm(*(part.total for part, _ in kept))
        return cls(
            (outcome, inner * weight * (common // part.total))
            for part, weight in kept
            for outcome, inner in part.items()
        )

    def __getitem__(self, outcome: T) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def items(self) -> ItemsView[T, int]:
        """The outcomes with their weights."""
        return self._weights.items()

    def values(self) -> ValuesView[int]:
        """The weights alone."""
        return self._weights.values()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        return self._reduced() == other._reduced()

    def __hash__(self) -> int:
        return hash(frozenset(self._reduced().items()))

    def __repr__(self) -> str:
        return f"Dist({self._weights!r})"

    def _reduced(self) -> dict[T, int]:
        common = gcd(*self._weights.values())
        return {outcome: weight // common for outcome, weight in self._weights.items()}

    def probability(self, outcome: T) -> Fraction:
        """The probability of ``outcome``, 0 where it can't happen."""
        return Fraction(self._weights.get(outcome, 0), self.total)

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """The probability that the outcome satisfies ``event``."""
        return Fraction(sum(w for o, w in self._weights.items() if event(o)), self.total)

    def probabilities(self) -> dict[T, Fraction]:
        """Outcome to probability, summing to exactly 1."""
        return {outcome: Fraction(w, self.total) for outcome, w in self._weights.items()}

    def map(self, function: Callable[[T], U]) -> Dist[U]:
        """The distribution of ``function(outcome)``."""
        return Dist((function(outcome), weight) for outcome, weight in self._weights.items())

    def mean(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """The expectation of ``value(outcome)``."""
        total = sum((_exact(value(o)) * w for o, w in self._weights.items()), Fraction(0))
        return total / self.total

    def variance(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """The variance of ``value(outcome)``, exact."""
        mean = self.mean(value)
        return self.mean(lambda outcome: (value(outcome) - mean) ** 2)


def _exact(value: Fraction | int) -> Fraction:
    if not isinstance(value, Fraction | int):
        raise ModelError(f"{value!r} is neither a Fraction nor a whole number")
    return Fraction(value)


def _check_pairs(weights: object) -> None:
    """``ModelError`` unless ``weights`` are as a ``Dist`` takes them, as far as can be seen."""
    if not isinstance(weights, Iterable):
        raise ModelError(f"{weights!r} is no mapping from outcome to weight, nor a list of pairs")
    for pair in weights if isinstance(weights, Sequence) else ():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ModelError(f"{pair!r} is not a pair of an outcome and its weight")
        try:
            hash(pair[0])
        except TypeError as error:
            raise ModelError(f"the outcome {pair[0]!r} is not hashable") from error
