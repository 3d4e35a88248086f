"""The answers about a Build quest as they stand in JSON."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from odds.games.build.advice import Action
from odds.shapes import AnswerOut, NumberOut

Completed = Annotated[
    int | None, Field(description="the last stage completed; null where the quest has failed")
]
Places = Annotated[
    list[int] | None, Field(description="positions of dice, from 0; null where none is thrown")
]


class OutcomeOut(TypedDict):
    """One way in which the quest ends."""

    completed: Completed
    reward: NumberOut
    probability: NumberOut


class SpreadOut(TypedDict):
    """How much the reward varies; ``nothing`` is the probability of a reward of 0."""

    mean: NumberOut
    variance: NumberOut
    nothing: NumberOut


class ChoiceOut(TypedDict):
    """A choice; sets of dice that throw the same faces of the same dice again are one."""

    action: Action
    reroll: Places
    ways: Annotated[int, Field(description="how many sets of dice are this choice")]
    value: NumberOut
    loss: NumberOut
    best: bool


class TakeOrPushOut(TypedDict, total=False):
    """Only where the choice is between taking and pushing."""

    take: NumberOut
    push: Annotated[NumberOut | None, Field(description="null where no attempt or stage is left")]
    break_even: Annotated[
        NumberOut | None,
        Field(description="the smallest reward of the next stage at which pushing pays"),
    ]


class AdviceOut(TakeOrPushOut, AnswerOut):
    """What to do now, and what every other choice costs."""

    decision: Action
    tie: bool
    value: NumberOut
    choices: Annotated[list[ChoiceOut], Field(description="best first")]
    success: Annotated[
        NumberOut | None, Field(description="the probability of completing the stage in question")
    ]
    outcomes: list[OutcomeOut]


class RowOut(TypedDict):
    """A row of the strategy."""

    completed: int
    attempts_left: int
    take: NumberOut
    push: Annotated[NumberOut | None, Field(description="null where no attempt or stage is left")]
    decision: Literal["take", "push"]
    tie: bool
    success: Annotated[
        NumberOut | None, Field(description="the probability of completing the next stage")
    ]


class FixedOut(TypedDict):
    """A plan that stops after a fixed stage."""

    stop_after: int
    value: NumberOut
    complete: Annotated[NumberOut, Field(description="the probability of completing that stage")]
    outcomes: list[OutcomeOut]
    spread: SpreadOut


class PlanOut(AnswerOut):
    """The strategy of a whole quest; ``fixed`` where plans to compare with were asked for."""

    value: NumberOut
    outcomes: list[OutcomeOut]
    spread: SpreadOut
    table: list[RowOut]
    fixed: NotRequired[list[FixedOut]]
