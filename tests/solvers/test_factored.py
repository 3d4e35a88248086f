"""Programs over arrays against backward induction on single states, by ``==``."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from odds.errors import ModelError, SolveError, TooLarge
from odds.games.a4 import moments
from odds.games.a4.control import Control
from odds.games.a4.results import Won
from odds.games.a4.rules import A4Program
from odds.model import Solution
from odds.program import Add, At, Chance, Choose, Counters, End, Look, Node, Program, ProgramProcess
from odds.solvers.algebra import Algebra, Exact, Floats, Numbers, error_bound, rounded
from odds.solvers.backward import backward
from odds.solvers.factored import Factored, Layer
from odds.solvers.factored_boxes import Box, whole
from odds.solvers.factored_discovery import stage_of
from odds.solvers.factored_fast import Fast
from odds.solvers.factored_pack import by_node
from tests.games.a4.random_adventures import Case, adventures
from tests.solvers.random_programs import RandomProgram
from tests.solvers.rounding_counts import Roundings


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
        most = solved.roundings[layer.number]
        assert all(array.max() <= most for _, array in count.blocks.values())
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
        stages.append(len(solved.demands))
        graphs = [
            stage_of(program, demand, program.is_boundary, payoff) for demand in solved.demands
        ]
        cycles.append(any(len(group) > 1 for graph in graphs for group in graph.groups))
    assert stages.count(3) > 15
    assert sum(cycles) > 15


def first_layer(solved: Factored[Any], algebra: Algebra) -> Layer[Any]:
    return list(solved.layers(algebra))[-1]


def a4(case: Case, fork: bool = False) -> tuple[A4Program, Any, Factored[Any]]:
    program = A4Program(case.adventure, case.hero)
    start = program.canonical(moments.setup(case.dice, rerolls=case.rerolls))
    box = tuple((value, value) for value in case.hero.start)
    solved = Factored(program, {start: box}, at_a_turn, won, workers=1 + fork)
    return program, start, solved


def at_a_turn(control: Control) -> bool:
    return not control.stack


def won(result: Hashable) -> Fraction:
    return Fraction(isinstance(result, Won))


@pytest.mark.parametrize("room", [0, 400, 10**9])
@pytest.mark.parametrize("parts", [1, 3, 99])
def test_compiled_loops_give_the_same_bits_in_any_number_of_parts(parts: int, room: int) -> None:
    for seed in range(25):
        program = RandomProgram(seed)
        box = whole(program.maxima)
        solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
        same(solved.layers(room=room, parts=parts), plain(solved))


def plain(solved: Factored[Any]) -> Iterator[Layer[Any]]:
    """The layers of floats, from the loops for values of any kind."""

    class AlsoFloats(Numbers):
        dtype = np.float64
        constant = Floats.constant
        over = Floats.over

    return solved.layers(AlsoFloats())


def test_a_room_is_kept_if_a_stage_can_be_cut() -> None:
    program = RandomProgram(3)
    box = whole(program.maxima)
    solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
    packed = solved.stages[0].packed
    demand = by_node(packed.roots, solved.demands[0])
    whole_length = Fast(packed, demand, solved.order, 10**9).length
    fast = Fast(packed, demand, solved.order, 4 * whole_length)
    assert 0 < fast.length <= whole_length // 2
    assert len(fast.shares) > 1


def test_layers_go_on_behind_one_that_is_known() -> None:
    for seed in range(25):
        program = RandomProgram(seed)
        box = whole(program.maxima)
        solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
        for algebra in (Floats(), Exact()):
            layers = list(solved.layers(algebra))
            for known in layers:
                rest = iter(layers[layers.index(known) + 1 :])
                same(solved.layers(algebra, after=known), rest)


def test_stages_that_are_foreseen_are_explored_at_once() -> None:
    case = next(case for case in adventures(4, 60) if len(case.adventure.tiles) > 1)
    program, start, solved = a4(case)
    ahead = [
        {control: whole(program.maxima) for control in demand} for demand in solved.demands[1:]
    ]
    box = {start: tuple((value, value) for value in case.hero.start)}
    for workers in (1, 3):
        foreseen = Factored(program, box, at_a_turn, won, ahead=ahead, workers=workers)
        assert foreseen.demands == solved.demands
        same(foreseen.layers(), solved.layers())
    del ahead[0][next(iter(ahead[0]))]
    with pytest.raises(ModelError, match="was not foreseen to begin a stage"):
        Factored(program, box, at_a_turn, won, ahead=ahead)


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


class Listed(Program[str]):
    """A program as a table; one counter up to 3."""

    maxima = (3,)

    def __init__(self, **nodes: Node[str]) -> None:
        self._nodes = nodes

    def step(self, control: str) -> Node[str]:
        return self._nodes[control]


def solve(program: Program[str], box: Box = ((0, 3),), fork: bool = False) -> Factored[str]:
    start = {"start": box}
    return Factored(
        program, start, lambda control: control.startswith("turn"), payoff, workers=1 + fork
    )


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
        with pytest.raises(SolveError, match="underflow"):
            list(solve(Listed(**nodes)).layers(parts=2, workers=workers))
    assert first_layer(solve(Listed(**nodes)), Exact()).value("start", (0,)) == Fraction(1, 3**1100)


@pytest.mark.parametrize(
    ("value", "why"),
    [(Fraction(1, 10**400), "small"), (Fraction(1, 2**1023), "small"), (10**400, "large")],
)
def test_a_payoff_that_no_float_is_near_is_refused(value: Fraction, why: str) -> None:
    with pytest.raises(SolveError, match=f"a payoff is too {why} for a float"):
        rounded(Fraction(value))
    assert rounded(Fraction(1, 2**1022)) == 2.0**-1022


def test_the_values_of_a_payoff_too_large_for_floats_are_exact() -> None:
    program = Listed(start=End(10**400))
    with pytest.raises(SolveError, match="a payoff is too large for a float"):
        list(solve(program).layers())
    assert first_layer(solve(program), Exact()).value("start", (0,)) == Fraction(10**400, 3)


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
