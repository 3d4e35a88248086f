"""A stage made ready for the compiled loops, apart from what is asked of it.

All of this is found where the stage is explored, in a process of its own if so asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

import numpy as np

from odds.program import Counters
from odds.solvers.algebra import Array, rounded
from odds.solvers.factored_boxes import Box, hull, unrolled, whole
from odds.solvers.factored_code import Code, bounds, encoded, unbounded
from odds.solvers.factored_graph import C, Leaf, Stage
from odds.solvers.factored_kernel import KIND, LEAF, most_roundings, needed


@dataclass(frozen=True)
class Packed(Generic[C]):
    """A stage as tables; the axes of all boxes are the counters in their order."""

    narrow: Code
    """Its tables in 32 bits if they fit: all stages are held at once."""
    roots: Mapping[C, int]
    """The node of each control with which the stage may begin."""
    exits: Mapping[C, int]
    """The node of each control of the boundary behind it."""
    leaves: Sequence[Leaf]
    steps: Array
    """[s, 3] node, number among the distinct roots or -1, slice: what to do, in order."""
    slices: Array
    """[q, 2 k] boxes to which steps are limited; the first is no limit."""

    @property
    def code(self) -> Code:
        """Its tables as the compiled loops take them."""
        return Code(*(table.astype(np.int64) for table in self.narrow))

    def roundings(self, behind: Mapping[C, int]) -> dict[C, int]:
        """How many roundings a float of each root has behind it at most, given those of exits."""
        code = self.code
        nodes = code.nodes
        known = np.zeros(len(nodes), np.int64)
        if any(Fraction(rounded(leaf.payoff)) != leaf.payoff for leaf in self.leaves):
            known[nodes[:, KIND] == LEAF] = 1
        for control, node in self.exits.items():
            known[node] = behind.get(control, 0)
        most = most_roundings(nodes, code.targets, self.steps, known)
        return {control: int(most[node]) for control, node in self.roots.items()}

    @property
    def root_nodes(self) -> list[int]:
        """The distinct nodes of roots, as the steps number them."""
        return list(dict.fromkeys(self.roots.values()))


def packed(stage: Stage[C], demand: Mapping[int, Box], maxima: Counters) -> Packed[C]:
    """``stage``, of which no more than ``demand`` will be asked; ``ModelError`` for a cycle."""
    code = encoded(stage, maxima)
    exits = {control: stage.exit_nodes[at] for at, control in enumerate(stage.exits)}
    leaves = [vertex for vertex in stage.nodes if isinstance(vertex, Leaf)]
    narrow = Code(*map(_narrowed, code))
    return Packed(narrow, stage.roots, exits, leaves, *_steps(stage, code, demand, maxima))


def _narrowed(table: Array) -> Array:
    small = table.astype(np.int32)
    return small if np.array_equal(small, table) else table


def _steps(
    stage: Stage[C], code: Code, demand: Mapping[int, Box], maxima: Counters
) -> tuple[Array, Array]:
    """All nodes, successors first, those on cycles in slices; each root once it is known."""
    counters = range(len(maxima))
    rows = rows_needed(code, demand, counters)
    number = {node: i for i, node in enumerate(dict.fromkeys(stage.roots.values()))}
    steps: list[tuple[int, int, int]] = []
    slices = [whole(maxima)]
    for group in stage.groups:
        if len(group) > 1 or group[0] in stage.nodes[group[0]].targets:
            boxes = dict(zip(group, unbounded(rows[list(group)], counters), strict=True))
            for node, box in unrolled(stage, group, boxes, maxima):
                steps.append((node, -1, len(slices)))
                slices.append(box)
        else:
            steps.append((group[0], -1, 0))
        steps += [(node, number[node], 0) for node in group if node in number]
    return np.array(steps, np.int64), bounds(slices, counters)


def rows_needed(code: Code, demand: Mapping[int, Box], order: Sequence[int]) -> Array:
    """For each node a box around all that is needed of it when ``demand`` is asked for."""
    rows = np.zeros((len(code.nodes), 2 * len(order)), np.int64)
    rows[:, : len(order)] = 1
    rows[list(demand)] = bounds(list(demand.values()), order)
    needed(code.nodes, code.targets, code.cuts, code.maxima, code.members, code.groups, rows)
    return rows


def by_node(roots: Mapping[C, int], demand: Mapping[C, Box]) -> dict[int, Box]:
    """A demand of controls as one of nodes."""
    boxes: dict[int, Box] = {}
    for control, box in demand.items():
        node = roots[control]
        boxes[node] = hull(boxes[node], box) if node in boxes else box
    return boxes
