"""The Get To quest as JSON: a request that becomes a question."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Discriminator, Field, Tag

from odds.games.get_to.answers import PlanOut
from odds.games.get_to.plan import WITHIN, GetToQuest
from odds.games.get_to.quest import (
    MAX_DECK,
    MAX_FACES,
    MAX_JOINS,
    MAX_NAME,
    MAX_NUMBER,
    MAX_SIDE,
    MAX_STEPS,
    MAX_TILES,
    MAX_WITHIN,
)
from odds.games.get_to.reading import read_plan
from odds.shapes import Request, Shape

NameText = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
NameNumber = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Place = Annotated[int, Field(ge=0, lt=MAX_SIDE)]
RowText = Annotated[
    str, Field(min_length=1, max_length=MAX_SIDE, json_schema_extra={"pattern": "^[.#]+$"})
]
"""Published with its pattern; what else is in a row, the map says better."""
RowColumn = Annotated[list[Place], Field(min_length=2, max_length=2)]
Steps = Annotated[int, Field(ge=0, le=MAX_STEPS)]
Moves = Annotated[int, Field(ge=1, le=MAX_WITHIN)]


def _tile_form(value: Any) -> str | None:
    """Which form of a tile's name ``value`` is meant to be."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, list | tuple):
        return "square"
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return "number" if is_number else None


_NAMED: Final = "a tile's name is a text or a whole number"

NodeShape = Annotated[
    Annotated[NameText, Tag("text")] | Annotated[NameNumber, Tag("number")],
    Discriminator(_tile_form, custom_error_type="tile", custom_error_message=_NAMED),
]
TileShape = Annotated[
    Annotated[NameText, Tag("text")]
    | Annotated[NameNumber, Tag("number")]
    | Annotated[RowColumn, Tag("square")],
    Discriminator(
        _tile_form,
        custom_error_type="tile",
        custom_error_message=f"{_NAMED}, or [row, column] on a grid",
    ),
]


class GridShape(Shape):
    """Squares in rows: ``.`` is open, ``#`` is blocked; the four sides join."""

    grid: Annotated[
        list[RowText],
        Field(min_length=1, max_length=MAX_SIDE),
    ]


class GraphShape(Shape):
    """Any tiles, and the pairs of them that join."""

    tiles: Annotated[list[NodeShape], Field(min_length=1, max_length=MAX_TILES)]
    joins: Annotated[
        list[Annotated[list[NodeShape], Field(min_length=2, max_length=2)]],
        Field(max_length=MAX_JOINS),
    ]


def _map_form(value: Any) -> str:
    is_grid = isinstance(value, GridShape) or (isinstance(value, dict) and "grid" in value)
    return "squares" if is_grid else "graph"


def _steps_form(value: Any) -> str | None:
    if isinstance(value, DieShape | dict):
        return "die"
    return "number" if isinstance(value, int | float | Decimal) else None


def _objective_form(value: Any) -> str | None:
    if value == "fewest_expected":
        return "name"
    return "deadline" if isinstance(value, WithinShape | dict) else None


class DieShape(Shape):
    """A die whose faces are equally likely; one listed twice is twice as likely."""

    faces: Annotated[list[Steps], Field(min_length=1, max_length=MAX_FACES)]


class WithinShape(Shape):
    """The probability of being done within this many Move actions."""

    within: Moves


MapShape = Annotated[
    Annotated[GridShape, Tag("squares")] | Annotated[GraphShape, Tag("graph")],
    Discriminator(_map_form),
]
StepsShape = Annotated[
    Annotated[Steps, Tag("number")] | Annotated[DieShape, Tag("die")],
    Discriminator(
        _steps_form,
        custom_error_type="steps",
        custom_error_message='steps are a whole number, or {"faces": [1, 2, 3]} of a die',
    ),
]
ObjectiveShape = Annotated[
    Annotated[Literal["fewest_expected"], Tag("name")] | Annotated[WithinShape, Tag("deadline")],
    Discriminator(
        _objective_form,
        custom_error_type="objective",
        custom_error_message='an objective is "fewest_expected" or {"within": k}',
    ),
]


class PlanRequest(Request):
    """How many Move actions the quest takes, and where to end the next one."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "grid and a die": {
            "map": {"grid": ["....", ".##.", "...."]},
            "owner": [0, 0],
            "deck": [[2, 3], [2, 3], [1, 1], [2, 0]],
            "steps": {"faces": [1, 2, 3, 4, 5, 6]},
            "fewer_allowed": False,
            "within": 5,
        },
        "tiles and joins": {
            "map": {
                "tiles": ["city", "mill", "lake", "mine"],
                "joins": [["city", "mill"], ["mill", "lake"], ["lake", "city"], ["lake", "mine"]],
            },
            "owner": "city",
            "deck": ["mine", "mill"],
            "steps": 2,
            "objective": {"within": 3},
            "within": 4,
        },
    }
    answer: ClassVar[type] = PlanOut

    map: MapShape
    owner: TileShape
    deck: Annotated[list[TileShape], Field(min_length=1, max_length=MAX_DECK)]
    steps: StepsShape
    fewer_allowed: bool = True
    within: Moves = WITHIN
    objective: ObjectiveShape = "fewest_expected"

    def problem(self) -> GetToQuest:
        return read_plan(self.model_dump())
