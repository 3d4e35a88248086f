"""Choices of a whole adventure, each with the probability of winning after it.

The values come from an adventure that was solved and kept, each within a proven bound; or, where
it is small enough to be solved at once, they are exact.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from odds.errors import NotSolved
from odds.game import Size, Solver
from odds.games.a4.actions import KeepCrystal, TakeBundle, TakeIcon, UseDie
from odds.games.a4.control import Control
from odds.games.a4.moments import DIFFICULT_DICE
from odds.games.a4.sheet import Tracks
from odds.games.a4.whole import WholeAdventure
from odds.numbers import Certified
from odds.program import At, Choose, ProgramProcess, SolvedProgram

State = At[Control]


def how_to_solve(program: WholeAdventure) -> str:
    """How to have an adventure solved."""
    flags = " --difficult" if program.dice == DIFFICULT_DICE else ""
    flags += " --random-order" if program.sheets.random_order else ""
    return f"solve it first, by 'odds a4 solve{flags}' with its sheets or POST /v1/a4/solves"


LOOK_UP: Final = Size(1_000, 10_000)
"""Roughly what it takes to ask an adventure that is solved."""


def not_solved(program: WholeAdventure) -> NotSolved:
    """The error for an adventure that is too large to be solved at once."""
    return NotSolved(f"{program.title} isn't solved yet: {how_to_solve(program)}")


class Advised(Struct, frozen=True):
    """One choice at the moment asked about.

    ``actions``  its label; a crystal kept stands before what is chosen with it kept, an icon
                 before the die for it, that before what is taken of what it offers;
    ``value``    the probability of winning after it, and ``loss`` how much that is below the best;
    ``best``     whether it may be the best: no other is surely better.
    """

    actions: tuple[Hashable, ...]
    value: Certified
    loss: Certified
    best: bool


class Exact:
    """An adventure solved exactly from one state on; fulfils ``SolvedProgram``."""

    def __init__(
        self, solver: Solver, program: WholeAdventure, control: Control, tracks: Tracks
    ) -> None:
        self.program = program
        start = program.due(control, tracks)  # past the starts of turns, as it is asked about
        self._process = ProgramProcess(program, [(start.control, start.counters)])
        self._solution = solver.backward(
            self._process, lambda state: (program.payoff(self._process.result(state)),)
        )

    def value(self, state: State) -> Certified:
        """The exact probability of winning."""
        begun = self._process.settle(state.control, state.counters)
        return Certified(self._solution.value[begun][0])


def choices(solved: SolvedProgram[Control], state: State) -> tuple[Advised, ...]:
    """Every choice at ``state``, best first; none where there is nothing to choose."""
    found = [(actions, solved.value(after)) for actions, after in _options(solved, state, ())]
    found.sort(key=lambda pair: pair[1].value, reverse=True)
    if not found:
        return ()
    least = max(value.low for _, value in found)
    most = max(value.high for _, value in found)
    top = found[0][1].value
    return tuple(
        Advised(actions, value, _loss(value, top, least, most), value.high >= least)
        for actions, value in found
    )


def _loss(value: Certified, top: Fraction, least: Fraction, most: Fraction) -> Certified:
    """What is lost against the best, which is worth from ``least`` to ``most``, near ``top``."""
    loss = top - value.value
    off = max(most - top, top - least)
    return Certified(loss, off + value.error if value.error or off else Fraction(0))


def _options(
    solved: SolvedProgram[Control], state: State, before: tuple[Hashable, ...]
) -> Iterator[tuple[tuple[Hashable, ...], State]]:
    """Each choice with the state after it."""
    node = solved.program.step(state.control)
    if not isinstance(node, Choose):
        return
    for label, control in node.options:
        after = solved.program.settle(control, state.counters)
        if after.control.place == state.control.place and _goes_on(solved, label, after):
            yield from _options(solved, after, (*before, label))
        else:
            yield (*before, label), after


def _goes_on(solved: SolvedProgram[Control], last: Hashable, after: State) -> bool:
    """Whether the choices that follow are listed in place of the last action."""
    if solved.program.is_boundary(after.control):
        return False
    node = solved.program.step(after.control)
    if not isinstance(node, Choose):
        return False
    if isinstance(last, UseDie):
        return isinstance(node.options[0][0], TakeBundle)
    return isinstance(last, KeepCrystal | TakeIcon)
