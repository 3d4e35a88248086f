"""The size comes first, and each solver is found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from odds.answers import DEFAULT_LIMITS, Limits, allow_digits, estimate, solve
from odds.errors import TooLarge
from odds.game import Size, Solver


@dataclass
class Asked:
    """A question of a given size, that remembers whether it was answered."""

    states: int
    choices: int
    digits: int
    answered: list[Solver] = field(default_factory=list)

    def size(self) -> Size:
        return Size(self.states, self.choices, self.digits)

    def answer(self, solver: Solver) -> Any:
        self.answered.append(solver)
        return "answer"


LIMITS = Limits(states=10, choices=20, digits=30)


@pytest.mark.parametrize("size", [(10, 20, 30), (0, 0, 0)])
def test_up_to_the_limit_a_question_is_answered(size: tuple[int, int, int]) -> None:
    asked = Asked(*size)
    assert estimate(asked, LIMITS) == (Size(*size), True)
    assert not asked.answered
    assert solve(asked, LIMITS) == "answer"
    assert len(asked.answered) == 1


@pytest.mark.parametrize(
    ("size", "estimated", "limit"),
    [((11, 20, 30), 11, 10), ((10, 21, 30), 21, 20), ((10, 20, 31), 31, 30)],
)
def test_beyond_it_no_work_is_done(size: tuple[int, int, int], estimated: int, limit: int) -> None:
    asked = Asked(*size)
    assert estimate(asked, LIMITS) == (Size(*size), False)
    with pytest.raises(TooLarge) as caught:
        solve(asked, LIMITS)
    assert (caught.value.estimate, caught.value.limit) == (estimated, limit)
    assert not asked.answered


@pytest.fixture
def _digits() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4_300)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("_digits")
def test_no_number_is_allowed_that_python_does_not_write() -> None:
    limits = Limits(digits=10**6)
    with pytest.raises(TooLarge, match="digits of the answer: 5,000 needed, at most 4,300 allowed"):
        solve(Asked(1, 1, 5_000), limits)
    allow_digits(limits)
    assert solve(Asked(1, 1, 5_000), limits) == "answer"
    assert len(str(10**5_000)) == 5_001
    allow_digits(Limits(digits=30))  # takes nothing back
    assert sys.get_int_max_str_digits() == 10**6
    allow_digits(Limits(digits=2**40))
    assert sys.get_int_max_str_digits() == 2**31 - 1
    sys.set_int_max_str_digits(0)  # without a limit
    assert solve(Asked(1, 1, 5_000), limits) == "answer"


def test_the_usual_limits() -> None:
    assert DEFAULT_LIMITS.digits == 4_000
    with pytest.raises(TooLarge, match=f"{DEFAULT_LIMITS.states:,} allowed"):
        solve(Asked(DEFAULT_LIMITS.states + 1, 0, 0))
