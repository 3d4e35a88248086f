"""Advice on a whole adventure of A4 Quest as JSON."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from odds.games.a4.answers_whole import AdviceOut
from odds.games.a4.parts.advice import A4Advice
from odds.games.a4.pool import MAX_DICE
from odds.games.a4.questions import read_advice
from odds.games.a4.state_shapes import A4Request, StateShape


class AdviceRequest(A4Request):
    """The best next move of a whole adventure, and the probability of winning.

    The adventure must have been solved, unless it is small: a 409 problem says so.
    """

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "the last wave": {
            "adventure": "drowned-clockwork",
            "hero": "lamplighter",
            "state": {
                "space": 9,
                "phase": "wave_ready",
                "pool": [5, 3, None],
                "tracks": {"attack": 4, "defence": 3, "hp": 2, "crystals": 0},
                "wave": 3,
                "boss_hp": 3,
            },
        },
    }
    answer: ClassVar[type] = AdviceOut

    state: Annotated[StateShape, Field(default_factory=StateShape)]
    dice: Annotated[int, Field(ge=1, le=MAX_DICE)] | None = Field(
        None, description="before the roll: how many hero dice; 4 if left out"
    )

    def problem(self) -> A4Advice:
        return read_advice(self.model_dump())
