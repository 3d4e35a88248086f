"""A question in JSON as a library object, where its structure is known.

It is after the contract has checked it, and where flags made it. What is left to check is what
the library's classes check, and the numbers that only JSON limits. Each part of the game is
loaded when it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from odds.errors import below, check_range
from odds.games.a4.effects_text import read_effect
from odds.games.a4.parts.setting import Part
from odds.games.a4.parts.situation import DEFAULT_ADVENTURE, DEFAULT_HERO, Situation
from odds.games.a4.reading import adventure, hero, shipped_adventure, shipped_hero
from odds.games.a4.sheet import Adventure, Enemy, EnemyIcon, Hero
from odds.games.a4.sheet_data import MAX_AMOUNT

if TYPE_CHECKING:
    from odds.games.a4.parts.action import A4Action
    from odds.games.a4.parts.advice import A4Advice
    from odds.games.a4.parts.ahead import Step
    from odds.games.a4.parts.boss import A4Boss
    from odds.games.a4.parts.fight import A4Fight
    from odds.games.a4.parts.movement import A4Movement
    from odds.games.a4.parts.setup import A4Setup

Data = Mapping[str, Any]
PartT = TypeVar("PartT", bound=Part)


def read_setup(body: Data) -> A4Setup:
    """The question which dice to re-roll at the start."""
    from odds.games.a4.parts.setup import A4Setup

    objective = _setup_objective(body.get("objective", "highest_total"))
    details = {"dice": body.get("dice"), "equipment": body.get("equipment")}
    return _on_sheets(A4Setup, body, objective=objective, **details)


def read_movement(body: Data) -> A4Movement:
    """The question which die pays for a movement."""
    from odds.games.a4.parts.movement import A4Movement

    return _on_sheets(A4Movement, body, cost=body.get("cost"))


def read_fight(body: Data) -> A4Fight:
    """The question who appears, and which die to use against them."""
    from odds.games.a4.parts.fight import A4Fight

    return _on_sheets(A4Fight, body, objective=body.get("objective", "win"))


def read_action(body: Data) -> A4Action:
    """The question what each die brings, or a rest."""
    from odds.games.a4.parts.action import A4Action

    objective = _action_objective(body.get("objective", "safe_gains"))
    return _on_sheets(A4Action, body, objective=objective)


def read_boss(body: Data) -> A4Boss:
    """The question which die for which wave."""
    from odds.games.a4.parts.boss import A4Boss

    return _on_sheets(A4Boss, body, dice=body.get("dice"))


def read_advice(body: Data) -> A4Advice:
    """The question what to do next in a whole adventure."""
    from odds.games.a4.parts.advice import A4Advice

    return _on_sheets(A4Advice, body, dice=body.get("dice"))


def given_adventure(given: str | dict[str, Any], place: str = "/adventure") -> Adventure:
    """The adventure given at ``place`` of a request; a name is never taken for a path."""
    with below(place):
        return shipped_adventure(given) if isinstance(given, str) else adventure(given, "adventure")


def given_hero(given: str | dict[str, Any], place: str = "/hero") -> Hero:
    """The hero given at ``place`` of a request; a name is never taken for a path."""
    with below(place):
        return shipped_hero(given) if isinstance(given, str) else hero(given, "hero")


def _on_sheets(part: Callable[..., PartT], body: Data, **details: Any) -> PartT:
    """The question of the kind ``part`` about the state in ``body``, on the sheets given."""
    on = given_adventure(body.get("adventure", DEFAULT_ADVENTURE))
    by = given_hero(body.get("hero", DEFAULT_HERO))
    return part(_situation(body.get("state", {})), on, by, **details)


def _situation(data: Data) -> Situation:
    given = dict(data)
    tracks = {name: n for name, n in given.pop("tracks", {}).items() if n is not None}
    pending = tuple(map(read_effect, given.pop("pending", ())))
    then = tuple(map(read_effect, given.pop("then", ())))
    enemy = given.pop("enemy", None)
    met = None if enemy is None else _enemy(enemy, "/state/enemy")
    return Situation(tracks=tracks, pending=pending, then=then, enemy=met, **given)


def _enemy(data: Data, place: str) -> Enemy | EnemyIcon:
    for name in data.keys() - {"special"}:
        least = -MAX_AMOUNT if name == "modifier" else 0
        check_range(data[name], least, MAX_AMOUNT, f"{place}/{name}", f"the {name}")
    if "total" in data:
        return EnemyIcon(total=data["total"])
    if "modifier" in data:
        return EnemyIcon(modifier=data["modifier"])
    special = tuple(map(read_effect, data.get("special", ())))
    return Enemy(data["attack"], data["defence"], data.get("xp", 0), special)


def _setup_objective(data: Any) -> Any:
    """The objective as ``A4Setup`` takes it: a name goes on as it is."""
    from odds.games.a4.parts.setup_objective import Ahead, AtLeastOne

    match data:
        case {"at_least_one": value}:
            return AtLeastOne(value)
        case {"ahead": steps}:
            return Ahead(tuple(_step(s, f"/objective/ahead/{i}") for i, s in enumerate(steps)))
    return data


def _step(data: Data, place: str) -> Step:
    from odds.games.a4.parts.ahead import Move

    return Move(data["cost"]) if "cost" in data else _enemy(data, place)


def _action_objective(data: Any) -> Any:
    """The objective as ``A4Action`` takes it: a name goes on as it is."""
    from odds.games.a4.parts.action_objective import Weights

    match data:
        case {"weights": weights}:
            return Weights({name: n for name, n in weights.items() if n is not None})
    return data
