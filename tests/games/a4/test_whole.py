"""Whole adventures, solved over whole ranges of the tracks, against the naive oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from odds.games.a4.control import Control
from odds.games.a4.moments import setup
from odds.games.a4.results import Won
from odds.games.a4.rules import A4Program
from odds.games.a4.sheet import Tracks
from odds.program import ProgramProcess
from odds.solvers.algebra import Exact, Floats, error_bound
from odds.solvers.backward import backward
from odds.solvers.factored import Factored
from tests.games.a4.naive_effects import State, Todo
from tests.games.a4.random_adventures import Case, adventures, shuffled_adventures
from tests.games.a4.test_random_adventures import EXPECTED, Witness

pytestmark = pytest.mark.no_cover  # tracing would take as long as the tests

LEAST, MOST = 300, 5_000
"""Adventures with fewer of the oracle's positions say little, those with more take too long."""

PRINTED = [(seed, 11, False) for seed in range(20)]
SHUFFLED = [(seed, 8, True) for seed in range(10)]
FROM_TURN = {name for name in EXPECTED if name.startswith("start ")} | {"equipment"}
"""What a witness notes of the turn that a case may also start from."""


class Long(Exception):
    """An adventure takes too long."""


class Patient(Witness):
    """A witness, up to a point."""

    def value(self, state: State, todo: Todo) -> Fraction:
        if len(self.memo) > MOST:
            raise Long
        return super().value(state, todo)


@cache
def witnessed(seed: int, count: int, random_order: bool) -> list[tuple[Case, Fraction, Any]]:
    """So many adventures of the right size, the chance to win each, and what occurs in it."""
    made = shuffled_adventures if random_order else adventures
    found = []
    for case in made(1000 + seed, 10 * count):
        oracle = Patient(case.adventure, case.hero)
        win = oracle.win_random_order if random_order else oracle.win
        try:
            value = win(case.dice, case.rerolls)
        except Long:
            continue
        if len(oracle.memo) >= LEAST:
            found.append((case, value, oracle.seen))
        if len(found) == count:
            break
    return found


def won(result: Hashable) -> Fraction:
    return Fraction(isinstance(result, Won))


def at_a_turn(control: Control) -> bool:
    return not control.stack


def at_once(program: A4Program, start: Control, tracks: Tracks) -> Fraction:
    """The same by backward induction over single states."""
    process = ProgramProcess(program, [(start, tracks)])
    solution = backward(process, lambda state: (won(process.result(state)),))
    return solution.value[process.settle(start, tracks)][0]


def check_floats(solved: Factored[Control], exact: list[Any]) -> None:
    """Every float of every layer is within the bound of its layer."""
    for layer, other in zip(solved.layers(Floats()), exact, strict=True):
        bound = error_bound(solved.roundings[layer.number])
        for control, (box, floats) in layer.blocks.items():
            assert other.blocks[control][0] == box
            values = other.blocks[control][1]
            for value, known in zip(floats.flat, np.asarray(values).flat, strict=True):
                assert abs(Fraction(float(value)) - known) <= bound * known


@pytest.mark.parametrize(("seed", "count", "random_order"), PRINTED + SHUFFLED)
def test_whole_adventures_have_the_oracles_value(seed: int, count: int, random_order: bool) -> None:
    cases = witnessed(seed, count, random_order)
    assert len(cases) == count
    for case, expected, _ in cases:
        program = A4Program(case.adventure, case.hero, random_order)
        start = program.canonical(setup(case.dice, rerolls=case.rerolls))
        tracks = case.hero.start
        box = tuple((value, value) for value in tracks)
        solved = Factored(program, {start: box}, at_a_turn, won)
        exact = list(solved.layers(Exact()))
        assert exact[-1].value(start, tracks) == expected
        check_floats(solved, exact)
        assert at_once(program, start, tracks) == expected


def test_the_adventures_bring_about_everything() -> None:
    assert sum(count for _, count, _ in PRINTED + SHUFFLED) == 300
    seen: Counter[str] = Counter()
    values = []
    for chunk in PRINTED + SHUFFLED:
        for _, value, what in witnessed(*chunk):
            seen.update(what)
            values.append(value)
    assert (EXPECTED | {"random tile"}) - FROM_TURN - set(+seen) == set()
    assert sum(0 < value < 1 for value in values) > 150
