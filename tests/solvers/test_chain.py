"""Markov chains against textbook elimination and against plain recursion."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import ModelError
from odds.numbers import INFINITE
from odds.solvers.chain import absorbed_at, absorption, expected_steps
from tests.naive_models import Row, TableChain, hitting_chances, hitting_steps, random_rows

SEEDS = st.integers(0, 10**6)


@given(SEEDS, st.integers(3, 9), st.booleans())
@settings(deadline=None, max_examples=120)
def test_absorption_and_steps(seed: int, size: int, acyclic: bool) -> None:
    rows = random_rows(Random(seed), size, acyclic)
    ends = [state for state, row in rows.items() if not row]
    found = absorption(TableChain(rows))
    for end in ends:
        chances = hitting_chances(rows, {end})
        assert {s: found[s].get(end, Fraction(0)) for s in rows} == chances
    assert all(chance > 0 for by_end in found.values() for chance in by_end.values())
    steps = hitting_steps(rows, set(ends))
    assert dict(expected_steps(TableChain(rows))) == {
        s: INFINITE if v is None else v for s, v in steps.items()
    }


def exactly(rows: dict[int, Row], state: int, steps: int, goal: int) -> Fraction:
    """P(absorbed in the goal after exactly ``steps`` steps), by recursion."""
    if not rows[state] or not steps:
        return Fraction(not rows[state] and not steps and state == goal)
    total = sum(rows[state].values())
    return sum(
        (exactly(rows, t, steps - 1, goal) * w for t, w in rows[state].items()), Fraction(0)
    ) / Fraction(total)


@given(SEEDS, st.booleans())
@settings(deadline=None, max_examples=40)
def test_when_a_chain_is_absorbed(seed: int, acyclic: bool) -> None:
    rows = random_rows(Random(seed), 5, acyclic)
    for start in rows:
        found = absorbed_at(TableChain(rows), start, 5, lambda state: state == 4)
        assert found == [exactly(rows, start, k, 4) for k in range(6)]


def test_the_gamblers_ruin() -> None:
    """Feller, volume 1, chapter XIV: a fair game from z with total a lasts z (a - z) on average."""
    total = 60
    rows: dict[int, Row] = {z: {z - 1: 1, z + 1: 1} for z in range(1, total)} | {0: {}, total: {}}
    chain = TableChain(rows)
    assert dict(expected_steps(chain)) == {z: z * (total - z) for z in rows}
    assert absorption(chain)[20] == {0: Fraction(2, 3), total: Fraction(1, 3)}


def test_only_initial_states_are_answered_for() -> None:
    rows: dict[int, Row] = {0: {1: 1, 2: 1}, 1: {2: 1, 3: 2}, 2: {}, 3: {}, 4: {3: 1}}
    found = absorption(TableChain(rows, [0, 0, 3]))
    assert found == {0: {2: Fraction(2, 3), 3: Fraction(1, 3)}, 3: {3: 1}}
    assert 4 not in expected_steps(TableChain(rows, [0]))


def test_what_is_never_absorbed_is_left_out() -> None:
    rows: dict[int, Row] = {0: {1: 1, 2: 3}, 1: {1: 1}, 2: {0: 1, 3: 1}, 3: {}}
    chain = TableChain(rows)
    assert absorption(chain)[0] == {3: Fraction(3, 5)}
    assert absorption(chain)[1] == {}
    assert dict(expected_steps(chain)) == {0: INFINITE, 1: INFINITE, 2: INFINITE, 3: 0}


def test_long_chains_and_long_cycles() -> None:
    length = 3000
    line: dict[int, Row] = {n: {n + 1: 1} for n in range(length)} | {length: {}}
    assert expected_steps(TableChain(line, [0]))[0] == length
    ring: dict[int, Row] = {n: {(n + 1) % length: 1} for n in range(length)} | {length: {}}
    ring[0] = {1: 1, length: 1}
    assert expected_steps(TableChain(ring, [0]))[0] == length + 1
    assert absorption(TableChain(ring, [5])) == {5: {length: 1}}


def test_an_absorbing_start_ends_at_once() -> None:
    chain = TableChain({0: {1: 1}, 1: {}})
    assert absorbed_at(chain, 1, 2, lambda state: state == 1) == [1, 0, 0]
    assert absorbed_at(chain, 1, 1, lambda state: state == 0) == [0, 0]


def test_a_start_that_is_not_in_the_chain() -> None:
    with pytest.raises(ModelError, match="9 is not a state"):
        absorbed_at(TableChain({0: {}}), 9, 1, lambda _: True)
