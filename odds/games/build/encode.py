"""The answers about a Build quest as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.encoding import ending, number, number_or_null
from odds.games.build.advice import Advice
from odds.games.build.plan import Outcomes, chance_of_nothing, mean_reward, variance
from odds.games.build.questions import BuildPlan

if TYPE_CHECKING:
    from odds.games.build.answers import AdviceOut, OutcomeOut, PlanOut, SpreadOut, TakeOrPushOut


def encode_advice(answer: Advice) -> AdviceOut:
    """What to do now, and what every other choice costs."""
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


def encode_plan(answer: BuildPlan) -> PlanOut:
    """The strategy of a whole quest; ``fixed`` where plans to compare with were asked for."""
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
