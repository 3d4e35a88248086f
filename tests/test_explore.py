"""Exploring models: numbering, limits, and the chain that a policy induces."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds import explore as module
from odds.dist import Dist
from odds.errors import ModelError, TooLarge
from odds.explore import InducedChain, Move, StateMap, explore, explore_chain
from tests.naive_models import Table, TableChain, TableProcess, can_reach, random_table


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_what_is_explored_is_the_model(seed: int) -> None:
    table = random_table(Random(seed), 7)
    space = explore(TableProcess(table, [0]))
    rows = {s: [t for row in choices.values() for t in row] for s, choices in table.items()}
    assert set(space.states) == {t for t in table if 0 in can_reach(rows, {t})}
    assert [space.index[state] for state in space.states] == list(range(len(space)))
    assert space.initial == (0,)
    for number, state in enumerate(space.states):
        assert space.absorbing[number] == (not table[state])
        assert space.actions[number] == tuple(table[state])
        for action, row in table[state].items():
            move = space.move(state, action)
            named = zip(move.targets, move.weights, strict=True)
            assert {space.states[t]: w for t, w in named} == row
            assert move.total == sum(row.values())
        after = [space.states[t] for t in space.successors()[number]]
        assert set(after) == set(rows[state])
        assert [list(c) for c in space.choices()[number]] == [
            list(move.targets) for move in space.moves[number]
        ]


def test_numbers_follow_the_order_of_discovery() -> None:
    table: Table = {5: {"a": {9: 1, 7: 1}, "b": {3: 1}}, 9: {"a": {1: 1}}, 7: {}, 3: {}, 1: {}}
    space = explore(TableProcess(table, [5]))
    assert list(space.states) == [5, 9, 7, 3, 1]
    assert space.where(lambda state: state > 5) == [1, 2]


def test_equal_moves_are_one_object() -> None:
    table: Table = {0: {"a": {1: 1, 2: 2}, "b": {1: 1, 2: 2}}, 1: {}, 2: {}}
    first, second = explore(TableProcess(table)).moves[0]
    assert first is second


def test_the_mean_after_a_move() -> None:
    values = [Fraction(1, 2), Fraction(1, 3), Fraction(-5)]
    assert Move((0, 1, 2), (1, 3, 2), 6).mean(values) == Fraction(1, 6) * (Fraction(1, 2) + 1 - 10)
    assert Move((1,), (7,), 7).mean(values) == Fraction(1, 3)


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = TableChain({n: {n + 1: 1} for n in range(99)} | {99: {}}, [0])
    assert len(explore_chain(chain, limit=100)) == 100
    with pytest.raises(TooLarge) as caught:
        explore_chain(chain, limit=50)
    assert (caught.value.what, caught.value.estimate, caught.value.limit) == ("states", 51, 50)
    monkeypatch.setattr(module, "MAX_TRANSITIONS", 98)
    with pytest.raises(TooLarge, match="transitions: 99 needed, at most 98"):
        explore_chain(chain)


class Stuck(TableProcess):
    """A model without absorbing states."""

    def is_absorbing(self, state: int) -> bool:
        return False


def test_broken_models_name_the_state() -> None:
    with pytest.raises(ModelError, match="1 is not absorbing and has no action"):
        explore(Stuck({0: {"a": {1: 1}}, 1: {}}))
    unhashable: Any = [[3]]
    with pytest.raises(ModelError, match=r"the state \[3\] is not hashable"):
        explore(TableProcess({}, unhashable))


def test_moves_of_unknown_states_and_actions() -> None:
    space = explore(TableProcess({0: {"a": {1: 1}}, 1: {}}))
    with pytest.raises(ModelError, match="no action 'b' in 0"):
        space.move(0, "b")
    with pytest.raises(ModelError, match="no action 'a' in 8"):
        space.move(8, "a")


def test_the_induced_chain() -> None:
    table: Table = {0: {"a": {1: 1}, "b": {0: 1, 1: 2}}, 1: {}}
    chain = InducedChain(TableProcess(table), {0: "b"})
    assert list(chain.initial()) == [0, 1]
    assert chain.is_absorbing(1)
    assert chain.step(0) == Dist({0: 1, 1: 2})
    with pytest.raises(ModelError, match="no action for 0"):
        InducedChain(TableProcess(table), {}).step(0)


def test_a_state_map_is_a_mapping() -> None:
    found = StateMap({"x": 0, "y": 1}, [3, 4], lambda packed: packed * 10)
    assert found["y"] == 40
    assert len(found) == 2
    assert found == {"x": 30, "y": 40}
    assert "z" not in found


def test_a_state_that_is_not_reached_has_no_number() -> None:
    space = explore(TableProcess({0: {"a": {1: 1}}, 1: {}}))
    for _ in range(2):
        assert 2 not in space.index
        with pytest.raises(KeyError):
            space.index[2]
    assert len(space) == len(space.index) == 2
