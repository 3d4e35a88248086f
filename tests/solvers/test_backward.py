"""Backward induction against recursion, and against all other solvers that apply."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import ModelError, TooLarge
from odds.explore import InducedChain
from odds.model import Vector
from odds.solvers.backward import backward, reach_within
from odds.solvers.chain import absorption
from odds.solvers.policy_iteration import reach_chance
from tests.naive_models import Table, TableChain, TableProcess, all_policies, induced, random_table

SEEDS = st.integers(0, 10**6)


def expected(table: Table, state: int, policy: dict[int, str], payoff: dict[int, Vector]) -> Vector:
    """The payoff vector of one policy, by recursion."""
    if not table[state]:
        return payoff[state]
    row = table[state][policy[state]]
    parts = [(expected(table, t, policy, payoff), w) for t, w in row.items()]
    total = sum(row.values())
    return tuple(
        sum((v[i] * w for v, w in parts), Fraction(0)) / total for i in range(len(parts[0][0]))
    )


@given(SEEDS, st.integers(1, 3))
@settings(deadline=None, max_examples=80)
def test_values_are_those_of_the_best_of_all_policies(seed: int, length: int) -> None:
    random = Random(seed)
    table = random_table(random, random.randint(3, 6), acyclic=True)
    payoff = {
        state: tuple(Fraction(random.randint(-2, 2), random.randint(1, 3)) for _ in range(length))
        for state in table
    }
    solution = backward(TableProcess(table), payoff.__getitem__)
    every = [
        {state: expected(table, state, policy, payoff) for state in table}
        for policy in all_policies(table)
    ]
    best = {state: max(values[state] for values in every) for state in table}
    assert dict(solution.value) == best
    for state, choices in table.items():
        if not choices:
            assert state not in solution.policy
            continue
        for action, row in choices.items():
            total = sum(row.values())
            value = tuple(
                sum((best[t][i] * w for t, w in row.items()), Fraction(0)) / total
                for i in range(length)
            )
            assert solution.action_value(state, action) == value
        attaining = tuple(a for a in choices if solution.action_value(state, a) == best[state])
        assert solution.best[state] == attaining
        assert solution.policy[state] == attaining[0]


@given(SEEDS)
@settings(deadline=None, max_examples=40)
def test_the_induced_chain_and_policy_iteration_agree(seed: int) -> None:
    table = random_table(Random(seed), 7, acyclic=True)
    process = TableProcess(table)
    solution = backward(process, lambda state: (Fraction(state == 5),))
    chances = reach_chance(process, lambda state: state == 5)
    assert dict(solution.value) == dict(chances.value)
    assert {s: set(b) for s, b in solution.best.items()} == {
        s: set(b) for s, b in chances.best.items()
    }
    ends = absorption(InducedChain(process, solution.policy))
    assert {s: (e.get(5, Fraction(0)),) for s, e in ends.items()} == dict(solution.value)
    assert ends == absorption(TableChain(induced(table, dict(solution.policy))))


def test_a_later_component_only_breaks_ties() -> None:
    table: Table = {
        0: {"safe": {1: 1}, "same": {2: 1, 3: 1}, "less": {3: 1}},
        **{end: {} for end in (1, 2, 3)},
    }
    payoff = {
        1: (Fraction(1), Fraction(0)),
        2: (Fraction(2), Fraction(1, 3)),
        3: (Fraction(0), Fraction(9)),
    }
    solution = backward(TableProcess(table), payoff.__getitem__)
    assert solution.value[0] == (Fraction(1), Fraction(14, 3))
    assert solution.best[0] == ("same",)
    assert solution.action_value(0, "less") == (Fraction(0), Fraction(9))


def test_exactly_equal_actions_are_all_listed_in_the_models_order() -> None:
    thirds = {1: 1, 2: 2}
    table: Table = {
        0: {"b": thirds, "a": {1: 2, 2: 4}, "worse": {2: 1}, "c": {3: 3}},
        **{end: {} for end in (1, 2, 3)},
    }
    solution = backward(TableProcess(table), lambda s: (Fraction([0, 3, 0, 1][s], 3),))
    assert solution.best[0] == ("b", "a", "c")
    assert solution.policy[0] == "b"


def test_depth_is_no_limit() -> None:
    depth = 20_000
    table: Table = {n: {"on": {n + 1: 1}} for n in range(depth)} | {depth: {}}
    solution = backward(TableProcess(table, [0]), lambda _: (Fraction(7),))
    assert solution.value[0] == (Fraction(7),)
    assert len(solution.policy) == depth


def test_a_cycle_is_named() -> None:
    table: Table = {0: {"a": {1: 1}}, 1: {"a": {2: 1, 3: 1}}, 2: {"a": {1: 1}}, 3: {}}
    with pytest.raises(ModelError, match=r"cycle: 1 -> 2 -> 1|cycle: 2 -> 1 -> 2"):
        backward(TableProcess(table), lambda _: (Fraction(0),))


def test_payoffs_of_different_lengths_are_refused() -> None:
    table: Table = {0: {"a": {1: 1, 2: 1}}, 1: {}, 2: {}}
    with pytest.raises(ModelError, match="differ in length"):
        backward(TableProcess(table), lambda state: (Fraction(0),) * state)


def test_unknown_actions_and_too_many_states_are_refused() -> None:
    table: Table = {0: {"a": {1: 1, 2: 1}}, 1: {}, 2: {}}
    solution = backward(TableProcess(table), lambda _: (Fraction(0),))
    with pytest.raises(ModelError, match="no action 'b' in 0"):
        solution.action_value(0, "b")
    with pytest.raises(TooLarge, match="states: 3 needed, at most 2"):
        backward(TableProcess(table), lambda _: (Fraction(0),), limit=2)


def within(table: Table, goals: set[int], state: int, steps: int) -> Fraction:
    """The best probability of being in a goal within ``steps`` steps, by recursion."""
    if state in goals or not steps or not table[state]:
        return Fraction(state in goals)
    return max(
        sum((within(table, goals, t, steps - 1) * w for t, w in row.items()), Fraction(0))
        / sum(row.values())
        for row in table[state].values()
    )


@given(SEEDS, st.booleans())
@settings(deadline=None, max_examples=40)
def test_within_a_horizon(seed: int, acyclic: bool) -> None:
    table = random_table(Random(seed), 5, acyclic)
    found = reach_within(TableProcess(table), lambda state: state in (1, 4), 4)
    assert [dict(chances) for chances in found] == [
        {state: within(table, {1, 4}, state, k) for state in table} for k in range(5)
    ]
