"""An action or a rest of A4 Quest as JSON."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Discriminator, Tag, model_validator
from pydantic_core import PydanticCustomError

from odds.games.a4.answers_action import ActionsOut
from odds.games.a4.parts.action import A4Action
from odds.games.a4.parts.action_objective import WEIGHED
from odds.games.a4.questions import read_action
from odds.games.a4.state_shapes import A4Request, StateShape
from odds.shapes import Number, Shape


class WeightsTable(Shape):
    """What a point of each track is worth, an active die more, and dying."""

    attack: Number | None = None
    defence: Number | None = None
    hp: Number | None = None
    xp: Number | None = None
    crystals: Number | None = None
    food: Number | None = None
    dice: Number | None = None
    death: Number | None = None

    @model_validator(mode="after")
    def _not_empty(self) -> Self:
        if not self.model_fields_set:
            what = {"what": ", ".join(WEIGHED)}
            raise PydanticCustomError("weights", "needs a weight for at least one of: {what}", what)
        return self


class WeightsShape(Shape):
    """The expected sum of what is gained, each times its weight; XP includes level-ups."""

    weights: WeightsTable


def _aim(value: Any) -> str | None:
    if isinstance(value, str):
        return "name"
    weights = isinstance(value, WeightsShape) or (isinstance(value, dict) and "weights" in value)
    return "weights" if weights else None


ObjectiveShape = Annotated[
    Annotated[Literal["safe_gains", "survive"], Tag("name")]
    | Annotated[WeightsShape, Tag("weights")],
    Discriminator(
        _aim,
        custom_error_type="objective",
        custom_error_message='an objective is "safe_gains", "survive" or {"weights": {...}}',
    ),
]


class ActionRequest(A4Request):
    """What each die brings for each icon of a space, and what a rest brings.

    ``safe_gains``: the lowest probability of dying, then the highest expected sum of what the
    tracks gain.
    """

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "which die": {"state": {"space": 1, "pool": [6, 5, 2, 2]}},
        "weights": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "state": {
                "space": 2,
                "pool": [6, 5, None, None],
                "tracks": {"attack": 3, "hp": 3, "crystals": 1},
            },
            "objective": {"weights": {"attack": 1, "hp": "1/2", "dice": "1/4"}},
        },
        "no food": {"state": {"space": 4, "pool": [None, None, None], "tracks": {"food": 0}}},
    }
    answer: ClassVar[type] = ActionsOut

    state: StateShape
    objective: ObjectiveShape = "safe_gains"

    def problem(self) -> A4Action:
        return read_action(self.model_dump())
