"""A solved Build quest: its values, its strategy table and its outcome distributions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from odds.game import Solver, verify
from odds.games.build.objective import Objective
from odds.games.build.quest import Quest
from odds.games.build.rules import DiceClasses, DieKind, StageClasses, chain
from odds.model import Keep, RedrawChain, RedrawSolution, Vector


@dataclass(frozen=True)
class Outcome:
    """One way in which the quest can end; ``completed`` is none where it fails (B6)."""

    completed: int | None
    reward: Fraction
    probability: Fraction


Outcomes = tuple[Outcome, ...]
Ends = Sequence[tuple[int, bool, Fraction]]
"""Stage (from 1), whether it was completed last or failed in, and the probability."""


def mean_reward(outcomes: Outcomes) -> Fraction:
    """The mean reward of a distribution of outcomes."""
    return sum((o.probability * o.reward for o in outcomes), Fraction(0))


def variance(outcomes: Outcomes) -> Fraction:
    """The variance of the reward, exact; the standard deviation is its square root."""
    mean = mean_reward(outcomes)
    return sum((o.probability * (o.reward - mean) ** 2 for o in outcomes), Fraction(0))


def chance_of_nothing(outcomes: Outcomes) -> Fraction:
    """The probability of a reward of 0."""
    return sum((o.probability for o in outcomes if o.reward == 0), Fraction(0))


@dataclass(frozen=True)
class PlanRow:
    """The decision after completing a stage with some attempts left.

    ``push`` (the value of going on) and ``success`` (the probability of completing the next
    stage when going on) are none where there is no going on (B5).
    """

    completed: int
    attempts_left: int
    take: Fraction
    push: Fraction | None
    decision: Literal["take", "push"]
    tie: bool
    success: Fraction | None


def solve_classes(
    quest: Quest,
    dice: DiceClasses,
    solver: Solver,
    build: Callable[[Sequence[StageClasses]], RedrawChain],
) -> tuple[RedrawSolution, tuple[StageClasses, ...]]:
    """Solve with few classes, or with runs of faces where a tie depends on their order (B9)."""
    classes = [dice.at(stage) for stage in quest.stages]
    solution = solver.redraw(build(classes))
    mixed = [i for i, at in enumerate(classes) if not at.in_order and solution.has_tied_keeps(i)]
    if mixed:
        for i in mixed:
            classes[i] = classes[i].in_runs
        solution = solver.redraw(build(classes))
    return solution, tuple(classes)


class SolvedQuest:
    """Optimal play of a quest, of these ``dice``, under an objective. Stages count from 1."""

    def __init__(
        self, quest: Quest, objective: Objective, solver: Solver, dice: DiceClasses
    ) -> None:
        objective.check(quest)
        self.quest = quest
        self.objective = objective
        self.solver = solver
        self.dice = dice

    @property
    def kinds(self) -> tuple[DieKind, ...]:
        """The kinds of dice."""
        return self.dice.kinds

    @cached_property
    def _solved(self) -> tuple[RedrawSolution, tuple[StageClasses, ...]]:
        return solve_classes(
            self.quest, self.dice, self.solver, lambda c: chain(self.quest, self.objective, c)
        )

    @property
    def solution(self) -> RedrawSolution:
        """The solved stages, which count from 0."""
        return self._solved[0]

    @property
    def classes(self) -> tuple[StageClasses, ...]:
        """How faces fall into classes at each stage."""
        return self._solved[1]

    def value(self) -> Fraction:
        """The value of the whole quest."""
        return self.solution.enter(0, self.quest.attempts)[0]

    def push(self, completed: int, attempts_left: int) -> Vector | None:
        """The value of starting the next stage; none where that isn't possible (B5)."""
        if attempts_left < 1 or completed >= len(self.quest.stages):
            return None
        return self.solution.enter(completed, attempts_left)

    def outcomes(self, stage: int, attempts_left: int, keep: Keep | None = None) -> Outcomes:
        """How it ends from the start of ``stage``, or from keeping classes ``keep`` in it."""
        found = self.solution.outcomes(stage - 1, attempts_left, keep)
        ends = [(s + 1, stopped, probability) for (s, stopped), probability in found.items()]
        if keep is None:
            value = self.solution.enter(stage - 1, attempts_left)
        else:
            value = self.solution.keep_value(stage - 1, attempts_left, keep)
        verify(value[0], payoffs(self.quest, self.objective, ends))
        return gathered(self.quest, ends)

    def taken(self, completed: int) -> Outcomes:
        """The certain outcome of taking a reward."""
        return gathered(self.quest, [(completed, True, Fraction(1))])

    def rows(self) -> tuple[PlanRow, ...]:
        """A row for each (stage completed, attempts left) that some play can reach, in order."""
        return tuple(
            self.row(completed, left)
            for completed in range(1, len(self.quest.stages) + 1)
            for left in range(self.quest.attempts - completed, -1, -1)
            if self.solution.reachable(completed - 1, left)
        )

    def row(self, completed: int, attempts_left: int) -> PlanRow:
        """The decision after completing a stage."""
        take = self.objective.stopped(self.quest, completed)
        push = self.push(completed, attempts_left)
        if push is None:
            return PlanRow(completed, attempts_left, take, None, "take", False, None)
        return PlanRow(
            completed,
            attempts_left,
            take,
            push[0],
            "take" if self.solution.stops(completed - 1, attempts_left) else "push",
            take == push[0],
            self.solution.completes(completed, attempts_left),
        )


def payoffs(quest: Quest, objective: Objective, ends: Ends) -> list[tuple[Fraction, Fraction]]:
    """The probability and the payoff of each end."""
    return [
        (p, objective.stopped(quest, stage) if stopped else objective.failed(quest, stage))
        for stage, stopped, p in ends
    ]


def gathered(quest: Quest, ends: Ends) -> Outcomes:
    """Ends as outcomes: by stage, all failures last as one; impossible ones are left out."""
    stopped = {stage: p for stage, completed, p in ends if completed}
    failed = sum((p for _, completed, p in ends if not completed), Fraction(0))
    listed = [
        Outcome(stage, quest.stages[stage - 1].reward, stopped[stage]) for stage in sorted(stopped)
    ]
    return (*listed, *([Outcome(None, Fraction(0), failed)] if failed else []))
