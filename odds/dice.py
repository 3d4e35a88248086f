"""Dice and multisets of faces: how many there are, and the ways to pick from one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import Final

from odds.dist import Dist

D6: Final = Dist.uniform(range(1, 7))
"""A fair six-sided die with the values 1 to 6."""


def multiset_count(size: int, kinds: int) -> int:
    """How many multisets of ``size`` items there are over ``kinds`` kinds."""
    return comb(size + kinds - 1, size) if kinds else int(size == 0)


def multisets(size: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """All count vectors of length ``kinds`` that sum to ``size``, in ascending tuple order."""
    if kinds == 0:
        yield from [()] * (size == 0)
        return
    end = size + kinds - 1  # items and the bars between kinds stand in a row
    for bars in combinations(range(end), kinds - 1):
        yield tuple([after - before - 1 for before, after in pairwise((-1, *bars, end))])


def sub_counts(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every count vector that is at most ``counts`` everywhere, in ascending tuple order."""
    return product(*(range(count + 1) for count in counts))


def ways_to_pick(counts: Sequence[int], picked: Sequence[int]) -> int:
    """The number of ways to pick ``picked`` labelled items out of ``counts``."""
    return prod(comb(count, pick) for count, pick in zip(counts, picked, strict=True))
