"""What must hold of every plan: monotone, sums to one, and brings what its own advice brings."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

from odds import BuildPlan, BuildQuest, Dist, ExpectedReward, Face, solve
from odds.model import MarkovChain
from odds.solvers.chain import absorption
from tests.games.build.naive import covers
from tests.games.build.random_quests import quests, seeded

State = tuple[str, int, int, tuple[Face, ...]]
"""What is up (throw, rolled, between, stopped, failed), the stage, attempts left, dice shown."""


class Induced(MarkovChain[State]):
    """The chain that a plan's own advice induces, one throw or decision per step."""

    def __init__(self, plan: BuildPlan) -> None:
        self.plan = plan
        self.quest = plan.quest

    def initial(self) -> Iterable[State]:
        return [("throw", 1, self.quest.attempts, ())]

    def is_absorbing(self, state: State) -> bool:
        return state[0] in ("stopped", "failed")

    def step(self, state: State) -> Dist[State]:
        what, stage, left, shown = state
        if what == "between":
            if self.plan.advise(stage, left).decision == "take":
                return Dist.certain(("stopped", stage, 0, ()))
            return Dist.certain(("throw", stage + 1, left, ()))
        again: Iterable[int] = range(len(self.quest.dice))
        if what == "rolled":
            again = self.plan.reroll(stage, left, shown).choices[0].reroll or ()
        sides = [die.faces if i in again else (shown[i],) for i, die in enumerate(self.quest.dice)]
        return Dist((self._seen(stage, left - 1, rolled), 1) for rolled in product(*sides))

    def _seen(self, stage: int, left: int, shown: tuple[Face, ...]) -> State:
        if covers(self.quest.stages[stage - 1].need, shown):
            return ("between", stage, left, ())
        return ("rolled", stage, left, shown) if left else ("failed", stage, 0, ())


@pytest.mark.parametrize("block", range(4))
def test_a_plan_brings_what_its_own_advice_brings(block: int) -> None:
    for seed in range(1000 + 10 * block, 1010 + 10 * block):
        quest = seeded(seed)
        plan = solve(quest)
        chain = Induced(plan)
        ends = absorption(chain)[("throw", 1, quest.attempts, ())]
        value = Fraction(0)
        found: dict[int | None, Fraction] = {}
        for (what, stage, _, _), probability in ends.items():
            stopped = what == "stopped"
            payoff = quest.objective.stopped if stopped else quest.objective.failed
            value += probability * payoff(quest, stage)
            end = stage if stopped else None
            found[end] = found.get(end, Fraction(0)) + probability
        assert value == plan.value
        assert {o.completed: o.probability for o in plan.outcomes} == {
            end: p for end, p in found.items() if p
        }


@settings(deadline=None, max_examples=60)
@given(quests())
def test_more_attempts_and_more_dice_never_hurt(quest: BuildQuest) -> None:
    def value(attempts: int, extra: int) -> Fraction:
        dice = (*quest.dice, *(quest.dice[0],) * extra)
        return solve(BuildQuest(quest.stages, dice, attempts, ExpectedReward())).value

    assert value(quest.attempts, 0) <= value(quest.attempts + 1, 0)
    assert value(quest.attempts, 0) <= value(quest.attempts, 1)


@settings(deadline=None, max_examples=60)
@given(quests())
def test_outcomes_sum_to_one_and_fixed_plans_are_never_better(quest: BuildQuest) -> None:
    plan = solve(quest)
    assert sum(o.probability for o in plan.outcomes) == 1
    assert all(o.probability > 0 for o in plan.outcomes)
    for fixed in plan.fixed:
        assert sum(o.probability for o in fixed.outcomes) == 1
        assert fixed.value <= plan.value


@settings(deadline=None, max_examples=40)
@given(quests())
def test_the_order_of_the_dice_is_only_a_label(quest: BuildQuest) -> None:
    turned = BuildQuest(quest.stages, quest.dice[::-1], quest.attempts, quest.objective)
    assert solve(turned).value == solve(quest).value
