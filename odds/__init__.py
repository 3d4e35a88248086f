"""Exact probabilities and optimal play for push-your-luck dice quests.

    from odds import BuildQuest, Stage, solve

Names are loaded when first used, so importing this package costs next to nothing. What a game
makes public is listed in its ``GAME`` record.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from odds.answers import Limits as Limits
    from odds.answers import estimate as estimate
    from odds.answers import solve as solve
    from odds.dist import Dist as Dist
    from odds.errors import InvalidInput as InvalidInput
    from odds.errors import OddsError as OddsError
    from odds.errors import TooLarge as TooLarge
    from odds.games.build.advice import Advice as Advice
    from odds.games.build.advice import Between as Between
    from odds.games.build.advice import Rolled as Rolled
    from odds.games.build.advice import Start as Start
    from odds.games.build.objective import AtLeast as AtLeast
    from odds.games.build.objective import Complete as Complete
    from odds.games.build.objective import ExpectedReward as ExpectedReward
    from odds.games.build.objective import Utility as Utility
    from odds.games.build.quest import SCAVENGE as SCAVENGE
    from odds.games.build.quest import Die as Die
    from odds.games.build.quest import Face as Face
    from odds.games.build.quest import Stage as Stage
    from odds.games.build.quest import any_of as any_of
    from odds.games.build.questions import BuildMoment as BuildMoment
    from odds.games.build.questions import BuildPlan as BuildPlan
    from odds.games.build.questions import BuildQuest as BuildQuest
    from odds.games.get_to.plan import GetToPlan as GetToPlan
    from odds.games.get_to.plan import GetToQuest as GetToQuest
    from odds.games.get_to.quest import DoneWithin as DoneWithin
    from odds.games.get_to.quest import FewestExpected as FewestExpected
    from odds.games.get_to.quest import Grid as Grid
    from odds.games.get_to.quest import TileMap as TileMap
    from odds.numbers import INFINITE as INFINITE

_CORE = {
    **dict.fromkeys(("Limits", "estimate", "solve"), "odds.answers"),
    **dict.fromkeys(("InvalidInput", "OddsError", "TooLarge"), "odds.errors"),
    "Dist": "odds.dist",
    "INFINITE": "odds.numbers",
}


def _exports() -> dict[str, str]:
    """Public names and the modules that they come from."""
    from odds.games import all_games

    found = dict(_CORE)
    for game in all_games():
        found.update(game.exports)
    return found


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return sorted(_exports())
    module = _CORE.get(name) or (None if name.startswith("_") else _exports().get(name))
    if module is None:
        raise AttributeError(f"module 'odds' has no attribute {name!r}")
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_exports()})
