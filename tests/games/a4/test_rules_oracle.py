"""The rules, solved by backward induction, against the naive oracle on random adventures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from odds.errors import TooLarge
from odds.games.a4.control import Sheets
from odds.games.a4.moments import setup, turn_start
from odds.games.a4.process import A4Process
from odds.games.a4.results import Won
from odds.games.a4.rules import A4Program
from odds.program import ProgramProcess
from odds.solvers.backward import backward
from tests.games.a4.naive import win, win_from
from tests.games.a4.random_adventures import Case, adventures

pytestmark = pytest.mark.no_cover  # tracing would take as long as the tests

SEEDS, EACH = 10, 20
STATES = 4_000
"""Adventures with more states than this are passed over, to keep the oracle's time short."""


def from_setup(case: Case) -> Fraction:
    """The chance to win, by the program over whole ranges of the tracks."""
    program = A4Program(case.adventure, case.hero)
    process = ProgramProcess(program, [(setup(case.dice, (), case.rerolls), case.hero.start)])
    (start,) = process.initial()
    won = backward(process, lambda s: (Fraction(process.result(s) == Won()),), STATES)
    return won.value[start][0]


def from_turn(case: Case) -> Fraction:
    """The chance to win from the start of some turn, by the process over single states."""
    start = (turn_start(case.space - 1, case.pool), case.tracks)
    process = A4Process(Sheets(case.adventure, case.hero), [start])
    (state,) = process.initial()
    won = backward(process, lambda s: (Fraction(process.result(s) == Won()),), STATES)
    return won.value[state][0]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_value_is_the_oracles(seed: int) -> None:
    compared = undecided = 0
    for case in adventures(seed, 2 * EACH):
        try:
            values = (from_setup(case), from_turn(case))
        except TooLarge:
            continue
        assert values == (
            win(case.adventure, case.hero, case.dice, case.rerolls),
            win_from(case.adventure, case.hero, case.space, case.pool, case.tracks),
        )
        compared += 1
        undecided += any(0 < value < 1 for value in values)
        if compared == EACH:
            break
    assert compared == EACH
    assert undecided > EACH // 3
