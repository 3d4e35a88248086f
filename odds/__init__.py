"""Exact probabilities and optimal play for push-your-luck dice quests.

    from odds import BuildQuest, Stage, solve

``dir(odds)`` lists what is public, and ``help(odds.BuildQuest)`` says what to pass: the questions
are ``BuildQuest``, ``BuildMoment``, ``GetToQuest``, ``A4Setup``, ``A4Movement``, ``A4Fight``,
``A4Action``, ``A4Boss`` and ``A4Advice``; ``solve_whole(A4Adventure())`` solves a whole
adventure, ``certify_whole`` proves its value, and ``follow_whole`` says what it is like.
Everything raised on purpose is an ``OddsError``; a value of the wrong type or size is an
``InvalidInput`` that names its place.

Names are loaded when first used, so importing this package costs next to nothing. What a game
makes public is listed in its ``GAME`` record.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from odds.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from odds.answers import Limits as Limits
    from odds.answers import estimate as estimate
    from odds.answers import solve as solve
    from odds.dist import Dist as Dist
    from odds.errors import InvalidInput as InvalidInput
    from odds.errors import NotSolved as NotSolved
    from odds.errors import OddsError as OddsError
    from odds.errors import TooLarge as TooLarge
    from odds.games.a4.parts.action import A4Action as A4Action
    from odds.games.a4.parts.action_objective import SafeGains as SafeGains
    from odds.games.a4.parts.action_objective import Survive as Survive
    from odds.games.a4.parts.action_objective import Weights as Weights
    from odds.games.a4.parts.adventure import A4Adventure as A4Adventure
    from odds.games.a4.parts.advice import A4Advice as A4Advice
    from odds.games.a4.parts.ahead_steps import Move as Move
    from odds.games.a4.parts.boss import A4Boss as A4Boss
    from odds.games.a4.parts.fight import A4Fight as A4Fight
    from odds.games.a4.parts.fight import FightObjective as FightObjective
    from odds.games.a4.parts.movement import A4Movement as A4Movement
    from odds.games.a4.parts.setup import A4Setup as A4Setup
    from odds.games.a4.parts.setup_objective import Ahead as Ahead
    from odds.games.a4.parts.setup_objective import AtLeastOne as AtLeastOne
    from odds.games.a4.parts.setup_objective import HighestTotal as HighestTotal
    from odds.games.a4.parts.setup_objective import Win as Win
    from odds.games.a4.parts.situation import Situation as Situation
    from odds.games.a4.reading import adventure_names as adventure_names
    from odds.games.a4.reading import hero_names as hero_names
    from odds.games.a4.reading import load_adventure as load_adventure
    from odds.games.a4.reading import load_hero as load_hero
    from odds.games.a4.sheet import Adventure as Adventure
    from odds.games.a4.sheet import Enemy as Enemy
    from odds.games.a4.sheet import EnemyIcon as EnemyIcon
    from odds.games.a4.sheet_hero import Hero as Hero
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
    from odds.wholes import certify_whole as certify_whole
    from odds.wholes import follow_whole as follow_whole
    from odds.wholes import open_whole as open_whole
    from odds.wholes import solve_whole as solve_whole

_WHOLE = ("certify_whole", "follow_whole", "open_whole", "solve_whole")

_CORE = {
    **dict.fromkeys(("Limits", "estimate", "solve"), "odds.answers"),
    **dict.fromkeys(_WHOLE, "odds.wholes"),
    **dict.fromkeys(("InvalidInput", "NotSolved", "OddsError", "TooLarge"), "odds.errors"),
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
    return sorted({*(name for name in globals() if name.startswith("__")), *_exports()})
