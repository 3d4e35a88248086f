"""The Build quest as JSON: requests that become problems, answers that become objects."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from odds.encoding import ending, number, number_or_null
from odds.games.build.advice import Advice
from odds.games.build.answers import AdviceOut, OutcomeOut, PlanOut, SpreadOut, TakeOrPushOut
from odds.games.build.plan import Outcomes, chance_of_nothing, mean_reward, variance
from odds.games.build.quest import MAX_STAGES
from odds.games.build.quest_shapes import ObjectiveShape, QuestShape, StageNumber, StateShape
from odds.games.build.questions import BuildMoment, BuildPlan, BuildQuest
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

    state: StateShape | None = None
    outside: Number | None = None

    def problem(self) -> BuildMoment:
        return read_moment(self.model_dump())

    @classmethod
    def encode(cls, answer: Advice) -> AdviceOut:
        return {
            "decision": answer.decision,
            "tie": answer.tie,
            "value": number(answer.value),
            "choices": [
                {
                    "action": c.action,
                    "reroll": None if c.reroll is None else list(c.reroll),
                    "ways": c.ways,
                    "value": number(c.value),
                    "loss": number(c.loss),
                    "best": c.best,
                }
                for c in answer.choices
            ],
            "success": number_or_null(answer.success),
            "outcomes": _outcomes(answer.outcomes),
            **_take_or_push(answer),
            **ending(answer),
        }


class PlanRequest(BuildRequest):
    """The strategy table of a whole quest, and fixed plans to compare with."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "rulebook": {"quest": EXAMPLE, "objective": "expected_reward", "fixed": [1, 2, 3]},
        "at least 2": {"quest": EXAMPLE, "objective": {"at_least": 2}},
    }

    fixed: Annotated[list[StageNumber], Field(max_length=MAX_STAGES, default_factory=list)]

    def problem(self) -> BuildQuest:
        return read_plan(self.model_dump())

    @classmethod
    def encode(cls, answer: BuildPlan) -> PlanOut:
        found: PlanOut = {
            "value": number(answer.value),
            "outcomes": _outcomes(answer.outcomes),
            "spread": _spread(answer.outcomes),
            "table": [
                {
                    "completed": row.completed,
                    "attempts_left": row.attempts_left,
                    "take": number(row.take),
                    "push": number_or_null(row.push),
                    "decision": row.decision,
                    "tie": row.tie,
                    "success": number_or_null(row.success),
                }
                for row in answer.rows
            ],
            "fixed": [
                {
                    "stop_after": plan.stop_after,
                    "value": number(plan.value),
                    "complete": number(plan.complete),
                    "outcomes": _outcomes(plan.outcomes),
                    "spread": _spread(plan.outcomes),
                }
                for plan in answer.fixed
            ],
            **ending(answer),
        }
        if not answer.fixed:
            del found["fixed"]
        return found


def _take_or_push(answer: Advice) -> TakeOrPushOut:
    if answer.take is None:
        return {}
    return {
        "take": number(answer.take),
        "push": number_or_null(answer.push),
        "break_even": number_or_null(answer.break_even),
    }


def _outcomes(outcomes: Outcomes) -> list[OutcomeOut]:
    return [
        {
            "completed": o.completed,
            "reward": number(o.reward),
            "probability": number(o.probability),
        }
        for o in outcomes
    ]


def _spread(outcomes: Outcomes) -> SpreadOut:
    return {
        "mean": number(mean_reward(outcomes)),
        "variance": number(variance(outcomes)),
        "nothing": number(chance_of_nothing(outcomes)),
    }
