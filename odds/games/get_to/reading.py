"""A question in parsed JSON as a library object.

What the library's classes don't check is checked here: the forms of objects and lists. The
contract says better, and all at once, what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from odds.errors import InvalidInput, below, check_each, check_type
from odds.forms import items, members
from odds.games.get_to.plan import GetToQuest
from odds.games.get_to.quest import (
    DoneWithin,
    FewestExpected,
    Grid,
    Objective,
    Tile,
    TileMap,
)

PARTS: Final = ("map", "owner", "deck", "steps")
"""What every request has."""


def read_plan(body: Mapping[str, Any]) -> GetToQuest:
    """The question for a plan."""
    members(body, "", PARTS, ("fewer_allowed", "within", "objective"))
    with below("/map"):
        tiles = _map(body["map"])
    deck = [_tile(tile) for tile in items(body["deck"], "/deck")]
    given = {name: body[name] for name in ("fewer_allowed", "within") if name in body}
    objective = _objective(body.get("objective", "fewest_expected"))
    owner, steps = _tile(body["owner"]), _steps(body["steps"])
    return GetToQuest(tiles, owner, deck, steps, objective=objective, **given)


def _steps(given: Any) -> int | list[int]:
    if isinstance(given, dict):
        return items(members(given, "/steps", ("faces",))["faces"], "/steps/faces")
    check_type(given, int, "/steps", 'a number of steps or {"faces": [...]}')
    return int(given)


def _map(given: Any) -> TileMap:
    if isinstance(given, dict) and "grid" in given:
        return Grid(items(members(given, "", ("grid",))["grid"], "/grid"))
    members(given, "", ("tiles", "joins"))
    joins = items(given["joins"], "/joins")
    return TileMap(
        items(given["tiles"], "/tiles"),
        [items(join, f"/joins/{i}") for i, join in enumerate(joins)],
    )


def _tile(given: Any) -> Tile:
    if not isinstance(given, list):
        check_type(given, str | int, "", "a tile's name")
        name: str | int = given
        return name
    check_each(given, int, "", "a row or a column")
    if len(given) != 2:
        raise InvalidInput.at("", "a tile on a grid is [row, column]")
    return given[0], given[1]


def _objective(given: Any) -> Objective:
    match given:
        case "fewest_expected":
            return FewestExpected()
        case {"within": moves} if len(given) == 1:
            return DoneWithin(moves)
    raise InvalidInput.at("/objective", 'an objective is "fewest_expected" or {"within": k}')
