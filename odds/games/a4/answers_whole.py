"""The answers about whole adventures of A4 Quest as they stand in JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from odds.games.a4.answers import ChoiceOut
from odds.games.a4.answers_setup import EquipmentOut
from odds.shapes import AnswerOut, NumberOut


class AdviceOut(AnswerOut):
    """What to do in a whole adventure, best first; ``value`` is the probability of winning."""

    value: NumberOut
    choices: Annotated[
        list[ChoiceOut], Field(description="`best`: no other choice is surely better")
    ]
    decided: Annotated[
        bool, Field(description="whether one choice is surely the best, or there is none")
    ]


class OpeningOut(EquipmentOut):
    """A piece of equipment at the setup of a whole adventure."""

    second_tile: Annotated[
        int | None, Field(description="the tile that is seen second, where they are shuffled")
    ]


class WholeOut(AnswerOut):
    """A whole adventure that is solved; ``value`` is the probability of winning."""

    value: NumberOut
    equipment: list[OpeningOut]
