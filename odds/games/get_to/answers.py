"""The answers about a Get To quest as they stand in JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from odds.shapes import AnswerOut, NumberOut

TileOut = Annotated[
    str | int | list[int], Field(description="a tile's name, or [row, column] on a grid")
]
PerMove = Annotated[list[NumberOut], Field(description="one entry per Move action, from the first")]


class ForecastOut(TypedDict):
    """How many Move actions it takes."""

    mean: Annotated[NumberOut | None, Field(description="null where no policy aims at the mean")]
    distribution: PerMove
    later: Annotated[NumberOut, Field(description="the probability of more Move actions than that")]
    never: NumberOut
    within: PerMove
    best_within: Annotated[
        list[NumberOut], Field(description="as within, each played for that number alone")
    ]


class MoveOut(TypedDict):
    """All best tiles to end the next Move on, for one roll."""

    steps: int
    tiles: list[TileOut]


class CardOut(ForecastOut):
    """A card of the deck."""

    tile: TileOut
    count: int
    reachable: bool
    best: list[MoveOut]


class PlanOut(AnswerOut):
    """How many Move actions the quest takes, by card and over the whole deck."""

    cards: list[CardOut]
    deck: ForecastOut
