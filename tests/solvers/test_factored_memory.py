"""Places of arrays in one buffer: never two at once on one element."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from odds.solvers.factored_memory import ALIGNMENT, Places

steps = st.lists(st.tuples(st.booleans(), st.integers(0, 100)), max_size=60)


@given(steps)
@settings(deadline=None, max_examples=200)
def test_used_places_never_overlap(what: list[tuple[bool, int]]) -> None:
    places, used = Places(), list[tuple[int, int]]()
    for take, number in what:
        if take or not used:
            length = number + 1
            start = places.take(length)
            assert start % ALIGNMENT == 0
            assert 0 <= start <= places.size - length
            assert all(start + length <= s or s + n <= start for s, n in used)
            used.append((start, length))
        else:
            places.give(*used.pop(number % len(used)))
    for place in used:
        places.give(*place)
    whole = places.size
    assert places.take(max(1, whole)) == 0  # all holes have joined
    assert places.size == max(ALIGNMENT, whole)


def test_the_smallest_hole_that_holds_an_array_is_used() -> None:
    places = Places()
    starts = [places.take(length) for length in (32, 8, 16, 8)]
    assert starts == [0, 32, 40, 56]
    places.give(0, 32)
    places.give(40, 16)
    assert places.take(9) == 40
    assert places.take(24) == 0
    assert places.take(8) == 24
    assert places.size == 64


def test_a_buffer_that_ends_with_a_hole_grows_by_what_is_missing() -> None:
    places = Places()
    first = places.take(8)
    last = places.take(8)
    places.give(last, 8)
    assert places.take(24) == 8
    assert (first, places.size) == (0, 32)
