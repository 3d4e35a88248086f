"""From a question to its answer: the size first, then the solver that fits the model.

from odds import solve
answer = solve(problem)
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from sys import get_int_max_str_digits, set_int_max_str_digits
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from odds.errors import TooLarge, check_type
from odds.game import AnswerT_co, Opened_co, Problem, Size, Whole
from odds.model import (
    A,
    AcyclicSolution,
    DecisionProcess,
    Draws,
    EarliestSolution,
    MarkovChain,
    Payoff,
    ReachSolution,
    RedrawChain,
    RedrawSolution,
    S,
    Value,
)

if TYPE_CHECKING:
    from pathlib import Path

    from odds.program import C, StagedProgram
    from odds.solved import Solved


MOST_DIGITS: Final = 2**31 - 1
"""The highest limit that Python takes for the digits of a number."""


class Limits(Struct, frozen=True):
    """The most work that ``solve`` takes on, and the longest number it gives."""

    states: int = 5_000_000
    choices: int = 50_000_000
    digits: int = 4_000

    def __post_init__(self) -> None:
        for name in ("states", "choices", "digits"):
            check_type(getattr(self, name), int, f"/{name}", "a whole number")


DEFAULT_LIMITS: Final = Limits()


class Solvers:
    """The algorithms behind ``odds.game.Solver``, each loaded when first used.

    ``store`` is the folder in which solved programs are looked for, by default the user's own.
    """

    def __init__(self, limits: Limits = DEFAULT_LIMITS, store: Path | None = None) -> None:
        self._limits = limits
        self._store = store

    def check(self, size: Size) -> None:
        """Raise ``TooLarge`` where ``size`` is over the limits."""
        _check(size, self._limits)

    def stored(self, program: StagedProgram[C]) -> Solved[C] | None:
        """A program that was solved and kept; none if it wasn't."""
        from odds.solved import reopen_solved

        return reopen_solved(program, self._store)

    def solve_whole(
        self, whole: Whole[Opened_co], all_states: bool, report: Callable[[Fraction], object]
    ) -> Opened_co:
        """Solve something large, and keep it; ``report`` is told how far it is, from 0 to 1."""
        from odds.solving import solve_staged

        solved = solve_staged(
            *(whole.program, self._store),
            all_states=all_states,
            report=lambda progress: report(progress.share),
        )
        return whole.opened(solved, self)

    def redraw(self, chain: RedrawChain) -> RedrawSolution:
        """Keep-or-redraw stages: whole numbers on the lattice of sub-multisets."""
        from odds.solvers.redraw import RedrawSolver

        return RedrawSolver(chain)

    def backward(self, process: DecisionProcess[S, A], payoff: Payoff[S]) -> AcyclicSolution[S, A]:
        """An acyclic model: backward induction."""
        from odds.solvers.backward import backward

        return backward(process, payoff)

    def reach(
        self, process: DecisionProcess[S, A], goal: Callable[[S], bool]
    ) -> ReachSolution[S, A]:
        """Fewest expected steps to a goal: policy iteration."""
        from odds.solvers.policy_iteration import reach

        return reach(process, goal)

    def reach_within(
        self, process: DecisionProcess[S, A], goal: Callable[[S], bool], steps: int
    ) -> list[Mapping[S, Fraction]]:
        """Best probability of a goal within each number of steps: backward over the horizon."""
        from odds.solvers.backward import reach_within

        return reach_within(process, goal, steps)

    def earliest(self, draws: Draws[S], deadline: int, length: int) -> EarliestSolution[S]:
        """The policy that arrives earliest: sequences compared from their start."""
        from odds.solvers.earliest import earliest

        return earliest(draws, deadline, length)

    def expected_steps(self, chain: MarkovChain[S]) -> Mapping[S, Value]:
        """How long a chain lasts on average."""
        from odds.solvers.chain import expected_steps

        return expected_steps(chain)


def allow_digits(limits: Limits) -> None:
    """Have Python write numbers as long as ``limits`` allow, in this process."""
    if 0 < get_int_max_str_digits() < limits.digits:
        set_int_max_str_digits(min(limits.digits, MOST_DIGITS))


def _check_types(problem: object, limits: object) -> None:
    check_type(problem, Problem, "", "a question such as BuildQuest, GetToQuest or A4Fight")
    check_type(limits, Limits, "/limits", "Limits(...)")


def estimate(problem: Problem[AnswerT_co], limits: Limits = DEFAULT_LIMITS) -> tuple[Size, bool]:
    """The work that a question asks for, and whether ``limits`` allow it."""
    _check_types(problem, limits)
    size = problem.size()
    return size, all(needed <= allowed for _, needed, allowed in _compared(size, limits))


def check_size(problem: Problem[AnswerT_co], limits: Limits = DEFAULT_LIMITS) -> None:
    """Raise ``TooLarge`` where the work that a question asks for is over ``limits``."""
    _check_types(problem, limits)
    _check(problem.size(), limits)


def _compared(size: Size, limits: Limits) -> tuple[tuple[str, int, int], ...]:
    """What is limited: its name, how much is needed, and how much is allowed.

    A number that Python refuses to write can't be shown, whatever the limits allow.
    """
    digits = min(limits.digits, get_int_max_str_digits() or limits.digits)
    return (
        (size.what, size.states, limits.states),
        ("choices", size.choices, limits.choices),
        ("digits of the answer", size.digits, digits),
    )


def _check(size: Size, limits: Limits) -> None:
    for what, needed, allowed in _compared(size, limits):
        if needed > allowed:
            raise TooLarge(what, needed, allowed)


@contextmanager
def _no_collector() -> Iterator[None]:
    """Without looking for cycles among the states, of which there are none: half of the time.

    What is kept counts as old afterwards; else all of it would be looked at at once.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()


def solve(problem: Problem[AnswerT_co], limits: Limits = DEFAULT_LIMITS) -> AnswerT_co:
    """The exact answer to ``problem``.

    Raises ``TooLarge`` before any work where the problem's size is over ``limits``.

    >>> from odds import BuildQuest, Stage, solve
    >>> quest = BuildQuest([Stage({"wood": 2}, 1), Stage({"wood": 3}, 2), Stage({"wood": 1}, 3)])
    >>> plan = solve(quest)
    >>> plan.value
    Fraction(3354158148597972391, 3553786003741212672)
    >>> plan.advise(completed=2, attempts_left=1).decision
    'take'
    """
    check_size(problem, limits)
    with _no_collector():
        return problem.answer(Solvers(limits))
