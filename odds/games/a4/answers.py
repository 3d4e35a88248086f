"""The answers about A4 Quest as they stand in JSON."""

from __future__ import annotations

from typing import Annotated, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from odds.shapes import AnswerOut, NumberOut

PoolOut = Annotated[
    list[int | None], Field(description="dice, the highest first; null is an exhausted one")
]
EffectsOut = Annotated[list[str], Field(description="effects in the notation of the sheets")]
Does = Literal[
    "equip",
    "reroll_dice",
    "use_die",
    "reroll_die",
    "set_die",
    "keep_dice",
    "use_crystal",
    "keep_crystal",
    "icon",
    "rest",
    "take",
    "level_up",
]


class ActionOut(TypedDict, total=False):
    """One thing that a player does; what else is told depends on ``do``."""

    do: Required[Does]
    name: Annotated[str, Field(description="of the equipment, the icon or the level-up")]
    dice: Annotated[list[int], Field(description="the dice that are re-rolled, by their values")]
    die: Annotated[int | None, Field(description="its value; null for an exhausted one")]
    to: Annotated[int, Field(description="the value that the die is set to")]
    effects: EffectsOut
    icon: Annotated[int, Field(description="its place among the icons of the space, from 0")]
    reroll: Annotated[list[int], Field(description="the dice that a rest re-rolls too")]


class CalledOut(TypedDict):
    """What a choice is: actions that follow one another, and the same in words."""

    actions: list[ActionOut]
    name: str


class ChoiceOut(CalledOut):
    """A choice, and what it costs against the best one."""

    value: NumberOut
    loss: NumberOut
    best: bool


class WeighedOut(CalledOut):
    """A choice whose values count one after the other: a later one only breaks ties."""

    value: Annotated[dict[str, NumberOut], Field(description="the values, the first counts first")]
    loss: dict[str, NumberOut]
    best: bool


class HpLostOut(TypedDict):
    """How likely it is to lose so many HP."""

    hp_lost: int
    probability: NumberOut


class DamageOut(TypedDict):
    """How likely a fight is to do so much damage."""

    damage: int
    probability: NumberOut


class LeftOut(TypedDict):
    """How likely such a pool is left."""

    pool: PoolOut
    probability: NumberOut


class MovementMeansOut(TypedDict):
    """The probability of dying, and means: HP lost, active dice left and their total."""

    dies: NumberOut
    hp_lost: NumberOut
    active: NumberOut
    total: NumberOut


class MovementEndsOut(TypedDict):
    """How a movement may end."""

    distribution: list[HpLostOut]
    dice_left: list[LeftOut]


class MovementChoiceOut(CalledOut, MovementEndsOut):
    """A die to exhaust or to re-roll; its values count in this order, later ones break ties."""

    value: MovementMeansOut
    loss: MovementMeansOut
    best: bool


class MovementOut(MovementMeansOut, MovementEndsOut, AnswerOut):
    """Which die pays for a movement."""

    cost: int
    choices: list[MovementChoiceOut]


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
    overall: FightFiguresOut


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


class EquipmentOut(TypedDict):
    """A piece of equipment, and what taking it costs against the best one."""

    name: str
    value: NumberOut
    loss: NumberOut
    best: bool


class SetupPoolOut(TypedDict):
    """A starting pool, and all best sets of dice to re-roll."""

    pool: PoolOut
    probability: NumberOut
    rerolls: Annotated[list[list[int]], Field(description="dice by their values")]
    value: NumberOut


class SetupWaysOut(TypedDict, total=False):
    """Choices for one starting pool, or every pool."""

    choices: list[ChoiceOut]
    pools: list[SetupPoolOut]


class SetupOut(SetupWaysOut, AnswerOut):
    """Which dice to re-roll at the start; ``before`` is the value before anything is rolled."""

    dice: int
    value: NumberOut
    before: NumberOut
    equipment: list[EquipmentOut]


class TracksOut(TypedDict):
    """Where the tracks stand."""

    attack: int
    defence: int
    hp: int
    xp: int
    crystals: int
    food: int


class GainsOut(TypedDict):
    """What the tracks gain on average."""

    attack: NumberOut
    defence: NumberOut
    hp: NumberOut
    xp: NumberOut
    crystals: NumberOut
    food: NumberOut


class ActionFiguresOut(TypedDict):
    """Probabilities of dying, meeting an enemy and beating it; means of gains and dice."""

    dies: NumberOut
    gains: GainsOut
    dice: NumberOut
    enemy: NumberOut
    beaten: NumberOut


class ActionEndOut(TypedDict):
    """One way in which an action ends."""

    died: bool
    pool: PoolOut | None
    tracks: TracksOut
    probability: NumberOut


class RollOut(ActionFiguresOut):
    """What a d6 offers, and what to take."""

    d6: int
    offers: list[EffectsOut]
    take: EffectsOut


class UseOut(TypedDict, total=False):
    """What an icon gives: ``rolls`` where a d6 decides, else ``offers``; neither for a rest."""

    offers: list[EffectsOut]
    rolls: list[RollOut]


class ActionChoiceOut(WeighedOut, ActionFiguresOut, UseOut):
    """A die for an icon, or a rest."""

    outcomes: list[ActionEndOut]


class ActionsOut(ActionFiguresOut, AnswerOut):
    """What each die brings for each icon, and what a rest brings."""

    choices: list[ActionChoiceOut]
    outcomes: list[ActionEndOut]


class AdviceOut(AnswerOut):
    """What to do in a whole adventure, best first; ``value`` is the probability of winning."""

    value: NumberOut
    choices: Annotated[
        list[ChoiceOut], Field(description="`best`: no other choice is surely better")
    ]
    decided: Annotated[
        bool, Field(description="whether one choice is surely the best, or there is none")
    ]


class WholeOut(AnswerOut):
    """A whole adventure that is solved; ``value`` is the probability of winning."""

    value: NumberOut
    equipment: list[EquipmentOut]
