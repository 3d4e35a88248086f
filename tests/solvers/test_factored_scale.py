"""The scale that makes all values whole, against denominators found by plain recursion."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import product

import pytest

from odds.program import Add, Chance, Choose, Counters, End, Look, Node, Program
from odds.solvers.factored import Factored
from odds.solvers.factored_boxes import whole
from odds.solvers.factored_layers import Work
from odds.solvers.factored_scale import common_scale
from tests.solvers.random_programs import RandomProgram


def payoff(result: Hashable) -> Fraction:
    return Fraction(int(str(result)), 5)


def scale_of(program: Program[int], room: int = 10**6, workers: int = 1) -> int:
    box = whole(program.maxima)
    boundary = getattr(program, "is_boundary", lambda _: False)
    solved = Factored(program, {0: box}, boundary, payoff)
    return common_scale(solved, Work(solved.order, room, 1, workers))


def value(program: Program[int], control: int, counters: Counters, scale: int) -> Fraction:
    """The value of a state by plain recursion; on the way all values are seen to be whole."""
    node = program.step(control)
    if isinstance(node, End):
        found = payoff(node.result)
    elif isinstance(node, Choose):
        found = max(value(program, then, counters, scale) for _, then in node.options)
    elif isinstance(node, Chance):
        total = sum(weight for _, weight in node.outcomes)
        parts = (weight * value(program, c, counters, scale) for c, weight in node.outcomes)
        found = sum(parts, Fraction(0)) / total
    elif isinstance(node, Add):
        most = program.maxima[node.counter]
        moved = min(max(counters[node.counter] + node.amount, 0), most)
        after = (*counters[: node.counter], moved, *counters[node.counter + 1 :])
        found = value(program, node.then, after, scale)
    else:
        assert isinstance(node, Look)
        branch = sum(counters[node.counter] >= cut for cut in node.cuts)
        found = value(program, node.then[branch], counters, scale)
    assert (found * scale).denominator == 1
    return found


@pytest.mark.parametrize("seed", range(25))
def test_every_value_of_a_random_program_is_whole(seed: int) -> None:
    program = RandomProgram(seed)
    scale = scale_of(program)
    for counters in product(*(range(most + 1) for most in program.maxima)):
        value(program, 0, counters, scale)
    assert scale_of(program, room=2000) == scale_of(program, workers=2) == scale


class Paying(Program[int]):
    """Roll and roll again, a point of the counter for each; then a die of ``faces`` decides."""

    maxima = (7,)

    def __init__(self, faces: int) -> None:
        self.faces = faces

    def step(self, control: int) -> Node[int]:
        nodes: dict[int, Node[int]] = {
            0: Look(0, (1,), (3, 1)),
            1: Chance(((2, 1), (3, 5))),
            2: Add(0, -1, 0),
            3: Chance(((4, 1), (5, self.faces - 1))),
            4: End(1),
            5: End(0),
        }
        return nodes[control]


@pytest.mark.parametrize(("faces", "scale"), [(6, 6**8), (4, 2**9 * 3**7), (10, 2**8 * 3**7 * 5)])
def test_a_cycle_counts_as_often_as_its_counter_lets_it(faces: int, scale: int) -> None:
    assert scale_of(Paying(faces)) == scale * 5
