"""Multisets against plain enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from odds.dice import D6, multiset_count, multisets, sub_counts, ways_to_pick


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("kinds", range(5))
def test_multisets_are_the_counts_of_all_sequences(size: int, kinds: int) -> None:
    counted = {
        tuple(rolled.count(kind) for kind in range(kinds))
        for rolled in product(range(kinds), repeat=size)
    }
    assert list(multisets(size, kinds)) == sorted(counted)
    assert multiset_count(size, kinds) == len(counted)


def test_many_kinds_are_no_limit() -> None:
    assert sum(1 for _ in multisets(1, 3000)) == multiset_count(1, 3000) == 3000


@pytest.mark.parametrize("counts", list(product(range(4), repeat=2)))
def test_parts_and_the_ways_to_pick_them(counts: tuple[int, int]) -> None:
    items = [(kind, i) for kind, count in enumerate(counts) for i in range(count)]
    ways = Counter(
        tuple(sum(kind == k for kind, _ in picked) for k in range(2))
        for size in range(len(items) + 1)
        for picked in combinations(items, size)
    )
    assert list(sub_counts(counts)) == sorted(ways)
    assert all(ways_to_pick(counts, part) == ways[part] for part in ways)


def test_no_more_than_there_is_can_be_picked() -> None:
    assert ways_to_pick((1, 2), (2, 0)) == 0
    with pytest.raises(ValueError, match="zip"):
        ways_to_pick((1, 2), (1,))


def test_the_die() -> None:
    assert dict(D6) == dict.fromkeys(range(1, 7), 1)
