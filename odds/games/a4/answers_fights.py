"""The answers about fights and the boss of A4 Quest as they stand in JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from odds.games.a4.answers import ActionOut, ChoiceOut, EffectsOut, HpLostOut, PoolOut
from odds.shapes import AnswerOut, NumberOut


class DamageOut(TypedDict):
    """How likely a fight is to do so much damage."""

    damage: int
    probability: NumberOut


class EnemyOut(TypedDict):
    """An enemy as a request may give it."""

    attack: int
    defence: int
    xp: int
    special: EffectsOut


class LevelUpOut(TypedDict):
    """How likely this level-up is gained."""

    name: str
    probability: NumberOut


class FightFiguresOut(TypedDict):
    """How a fight may end; ``xp`` and ``mean_hp_lost`` are means."""

    win: NumberOut
    dies: NumberOut
    xp: NumberOut
    damage: list[DamageOut]
    hp_lost: list[HpLostOut]
    mean_hp_lost: NumberOut
    level_ups: list[LevelUpOut]


class FightChoiceOut(ChoiceOut, FightFiguresOut):
    """A die to fight with, and what follows."""


class NobodyOut(TypedDict):
    """Who may appear, or nobody: null."""

    enemy: EnemyOut | None
    totals: Annotated[list[int], Field(description="the totals of the table that bring it")]
    probability: NumberOut


class EncounterOut(NobodyOut, FightFiguresOut):
    """An enemy that may appear."""

    choices: list[FightChoiceOut]


class FightOut(AnswerOut):
    """Who appears, and which die to fight with."""

    appears: Annotated[NumberOut, Field(description="the probability that an enemy appears")]
    encounters: list[EncounterOut | NobodyOut]
    overall: Annotated[
        FightFiguresOut | None,
        Field(description="given that an enemy appears; null where none can"),
    ]


class BossPoolOut(TypedDict):
    """A pool, the probability to win with it, and how to play its first wave."""

    pool: PoolOut
    win: NumberOut
    play: Annotated[list[ActionOut], Field(description="the dice, wave by wave, if none fails")]
    best: Annotated[list[ActionOut], Field(description="every die that ties for the first wave")]


class BossFiguresOut(TypedDict, total=False):
    """Value and choices for one pool, or every pool."""

    value: NumberOut
    choices: list[ChoiceOut]
    pools: list[BossPoolOut]


class BossOut(BossFiguresOut, AnswerOut):
    """Which die for which wave, and the probability to win; waves count from 1."""

    wave: int
    boss_hp: int
    dice: int
