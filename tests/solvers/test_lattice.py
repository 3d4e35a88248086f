"""The lattice of sub-multisets against plain sums over all ways to draw."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from odds.dice import sub_counts
from odds.model import Keep, Kind, RedrawStage
from odds.solvers.lattice import Frame, Lattice, sizes_of
from tests.solvers.draws import KINDS, Sum, draws


def make(kinds: tuple[Kind, ...], least: int = 2) -> Lattice:
    stage = RedrawStage(kinds, Sum(least), (), ())
    return Lattice(stage, Frame(sizes_of(kinds)))


@pytest.mark.parametrize("kinds", KINDS)
def test_nodes_are_all_parts_by_size_and_then_order(kinds: tuple[Kind, ...]) -> None:
    lattice = make(kinds)
    every = {
        node
        for node in product(*(product(range(k.count + 1), repeat=len(k.weights)) for k in kinds))
        if all(sum(row) <= k.count for row, k in zip(node, kinds, strict=True))
    }
    assert lattice.nodes == sorted(every, key=lambda node: (sum(map(sum, node)), node))
    assert [lattice.index[node] for node in lattice.nodes] == [*range(len(every))]
    most = sum(kind.count for kind in kinds)
    assert [sum(map(sum, n)) == most for n in lattice.nodes] == [
        i in lattice.full for i in range(len(every))
    ]


@pytest.mark.parametrize("kinds", KINDS)
def test_done_and_open_split_the_full_nodes(kinds: tuple[Kind, ...]) -> None:
    lattice = make(kinds)

    def total(node: Keep) -> int:
        return sum(cls * count for row in node for cls, count in enumerate(row))

    assert lattice.done == {i for i in lattice.full if total(lattice.nodes[i]) >= 2}
    assert list(lattice.open) == [i for i in lattice.full if i not in lattice.done]


@pytest.mark.parametrize("kinds", KINDS)
def test_expect_sums_over_all_draws(kinds: tuple[Kind, ...]) -> None:
    lattice = make(kinds)
    random = Random(1)
    leaves = {i: random.randint(-9, 9) for i in lattice.full}
    found = lattice.expect([leaves[i] for i in lattice.full])
    for i, node in enumerate(lattice.nodes[: lattice.first_full]):
        ways = draws(kinds, node)
        assert sum(ways.values()) * lattice.scale[i] == lattice.total
        assert found[i] == sum(leaves[lattice.index[m]] * n for m, n in ways.items())


@pytest.mark.parametrize("kinds", KINDS)
def test_spread_puts_masses_where_the_draws_lead(kinds: tuple[Kind, ...]) -> None:
    lattice = make(kinds)
    masses = {0: 3, lattice.first_full - 1: 2}
    expected: Counter[int] = Counter()
    for i, mass in masses.items():
        for full, ways in draws(kinds, lattice.nodes[i]).items():
            expected[lattice.index[full]] += mass * ways * lattice.scale[i]
    found = lattice.spread(masses)
    assert {i: found[i] for i in lattice.full} == {i: expected[i] for i in lattice.full}


@pytest.mark.parametrize("kinds", KINDS)
def test_best_parts_looks_at_every_proper_part(kinds: tuple[Kind, ...]) -> None:
    lattice = make(kinds)
    random = Random(2)
    keys = [random.randint(-99, 99) for _ in range(lattice.first_full)]
    expected = []
    for i in lattice.open:
        flat = [count for row in lattice.nodes[i] for count in row]
        parts = []
        for part in sub_counts(flat):
            rest = iter(part)
            node = tuple(tuple(next(rest) for _ in kind.weights) for kind in kinds)
            if part != tuple(flat):
                parts.append(keys[lattice.index[node]])
        expected.append(max(parts))
    assert lattice.best_parts(keys) == expected


@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("turn", [False, True])
def test_keys_order_by_value_and_then_by_rank(kinds: tuple[Kind, ...], turn: bool) -> None:
    lattice = make(kinds)
    random = Random(3)
    first = lattice.first_full
    ranks = lattice.turned if turn else [*range(first)]
    values = [random.randint(-2, 2) * lattice.total // lattice.scale[i] for i in range(first)]
    keys = lattice.keys(values, ranks)
    in_full = [value * lattice.scale[i] for i, value in enumerate(values)]
    assert [(key >> lattice.shift, key % (1 << lattice.shift)) for key in keys] == list(
        zip(in_full, ranks, strict=True)
    )


@pytest.mark.parametrize("kinds", KINDS)
def test_turned_is_the_order_with_each_size_reversed(kinds: tuple[Kind, ...]) -> None:
    lattice = make(kinds)
    nodes = lattice.nodes[: lattice.first_full]
    turned = sorted(sorted(nodes, reverse=True), key=lambda node: sum(map(sum, node)))
    assert lattice.turned == [turned.index(node) for node in nodes]
