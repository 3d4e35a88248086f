"""Solved Move actions: what each position is worth, and the reported policy (G4)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from odds.game import Solver, verify
from odds.games.get_to.forecast import Forecast
from odds.games.get_to.quest import Objective
from odds.games.get_to.rules import DONE, END, MoveChain, MoveProcess, State, completing
from odds.model import Draws, EarliestSolution, ReachSolution, Value
from odds.numbers import INFINITE, Infinite

Key = tuple[bool, Fraction]
"""How good an end of a Move is for the objective: higher is better, equal ones are ties."""


class SolvedMoves:
    """The Moves of one target, or those by distance, solved for an objective.

    ``by_distance`` says that the Moves offer one way only, the best for every horizon.
    """

    def __init__(
        self,
        draws: Draws[int],
        objective: Objective,
        within: int,
        solver: Solver,
        by_distance: bool,
    ) -> None:
        self.draws = draws
        self.deadline = objective.deadline
        self.within = within
        self._horizon = max(within, objective.deadline)
        self._solver = solver
        self._by_distance = by_distance

    @cached_property
    def _process(self) -> MoveProcess:
        return MoveProcess(self.draws)

    @cached_property
    def _reach(self) -> ReachSolution[State, int]:
        return self._solver.reach(self._process, lambda state: state == END)

    @cached_property
    def _means(self) -> Mapping[int, Value]:
        """The fewest expected Move actions from each position."""
        if self._by_distance:
            return self._solver.expected_steps(MoveChain(self.draws))
        steps = {at: self._reach.steps[at, None] for at in self.draws.options}
        return {at: n if isinstance(n, Infinite) else n / 2 for at, n in steps.items()}

    @cached_property
    def _completing(self) -> set[int]:
        return completing(self.draws)

    @cached_property
    def _earliest(self) -> EarliestSolution[int]:
        """The reported policy. By distance it is the best for every deadline already."""
        draws, deadline = self.draws, 0 if self._by_distance else self.deadline
        if not self.deadline and not self._by_distance:
            best = self._reach.best
            options = {
                position: [best[position, roll] for roll in range(len(draws.weights))]
                for position in draws.options
            }
            draws = Draws(draws.weights, options, DONE)
        return self._solver.earliest(draws, deadline, self._horizon)

    @cached_property
    def _best_within(self) -> dict[int, tuple[Fraction, ...]]:
        """For each position, the best probability of completion within 0, 1, 2, ... Moves."""
        if self._by_distance:
            arrivals = self._earliest.arrivals
            return {at: (Fraction(0), *accumulate(row)) for at, row in arrivals.items()}
        steps = 2 * self._horizon  # a Move is two steps of the process
        table = self._solver.reach_within(self._process, lambda s: s == END, steps)
        return {at: tuple(row[at, None] for row in table[::2]) for at in self.draws.options}

    def key(self, position: int) -> Key:
        """How good it is to end the next Move in ``position``."""
        if self.deadline:
            done = position == DONE
            return True, Fraction(1) if done else self._best_within[position][self.deadline - 1]
        if position == DONE:
            return True, Fraction(0)
        mean = self._means[position]
        return (False, Fraction(0)) if isinstance(mean, Infinite) else (True, -mean)

    def rank(self, position: int) -> int:
        """How much the reported policy likes to end the next Move in ``position`` (G4)."""
        return self._earliest.rank[position]

    def forecast(self, position: int) -> Forecast:
        """The number of Move actions from ``position`` on, under the reported policy."""
        arrivals = self._earliest.arrivals[position]
        best_within = self._best_within[position]
        if self.deadline:
            ends = [(p, Fraction(n < self.deadline)) for n, p in enumerate(arrivals)]
            verify(
                best_within[self.deadline], [*ends, (1 - sum(arrivals, Fraction(0)), Fraction(0))]
            )
        return Forecast(
            mean=None if self.deadline else self._means[position],
            distribution=arrivals[: self.within],
            never=Fraction(position not in self._completing),
            best_within=best_within[1 : self.within + 1],
            by_deadline=best_within[self.deadline] if self.deadline else None,
        )


def out_of_reach(objective: Objective, within: int) -> Forecast:
    """The forecast for a target that no walk leads to."""
    zeros = (Fraction(0),) * within
    if objective.deadline:
        return Forecast(None, zeros, Fraction(1), zeros, Fraction(0))
    return Forecast(INFINITE, zeros, Fraction(1), zeros)
