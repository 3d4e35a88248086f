"""Programs over arrays against backward induction on single states, by ``==``."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from odds.errors import ModelError, TooLarge
from odds.games.a4 import moments
from odds.games.a4.results import Won
from odds.games.a4.rules import A4Program
from odds.model import Solution
from odds.program import Add, At, Chance, Choose, Counters, End, Look, Node, Program, ProgramProcess
from odds.solvers.algebra import Algebra, Exact, Floats, Roundings, error_bound
from odds.solvers.backward import backward
from odds.solvers.factored import Factored, Layer
from odds.solvers.factored_boxes import Box, whole
from odds.solvers.factored_discovery import stage_of
from tests.games.a4.random_adventures import Case, adventures
from tests.solvers.random_programs import RandomProgram


def states(box: Box) -> list[Counters]:
    return list(product(*(range(low, high + 1) for low, high in box)))


def payoff(result: Hashable) -> Fraction:
    return Fraction(int(str(result)), 3)


def naive(program: Program[Any], starts: list[tuple[Any, Counters]]) -> list[Fraction]:
    process = ProgramProcess(program, starts)
    solution: Solution[At[Any], Hashable] = backward(
        process, lambda state: (payoff(process.result(state)),)
    )
    return [solution.value[process.settle(*start)][0] for start in starts]


@pytest.mark.parametrize("seed", range(150))
def test_random_programs_have_the_values_of_backward_induction(seed: int) -> None:
    program = RandomProgram(seed)
    box = whole(program.maxima)
    solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff, also=box)
    exact, floats, counts = (list(solved.layers(a)) for a in (Exact(), Floats(), Roundings()))
    assert [layer.number for layer in exact] == list(range(len(solved.demands)))[::-1]
    for layer, approximate, count in zip(exact, floats, counts, strict=True):
        starts = [(control, state) for control in layer.blocks for state in states(box)]
        expected = naive(program, starts)
        assert [layer.value(*start) for start in starts] == expected
        for start, value in zip(starts, expected, strict=True):
            bound = error_bound(int(count.value(*start)))
            assert abs(Fraction(float(approximate.value(*start))) - value) <= bound * value


def test_the_random_programs_have_stages_and_cycles() -> None:
    stages, cycles = [], []
    for seed in range(150):
        program = RandomProgram(seed)
        box = whole(program.maxima)
        solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
        numbers = range(len(solved.demands))
        stages.append(len(numbers))
        cycles.append(any(len(g) > 1 for number in numbers for g in solved.stage(number).groups))
    assert stages.count(3) > 15
    assert sum(cycles) > 15


def first_layer(solved: Factored[Any], algebra: Algebra) -> Layer[Any]:
    return list(solved.layers(algebra))[-1]


def a4(case: Case, fork: bool = False) -> tuple[A4Program, Any, Factored[Any]]:
    program = A4Program(case.adventure, case.hero)
    start = program.canonical(moments.setup(case.dice, rerolls=case.rerolls))
    box = tuple((value, value) for value in case.hero.start)
    solved = Factored(program, {start: box}, lambda control: not control.stack, won, fork=fork)
    return program, start, solved


def won(result: Hashable) -> Fraction:
    return Fraction(isinstance(result, Won))


@pytest.mark.parametrize("case", list(adventures(4, 60)))
def test_adventures_have_the_values_of_backward_induction(case: Case) -> None:
    program, start, solved = a4(case)
    tracks = case.hero.start
    process = ProgramProcess(program, [(start, tracks)])
    solution = backward(process, lambda state: (won(process.result(state)),))
    expected = solution.value[process.settle(start, tracks)][0]
    assert first_layer(solved, Exact()).value(start, tracks) == expected
    count = int(first_layer(solved, Roundings()).value(start, tracks))
    value = float(first_layer(solved, Floats()).value(start, tracks))
    assert abs(Fraction(value) - expected) <= error_bound(count) * expected


@pytest.mark.parametrize("parts", [2, 3, 99])
def test_parts_change_nothing(parts: int) -> None:
    for seed in range(20):
        program = RandomProgram(seed)
        box = whole(program.maxima)
        solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
        same(solved.layers(Exact()), solved.layers(Exact(), parts=parts, workers=2))
        same(solved.layers(), solved.layers(parts=parts))


def same(ones: Iterator[Layer[Any]], others: Iterator[Layer[Any]]) -> None:
    for one, other in zip(ones, others, strict=True):
        assert one.number == other.number
        assert one.blocks.keys() == other.blocks.keys()
        for control, (box, array) in one.blocks.items():
            assert other.blocks[control][0] == box
            assert np.array_equal(other.blocks[control][1], array)


def test_processes_give_the_same_bits() -> None:
    case = next(case for case in adventures(4, 60) if len(case.adventure.tiles) > 1)
    _, _, solved = a4(case)
    _, _, forked = a4(case, fork=True)
    assert forked.demands == solved.demands
    same(forked.layers(), solved.layers())
    same(solved.layers(), solved.layers(parts=3, workers=2))
    same(solved.layers(Roundings()), solved.layers(Roundings(), parts=2, workers=2))


class Listed(Program[str]):
    """A program as a table; one counter up to 3."""

    maxima = (3,)

    def __init__(self, **nodes: Node[str]) -> None:
        self._nodes = nodes

    def step(self, control: str) -> Node[str]:
        return self._nodes[control]


def solve(program: Program[str], box: Box = ((0, 3),), fork: bool = False) -> Factored[str]:
    start = {"start": box}
    return Factored(program, start, lambda control: control.startswith("turn"), payoff, fork=fork)


@pytest.mark.parametrize("amount", range(-5, 6))
def test_a_moved_counter_is_clipped_at_both_ends(amount: int) -> None:
    ends = {f"at{value}": End(value) for value in range(4)}
    look = Look(0, (1, 2, 3), tuple(ends))
    layer = first_layer(solve(Listed(start=Add(0, amount, "look"), look=look, **ends)), Exact())
    values = [layer.value("start", (value,)) for value in range(4)]
    assert values == [Fraction(max(0, min(3, value + amount)), 3) for value in range(4)]


def test_only_what_was_asked_for_has_a_value() -> None:
    layer = first_layer(solve(Listed(start=End(2)), ((1, 2),)), Floats())
    assert layer.value("start", (2,)) == pytest.approx(2 / 3)
    for control, counters in (("start", (0,)), ("start", (3,)), ("other", (1,))):
        with pytest.raises(ModelError, match="outside of what was solved"):
            layer.value(control, counters)


def test_endless_controls_that_no_counter_value_reaches_are_left_alone() -> None:
    class Endless(Program[int]):
        maxima = (3,)

        def step(self, control: int) -> Node[int]:
            return End(1) if control == 0 else Look(0, (2,), (0, control + 1))

    solved = Factored(Endless(), {1: ((0, 1),)}, lambda _: False, payoff)
    assert first_layer(solved, Exact()).value(1, (1,)) == Fraction(1, 3)
    with pytest.raises(TooLarge, match="controls of one stage: 51 needed, at most 50 allowed"):
        stage_of(Endless(), {1: ((0, 2),)}, lambda _: False, payoff, limit=50)


def test_a_cycle_of_states_is_refused() -> None:
    program = Listed(
        start=Choose(((0, "again"), (1, "end"))), again=Add(0, -1, "start"), end=End(1)
    )
    with pytest.raises(ModelError, match="cycle"):
        list(solve(program).layers())


def test_a_boundary_control_belongs_to_one_stage() -> None:
    nodes: dict[str, Node[str]] = {
        "start": Choose(((0, "turn1"), (1, "turn2"))),
        "turn1": Chance((("turn3", 1), ("end", 1))),
        "turn2": End(1),
        "turn3": Chance((("turn2", 1), ("end", 1))),
        "end": End(2),
    }
    with pytest.raises(ModelError, match="'turn2' begins two stages"):
        solve(Listed(**nodes))


def test_a_negative_payoff_is_refused() -> None:
    for fork in (False, True):
        with pytest.raises(ModelError, match="the payoff of -1 is -1/3; at least 0 is needed"):
            solve(Listed(start=End(-1)), fork=fork)


def test_an_underflow_is_an_error() -> None:
    half = {f"c{i}": Chance(((f"c{i + 1}", 1), ("lost", 2))) for i in range(1100)}
    nodes: dict[str, Node[str]] = {**half, "c1100": End(3), "lost": End(0), "start": half["c0"]}
    for workers in (1, 2):
        with pytest.raises(FloatingPointError, match="underflow"):
            list(solve(Listed(**nodes)).layers(parts=2, workers=workers))
    assert first_layer(solve(Listed(**nodes)), Exact()).value("start", (0,)) == Fraction(1, 3**1100)


def test_roundings_count_what_can_round() -> None:
    nodes: dict[str, Node[str]] = {
        "start": Chance((("a", 1), ("b", 1), ("c", 6))),
        "a": End(3),
        "b": End(6),
        "c": Choose(((0, "d"), (1, "a"))),
        "d": Chance((("a", 1), ("b", 2))),
    }
    count = first_layer(solve(Listed(**nodes)), Roundings()).value("start", (0,))
    # d: a plus 2 b, over 3: two; the start: six times that, then added, over 8 without rounding
    assert count == 4
    assert np.asarray(count).dtype == np.int32
