"""The Build quest's questions as problems that ``odds.solve`` takes, and its whole-plan answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from msgspec.structs import replace

from odds.errors import check_each, check_type
from odds.format import decimal
from odds.game import Notebook, Size, Solver
from odds.games.build.advice import (
    Advice,
    Between,
    Rolled,
    Start,
    State,
    advise_between,
    advise_rolled,
    advise_start,
)
from odds.games.build.fixed import FixedPlan, check_stop, fixed_plan
from odds.games.build.objective import ExpectedReward, Objective
from odds.games.build.plan import Outcomes, PlanRow, SolvedQuest
from odds.games.build.quest import Die, FaceLike, Quest, Stage
from odds.games.build.rules import DiceClasses
from odds.games.build.size import answer_digits, quest_size
from odds.games.build.text import fixed_table, outcome_table, plan_text, strategy_table
from odds.numbers import Exact
from odds.tables import Table


class BuildPlan(Notebook):
    """Optimal play of a whole quest; ask it for advice at any moment."""

    def __init__(self, solved: SolvedQuest, stops: Iterable[int] = ()) -> None:
        self._solved = solved
        self._stops = tuple(stops)

    @property
    def quest(self) -> Quest:
        """The quest that was solved."""
        return self._solved.quest

    @property
    def objective(self) -> Objective:
        """What it was solved for."""
        return self._solved.objective

    @property
    def value(self) -> Fraction:
        """The value of the quest from its start, under the objective."""
        return self._solved.value()

    @cached_property
    def outcomes(self) -> Outcomes:
        """How the quest ends under the reported policy."""
        return self._solved.outcomes(1, self.quest.attempts)

    @cached_property
    def rows(self) -> tuple[PlanRow, ...]:
        """The decision after each stage with each number of attempts left."""
        return self._solved.rows()

    @cached_property
    def fixed(self) -> tuple[FixedPlan, ...]:
        """The fixed plans asked for (B10)."""
        return tuple(
            fixed_plan(self.quest, self.objective, stop, self._solved.solver, self._solved.dice)
            for stop in self._stops
        )

    def start(self, outside: Exact | None = None) -> Advice:
        """Whether to start at all, against an outside option (B7)."""
        return advise_start(self._solved, Start(outside, "/outside"))

    def advise(self, completed: int, attempts_left: int) -> Advice:
        """Take or push, after completing a stage."""
        return advise_between(self._solved, Between(completed, attempts_left))

    def reroll(self, stage: int, attempts_left: int, showing: Iterable[FaceLike | int]) -> Advice:
        """Which dice to throw again; ``showing`` has a face or face index per die."""
        return advise_rolled(self._solved, Rolled(stage, attempts_left, showing))

    def table(self) -> Table:
        """The strategy: take or push, by stage and attempts left."""
        return strategy_table(self._solved)

    @property
    def text(self) -> str:
        """One plain sentence."""
        return plan_text(self._solved, self.outcomes)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return self.quest.assumptions

    def tables(self) -> tuple[Table, ...]:
        """The strategy, how the quest ends, and how the plans compare."""
        compared = fixed_table(self.objective, self.value, self.outcomes, self.fixed)
        return self.table(), outcome_table(self.outcomes), compared

    def __repr__(self) -> str:
        stages, dice = len(self.quest.stages), len(self.quest.dice)
        size = f"stages: {stages}, dice: {dice}, attempts: {self.quest.attempts}"
        return f"<BuildPlan: value {decimal(self.value)}; {size}>"


@dataclass(frozen=True, init=False)
class BuildQuest(Quest):
    """A Build quest and what the player wants of it: ``solve(BuildQuest(...))`` gives its plan.

    Stages, dice and attempts are those of ``Quest``. ``objective`` is ``ExpectedReward()`` unless
    it is ``AtLeast(reward)``, ``Complete(stage)`` or ``Utility(failure, rewards)`` (B8).
    ``fixed`` lists stages after which a fixed plan stops, to be compared (B10).

    >>> from odds import Complete
    >>> quest = BuildQuest(
    ...     [Stage({"wood": 1}, 1), Stage({"wood": 2}, 3)],
    ...     Die(["wood", "stone", "blank"]) * 3,
    ...     attempts=4,
    ...     objective=Complete(2),
    ...     fixed=[1],
    ... )
    >>> len(quest.dice), quest.objective
    (3, Complete(stage=2))
    >>> BuildQuest([Stage({"wood": 2}, 1)], attempts=3).size()
    Size(states=18, choices=315, digits=26, what='states')
    """

    objective: Objective
    fixed: tuple[int, ...]

    def __init__(
        self,
        stages: Iterable[Stage],
        dice: Iterable[Die] | None = None,
        attempts: int = 5,
        objective: Objective | None = None,
        fixed: Iterable[int] = (),
    ) -> None:
        super().__init__(stages, dice, attempts)
        wanted = ExpectedReward() if objective is None else objective
        check_type(wanted, Objective, "/objective", "an objective such as AtLeast(2)")
        object.__setattr__(self, "objective", wanted)
        object.__setattr__(self, "fixed", check_each(fixed, object, "/fixed", "a stage's number"))
        self.objective.check(self)
        for index, stop in enumerate(self.fixed):
            check_stop(self, stop, f"/fixed/{index}")

    @cached_property
    def _classes(self) -> DiceClasses:
        return DiceClasses(self.dice)

    def size(self) -> Size:
        """The work of solving it, and the digits of the longest number, a variance."""
        size = quest_size(self, self.objective, 1 + len(self.fixed), self._classes)
        return replace(size, digits=2 * size.digits)

    def answer(self, solver: Solver) -> BuildPlan:
        """The whole plan."""
        solved = SolvedQuest(self, self.objective, solver, self._classes)
        solved.value()  # It is solved now, and not where a plan is first looked at.
        return BuildPlan(solved, self.fixed)


@dataclass(frozen=True)
class BuildMoment:
    """A moment of a Build quest: "what now?", which ``solve`` answers with an ``Advice``.

    >>> quest = BuildQuest([Stage({"wood": 1}, 1), Stage({"wood": 2}, 3)])
    >>> BuildMoment(quest, Between(completed=1, attempts_left=3)).size().states
    54
    """

    quest: BuildQuest
    state: State = field(default_factory=Start)

    def __post_init__(self) -> None:
        check_type(self.quest, BuildQuest, "/quest", "a BuildQuest")
        check_type(self.state, State, "/state", "Start(), Between(...) or Rolled(...)")

    def size(self) -> Size:
        """As the whole plan, but for the variances."""
        outside = self.state.outside if isinstance(self.state, Start) else None
        digits = answer_digits(self.quest, self.quest.objective, outside)
        return replace(self.quest.size(), digits=digits)

    def answer(self, solver: Solver) -> Advice:
        """Every choice at this moment, best first."""
        solved = SolvedQuest(self.quest, self.quest.objective, solver, self.quest._classes)
        if isinstance(self.state, Between):
            return advise_between(solved, self.state)
        if isinstance(self.state, Rolled):
            return advise_rolled(solved, self.state)
        return advise_start(solved, self.state)
