"""A movement of A4 Quest as JSON."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from odds.games.a4.answers import MovementOut
from odds.games.a4.parts.movement import A4Movement
from odds.games.a4.questions import read_movement
from odds.games.a4.sheet import MAX_COST
from odds.games.a4.state_shapes import A4Request, StateShape


class MovementRequest(A4Request):
    """Which die to exhaust for a movement, or to re-roll after a failed one."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "which die": {"state": {"pool": [6, 2, None, None]}, "cost": 2},
        "too low": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "state": {"pool": [3, 4, None, None], "tracks": {"hp": 3, "crystals": 1}},
            "cost": 5,
        },
        "next tile": {"state": {"space": 1, "pool": [1, 1, None], "tracks": {"hp": 2}}},
    }
    answer: ClassVar[type] = MovementOut

    state: StateShape
    cost: Annotated[int, Field(ge=0, le=MAX_COST)] | None = Field(
        None, description="instead of the state's space, whose next space has a cost"
    )

    def problem(self) -> A4Movement:
        return read_movement(self.model_dump())
