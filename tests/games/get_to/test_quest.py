"""What a Get To quest refuses, each with its place, and how it reads maps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from odds.errors import InvalidInput
from odds.games.get_to.plan import GetToQuest
from odds.games.get_to.quest import DoneWithin, Grid, Quest, TileMap

ODD_NAMES: Any = [(0, 0)]
GRID = Grid(["..#", "..."])
LINE = TileMap(["a", "b", 3], [("a", "b"), ("b", 3)])

MISTAKES: list[tuple[str, Callable[[], Any]]] = [
    ("/grid", lambda: Grid([])),
    ("/grid", lambda: Grid(["."] * 101)),
    ("/grid/0", lambda: Grid([""])),
    ("/grid/0", lambda: Grid(["." * 101])),
    ("/grid/1", lambda: Grid(["...", ".."])),
    ("/grid/1", lambda: Grid(["..", ".x"])),
    ("/tiles", lambda: TileMap([], [])),
    ("/tiles", lambda: TileMap(range(1001), [])),
    ("/tiles/1", lambda: TileMap(["a", "a"], [])),
    ("/tiles/0", lambda: TileMap([" "], [])),
    ("/tiles/0", lambda: TileMap(["x" * 41], [])),
    ("/tiles/1", lambda: TileMap(["a", True], [])),
    ("/tiles/0", lambda: TileMap(ODD_NAMES, [])),
    ("/joins", lambda: TileMap(["a", "b"], [("a", "b")] * 10_001)),
    ("/joins/0/1", lambda: TileMap(["a", "b"], [("a", "c")])),
    ("/joins/1", lambda: TileMap(["a", "b"], [("a", "b"), ("b", "b")])),
    ("/joins/0", lambda: TileMap(["a", "b"], [("a", "b", "a")])),
    ("/owner", lambda: Quest(GRID, (0, 2), [(0, 0)], 1)),
    ("/owner", lambda: Quest(GRID, (2, 0), [(0, 0)], 1)),
    ("/owner", lambda: Quest(LINE, "3", ["a"], 1)),
    ("/deck", lambda: Quest(GRID, (0, 0), [], 1)),
    ("/deck", lambda: Quest(GRID, (0, 0), [(0, 0)] * 201, 1)),
    ("/deck/1", lambda: Quest(GRID, (0, 0), [(0, 0), (0, 3)], 1)),
    ("/deck/0", lambda: Quest(LINE, "a", ["z"], 1)),
    ("/steps", lambda: Quest(GRID, (0, 0), [(0, 0)], -1)),
    ("/steps", lambda: Quest(GRID, (0, 0), [(0, 0)], 1001)),
    ("/steps", lambda: Quest(GRID, (0, 0), [(0, 0)], True)),
    ("/steps/faces", lambda: Quest(GRID, (0, 0), [(0, 0)], [])),
    ("/steps/faces", lambda: Quest(GRID, (0, 0), [(0, 0)], [1] * 101)),
    ("/steps/faces/1", lambda: Quest(GRID, (0, 0), [(0, 0)], [1, -1])),
    ("/within", lambda: GetToQuest(GRID, (0, 0), [(0, 0)], 1, within=0)),
    ("/within", lambda: GetToQuest(GRID, (0, 0), [(0, 0)], 1, within=1001)),
    ("/objective/within", lambda: DoneWithin(0)),
]


@pytest.mark.parametrize(("place", "make"), MISTAKES)
def test_mistakes_name_their_place(place: str, make: Callable[[], Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        make()
    assert [fault.place for fault in caught.value.faults] == [place]


def test_the_four_sides_join() -> None:
    tiles = dict(zip(GRID.tiles, GRID.neighbours, strict=True))
    assert GRID.tiles == ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))
    assert {GRID.tiles[i] for i in tiles[1, 1]} == {(0, 1), (1, 0), (1, 2)}
    assert GRID.blocked == {(0, 2)}


def test_joins_go_both_ways_and_count_once() -> None:
    twice = TileMap(["a", "b"], [("a", "b"), ("b", "a"), ("a", "b")])
    assert twice.neighbours == ((1,), (0,))


def test_equal_quests_are_equal() -> None:
    one = GetToQuest(Grid(["..."]), (0, 0), [(0, 2)], [2, 1])
    assert one == GetToQuest(Grid(["..."]), (0, 0), [(0, 2)], [1, 2])
    assert one != GetToQuest(Grid(["..."]), (0, 0), [(0, 2)], [1, 2], within=3)
    assert one != GetToQuest(Grid(["..."]), (0, 0), [(0, 2)], [1, 2], objective=DoneWithin(3))


def test_a_blocked_card_is_a_card() -> None:
    assert dict(Quest(GRID, (0, 0), [(0, 2), (0, 0), (0, 2)], 1).cards) == {(0, 2): 2, (0, 0): 1}
