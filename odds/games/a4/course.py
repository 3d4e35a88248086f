"""Where a hero can stand in an adventure of A4 Quest, and what can lie ahead (A3, A4, A15).

A *place* is a space together with the tiles still to come; places are numbered in the order of
turns. With the tiles in printed order there is one place for each space, in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from odds.errors import TooLarge
from odds.games.a4.sheet import Adventure, Tile

START: Final = -1
"""The place before the first space; in random order the first of several."""

MAX_PLACES: Final = 50_000
"""The most places that an adventure in random order may have."""


class Place(Struct, frozen=True):
    """A space, by the number of its tile and its own on it, and the tiles still to come.

    The first of those can be seen. In random order the others can't, and stand here as printed:
    the last one is known to come last.
    """

    tile: int
    space: int
    ahead: tuple[int, ...]


class Course(Struct, frozen=True, dict=True):
    """The places of an adventure.

    ``openings`` are the places before the first space: ``START``, and others below it if one of
    several tiles can come second. ``onward`` has for every place those to which a move may lead,
    each equally likely, and ``turns`` how many spaces are behind the hero when it is entered.
    """

    places: tuple[Place, ...]
    openings: tuple[int, ...]
    onward: Mapping[int, tuple[int, ...]]
    turns: Mapping[int, int]

    @cached_property
    def _numbers(self) -> Mapping[Place, int]:
        return {place: number for number, place in enumerate(self.places)}

    def find(self, tile: int, space: int, ahead: Sequence[int]) -> int | None:
        """The place on a space with these tiles ahead, the next first; none if there is none."""
        return self._numbers.get(Place(tile, space, (*ahead[:1], *sorted(ahead[1:]))))

    def ahead(self, place: int) -> tuple[int, ...]:
        """The tiles still to come from a place, the next first."""
        return self.places[place if place > START else START - place].ahead

    def opening(self, ahead: Sequence[int]) -> int | None:
        """The place before the first space with these tiles behind the first tile."""
        number = self.find(0, 0, ahead)
        return None if number is None else START - number


def course_of(adventure: Adventure, random_order: bool) -> Course:
    """The places of ``adventure``; ``TooLarge`` if there are too many."""
    tiles = adventure.tiles
    if random_order and (count := _many(tiles)) > MAX_PLACES:
        raise TooLarge("places of an adventure in random order", count, MAX_PLACES)
    orders = _seen(tuple(range(1, len(tiles))), random_order)
    openings = tuple(START - number for number in range(len(orders)))
    places = [Place(0, 0, ahead) for ahead in orders] if tiles else []
    numbers = {place: number for number, place in enumerate(places)}
    onward: dict[int, tuple[int, ...]] = dict.fromkeys(openings, ())
    onward |= {START - number: (number,) for number in numbers.values()}
    turns = dict.fromkeys(openings, 0) | dict.fromkeys(numbers.values(), 1)
    for here, place in enumerate(places):  # it grows meanwhile
        then = _after(place, tiles, random_order)
        for other in then:
            if other not in numbers:
                numbers[other] = len(places)
                turns[len(places)] = turns[here] + 1
                places.append(other)
        onward[here] = tuple(numbers[other] for other in then)
    return Course(tuple(places), openings, onward, turns)


def _after(place: Place, tiles: Sequence[Tile], random_order: bool) -> list[Place]:
    """Where the next move leads: on the same tile, or onto the next, one more being seen then."""
    if place.space + 1 < len(tiles[place.tile].spaces):
        return [Place(place.tile, place.space + 1, place.ahead)]
    if not place.ahead:
        return []
    tile, *rest = place.ahead
    return [Place(tile, 0, ahead) for ahead in _seen(tuple(rest), random_order)]


def _seen(ahead: tuple[int, ...], random_order: bool) -> list[tuple[int, ...]]:
    """The tiles to come once the first of them is turned up: any but the last one (A15)."""
    if not random_order or len(ahead) <= 1:
        return [ahead]
    return [(tile, *(other for other in ahead if other != tile)) for tile in ahead[:-1]]


def _many(tiles: Sequence[Tile]) -> int:
    """How many places there are in random order, without those before the first space.

    Each of the m tiles in the middle occurs with every set of the others still to come, and in
    that with every one of them as the next.
    """
    spaces = [len(tile.spaces) for tile in tiles]
    middle = spaces[1:-1]
    others = max(0, len(middle) - 1)
    each = others * (1 << others) // 2 + 1
    return sum(spaces[:1]) * max(1, len(middle)) + sum(middle) * each + sum(spaces[1:][-1:])
