"""Everything that a plan says, compared by ``==`` with the plainest player."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from odds import Advice, BuildPlan, BuildQuest, ExpectedReward, solve
from tests.games.build.naive import (
    Endings,
    Naive,
    NaiveFixed,
    Option,
    Shown,
    completing,
    covers,
    failing,
    score,
)

Listed = list[tuple[int | None, Fraction, Fraction]]


def listed(quest: BuildQuest, ends: Endings) -> Listed:
    """Outcomes as the answers list them: by stage, failure last, impossible ones left out."""
    found: dict[int, Fraction] = {}
    for (taken, _), probability in ends.items():
        if taken is not None:
            found[taken] = found.get(taken, Fraction(0)) + probability
    rows: Listed = [(s, quest.stages[s - 1].reward, found[s]) for s in sorted(found)]
    return [*rows, (None, Fraction(0), failing(ends))] if failing(ends) else rows


def given(outcomes: Any) -> Listed:
    assert sum(o.probability for o in outcomes) == 1
    return [(o.completed, o.reward, o.probability) for o in outcomes]


class Agreement:
    def __init__(self, quest: BuildQuest) -> None:
        self.quest = quest
        self.worth = score(quest, quest.objective)
        self.naive = Naive(quest, self.worth)
        self.plan: BuildPlan = solve(quest)

    def check_all(self) -> None:
        self.check_start()
        self.check_rows()
        self.check_rerolls()
        self.check_fixed()

    def check_start(self) -> None:
        ends = self.naive.start()
        assert self.plan.value == self.worth(ends)
        assert given(self.plan.outcomes) == listed(self.quest, ends)
        start = self.plan.start()
        assert (start.decision, start.value, start.tie) == ("push", self.worth(ends), False)
        assert start.success == completing(ends, 1)
        assert given(start.outcomes) == listed(self.quest, ends)

    def check_rows(self) -> None:
        reachable = self.naive.reachable()
        assert {(r.completed, r.attempts_left) for r in self.plan.rows} == reachable
        for row in self.plan.rows:
            options = self.naive.between(row.completed, row.attempts_left)
            by_name = {o.action: o for o in options}
            push = by_name.get("push")
            assert row.take == by_name["take"].value
            assert row.push == (push.value if push else None)
            assert row.decision == options[0].action
            assert row.tie == (push is not None and row.take == row.push)
            success = completing(push.ends, row.completed + 1) if push else None
            assert row.success == success
            self.check_between(row.completed, row.attempts_left, options)

    def check_between(self, completed: int, left: int, options: list[Option]) -> None:
        advice = self.plan.advise(completed, left)
        self.check_advice(advice, options)
        assert [c.action for c in advice.choices] == [o.action for o in options]
        push = next((o for o in options if o.action == "push"), None)
        assert advice.success == (completing(push.ends, completed + 1) if push else None)
        assert given(advice.outcomes) == listed(self.quest, options[0].ends)
        if push is None or not isinstance(self.quest.objective, ExpectedReward):
            assert advice.break_even is None
        else:
            self.check_break_even(completed, left, advice.break_even)

    def check_advice(self, advice: Advice, options: list[Option]) -> None:
        best = options[0].value
        assert advice.value == best
        assert advice.tie == ([o.value for o in options].count(best) > 1)
        assert len(advice.choices) == len(options)
        for choice, option in zip(advice.choices, options, strict=True):
            assert choice.value == option.value
            assert choice.loss == best - option.value
            assert choice.best == (option.value == best)

    def check_break_even(self, completed: int, left: int, found: Fraction | None) -> None:
        """Pushing is convex and doesn't fall in the reward: it meets the mark once or from 0 on."""
        take = self.quest.stages[completed - 1].reward

        def push(reward: Fraction) -> Endings:
            stages = list(self.quest.stages)
            stages[completed] = stages[completed].paying(reward)
            changed = BuildQuest(stages, self.quest.dice, self.quest.attempts)
            worth = score(changed, ExpectedReward())
            options = Naive(changed, worth).between(completed, left)
            return next(o.ends for o in options if o.action == "push")

        def value(reward: Fraction) -> Fraction:
            stages = list(self.quest.stages)
            stages[completed] = stages[completed].paying(reward)
            changed = BuildQuest(stages, self.quest.dice, self.quest.attempts)
            return score(changed, ExpectedReward())(push(reward))

        at_zero = value(Fraction(0))
        if found is None:
            assert at_zero < take
            assert value(Fraction(10**40)) == at_zero
        elif found == 0:
            assert at_zero >= take
        else:
            assert at_zero < take == value(found)

    def check_rerolls(self) -> None:
        quest = self.quest
        faces = [tuple(dict.fromkeys(die.faces)) for die in quest.dice]
        for number, stage in enumerate(quest.stages, start=1):
            for left in range(1, quest.attempts - number + 1):
                for shown in product(*faces):
                    if not covers(stage.need, shown):
                        self.check_reroll(number, left, shown)

    def check_reroll(self, stage: int, left: int, shown: Shown) -> None:
        options = self.naive.rerolls(stage, left, shown)
        advice = self.plan.reroll(stage, left, shown)
        self.check_advice(advice, options)
        assert (advice.decision, advice.take, advice.push) == ("reroll", None, None)
        assert advice.success == completing(options[0].ends, stage)
        assert given(advice.outcomes) == listed(self.quest, options[0].ends)
        for choice, option in zip(advice.choices, options, strict=True):
            assert choice.action == "reroll"
            assert choice.reroll is not None
            assert option.kept is not None
            positions = set(choice.reroll)
            kept = tuple(None if i in positions else f for i, f in enumerate(shown))
            assert self.naive.counts(kept) == self.naive.counts(option.kept)
            self.check_positions(shown, choice.reroll, choice.ways)

    def check_positions(self, shown: Shown, reroll: tuple[int, ...], ways: int) -> None:
        """The lowest positions of their kind and face, in order; and how many sets are alike."""
        assert list(reroll) == sorted(set(reroll))
        groups: dict[object, list[int]] = {}
        for i, face in enumerate(shown):
            groups.setdefault((self.quest.dice[i], face), []).append(i)
        picked = {key: [i for i in at if i in reroll] for key, at in groups.items()}
        assert all(picked[key] == at[: len(picked[key])] for key, at in groups.items())
        assert ways == prod(comb(len(at), len(picked[key])) for key, at in groups.items())

    def check_fixed(self) -> None:
        for plan in self.plan.fixed:
            ends = NaiveFixed(self.quest, self.worth, plan.stop_after).start()
            assert plan.value == self.worth(ends)
            assert plan.complete == completing(ends, plan.stop_after)
            assert given(plan.outcomes) == listed(self.quest, ends)
