"""The smallest reward of the next stage at which pushing is worth at least taking.

With all else fixed, the value of pushing is a convex, non-decreasing, piecewise linear function of
that reward: the maximum over policies of (rest + P(take that stage) * reward). Newton's method on
it, started from the right of the root, lands on the root after finitely many pieces.
"""

from __future__ import annotations

from fractions import Fraction

from odds.game import Solver
from odds.games.build.objective import Complete, ExpectedReward
from odds.games.build.plan import Outcomes, SolvedQuest, mean_reward
from odds.games.build.quest import Quest
from odds.games.build.rules import DiceClasses


def break_even(quest: Quest, completed: int, attempts_left: int, solver: Solver) -> Fraction | None:
    """The break-even reward of stage ``completed + 1``, at least 0; none if no reward is enough."""
    target = quest.stages[completed - 1].reward
    rest = Quest(quest.stages[completed:], quest.dice, attempts_left)

    dice = DiceClasses(rest.dice)

    def push(reward: Fraction) -> Outcomes:
        stages = (rest.stages[0].paying(reward), *rest.stages[1:])
        changed = Quest(stages, rest.dice, attempts_left)
        return SolvedQuest(changed, ExpectedReward(), solver, dice).outcomes(1, attempts_left)

    if mean_reward(push(Fraction(0))) >= target:
        return Fraction(0)
    # A policy that goes for the next stage alone: its line meets the target right of the root.
    alone = SolvedQuest(rest, Complete(1), solver, dice).outcomes(1, attempts_left)
    slope = _chance_of_first(alone)
    if slope == 0:
        return None
    reward = target / slope
    while True:
        outcomes = push(reward)
        value = mean_reward(outcomes)
        if value == target:
            return reward
        reward -= (value - target) / _chance_of_first(outcomes)


def _chance_of_first(outcomes: Outcomes) -> Fraction:
    return sum((o.probability for o in outcomes if o.completed == 1), Fraction(0))
