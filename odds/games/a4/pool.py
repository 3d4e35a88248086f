"""Pools of hero dice: ascending tuples of values 1 to 6, with 0 for an exhausted die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from math import factorial, prod
from typing import Final

from odds.dice import multisets

Pool = tuple[int, ...]

MAX_DICE: Final = 6
"""The most dice that a hero may have."""
EXHAUSTED: Final = 0


def pool_of(dice: Iterable[int]) -> Pool:
    """The pool of these dice, in the one order that all code uses."""
    return tuple(sorted(dice))


def without(pool: Pool, *dice: int) -> Pool:
    """The pool after taking each of ``dice`` out of it once; ``ValueError`` if one isn't there."""
    left = list(pool)
    for die in dice:
        left.remove(die)
    return tuple(left)


def active(pool: Pool) -> Pool:
    """The dice that can be used."""
    return tuple(die for die in pool if die != EXHAUSTED)


def kinds(pool: Pool) -> tuple[int, ...]:
    """Each value of ``pool`` once, ascending."""
    return tuple(dict.fromkeys(pool))


def selections(pool: Pool, most: int | None = None) -> Iterator[Pool]:
    """Each multiset of at most ``most`` dice once, smaller ones first, then those of low dice."""
    largest = len(pool) if most is None else min(most, len(pool))
    for size in range(largest + 1):
        yield from sorted(set(combinations(pool, size)))


@cache
def rolls(count: int) -> tuple[tuple[Pool, int], ...]:
    """The pools that ``count`` dice can show, each with its number of ways out of 6^count."""
    return tuple(
        (
            tuple(value for value, many in enumerate(counts, 1) for _ in range(many)),
            factorial(count) // prod(map(factorial, counts)),
        )
        for counts in multisets(count, 6)
    )
