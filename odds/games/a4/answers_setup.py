"""The answer about the setup of A4 Quest as it stands in JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from odds.games.a4.answers import ChoiceOut, PoolOut
from odds.shapes import AnswerOut, NumberOut


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
