"""Policy iteration against the enumeration of all policies, and on models with traps."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import TooLarge, VerificationError
from odds.explore import InducedChain
from odds.numbers import INFINITE
from odds.solvers import policy_iteration
from odds.solvers.chain import evaluate, expected_steps
from odds.solvers.policy_iteration import reach, reach_chance
from tests.naive_models import (
    Table,
    TableProcess,
    best_chances,
    fewest_steps,
    hitting_chances,
    hitting_steps,
    induced,
    random_table,
)

SEEDS = st.integers(0, 10**6)
HALF = Fraction(1, 2)


def check_against_all_policies(table: Table, goals: set[int]) -> None:
    chances, steps = best_chances(table, goals), fewest_steps(table, goals)
    found = reach(TableProcess(table), goals.__contains__)
    assert dict(found.chance) == chances
    assert dict(found.steps) == {s: INFINITE if v is None else v for s, v in steps.items()}
    policy = {s: found.policy.get(s, "a") for s in table if table[s]}
    chain = induced(table, policy)
    assert hitting_chances(chain, goals) == chances
    assert hitting_steps(chain, goals) == steps
    for state, choices in table.items():
        if not choices or state in goals:
            assert state not in found.best
            continue
        assert found.best[state] == attaining(choices, state, chances, steps)
        assert found.policy[state] in found.best[state]


def attaining(
    choices: dict[str, dict[int, int]],
    state: int,
    chances: dict[int, Fraction],
    steps: dict[int, Fraction | None],
) -> tuple[str, ...]:
    """The actions that satisfy the optimality equation with equality."""
    best = []
    for action, row in choices.items():
        total = sum(row.values())
        if steps[state] is None:
            mean = sum((chances[t] * w for t, w in row.items()), Fraction(0)) / total
            good = mean == chances[state]
        else:
            after = [(steps[t], w) for t, w in row.items()]
            good = all(v is not None for v, _ in after) and steps[state] == 1 + (
                sum((v * w for v, w in after if v is not None), Fraction(0)) / total
            )
        if good:
            best.append(action)
    return tuple(best)


@given(SEEDS, st.integers(3, 6))
@settings(deadline=None, max_examples=150)
def test_the_best_of_all_policies(seed: int, size: int) -> None:
    check_against_all_policies(random_table(Random(seed), size), {size - 1})


@given(SEEDS)
@settings(deadline=None, max_examples=30)
def test_goals_may_have_actions_of_their_own(seed: int) -> None:
    check_against_all_policies(random_table(Random(seed), 6), {0, 4})


@given(SEEDS, st.integers(3, 6))
@settings(deadline=None, max_examples=60)
def test_chance_alone(seed: int, size: int) -> None:
    table, goals = random_table(Random(seed), size), {size - 1}
    chances = best_chances(table, goals)
    found = reach_chance(TableProcess(table), goals.__contains__)
    assert dict(found.value) == {state: (chance,) for state, chance in chances.items()}
    policy = {s: found.policy.get(s, "a") for s in table if table[s]}
    assert hitting_chances(induced(table, policy), goals) == chances
    for state, best in found.best.items():
        assert best == tuple(
            a for a in table[state] if found.action_value(state, a) == found.value[state]
        )


def test_the_start_of_the_iteration_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odds.solvers.howard._ranked", lambda _distinct, options, *_: options)
    for seed in range(60):
        table = random_table(Random(seed), 6)
        check_against_all_policies(table, {5})


def test_a_loop_that_keeps_the_value_is_best_but_not_taken() -> None:
    table: Table = {0: {"stay": {0: 1}, "try": {1: 1, 2: 1}}, 1: {}, 2: {}}
    found = reach(TableProcess(table), lambda state: state == 1)
    assert found.steps[0] is INFINITE
    assert found.chance[0] == HALF
    assert found.best[0] == ("stay", "try")
    assert found.policy[0] == "try"


def test_of_states_that_would_go_round_in_a_circle_the_lowest_is_changed() -> None:
    """0 -> 1 -> 2 -> 0 by first actions, each with the same way out second."""
    table: Table = {
        0: {"round": {1: 1}, "out": {3: 1, 4: 1}},
        1: {"round": {2: 1}, "out": {3: 1, 4: 1}},
        2: {"round": {0: 1}, "out": {3: 1, 4: 1}},
        3: {},
        4: {},
    }
    found = reach(TableProcess(table), lambda state: state == 3)
    assert dict(found.policy) == {0: "out", 1: "round", 2: "round"}


def test_certain_goals_are_certain_without_arithmetic() -> None:
    """Value iteration creeps towards these and never arrives."""
    table: Table = {0: {"a": {0: 999_999, 1: 1}}, 1: {"a": {0: 999_999, 2: 1}}, 2: {}}
    found = reach(TableProcess(table), lambda state: state == 2)
    assert found.chance == {0: 1, 1: 1, 2: 1}
    assert found.steps == {0: 10**12 + 10**6, 1: 10**12, 2: 0}


def test_a_quick_gamble_is_no_way_to_a_certain_goal() -> None:
    table: Table = {0: {"gamble": {1: 9, 2: 1}, "slow": {0: 9, 1: 1}}, 1: {}, 2: {}}
    found = reach(TableProcess(table), lambda state: state == 1)
    assert found.steps[0] == 10
    assert found.best[0] == ("slow",)


def test_three_quarters_exactly() -> None:
    table: Table = {0: {"a": {0: 2, 1: 3, 2: 1}}, 1: {}, 2: {}}
    assert reach_chance(TableProcess(table), lambda s: s == 1).value[0] == (Fraction(3, 4),)


def test_equal_ways_are_all_listed() -> None:
    table: Table = {0: {"b": {1: 1}, "a": {2: 1}, "c": {0: 1, 3: 1}}, 1: {"x": {3: 1}}}
    table |= {2: {"x": {3: 1}}, 3: {}}
    found = reach(TableProcess(table), lambda state: state == 3)
    assert found.steps[0] == 2
    assert found.best[0] == ("b", "a", "c")
    assert found.policy[0] == "b"


def test_out_of_reach_is_an_answer() -> None:
    table: Table = {0: {"a": {0: 1}, "b": {1: 1}}, 1: {}, 2: {}}
    found = reach(TableProcess(table), lambda state: state == 2)
    assert found.steps == {0: INFINITE, 1: INFINITE, 2: 0}
    assert found.chance == {0: 0, 1: 0, 2: 1}
    assert found.best == {0: ("a", "b")}
    assert found.policy == {0: "a"}


def test_the_policy_brings_its_steps_on_a_grid() -> None:
    """A walk on a torus whose wind blows one step off course every third time."""
    side = 7

    def blown(x: int, y: int, dx: int, dy: int) -> dict[int, int]:
        ahead = (x + dx) % side * side + (y + dy) % side
        aside = (x + dy) % side * side + (y + dx) % side
        return {ahead: 2, aside: 1}

    table: Table = {
        x * side + y: {
            name: blown(x, y, dx, dy)
            for name, dx, dy in (("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0))
        }
        for x in range(side)
        for y in range(side)
    }
    table[24] = {}
    process = TableProcess(table)
    found = reach(process, lambda state: state == 24)
    assert dict(expected_steps(InducedChain(process, found.policy))) == dict(found.steps)
    assert set(found.chance.values()) == {Fraction(1)}


def test_a_wrong_value_does_not_leave_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    table: Table = {0: {"a": {1: 1, 2: 1}}, 1: {}, 2: {}, 3: {"a": {1: 1}}}

    def wrong(gain: int) -> None:
        monkeypatch.setattr(
            policy_iteration,
            "evaluate",
            lambda moves, g, known: [v + (g == gain) for v in evaluate(moves, g, known)],
        )

    wrong(0)
    with pytest.raises(VerificationError, match="as likely as claimed"):
        reach(TableProcess(table), lambda state: state == 1)
    wrong(-1)
    with pytest.raises(VerificationError, match="as fast as claimed"):
        reach(TableProcess(table), lambda state: state == 1)


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooLarge):
        reach(TableProcess(random_table(Random(1), 9)), lambda state: state == 8, limit=5)
