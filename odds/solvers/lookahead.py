"""Single states of a stage: what each choice is worth, from the values behind the stage alone.

A stage is kept as a graph over its controls, whatever the counters. The value of one state is then
found by backward induction over just the states that it leads to, up to the boundary, where the
values of the next stage are given as floats. Every sum, product and quotient rounds once; the
roundings on the way are counted as in ``odds.solvers.algebra``, and added to those behind the
values given, so that each result has a proven bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import count
from typing import Final, NamedTuple

import numpy as np

from odds.errors import ModelError, SolveError
from odds.program import Counters, StagedProgram
from odds.solvers.algebra import Array, rounded
from odds.solvers.factored_boxes import Box
from odds.solvers.factored_discovery import stage_of
from odds.solvers.factored_graph import Best, Branch, C, Leaf, Mean, Shift, Stage, Vertex
from odds.solvers.lookahead_kernel import (
    BEST,
    BRANCH,
    DONE,
    EXIT,
    FULL,
    LEAF,
    MEAN,
    OUTSIDE,
    SHIFT,
    Given,
    digits_of,
    evaluate,
    new_stack,
    new_table,
)

TABLE_BITS: Final = 18
DEPTH: Final = 1000
MAX_BITS: Final = 26


class Counted(NamedTuple):
    """A float with so many roundings behind it at most."""

    value: float
    roundings: int


class Outside(Exception):
    """A state hangs on what isn't in the graph, or on a value behind it that isn't given."""


@dataclass(frozen=True)
class Graph:
    """A stage over its controls, as arrays of the columns that ``lookahead_kernel`` names."""

    nodes: Array
    edges: Array
    leaves: Array
    """The payoffs of the ends, by number."""
    leaf_roundings: Array
    exits: Array
    """The keys of the controls behind the stage, by number."""
    keys: Array
    """The keys of choices and random events, ascending."""
    places: Array
    """The node of each of them."""
    maxima: Array

    def arrays(self) -> dict[str, Array]:
        """All of it by name, to be kept."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def node(self, key: int) -> int | None:
        """The node of the control with this key, if it is a choice or a random event here."""
        at = int(np.searchsorted(self.keys, key))
        if at < len(self.keys) and self.keys[at] == key:
            return int(self.places[at])
        return None


def graph_of(program: StagedProgram[C], start: Mapping[C, Box]) -> Graph:
    """All of a stage to which play can come from ``start``, controls with boxes of counters."""
    stage = stage_of(program, start, program.is_boundary, program.payoff)
    return graph_from(program, stage)


def graph_from(program: StagedProgram[C], stage: Stage[C]) -> Graph:
    """The same of a stage that was explored."""
    asked = stage.roots | stage.moments
    found = sorted((program.key(control), node) for control, node in asked.items())
    keys = np.array([key for key, _ in found], np.int64)
    if (keys[1:] == keys[:-1]).any():
        raise ModelError("two controls of a stage have the same key")
    payoffs = [vertex.payoff for vertex in stage.nodes if isinstance(vertex, Leaf)]
    nodes, edges = _encoded(stage.nodes)
    return Graph(
        nodes=nodes,
        edges=edges,
        leaves=np.array([rounded(payoff) for payoff in payoffs]),
        leaf_roundings=np.array([Fraction(rounded(p)) != p for p in payoffs], np.int64),
        exits=np.array([program.key(control) for control in stage.exits], np.int64),
        keys=keys,
        places=np.array([node for _, node in found], np.int64),
        maxima=np.array(program.maxima, np.int64),
    )


def _encoded(vertices: Sequence[Vertex]) -> tuple[Array, Array]:
    """The nodes and edges of a stage."""
    rows: list[tuple[int, ...]] = []
    edges: list[tuple[int, int]] = []
    leaves = count()
    for vertex in vertices:
        first = len(edges)
        edges += _edges(vertex)
        span = (first, len(edges))
        if isinstance(vertex, Best):
            rows.append((BEST, 0, 0, *span, 0))
        elif isinstance(vertex, Mean):
            rows.append((MEAN, 0, 0, *span, vertex.total))
        elif isinstance(vertex, Shift):
            rows.append((SHIFT, vertex.counter, vertex.amount, *span, 0))
        elif isinstance(vertex, Branch):
            rows.append((BRANCH, vertex.counter, 0, *span, 0))
        elif isinstance(vertex, Leaf):
            rows.append((LEAF, 0, next(leaves), *span, 0))
        else:
            rows.append((EXIT, 0, vertex.number, *span, 0))
    return np.array(rows, np.int32), np.array(edges, np.int32).reshape(-1, 2)


def _edges(vertex: Vertex) -> list[tuple[int, int]]:
    if isinstance(vertex, Mean):
        return [(target, weight) for weight, targets in vertex.groups for target in targets]
    if isinstance(vertex, Branch):
        return list(zip(vertex.targets, (0, *vertex.cuts), strict=True))
    return [(target, 1) for target in vertex.targets]


class Values(NamedTuple):
    """The values of a layer: by the key of a control, its box and where its array begins."""

    flat: Array
    blocks: Mapping[int, tuple[Box, int]]
    roundings: int

    def at(self, key: int, counters: Counters) -> Counted:
        """The value of one state; ``Outside`` if it isn't given."""
        box, start = self.blocks.get(key, ((), 0))
        if not box:
            raise Outside
        offset = 0
        for value, (low, high) in zip(counters, box, strict=True):
            if not low <= value <= high:
                raise Outside
            offset = offset * (high - low + 1) + value - low
        return Counted(float(self.flat[start + offset]), self.roundings)


NOTHING: Final = Values(np.zeros(0), {}, 0)
"""What is behind the last stage."""


class Lookahead:
    """One stage with the values behind it, ready to be asked."""

    def __init__(self, graph: Graph, behind: Values) -> None:
        self.graph = graph
        self._digits = digits_of(graph.maxima.tolist())
        if len(graph.nodes).bit_length() + self._digits.bits > 62:
            raise ModelError("the number of a state doesn't fit 63 bits")
        self._given = _given(graph, behind)
        self._bits, self._depth = TABLE_BITS, DEPTH
        self.forget()

    def forget(self) -> None:
        """Forget the states that were evaluated."""
        self._table, self._stack = new_table(self._bits), new_stack(self._depth)

    def at(self, key: int, counters: Counters) -> Counted:
        """The value of a state by its control's key; whatever is evaluated for it stays known.

        ``Outside`` if the graph hasn't got it, or if it hangs on a value that isn't given.
        """
        node = self.graph.node(key)
        if node is None:
            raise Outside
        return self._value(node, counters)

    def _value(self, node: int, counters: Counters) -> Counted:
        graph = self.graph
        known = self._table.kept[0] > 0
        point = sum(c << s for c, s in zip(counters, self._digits.shifts.tolist(), strict=True))
        while True:
            status, value, roundings = evaluate(
                *(graph.nodes, graph.edges, self._digits, self._given),
                *(self._table, self._stack, node, point),
            )
            if status == DONE:
                return Counted(float(value), int(roundings))
            if status == OUTSIDE:
                raise Outside
            if status != FULL:
                raise SolveError("underflow: a value is too small for a float")
            if not known:  # nothing but this state's own
                self._grow()
            known = False
            self.forget()

    def _grow(self) -> None:
        if self._bits >= MAX_BITS:
            raise ModelError("a state hangs on too many others within its stage")
        self._bits, self._depth = self._bits + 2, self._depth * 2


def _given(graph: Graph, behind: Values) -> Given:
    counters = len(graph.maxima)
    nothing: tuple[Box, int] = (((1, 0),) * counters, -1)
    found = [behind.blocks.get(int(key), nothing) for key in graph.exits]
    flat = behind.flat.view()
    flat.flags.writeable = False  # always, since the loop is compiled for each kind of array
    boxes = np.array([box for box, _ in found], np.int64).reshape(-1, counters, 2)
    return Given(
        graph.leaves,
        graph.leaf_roundings,
        flat,
        np.array([start for _, start in found], np.int64),
        np.ascontiguousarray(boxes[..., 0]),
        np.ascontiguousarray(boxes[..., 1]),
        behind.roundings,
    )
