"""A stage as tables of integers, for the compiled loops; ``factored_kernel`` says what is where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np

from odds.program import Counters
from odds.solvers.algebra import Array
from odds.solvers.factored_boxes import Box
from odds.solvers.factored_graph import Best, Branch, C, Exit, Leaf, Mean, Shift, Stage, Vertex
from odds.solvers.factored_kernel import (
    AMOUNT,
    BEST,
    BRANCH,
    COUNTER,
    CUT,
    EXIT,
    FIRST,
    GROUP,
    KIND,
    LAST,
    LEAF,
    MEAN,
    SHIFT,
    TOTAL,
)

KINDS: Final = {Best: BEST, Mean: MEAN, Branch: BRANCH, Shift: SHIFT, Leaf: LEAF, Exit: EXIT}


class Code(NamedTuple):
    """The tables of a stage."""

    nodes: Array
    targets: Array
    cuts: Array
    maxima: Array
    members: Array
    """[n] the nodes group by group, successors first."""
    groups: Array
    """[groups + 1] where each begins."""


def encoded(stage: Stage[C], maxima: Counters) -> Code:
    """The stage as tables, the axes being the counters in their order."""
    vertices = stage.nodes
    leaves = iter(range(len(vertices)))
    cuts = [vertex.cuts if isinstance(vertex, Branch) else () for vertex in vertices]
    all_targets = [vertex.targets for vertex in vertices]
    ends = list(accumulate(map(len, all_targets)))
    nodes = np.zeros((len(vertices), 9), np.int64)
    nodes[:, KIND] = [KINDS[type(vertex)] for vertex in vertices]
    nodes[:, COUNTER] = [v.counter if isinstance(v, Branch | Shift) else 0 for v in vertices]
    nodes[:, AMOUNT] = [_amount(vertex, leaves) for vertex in vertices]
    nodes[:, FIRST] = [0, *ends[:-1]]
    nodes[:, LAST] = ends
    nodes[:, CUT] = [0, *accumulate(map(len, cuts[:-1]))]
    nodes[:, TOTAL] = [vertex.total if isinstance(vertex, Mean) else 1 for vertex in vertices]
    for number, members in enumerate(stage.groups):
        nodes[list(members), GROUP] = number
    weights = [weight for vertex in vertices for weight in _weights(vertex)]
    flat = [target for targets in all_targets for target in targets]
    return Code(
        nodes,
        np.stack([_numbers(flat), _numbers(weights)], axis=1),
        _numbers([cut for some in cuts for cut in some]),
        _numbers(maxima),
        _numbers([node for group in stage.groups for node in group]),
        _numbers([0, *accumulate(map(len, stage.groups))]),
    )


def _amount(vertex: Vertex, leaves: Iterator[int]) -> int:
    if isinstance(vertex, Shift):
        return vertex.amount
    if isinstance(vertex, Exit):
        return vertex.number
    return next(leaves) if isinstance(vertex, Leaf) else 0


def _weights(vertex: Vertex) -> Sequence[int]:
    if isinstance(vertex, Mean):
        return [weight for weight, targets in vertex.groups for _ in targets]
    return [1] * len(vertex.targets)


def _numbers(values: Sequence[Any]) -> Array:
    return np.array(values, np.int64)


def turned(code: Code, order: Sequence[int]) -> Code:
    """The same stage with its counters as axes in this order."""
    nodes = code.nodes.copy()
    nodes[:, COUNTER] = np.argsort(order)[nodes[:, COUNTER]]
    return code._replace(nodes=nodes, maxima=code.maxima[list(order)])


def uses(code: Code) -> tuple[Array, Array]:
    """For each counter how many nodes move it, and how many targets depend on it."""
    counters = range(len(code.maxima))
    kind, counter = code.nodes[:, KIND], code.nodes[:, COUNTER]
    many = code.nodes[:, LAST] - code.nodes[:, FIRST]
    on = [(kind == SHIFT) & (counter == c) for c in counters]
    cut = [(kind == BRANCH) & (counter == c) for c in counters]
    moves = _numbers([int(moved.sum()) for moved in on])
    return moves, moves + _numbers([int(many[some].sum()) for some in cut])


def bounds(boxes: Sequence[Box | None], order: Sequence[int]) -> Array:
    """Boxes as rows of lowest and highest values; an empty row for no box."""
    empty = ((1, 0),) * len(order)
    rows = _numbers([box or empty for box in boxes]).reshape(-1, len(order), 2)[:, list(order)]
    return np.concatenate([rows[..., 0], rows[..., 1]], axis=1)


def unbounded(rows: Array, order: Sequence[int]) -> list[Box | None]:
    """The boxes that ``bounds`` made rows of."""
    axes = np.argsort(order).tolist()
    boxes: list[Box | None] = []
    for row in rows.tolist():
        some = row[0] <= row[len(order)]
        boxes.append(tuple((row[c], row[len(order) + c]) for c in axes) if some else None)
    return boxes


def sizes(rows: Array) -> Array:
    """How many values each of the boxes has."""
    axes = rows.shape[1] // 2
    size: Array = np.prod(np.maximum(rows[:, axes:] - rows[:, :axes] + 1, 0), axis=1)
    return size
