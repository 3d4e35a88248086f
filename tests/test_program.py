"""Programs as decision processes: counters, cuts, choices, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from odds.check import check_process
from odds.dist import Dist
from odds.errors import ModelError
from odds.program import Add, At, Chance, Choose, Counters, End, Look, Node, Program, ProgramProcess
from odds.solvers.backward import backward

STOP_AT = 6


class Race(Program[str]):
    """Pay a draw for 1 or 3 points, or stop: 4 points are fair, 6 are good."""

    @property
    def maxima(self) -> Counters:
        return (9, 3)

    def step(self, control: str) -> Node[str]:
        nodes: dict[str, Node[str]] = {
            "turn": Look(1, (1,), ("over", "choice")),
            "choice": Choose((("stop", "over"), ("draw", "pay"))),
            "pay": Add(1, -1, "roll"),
            "roll": Chance((("one", 2), ("three", 1))),
            "one": Add(0, 1, "turn"),
            "three": Add(0, 3, "turn"),
            "over": Look(0, (4, STOP_AT), ("poor", "fair", "good")),
            **{result: End(result) for result in ("poor", "fair", "good")},
        }
        return nodes[control]


def naive(points: int, draws: int) -> Fraction:
    """The value of a turn, straight from the rules above: good 2, fair 1, poor 0."""
    stop = Fraction(2 if points >= STOP_AT else 1 if points >= 4 else 0)
    if not draws:
        return stop
    draw = (2 * naive(min(points + 1, 9), draws - 1) + naive(min(points + 3, 9), draws - 1)) / 3
    return max(stop, draw)


def race(points: int = 0, draws: int = 3) -> ProgramProcess[str]:
    return ProgramProcess(Race(), [("turn", (points, draws))])


@pytest.mark.parametrize("draws", range(4))
@pytest.mark.parametrize("points", range(10))
def test_the_process_follows_the_program(points: int, draws: int) -> None:
    process = race(points, draws)
    check_process(process)
    worth = {"poor": Fraction(0), "fair": Fraction(1), "good": Fraction(2)}
    solution = backward(process, lambda state: (worth[str(process.result(state))],))
    (start,) = process.initial()
    assert solution.value[start] == (naive(points, draws),)


def test_counters_are_capped_and_floored() -> None:
    process = race()
    assert process.settle("three", (8, 2)) == At("choice", (9, 2))
    assert process.settle("pay", (0, 0)) == At("roll", (0, 0))


@pytest.mark.parametrize(
    ("points", "result"),
    [(0, "poor"), (3, "poor"), (4, "fair"), (5, "fair"), (6, "good"), (9, "good")],
)
def test_a_cut_counts_from_its_own_value_on(points: int, result: str) -> None:
    process = race()
    end = process.settle("over", (points, 0))
    assert process.is_absorbing(end)
    assert process.result(end) == result


def test_choices_and_chances() -> None:
    process = race()
    (choice,) = process.initial()
    assert list(process.actions(choice)) == ["stop", "draw"]
    roll = At("roll", (0, 2))
    assert process.transitions(choice, "draw") == Dist.certain(roll)
    assert list(process.actions(roll)) == [None]
    assert process.transitions(roll, None) == Dist(
        {At("choice", (1, 2)): 2, At("choice", (3, 2)): 1}
    )


def test_what_is_not_there_is_refused() -> None:
    process = race()
    (choice,) = process.initial()
    end = At("poor", (0, 0))
    with pytest.raises(ModelError, match="no action 'fly'"):
        process.transitions(choice, "fly")
    with pytest.raises(ModelError, match="is an end"):
        process.transitions(end, None)
    with pytest.raises(ModelError, match="is not an end"):
        process.result(choice)
