"""Places of an adventure: every way that the tiles can lie, seen as far as A15 says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest

from odds.errors import TooLarge
from odds.games.a4.course import START, Course, course_of
from odds.games.a4.moments import turn_start
from odds.games.a4.sheet import Adventure, Space, Tile
from odds.games.a4.whole import WholeAdventure
from tests.games.a4.small import hero

SIZES = [(), (2,), (1, 3), (1, 2, 1), (2, 1, 3, 1), (1, 1, 2, 2, 1), (1, 2, 1, 3, 1, 2)]


def of_sizes(*sizes: int) -> Adventure:
    tiles = [Tile(min(number, 6), (Space(),) * size) for number, size in enumerate(sizes)]
    return Adventure("sizes", tuple(tiles))


def walks(course: Course) -> Iterator[list[int]]:
    """Every way through the places."""
    todo = [[opening] for opening in course.openings]
    while todo:
        walk = todo.pop()
        onward = course.onward[walk[-1]]
        if not onward:
            yield walk
        todo += [[*walk, place] for place in onward]


@pytest.mark.parametrize("sizes", SIZES)
def test_in_printed_order_a_place_is_a_space(sizes: tuple[int, ...]) -> None:
    course = course_of(of_sizes(*sizes), False)
    spaces = [(tile, space) for tile, size in enumerate(sizes) for space in range(size)]
    assert [(place.tile, place.space) for place in course.places] == spaces
    assert list(walks(course)) == [list(range(START, len(spaces)))]
    assert course.turns == {place: place - START for place in range(START, len(spaces))}


@pytest.mark.parametrize("sizes", SIZES)
def test_in_random_order_every_order_is_walked_once(sizes: tuple[int, ...]) -> None:
    course = course_of(of_sizes(*sizes), True)
    expected = []
    for order in permutations(range(1, len(sizes) - 1)):
        tiles = [*range(len(sizes))[:1], *order, *range(len(sizes))[1:][-1:]]
        expected.append([(tile, space) for tile in tiles for space in range(sizes[tile])])
    found = []
    for walk in walks(course):
        places = [course.places[number] for number in walk[1:]]
        found.append([(place.tile, place.space) for place in places])
        assert [course.turns[number] for number in walk] == list(range(len(walk)))
        for place, later in pairwise(places):
            if later.tile != place.tile:
                assert place.ahead[0] == later.tile
                assert set(place.ahead) == {later.tile, *later.ahead}
    assert sorted(found) == sorted(expected)
    chances = {1 / len(onward) for onward in course.onward.values() if onward}
    middle = max(1, len(sizes) - 2)
    assert chances == {1 / n for n in range(1, max(2, middle))} if sizes else not chances


def test_what_is_unseen_has_no_order() -> None:
    course = course_of(of_sizes(1, 1, 1, 1, 1, 1), True)
    assert len(set(course.places)) == len(course.places)
    assert all(list(place.ahead[1:]) == sorted(place.ahead[1:]) for place in course.places)


@pytest.mark.parametrize("sizes", SIZES[1:])
def test_a_stage_begins_at_the_places_of_its_turn(sizes: tuple[int, ...]) -> None:
    program = WholeAdventure(of_sizes(*sizes), hero(), 1, random_order=True)
    course = program.sheets.course
    assert program.stages == sum(sizes) + 1
    for stage in range(1, program.stages):
        begins = list(program.begins(stage))
        assert turn_start(course.openings[0], (3,)) in begins or stage > 1
        assert {course.turns[control.place] for control in begins} == {stage - 1}
        assert {program.stage_of(control) for control in begins} == {stage}
    keys = {program.key(c) for stage in range(program.stages) for c in program.begins(stage)}
    assert len(keys) == sum(len(list(program.begins(n))) for n in range(program.stages))


def test_a_program_says_its_order() -> None:
    printed, shuffled = (
        WholeAdventure(of_sizes(1, 1), hero(), 1, order) for order in (False, True)
    )
    assert shuffled.title == f"{printed.title}, tiles in random order"
    assert shuffled.identity == {**printed.identity, "order": "random"}


@pytest.mark.parametrize("middle", [1, 2, 5, 7, 8])
def test_the_places_are_counted_before_they_are_made(
    middle: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    adventure = of_sizes(2, *(n % 3 + 1 for n in range(middle)), 1)
    count = len(course_of(adventure, True).places)
    monkeypatch.setattr("odds.games.a4.course.MAX_PLACES", count)
    assert len(course_of(adventure, True).places) == count
    monkeypatch.setattr("odds.games.a4.course.MAX_PLACES", count - 1)
    with pytest.raises(TooLarge, match=f"random order: {count:,} needed"):
        WholeAdventure(adventure, hero(), 1, random_order=True)
    assert len(course_of(adventure, False).places) < count or middle == 1
