"""Solved Move actions: what each position is worth, and the reported policy (G4)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from odds.game import Solver, verify
from odds.games.get_to.forecast import Forecast
from odds.games.get_to.quest import Objective
from odds.games.get_to.rules import DONE, END, MoveChain, MoveProcess, State, completing
from odds.model import Draws, EarliestSolution, ReachSolution, Value
from odds.numbers import INFINITE, Infinite

Key = tuple[bool, Fraction]
"""How good an end of a Move is: higher is better, equal ones are ties."""


class SolvedMoves(ABC):
    """The Moves of one target, or those by distance, solved for an objective."""

    def __init__(
        self, draws: Draws[int], objective: Objective, within: int, solver: Solver
    ) -> None:
        self.draws = draws
        self.deadline = objective.deadline
        self.within = within
        self.horizon = max(within, objective.deadline)
        self.solver = solver

    @property
    @abstractmethod
    def means(self) -> Mapping[int, Value]:
        """The fewest expected Move actions from each position."""

    @abstractmethod
    def rank(self, position: int) -> Key:
        """How the reported policy chooses among ends of the same key (G4)."""

    @abstractmethod
    def arrivals(self, position: int) -> tuple[Fraction, ...]:
        """The probability of completion after exactly 1, 2, ... ``horizon`` Move actions."""

    @cached_property
    def process(self) -> MoveProcess:
        """The Moves as a decision process; a Move is two steps of it."""
        return MoveProcess(self.draws)

    @cached_property
    def _table(self) -> list[Mapping[State, Fraction]]:
        return self.solver.reach_within(self.process, lambda s: s == END, 2 * self.horizon)[::2]

    @cached_property
    def _completing(self) -> set[int]:
        return completing(self.draws)

    def best_within(self, position: int) -> tuple[Fraction, ...]:
        """The best probability of completion within 0, 1, ... ``horizon`` Move actions."""
        return tuple(row[position, None] for row in self._table)

    def key(self, position: int) -> Key:
        """How good it is for the objective to end the next Move in ``position``."""
        if self.deadline:
            return True, self._table[self.deadline - 1][position, None]
        return self.mean_key(position)

    def mean_key(self, position: int) -> Key:
        """The fewer Move actions remain on average, the better."""
        mean = Fraction(0) if position == DONE else self.means[position]
        return (False, Fraction(0)) if isinstance(mean, Infinite) else (True, -mean)

    def forecast(self, position: int) -> Forecast:
        """The number of Move actions from ``position`` on, under the reported policy."""
        arrivals, best_within = self.arrivals(position), self.best_within(position)
        if self.deadline:
            ends = [(p, Fraction(n < self.deadline)) for n, p in enumerate(arrivals)]
            rest = 1 - sum(arrivals, Fraction(0))
            verify(best_within[self.deadline], [*ends, (rest, Fraction(0))])
        return Forecast(
            mean=None if self.deadline else self.means[position],
            distribution=arrivals[: self.within],
            never=Fraction(position not in self._completing),
            best_within=best_within[1 : self.within + 1],
            by_deadline=best_within[self.deadline] if self.deadline else None,
        )


class SolvedByDistance(SolvedMoves):
    """Moves where going as near as possible is the best policy for every horizon at once.

    The ends of one Move are then ordered by how early they complete, and a lower mean is the sign
    of it: what completes no later, roll by roll, and not always equally early has a lower mean.
    """

    @cached_property
    def means(self) -> Mapping[int, Value]:
        return self.solver.expected_steps(MoveChain(self.draws))

    def rank(self, position: int) -> Key:
        return self.mean_key(position)

    def arrivals(self, position: int) -> tuple[Fraction, ...]:
        within = self.best_within(position)
        return tuple(now - before for before, now in pairwise(within))


class SolvedByTile(SolvedMoves):
    """Moves in general: every end is an option."""

    @cached_property
    def _reach(self) -> ReachSolution[State, int]:
        return self.solver.reach(self.process, lambda state: state == END)

    @cached_property
    def means(self) -> Mapping[int, Value]:
        steps = {at: self._reach.steps[at, None] for at in self.draws.options}
        return {at: n if isinstance(n, Infinite) else n / 2 for at, n in steps.items()}

    @cached_property
    def _earliest(self) -> EarliestSolution[int]:
        draws = self.draws
        if not self.deadline:
            best = self._reach.best
            options = {
                position: [best[position, roll] for roll in range(len(draws.weights))]
                for position in draws.options
            }
            draws = Draws(draws.weights, options, DONE)
        return self.solver.earliest(draws, self.deadline, self.horizon)

    def rank(self, position: int) -> Key:
        return True, Fraction(self._earliest.rank[position])

    def arrivals(self, position: int) -> tuple[Fraction, ...]:
        return self._earliest.arrivals[position]


def out_of_reach(objective: Objective, within: int) -> Forecast:
    """The forecast for a target that no walk leads to."""
    zeros = (Fraction(0),) * within
    if objective.deadline:
        return Forecast(None, zeros, Fraction(1), zeros, Fraction(0))
    return Forecast(INFINITE, zeros, Fraction(1), zeros)
