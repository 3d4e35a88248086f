"""The Build quest as JSON: requests that become problems."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from odds.games.build.answers import AdviceOut, PlanOut
from odds.games.build.quest import MAX_STAGES
from odds.games.build.quest_shapes import ObjectiveShape, QuestShape, StageNumber, StateShape
from odds.games.build.questions import BuildMoment, BuildQuest
from odds.games.build.reading import read_moment, read_plan
from odds.shapes import Number, Request


class BuildRequest(Request):
    """What the requests of the Build quest share."""

    quest: QuestShape
    objective: ObjectiveShape = "expected_reward"


EXAMPLE: Final[dict[str, Any]] = {
    "stages": [
        {"need": {"wood": 2}, "reward": 1},
        {"need": {"wood": 3}, "reward": 2},
        {"need": {"wood": 1}, "reward": 3},
    ],
    "dice": [{"count": 5, "faces": ["wood", "stone", "ore", "linen", "fish", "blank"]}],
    "attempts": 5,
}
"""The rulebook's example."""


class AdviceRequest(BuildRequest):
    """What to do now, and what every other choice costs."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "push": {
            "quest": EXAMPLE,
            "objective": "expected_reward",
            "state": {"completed": 2, "attempts_left": 3},
        },
        "reroll": {
            "quest": EXAMPLE,
            "state": {
                "stage": 2,
                "attempts_left": 2,
                "showing": ["wood", "stone", "wood", "blank", "fish"],
            },
        },
        "start": {"quest": EXAMPLE, "outside": "1/2"},
    }
    answer: ClassVar[type] = AdviceOut

    state: StateShape | None = None
    outside: Number | None = None

    def problem(self) -> BuildMoment:
        return read_moment(self.model_dump())


class PlanRequest(BuildRequest):
    """The strategy table of a whole quest, and fixed plans to compare with."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "rulebook": {"quest": EXAMPLE, "objective": "expected_reward", "fixed": [1, 2, 3]},
        "at least 2": {"quest": EXAMPLE, "objective": {"at_least": 2}},
    }
    answer: ClassVar[type] = PlanOut

    fixed: Annotated[list[StageNumber], Field(max_length=MAX_STAGES, default_factory=list)]

    def problem(self) -> BuildQuest:
        return read_plan(self.model_dump())
