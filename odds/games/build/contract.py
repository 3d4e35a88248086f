"""The Build quest as JSON: requests that become problems, answers that become objects."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from odds.errors import InvalidInput
from odds.games.build.advice import Advice, Start, State
from odds.games.build.plan import Outcomes, chance_of_nothing, mean_reward, variance
from odds.games.build.quest import MAX_STAGES
from odds.games.build.quest_shapes import (
    ObjectiveShape,
    QuestShape,
    StageNumber,
    StateShape,
    read_objective,
    read_state,
)
from odds.games.build.questions import BuildMoment, BuildPlan, BuildQuest
from odds.shapes import Number, Request, below, number


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
        with below("/quest", except_for=("/objective", "/fixed")):
            quest = self.quest.build(read_objective(self.objective))
        return BuildMoment(quest, self._state())

    def _state(self) -> State:
        if self.state is not None and self.outside is not None:
            raise InvalidInput.at("/outside", "an outside option exists only at the start")
        return Start(self.outside) if self.state is None else read_state(self.state)

    @classmethod
    def encode(cls, answer: Advice) -> dict[str, Any]:
        found: dict[str, Any] = {
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
            "success": _maybe(answer.success),
            "outcomes": _outcomes(answer.outcomes),
        }
        if answer.take is not None:
            found["take"] = number(answer.take)
            found["push"] = _maybe(answer.push)
            found["break_even"] = _maybe(answer.break_even)
        found["text"] = answer.text
        return found


class PlanRequest(BuildRequest):
    """The strategy table of a whole quest, and fixed plans to compare with."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "rulebook": {"quest": EXAMPLE, "objective": "expected_reward", "fixed": [1, 2, 3]},
        "at least 2": {"quest": EXAMPLE, "objective": {"at_least": 2}},
    }

    fixed: Annotated[list[StageNumber], Field(max_length=MAX_STAGES, default_factory=list)]

    def problem(self) -> BuildQuest:
        with below("/quest", except_for=("/objective", "/fixed")):
            return self.quest.build(read_objective(self.objective), tuple(self.fixed))

    @classmethod
    def encode(cls, answer: BuildPlan) -> dict[str, Any]:
        found: dict[str, Any] = {
            "value": number(answer.value),
            "outcomes": _outcomes(answer.outcomes),
            "spread": _spread(answer.outcomes),
            "table": [
                {
                    "completed": row.completed,
                    "attempts_left": row.attempts_left,
                    "take": number(row.take),
                    "push": _maybe(row.push),
                    "decision": row.decision,
                    "tie": row.tie,
                    "success": _maybe(row.success),
                }
                for row in answer.rows
            ],
        }
        if answer.fixed:
            found["fixed"] = [
                {
                    "stop_after": plan.stop_after,
                    "value": number(plan.value),
                    "complete": number(plan.complete),
                    "outcomes": _outcomes(plan.outcomes),
                    "spread": _spread(plan.outcomes),
                }
                for plan in answer.fixed
            ]
        found["text"] = answer.text
        return found


def _maybe(value: Any) -> dict[str, Any] | None:
    return None if value is None else number(value)


def _outcomes(outcomes: Outcomes) -> list[dict[str, Any]]:
    return [
        {
            "completed": o.completed,
            "reward": number(o.reward),
            "probability": number(o.probability),
        }
        for o in outcomes
    ]


def _spread(outcomes: Outcomes) -> dict[str, Any]:
    """How much the reward varies: its mean and variance, and the probability of a reward of 0."""
    return {
        "mean": number(mean_reward(outcomes)),
        "variance": number(variance(outcomes)),
        "nothing": number(chance_of_nothing(outcomes)),
    }
