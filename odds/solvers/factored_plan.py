"""What all parts of a stage share: the order of the axes, which nodes have arrays, and how long.

It is found once for the whole of a stage, before it is cut into parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from odds.program import Counters
from odds.solvers.factored_boxes import Box, needed
from odds.solvers.factored_graph import Best, Branch, C, Mean, Shift, Stage

SHORT_RUN: Final = 300
"""Runs of fewer elements cost more for their starts than for their elements."""


@dataclass(frozen=True)
class Plan:
    """How a stage is evaluated."""

    order: tuple[int, ...]
    """The counters as axes, the outermost first."""
    stored: list[bool]
    """Which nodes have arrays."""
    over: list[list[int]]
    """For each group of the stage the nodes whose arrays nobody reads after it."""


def plan_of(stage: Stage[C], demand: Mapping[int, Box], maxima: Counters) -> Plan:
    """The plan for a stage of which the nodes of ``demand`` are asked for on these boxes."""
    order = axis_order(stage, len(maxima))
    arrays = stored(stage, needed(stage, demand, maxima), order)
    return Plan(order, arrays, expiring(stage, arrays, demand))


def axis_order(stage: Stage[C], counters: int) -> tuple[int, ...]:
    """The order of the axes: the counter that is cut or moved most lies outermost.

    So the pieces that are read are long runs of memory.
    """
    uses: Counter[int] = Counter()
    for vertex in stage.nodes:
        if isinstance(vertex, Branch | Shift):
            uses[vertex.counter] += len(vertex.targets)
    return tuple(sorted(range(counters), key=lambda c: -uses[c]))


def expiring(stage: Stage[C], arrays: list[bool], demand: Mapping[int, Box]) -> list[list[int]]:
    """For each group the nodes whose arrays nobody reads after it."""
    last = [-1] * len(stage.nodes)
    over: list[list[int]] = [[] for _ in stage.groups]
    for at in range(len(over) - 1, -1, -1):
        group = stage.groups[at]
        for node in group:
            if arrays[node] or node in demand or len(group) > 1:
                last[node] = max(last[node], at)
        latest = max(last[node] for node in group)
        for node in group:
            last[node] = latest
            until = at if arrays[node] else latest
            for target in stage.nodes[node].targets:
                last[target] = max(last[target], until)
        for node in group:
            if arrays[node]:
                over[last[node]].append(node)
    return over


def stored(stage: Stage[C], boxes: Sequence[Box | None], order: Sequence[int]) -> list[bool]:
    """Which nodes get arrays: maxima, means, and what would be read again and again in short runs.

    A branch or a shift along one of the innermost axes leaves runs of few elements.
    """
    sizes = [max((box[c][1] - box[c][0] for box in boxes if box), default=0) + 1 for c in order]
    short = {c for at, c in enumerate(order) if prod(sizes[at + 1 :]) < SHORT_RUN}
    readers = [0] * len(stage.nodes)
    for vertex in stage.nodes:
        for target in vertex.targets:
            readers[target] += 1
    return [
        isinstance(vertex, Best | Mean)
        or (isinstance(vertex, Branch | Shift) and vertex.counter in short and count > 1)
        for vertex, count in zip(stage.nodes, readers, strict=True)
    ]
