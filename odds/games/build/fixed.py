"""Plans that stop after a given stage, whatever happens (B10), and what they risk."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from odds.errors import check_range
from odds.game import Solver, verify
from odds.games.build.objective import Objective
from odds.games.build.plan import Outcomes, gathered, payoffs, solve_classes
from odds.games.build.quest import Quest
from odds.games.build.rules import DiceClasses, StageClasses, fixed_chain
from odds.model import RedrawChain


class FixedPlan(Struct, frozen=True):
    """A fixed plan: its value under the objective, P(``stop_after`` is completed), its ends."""

    stop_after: int
    value: Fraction
    complete: Fraction
    outcomes: Outcomes


def check_stop(quest: Quest, stop_after: int, place: str) -> None:
    """Raise ``InvalidInput`` unless ``stop_after`` is a stage of ``quest``."""
    check_range(stop_after, 1, len(quest.stages), place, "a stage to stop after")


def fixed_plan(
    quest: Quest, objective: Objective, stop_after: int, solver: Solver, dice: DiceClasses
) -> FixedPlan:
    """Evaluate "push until stage ``stop_after`` is complete"."""
    short = Quest(quest.stages[:stop_after], quest.dice, quest.attempts)

    def build(classes: Sequence[StageClasses]) -> RedrawChain:
        return fixed_chain(short, classes)

    solution, _ = solve_classes(short, dice, solver, build)
    found = solution.outcomes(0, quest.attempts)
    ends = [(s + 1, stopped, probability) for (s, stopped), probability in found.items()]
    survives = sum((p for _, stopped, p in ends if stopped), Fraction(0))
    verify(
        solution.enter(0, quest.attempts)[1], [(survives, Fraction(1)), (1 - survives, Fraction(0))]
    )
    value = sum((p * payoff for p, payoff in payoffs(quest, objective, ends)), Fraction(0))
    complete = found.get((stop_after - 1, True), Fraction(0))
    return FixedPlan(stop_after, value, complete, gathered(quest, ends))
