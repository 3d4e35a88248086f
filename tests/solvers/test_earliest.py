"""The earliest policy against explicit sequences that are far longer than they need to be."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import ModelError
from odds.model import Draws
from odds.solvers.earliest import earliest

GOAL = "goal"
LONG = 14
Sequence_ = tuple[Fraction, ...]


def random_draws(random: Random) -> Draws[int | str]:
    weights = tuple(random.randint(1, 3) for _ in range(random.randint(1, 3)))
    states = list(range(random.randint(1, 5)))
    everywhere = [*states, *states, GOAL]
    options = {
        s: [
            list(dict.fromkeys(random.choice(everywhere) for _ in range(random.randint(1, 3))))
            for _ in weights
        ]
        for s in states
    }
    return Draws(weights, options, GOAL)


def after(table: dict[int | str, Sequence_], state: int | str) -> Sequence_:
    size = len(next(iter(table.values())))
    return (Fraction(1), *[Fraction(0)] * size) if state == GOAL else (Fraction(0), *table[state])


def one_more(
    draws: Draws[int | str], table: dict[int | str, Sequence_], left: int
) -> dict[int | str, Sequence_]:
    result = {}
    for state, options in draws.options.items():
        picked = [
            max((after(table, e) for e in among), key=lambda s: (sum(s[:left]), s))
            for among in options
        ]
        total = sum(draws.weights)
        result[state] = tuple(
            sum(
                (Fraction(w, total) * v for w, v in zip(draws.weights, c, strict=True)), Fraction(0)
            )
            for c in zip(*picked, strict=True)
        )
    return result


def explicit(draws: Draws[int | str], deadline: int) -> list[dict[int | str, Sequence_]]:
    table: dict[int | str, Sequence_] = dict.fromkeys(draws.options, ())
    for _ in range(LONG):
        table = one_more(draws, table, 0)
    layers = [table]
    for left in range(1, deadline + 1):
        layers.append(one_more(draws, layers[-1], left))
    return layers


def check(draws: Draws[int | str], deadline: int, length: int) -> None:
    found = earliest(draws, deadline, length)
    layers = explicit(draws, deadline)
    for state in draws.options:
        assert found.arrivals[state] == layers[-1][state][:length]
    before, left = layers[max(deadline - 1, 0)], max(deadline - 1, 0)
    taste = {s: (sum(before[s][:left], Fraction(0)), before[s]) for s in draws.options}
    for one in draws.options:
        assert found.rank[one] < found.rank[GOAL]
        for other in draws.options:
            assert (found.rank[one] < found.rank[other]) == (taste[one] < taste[other])


@given(st.integers(0, 10**6), st.integers(0, 4), st.integers(0, 8))
@settings(deadline=None, max_examples=80)
def test_sequences_and_ranks(seed: int, deadline: int, length: int) -> None:
    check(random_draws(Random(seed)), deadline, length)


COINCIDENCE: Draws[int | str] = Draws(
    (1, 1),
    {
        "choice": [["mixed", "either"], ["either", "mixed"]],
        "either": [["sure"], ["lost"]],
        "mixed": [["half"], ["half"]],
        "sure": [[GOAL], [GOAL]],
        "half": [[GOAL], ["lost"]],
        "lost": [["lost"], ["lost"]],
    },
    GOAL,
)
"""Two states with the same sequence whose successors never fall into the same classes."""


@pytest.mark.parametrize("deadline", range(5))
def test_equal_sequences_for_different_reasons(deadline: int) -> None:
    check(COINCIDENCE, deadline, 6)
    rank = earliest(COINCIDENCE, deadline, 6).rank
    assert rank["mixed"] == rank["either"] > rank["lost"]


def test_a_deadline_comes_before_earliness() -> None:
    """A fair chance at once, or a certain arrival in two steps."""
    options = {
        "start": [["gamble", "sure"]] * 2,
        "gamble": [[GOAL], ["lost"]],
        "sure": [["nearly"]] * 2,
        "nearly": [[GOAL]] * 2,
        "lost": [["lost"]] * 2,
    }
    draws: Draws[int | str] = Draws((1, 1), options, GOAL)
    assert earliest(draws, 0, 3).arrivals["start"] == (0, Fraction(1, 2), 0)
    assert earliest(draws, 2, 3).arrivals["start"] == (0, Fraction(1, 2), 0)
    assert earliest(draws, 3, 3).arrivals["start"] == (0, 0, 1)
    hurried, patient = earliest(draws, 2, 3).rank, earliest(draws, 3, 3).rank
    assert hurried["gamble"] > hurried["sure"]
    assert patient["gamble"] < patient["sure"]


@pytest.mark.parametrize(
    "draws",
    [
        Draws((), {0: []}, GOAL),
        Draws((0,), {0: [[GOAL]]}, GOAL),
        Draws((1,), {0: [[]]}, GOAL),
        Draws((1, 1), {0: [[GOAL]]}, GOAL),
        Draws((1,), {}, GOAL),
    ],
)
def test_malformed_draws(draws: Draws[int | str]) -> None:
    with pytest.raises(ModelError):
        earliest(draws, 0, 1)
