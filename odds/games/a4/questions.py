"""A question in parsed JSON as a library object.

What the library's classes don't check is checked here: the forms of objects and lists, and what
only JSON limits. The contract says better, and all at once, what is wrong. Each part of the game
is loaded when it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from odds.errors import below, check_range, check_type
from odds.forms import items, members
from odds.games.a4.effects_text import KINDS, WITHOUT_FIGHTS, Kind, read_effect
from odds.games.a4.parts.setting import Part
from odds.games.a4.parts.situation import (
    DEFAULT_ADVENTURE,
    DEFAULT_HERO,
    MAX_PENDING,
    Situation,
)
from odds.games.a4.reading import adventure, hero, shipped_adventure, shipped_hero
from odds.games.a4.sheet import TRACKS, Adventure, Bundle, Enemy, EnemyIcon
from odds.games.a4.sheet_data import MAX_EFFECTS
from odds.games.a4.sheet_hero import Hero

if TYPE_CHECKING:
    from odds.games.a4.parts.action import A4Action
    from odds.games.a4.parts.advice import A4Advice
    from odds.games.a4.parts.ahead_steps import Step
    from odds.games.a4.parts.boss import A4Boss
    from odds.games.a4.parts.fight import A4Fight
    from odds.games.a4.parts.movement import A4Movement
    from odds.games.a4.parts.setup import A4Setup

Data = Mapping[str, Any]
PartT = TypeVar("PartT", bound=Part)


def read_setup(body: Data) -> A4Setup:
    """The question which dice to re-roll at the start."""
    from odds.games.a4.parts.setup import A4Setup

    _know(body, "dice", "equipment", "objective")
    objective = _setup_objective(body.get("objective", "highest_total"))
    details = {"dice": body.get("dice"), "equipment": body.get("equipment")}
    return _on_sheets(A4Setup, body, objective=objective, **details)


def read_movement(body: Data) -> A4Movement:
    """The question which die pays for a movement."""
    from odds.games.a4.parts.movement import A4Movement

    _know(body, "cost")
    return _on_sheets(A4Movement, body, cost=body.get("cost"))


def read_fight(body: Data) -> A4Fight:
    """The question who appears, and which die to use against them."""
    from odds.games.a4.parts.fight import A4Fight

    _know(body, "objective")
    return _on_sheets(A4Fight, body, objective=body.get("objective", "win"))


def read_action(body: Data) -> A4Action:
    """The question what each die brings, or a rest."""
    from odds.games.a4.parts.action import A4Action

    _know(body, "objective")
    objective = _action_objective(body.get("objective", "safe_gains"))
    return _on_sheets(A4Action, body, objective=objective)


def read_boss(body: Data) -> A4Boss:
    """The question which die for which wave."""
    from odds.games.a4.parts.boss import A4Boss

    _know(body, "dice")
    return _on_sheets(A4Boss, body, dice=body.get("dice"))


def read_advice(body: Data) -> A4Advice:
    """The question what to do next in a whole adventure."""
    from odds.games.a4.parts.advice import A4Advice

    _know(body, "dice")
    return _on_sheets(A4Advice, body, dice=body.get("dice"))


def given_adventure(given: str | dict[str, Any]) -> Adventure:
    """The adventure given in a request; a name is never taken for a path."""
    with below("/adventure"):
        return shipped_adventure(given) if isinstance(given, str) else adventure(given, "adventure")


def given_hero(given: str | dict[str, Any]) -> Hero:
    """The hero given in a request; a name is never taken for a path."""
    with below("/hero"):
        return shipped_hero(given) if isinstance(given, str) else hero(given, "hero")


def _know(body: Data, *own: str) -> None:
    """Check that a request has no members but those of all and its ``own``."""
    members(body, "", (), ("adventure", "hero", "state", *own))


def _on_sheets(part: Callable[..., PartT], body: Data, **details: Any) -> PartT:
    """The question of the kind ``part`` about the state in ``body``, on the sheets given."""
    on = given_adventure(body.get("adventure", DEFAULT_ADVENTURE))
    by = given_hero(body.get("hero", DEFAULT_HERO))
    return part(_situation(body.get("state", {})), on, by, **details)


def _situation(data: Any) -> Situation:
    given = dict(members(data, "/state", (), Situation.__struct_fields__))
    tracks = members(given.pop("tracks", {}), "/state/tracks", (), TRACKS)
    enemy = given.pop("enemy", None)
    return Situation(
        tracks={name: n for name, n in tracks.items() if n is not None},
        pending=_effects(given.pop("pending", []), "/state/pending", MAX_PENDING, WITHOUT_FIGHTS),
        then=_effects(given.pop("then", []), "/state/then", MAX_PENDING, KINDS),
        enemy=None if enemy is None else _enemy(enemy, "/state/enemy"),
        **given,
    )


def _effects(given: Any, place: str, most: int, kinds: tuple[Kind, ...]) -> Bundle:
    check_range(len(items(given, place)), 0, most, place, "the number of effects")
    with below(place):
        return tuple(read_effect(text, kinds) for text in given)


def _enemy(data: Any, place: str) -> Enemy | EnemyIcon:
    for name in ("total", "modifier"):
        if isinstance(data, dict) and name in data:
            given = members(data, place, (name,))
            check_type(given[name], int, f"{place}/{name}", "a whole number")
            return EnemyIcon(**given)
    members(data, place, ("attack", "defence"), ("xp", "special"))
    special = _effects(data.get("special", []), f"{place}/special", MAX_EFFECTS, WITHOUT_FIGHTS)
    return Enemy(data["attack"], data["defence"], data.get("xp", 0), special)


def _setup_objective(data: Any) -> Any:
    """The objective as ``A4Setup`` takes it: a name goes on as it is."""
    from odds.games.a4.parts.setup_objective import Ahead, AtLeastOne

    match data:
        case {"at_least_one": value} if len(data) == 1:
            return AtLeastOne(value)
        case {"ahead": steps} if len(data) == 1:
            place = "/objective/ahead"
            return Ahead(tuple(_step(s, f"{place}/{i}") for i, s in enumerate(items(steps, place))))
    return data


def _step(data: Any, place: str) -> Step:
    from odds.games.a4.parts.ahead_steps import Move

    if isinstance(data, dict) and "cost" in data:
        return Move(members(data, place, ("cost",))["cost"])
    return _enemy(data, place)


def _action_objective(data: Any) -> Any:
    """The objective as ``A4Action`` takes it: a name goes on as it is."""
    from odds.games.a4.parts.action_objective import WEIGHED, Weights

    match data:
        case {"weights": weights} if len(data) == 1:
            members(weights, "/objective/weights", (), WEIGHED)
            return Weights({name: n for name, n in weights.items() if n is not None})
    return data
