"""The setup of A4 Quest as JSON."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Discriminator, Field, Tag

from odds.games.a4.answers_setup import SetupOut
from odds.games.a4.parts.setup import A4Setup
from odds.games.a4.parts.setup_objective import MAX_STEPS
from odds.games.a4.pool import MAX_DICE
from odds.games.a4.questions import read_setup
from odds.games.a4.sheet import MAX_COST
from odds.games.a4.sheet_types import Name
from odds.games.a4.state_shapes import A4Request, AnyEnemy, DieValue, StateShape
from odds.shapes import Shape


class MoveShape(Shape):
    """A movement onto a tile of this cost."""

    cost: Annotated[int, Field(ge=0, le=MAX_COST)]


def _step(value: Any) -> str:
    move = isinstance(value, MoveShape) or (isinstance(value, dict) and "cost" in value)
    return "move" if move else "enemy"


StepShape = Annotated[
    Annotated[MoveShape, Tag("move")] | Annotated[AnyEnemy, Tag("enemy")], Discriminator(_step)
]


class AtLeastOneShape(Shape):
    """The probability of at least one die of this value or more."""

    at_least_one: DieValue


class AheadShape(Shape):
    """The probability of mastering all these movements and fights, in this order.

    Each movement is paid by a die that is high enough, each fight won, the hero alive, no HP paid
    for want of a die; there is no rest or action in between.
    """

    ahead: Annotated[list[StepShape], Field(min_length=1, max_length=MAX_STEPS)]


_AIMS: Final = {"at_least_one": AtLeastOneShape, "ahead": AheadShape}


def _aim(value: Any) -> str | None:
    if isinstance(value, str):
        return "name"
    for tag, shape in _AIMS.items():
        if isinstance(value, shape) or (isinstance(value, dict) and tag in value):
            return tag
    return None


ObjectiveShape = Annotated[
    Annotated[Literal["highest_total", "win"], Tag("name")]
    | Annotated[AtLeastOneShape, Tag("at_least_one")]
    | Annotated[AheadShape, Tag("ahead")],
    Discriminator(
        _aim,
        custom_error_type="objective",
        custom_error_message=(
            'an objective is "highest_total", "win", {"at_least_one": v} or {"ahead": [...]}'
        ),
    ),
]


class SetupRequest(A4Request):
    """Which dice of the starting pool to re-roll; without a pool, for every pool."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "pool": {"state": {"pool": [6, 5, 2, 2]}, "objective": "highest_total"},
        "difficult": {"dice": 3, "objective": {"at_least_one": 5}},
        "ahead": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "equipment": "Shield",
            "state": {"pool": [4, 3, 1, 1]},
            "objective": {"ahead": [{"cost": 2}, {"modifier": 0}, {"cost": 2}]},
        },
    }
    answer: ClassVar[type] = SetupOut

    state: Annotated[StateShape, Field(default_factory=StateShape)]
    dice: Annotated[int, Field(ge=1, le=MAX_DICE)] | None = Field(
        None, description="without a pool: how many hero dice; 4 if left out, 3 in Difficult Mode"
    )
    equipment: Name | None = Field(
        None, description="the piece that is taken, its effects not yet in the tracks"
    )
    objective: ObjectiveShape = "highest_total"

    def problem(self) -> A4Setup:
        return read_setup(self.model_dump())
