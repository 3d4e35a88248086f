"""A Get To quest as an immutable object: the map, the cards and the steps of a Move (G1 to G3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from odds.dist import Dist
from odds.errors import (
    InvalidInput,
    check_each,
    check_range,
    check_type,
    is_unicode,
    numeral,
)

Tile = tuple[int, int] | str | int
"""A tile's name: (row, column), both from 0, on a grid; a text or a whole number elsewhere."""

OPEN: Final = "."
BLOCKED: Final = "#"
MAX_SIDE: Final = 100
MAX_TILES: Final = 1000
MAX_JOINS: Final = 10_000
MAX_NAME: Final = 40
"""The most characters of a tile's name."""
MAX_NUMBER: Final = 10**15
"""The largest number, with either sign, that a tile is called by."""
MAX_DECK: Final = 200
MAX_FACES: Final = 100
MAX_STEPS: Final = 1000
MAX_WITHIN: Final = 1000


@dataclass(frozen=True, init=False)
class TileMap:
    """Tiles and which of them join; joins go both ways (G3). See ``Grid`` for maps of squares.

    ``tiles``       the tiles that one can stand on, in input order;
    ``neighbours``  for each tile, by its number in ``tiles``, the numbers of the tiles it joins;
    ``blocked``     tiles that exist but can't be entered.

    ``InvalidInput`` if a tile is listed twice, a join names an unknown tile, or joins a tile to
    itself. A join given twice, or once from each end, counts once.

    >>> TileMap(["gate", "well", "tower"], [("gate", "well"), ("well", "tower")]).neighbours
    ((1,), (0, 2), (1,))
    """

    tiles: tuple[Tile, ...]
    neighbours: tuple[tuple[int, ...], ...]
    blocked: frozenset[Tile]

    def __init__(self, tiles: Iterable[str | int], joins: Iterable[Sequence[str | int]]) -> None:
        listed = check_each(tiles, object, "/tiles", "a tile's name")
        check_range(len(listed), 1, MAX_TILES, "/tiles", "the number of tiles")
        numbers: dict[Tile, int] = {}
        for i, tile in enumerate(listed):
            _check_name(tile, f"/tiles/{i}")
            if numbers.setdefault(tile, i) != i:
                raise InvalidInput.at(f"/tiles/{i}", f"the tile {tile!r} is listed twice")
        pairs = check_each(joins, Sequence, "/joins", "a pair of tiles")
        check_range(len(pairs), 0, MAX_JOINS, "/joins", "the number of joins")
        self._set(listed, _joined(numbers, pairs), frozenset())

    def _set(
        self,
        tiles: tuple[Tile, ...],
        neighbours: tuple[tuple[int, ...], ...],
        blocked: frozenset[Tile],
    ) -> None:
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "neighbours", neighbours)
        object.__setattr__(self, "blocked", blocked)


def _check_name(tile: str | int, place: str) -> None:
    if isinstance(tile, bool) or not isinstance(tile, str | int):
        raise InvalidInput.at(place, "a tile's name must be a text or a whole number")
    if isinstance(tile, int):
        check_range(tile, -MAX_NUMBER, MAX_NUMBER, place, "a tile's number")
        return
    if len(tile) > MAX_NAME or not tile.strip():
        raise InvalidInput.at(place, f"a tile's name must have 1 to {MAX_NAME} characters")
    if not is_unicode(tile):
        raise InvalidInput.at(place, "a tile's name must be Unicode text")


def _joined(
    numbers: dict[Tile, int], pairs: Sequence[Sequence[str | int]]
) -> tuple[tuple[int, ...], ...]:
    neighbours: list[set[int]] = [set() for _ in numbers]
    for i, pair in enumerate(pairs):
        pair = check_each(pair, object, f"/joins/{i}", "a tile's name")
        if len(pair) != 2:
            raise InvalidInput.at(f"/joins/{i}", "a join names exactly two tiles")
        for end, tile in enumerate(pair):
            _check_name(tile, f"/joins/{i}/{end}")
            if tile not in numbers:
                raise InvalidInput.at(f"/joins/{i}/{end}", f"there is no tile {tile!r}")
        one, other = (numbers[tile] for tile in pair)
        if one == other:
            raise InvalidInput.at(f"/joins/{i}", f"the tile {pair[0]!r} can't join itself")
        neighbours[one].add(other)
        neighbours[other].add(one)
    return tuple(tuple(sorted(joined)) for joined in neighbours)


class Grid(TileMap):
    """Squares in rows: ``.`` is open, ``#`` is blocked; the four sides join (G3).

    ``rows`` is a list of texts of one length; a tile is called (row, column), both from 0.

    >>> Grid(["..", "#."]).tiles
    ((0, 0), (0, 1), (1, 1))
    """

    def __init__(self, rows: Iterable[str]) -> None:
        lines = check_each(rows, str, "/grid", "the text of a row")
        check_range(len(lines), 1, MAX_SIDE, "/grid", "the number of rows")
        check_range(len(lines[0]), 1, MAX_SIDE, "/grid/0", "the length of a row")
        for i, line in enumerate(lines):
            if len(line) != len(lines[0]):
                message = f"the length of this row is {len(line)}, of the first {len(lines[0])}"
                raise InvalidInput.at(f"/grid/{i}", message)
            if strange := sorted(set(line) - {OPEN, BLOCKED}):
                message = f"a tile is {OPEN!r} (open) or {BLOCKED!r} (blocked), not {strange[0]!r}"
                raise InvalidInput.at(f"/grid/{i}", message)
        marks = {(r, c): mark for r, line in enumerate(lines) for c, mark in enumerate(line)}
        numbers = {at: i for i, at in enumerate(at for at in marks if marks[at] == OPEN)}
        sides = ((-1, 0), (0, -1), (0, 1), (1, 0))
        neighbours = tuple(
            tuple(numbers[r + dr, c + dc] for dr, dc in sides if (r + dr, c + dc) in numbers)
            for r, c in numbers
        )
        self._set(tuple(numbers), neighbours, frozenset(at for at in marks if at not in numbers))


@dataclass(frozen=True, init=False)
class Quest:
    """One position card is drawn; get to its tile by ending a Move action there.

    ``map``            a ``Grid`` of squares, or a ``TileMap`` of named tiles;
    ``owner``          the tile that the owner stands on: (row, column) on a grid, or its name;
    ``steps``          how many steps one Move action gives: a number from 0 to ``MAX_STEPS``, or
                       the equally likely faces of a die (one listed twice is twice as likely);
    ``fewer_allowed``  whether a Move action may use fewer steps than it gives;
    ``deck``           the tiles that the position cards name; one listed twice is twice as likely.

    >>> quest = Quest(Grid(["...", "..."]), owner=(0, 0), deck=[(1, 2)], steps=range(1, 7))
    >>> quest.steps.total
    6
    """

    map: TileMap
    owner: Tile
    deck: tuple[Tile, ...]
    steps: Dist[int]
    fewer_allowed: bool

    def __init__(
        self,
        map: TileMap,  # noqa: A002
        owner: Tile,
        deck: Iterable[Tile],
        steps: int | Iterable[int],
        fewer_allowed: bool = True,
    ) -> None:
        check_type(map, TileMap, "/map", 'a Grid(["..", "#."]) or a TileMap')
        check_type(fewer_allowed, bool, "/fewer_allowed", "True or False")
        cards = check_each(deck, object, "/deck", "a tile's name")
        _check_form(owner, "/owner")
        if owner in map.blocked:
            raise InvalidInput.at("/owner", f"the owner can't stand on the blocked tile {owner!r}")
        _check_tile(map, owner, "/owner")
        check_range(len(cards), 1, MAX_DECK, "/deck", "the number of position cards")
        for i, tile in enumerate(cards):
            _check_tile(map, tile, f"/deck/{i}")
        object.__setattr__(self, "map", map)
        object.__setattr__(self, "owner", owner)
        object.__setattr__(self, "deck", cards)
        object.__setattr__(self, "steps", _read_steps(steps))
        object.__setattr__(self, "fewer_allowed", fewer_allowed)

    @property
    def cards(self) -> Dist[Tile]:
        """The drawn card: each distinct tile with its number of cards."""
        return Dist.uniform(self.deck)


def _check_form(tile: Tile, place: str) -> None:
    """A square is named by whole numbers alone: others may equal them, and hide their type."""
    check_type(tile, tuple | str | int, place, "a tile's name, (row, column) on a grid")
    if isinstance(tile, tuple):
        check_each(tile, int, place, "a whole number")


def _check_tile(tile_map: TileMap, tile: Tile, place: str) -> None:
    _check_form(tile, place)
    if tile not in tile_map.blocked and tile not in tile_map.tiles:
        raise InvalidInput.at(place, f"there is no tile {_named(tile)}")


def _named(tile: Tile) -> str:
    if isinstance(tile, tuple):
        return f"({', '.join(map(_named, tile))})"
    return numeral(tile) if isinstance(tile, int) else repr(tile)


def _read_steps(steps: int | Iterable[int]) -> Dist[int]:
    """The number of steps of one Move action, in ascending order."""
    if isinstance(steps, int):
        check_range(steps, 0, MAX_STEPS, "/steps", "the number of steps")
        return Dist.certain(steps)
    faces = check_each(steps, object, "/steps", "a face's number of steps (or give one number)")
    check_range(len(faces), 1, MAX_FACES, "/steps/faces", "the number of faces")
    for i, face in enumerate(faces):
        check_range(face, 0, MAX_STEPS, f"/steps/faces/{i}", "a face")
    return Dist.uniform(sorted(faces))


@dataclass(frozen=True)
class FewestExpected:
    """The objective of completing in as few Move actions as possible on average (G5)."""

    @property
    def deadline(self) -> int:
        """No number of Move actions is singled out."""
        return 0


@dataclass(frozen=True)
class DoneWithin:
    """The objective of completing within ``deadline`` Move actions as surely as possible (G5).

    ``deadline`` is from 1 to ``MAX_WITHIN``.
    """

    deadline: int

    def __post_init__(self) -> None:
        check_range(self.deadline, 1, MAX_WITHIN, "/objective/within", "the Move actions")


Objective = FewestExpected | DoneWithin
