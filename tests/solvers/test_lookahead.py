"""A lookahead within a stage equals plain recursion in fractions, within its own bound."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest

from odds.errors import ModelError, SolveError
from odds.program import Add, Chance, Choose, Counters, End, Look, Node, StagedProgram
from odds.solvers import lookahead as module
from odds.solvers.algebra import error_bound
from odds.solvers.lookahead import NOTHING, Graph, Lookahead, Outside, Values, graph_of

MAXIMA = (3, 5, 2)
POINTS = list(product(*(range(most + 1) for most in MAXIMA)))
PAYOFFS = [Fraction(0), Fraction(1), Fraction(1, 3), Fraction(1, 10)]


class Random3(StagedProgram[int]):
    """Layers of random nodes over three counters; control 0 begins, 90 to 92 are the exits."""

    maxima = MAXIMA
    title = "random"
    identity: ClassVar[dict[str, Any]] = {}
    start = (0, (0, 0, 0))
    stages = 2

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.nodes: dict[int, Node[int]] = {}
        self.known: dict[tuple[int, Counters], Fraction] = {}
        for control in range(60):
            later = [
                rng.randint(control + 1, min(63, control + 9)) for _ in range(rng.randint(1, 4))
            ]
            self.nodes[control] = self.node(rng, [90 + c - 60 if c >= 60 else c for c in later])
        self.nodes[93] = End(rng.randrange(4))

    def node(self, rng: Random, later: list[int]) -> Node[int]:
        later = [93 if rng.random() < 0.05 else control for control in later]
        kind = rng.randrange(4)
        if kind == 0:
            return Choose(tuple(enumerate(later)))
        if kind == 1:
            weights = rng.choice([[1, 1, 1, 1], [1, 2, 4, 1], [3, 5, 2, 7]])
            return Chance(tuple(dict(zip(later, weights, strict=False)).items()))
        if kind == 2:
            return Add(rng.randrange(3), rng.choice([-2, -1, 1, 3]), later[0])
        counter = rng.randrange(3)
        cuts = tuple(sorted(rng.sample(range(1, MAXIMA[counter] + 1), min(2, MAXIMA[counter]))))
        return Look(counter, cuts, tuple(rng.choice(later) for _ in range(len(cuts) + 1)))

    @property
    def ranges(self) -> Any:
        return tuple((0, most) for most in MAXIMA)

    def step(self, control: int) -> Node[int]:
        return self.nodes[control]

    def begins(self, stage: int) -> Iterable[int]:
        return [0]

    def stage_of(self, control: int) -> int:
        return 0

    def is_boundary(self, control: int) -> bool:
        return 90 <= control < 93

    def payoff(self, result: Hashable) -> Fraction:
        assert isinstance(result, int)
        return PAYOFFS[result]

    def key(self, control: int) -> int:
        return 1000 - control


def behind(seed: int) -> Values:
    """Random floats at the exits."""
    flat = np.random.default_rng(seed).random(3 * len(POINTS))
    flat.flags.writeable = False
    box = tuple((0, most) for most in MAXIMA)
    return Values(flat, {910 - i: (box, i * len(POINTS)) for i in range(3)}, 5)


def plain(program: Random3, values: Values, control: int, at: Counters) -> Fraction:
    if (control, at) not in program.known:
        program.known[control, at] = recursion(program, values, control, at)
    return program.known[control, at]


def recursion(program: Random3, values: Values, control: int, at: Counters) -> Fraction:
    if program.is_boundary(control):
        return Fraction(values.at(program.key(control), at).value)
    node = program.step(control)
    if isinstance(node, Choose):
        return max(plain(program, values, then, at) for _, then in node.options)
    if isinstance(node, Chance):
        total = sum(weight for _, weight in node.outcomes)
        return sum(w * plain(program, values, c, at) for c, w in node.outcomes) / Fraction(total)
    if isinstance(node, Add):
        moved = list(at)
        moved[node.counter] = min(MAXIMA[node.counter], max(0, at[node.counter] + node.amount))
        return plain(program, values, node.then, tuple(moved))
    if isinstance(node, Look):
        branch = sum(cut <= at[node.counter] for cut in node.cuts)
        return plain(program, values, node.then[branch], at)
    return program.payoff(node.result)


def whole_graph(program: Random3) -> Graph:
    """From every control and every point, so that everything can be asked for."""
    return graph_of(program, dict.fromkeys(range(60), tuple((0, most) for most in MAXIMA)))


@pytest.mark.parametrize("seed", range(40))
def test_every_state_of_a_stage(seed: int) -> None:
    program, values = Random3(seed), behind(seed)
    ahead = Lookahead(whole_graph(program), values)
    rng = Random(seed)
    for control in range(60):
        for at in rng.sample(POINTS, 3):
            found = ahead.at(program.key(control), at)
            expected = plain(program, values, control, at)
            # The values given are exact here; the bound counts five roundings for them.
            assert abs(Fraction(found.value) - expected) <= expected * error_bound(found.roundings)


@pytest.mark.parametrize("seed", range(10))
def test_what_no_play_comes_to_is_never_guessed(seed: int) -> None:
    """A graph from one point knows just what is reached from there."""
    program, values = Random3(seed), behind(seed)
    ahead = Lookahead(graph_of(program, {0: ((1, 1), (2, 2), (0, 0))}), values)
    known = 0
    for control in range(60):
        for at in POINTS[::7]:
            try:
                found = ahead.at(program.key(control), at)
            except Outside:
                continue
            known += 1
            expected = plain(program, values, control, at)
            assert abs(Fraction(found.value) - expected) <= expected * error_bound(found.roundings)
    assert 0 < known < 60 * len(POINTS[::7])


def test_a_table_that_is_too_small_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    program, values = Random3(3), behind(3)
    whole = Lookahead(whole_graph(program), values)
    monkeypatch.setattr(module, "TABLE_BITS", 2)
    monkeypatch.setattr(module, "DEPTH", 1)
    small = Lookahead(whole.graph, values)
    for control in range(60):
        key = program.key(control)
        assert small.at(key, (1, 2, 1)) == whole.at(key, (1, 2, 1))
    monkeypatch.setattr(module, "MAX_BITS", 2)
    with pytest.raises(ModelError, match="too many others"):
        Lookahead(whole.graph, values).at(program.key(deep(program)), (1, 2, 1))


def deep(program: Random3) -> int:
    """A choice or a random event with another behind it."""
    events = [c for c in range(60) if isinstance(program.nodes[c], Choose | Chance)]
    return next(
        c
        for c in events
        if isinstance(node := program.nodes[c], Choose) and node.options[0][1] in events
    )


def test_a_full_table_is_emptied_before_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    program, values = Random3(3), behind(3)
    monkeypatch.setattr(module, "TABLE_BITS", 6)
    ahead = Lookahead(whole_graph(program), values)
    for at in POINTS[::4]:
        for control in range(60):
            ahead.at(program.key(control), at)
    assert len(ahead._table.state) == 64


def test_a_value_that_isnt_given() -> None:
    program, values = Random3(3), behind(3)
    graph, key = whole_graph(program), program.key(deep(program))
    with pytest.raises(Outside):
        Lookahead(graph, NOTHING).at(key, (0, 0, 0))
    narrow = {key: (((3, 3), (0, 5), (0, 2)), start) for key, (_, start) in values.blocks.items()}
    with pytest.raises(Outside):
        Lookahead(graph, values._replace(blocks=narrow)).at(key, (0, 0, 0))
    with pytest.raises(Outside):
        Lookahead(graph, values).at(1, (0, 0, 0))
    with pytest.raises(Outside):
        values.at(1, (0, 0, 0))
    with pytest.raises(Outside):
        values.at(910, (4, 0, 0))


def test_an_underflow_is_no_value() -> None:
    tiny = behind(3)._replace(flat=np.full(3 * len(POINTS), 2.0**-1022))
    mean = Random3(3)
    mean.nodes = {0: Chance(((90, 1), (93, 5))), 93: End(0)}
    ahead = Lookahead(graph_of(mean, {0: mean.ranges}), tiny)
    with pytest.raises(SolveError, match="underflow"):
        ahead.at(1000, (0, 0, 0))


def test_two_controls_of_one_key_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Random3, "key", lambda self, control: 7)
    with pytest.raises(ModelError, match="the same key"):
        whole_graph(Random3(3))
