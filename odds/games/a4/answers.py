"""The answers about A4 Quest as they stand in JSON: what they share, and the movement."""

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


class HpLostOut(TypedDict):
    """How likely it is to lose so many HP."""

    hp_lost: int
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
