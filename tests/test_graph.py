"""Graph searches against the plainest definitions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import ModelError
from odds.graph import (
    certain,
    components,
    find_cycle,
    positive,
    predecessors,
    reachable,
    successors_first,
)
from tests.naive_models import best_chances, can_reach, random_table

GRAPHS = st.integers(1, 8).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=3), min_size=n, max_size=n)
)


def closure(graph: list[list[int]]) -> list[set[int]]:
    """For each node, those that some path of length 0 or more leads to."""
    rows = dict(enumerate(graph))
    return [{t for t in rows if s in can_reach(rows, {t})} for s in rows]


@given(GRAPHS)
@settings(deadline=None)
def test_reachable_and_predecessors(graph: list[list[int]]) -> None:
    paths = closure(graph)
    for start in range(len(graph)):
        assert {n for n, there in enumerate(reachable(graph, [start])) if there} == paths[start]
    back = predecessors(graph)
    assert sorted((s, t) for s, after in enumerate(graph) for t in after) == sorted(
        (s, t) for t, before in enumerate(back) for s in before
    )


@given(GRAPHS)
@settings(deadline=None)
def test_components_come_after_those_that_they_lead_to(graph: list[list[int]]) -> None:
    paths = closure(graph)
    found = components(graph)
    assert sorted(node for component in found for node in component) == list(range(len(graph)))
    for component in found:
        node = component[0]
        assert set(component) == {t for t in paths[node] if node in paths[t]}
    place = {node: i for i, component in enumerate(found) for node in component}
    assert all(place[t] <= place[s] for s, after in enumerate(graph) for t in after)


@given(GRAPHS)
@settings(deadline=None)
def test_an_order_or_a_cycle(graph: list[list[int]]) -> None:
    cycle = find_cycle(graph)
    paths = closure(graph)
    cyclic = any(s in paths[t] for s, after in enumerate(graph) for t in after)
    assert bool(cycle) == cyclic
    if cycle:
        assert len(set(cycle)) == len(cycle)
        assert all(t in graph[s] for s, t in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        with pytest.raises(ModelError, match="cycle"):
            successors_first(graph, range(len(graph)))
    else:
        place = {n: i for i, n in enumerate(successors_first(graph, range(len(graph))))}
        assert len(place) == len(graph)
        assert all(place[t] < place[s] for s, after in enumerate(graph) for t in after)


def test_a_long_cycle_is_named_in_short() -> None:
    ring = [[(n + 1) % 50] for n in range(50)]
    with pytest.raises(ModelError, match=r"'n\d+' -> ('n\d+' -> ){4}\.\.\. -> 'n\d+'$"):
        successors_first(ring, [f"n{n}" for n in range(50)])


def test_depth_is_no_limit() -> None:
    depth = 50_000
    line = [[n + 1] for n in range(depth)] + [[]]
    assert all(reachable(line, [0]))
    assert components(line) == [[n] for n in range(depth, -1, -1)]
    assert successors_first(line, range(depth + 1)) == list(range(depth, -1, -1))
    line[depth] = [0]
    assert len(components(line)) == 1
    assert len(find_cycle(line)) == depth + 1


@given(st.integers(0, 10**6), st.integers(3, 6))
@settings(deadline=None, max_examples=100)
def test_probabilities_0_and_1_without_arithmetic(seed: int, size: int) -> None:
    table = random_table(Random(seed), size)
    goal = size - 1
    chances = best_chances(table, {goal})
    choices = [[list(row) for row in table[state].values()] for state in range(size)]
    assert positive(choices, [goal]) == [chances[state] > 0 for state in range(size)]
    assert certain(choices, [goal]) == [chances[state] == 1 for state in range(size)]
