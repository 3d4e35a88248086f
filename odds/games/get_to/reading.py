"""A question in JSON as a library object, where its structure is known.

It is after the contract has checked it, and where flags made it. What is left to check is what
the library's classes check, and the forms and numbers that only JSON limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from odds.errors import InvalidInput, below
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
    for name in PARTS:
        if name not in body:
            raise InvalidInput.at(f"/{name}", "is missing")
    with below("/map"):
        tiles = _map(body["map"])
    steps = body["steps"]["faces"] if isinstance(body["steps"], Mapping) else body["steps"]
    deck = [_tile(tile) for tile in body["deck"]]
    given = {name: body[name] for name in ("fewer_allowed", "within") if name in body}
    objective = _objective(body.get("objective", "fewest_expected"))
    return GetToQuest(tiles, _tile(body["owner"]), deck, steps, objective=objective, **given)


def _map(given: Mapping[str, Any]) -> TileMap:
    if "grid" in given:
        return Grid(given["grid"])
    return TileMap(given["tiles"], given["joins"])


def _tile(given: str | int | list[int]) -> Tile:
    return (given[0], given[1]) if isinstance(given, list) else given


def _objective(given: Any) -> Objective:
    match given:
        case "fewest_expected":
            return FewestExpected()
        case {"within": moves}:
            return DoneWithin(moves)
    raise InvalidInput.at("/objective", 'an objective is "fewest_expected" or {"within": k}')
