"""One stage of a program as a graph on integers, in which equal futures are one node.

A stage begins at some controls and ends at the boundary: the controls at which the next one
begins. Its nodes are those of the program without labels, each naming others by number. Two
controls from which the same can happen are merged (hash consing, successors first), whatever
they are called: a bisimulation, so no value changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from math import gcd
from typing import Generic, NamedTuple, TypeVar

from odds.graph import components

C = TypeVar("C", bound=Hashable)


class Best(NamedTuple):
    """The largest of several values."""

    targets: tuple[int, ...]


class Mean(NamedTuple):
    """The weighted mean: the targets of each weight, and the sum of all weights."""

    groups: tuple[tuple[int, tuple[int, ...]], ...]
    total: int

    @property
    def targets(self) -> tuple[int, ...]:
        """All targets, once for every time they count."""
        return tuple(target for _, group in self.groups for target in group)


class Shift(NamedTuple):
    """The value at a moved counter."""

    counter: int
    amount: int
    targets: tuple[int]


class Branch(NamedTuple):
    """``targets[i]`` where exactly ``i`` of the ascending ``cuts`` are at most the counter."""

    counter: int
    cuts: tuple[int, ...]
    targets: tuple[int, ...]


class Leaf(NamedTuple):
    """An end: its payoff, and the result that has it."""

    payoff: Fraction
    result: Hashable = None
    targets: tuple[()] = ()


class Exit(NamedTuple):
    """A control of the boundary, by its number among ``Stage.exits``."""

    number: int
    targets: tuple[()] = ()


Vertex = Best | Mean | Shift | Branch | Leaf | Exit


@dataclass(frozen=True)
class Stage(Generic[C]):
    """The nodes; ``groups`` lists them successors first, nodes on common cycles together.

    ``roots`` are the controls with which it begins, ``moments`` all choices and random events.
    """

    nodes: list[Vertex]
    groups: list[tuple[int, ...]]
    roots: dict[C, int]
    exits: tuple[C, ...]
    moments: dict[C, int]

    @cached_property
    def exit_nodes(self) -> dict[int, int]:
        """The node of each exit, by the exit's number."""
        return {v.number: node for node, v in enumerate(self.nodes) if isinstance(v, Exit)}


def merged(
    nodes: list[Vertex], roots: dict[C, int], exits: tuple[C, ...], moments: dict[C, int]
) -> Stage[C]:
    """The stage of these nodes, with equal ones as one."""
    kept: list[Vertex] = []
    groups: list[tuple[int, ...]] = []
    known: dict[tuple[type, Vertex], int] = {}
    new = [-1] * len(nodes)
    for component in components([node.targets for node in nodes]):
        if len(component) > 1 or component[0] in nodes[component[0]].targets:
            for node in component:
                new[node] = len(kept)
                kept.append(nodes[node])
            for node in component:
                kept[new[node]] = _renumbered(nodes[node], new)
            groups.append(tuple(new[node] for node in component))
            continue
        node = component[0]
        vertex = _renumbered(nodes[node], new)
        if isinstance(vertex, Best | Mean | Branch) and len(set(vertex.targets)) == 1:
            new[node] = vertex.targets[0]
            continue
        key = (type(vertex), vertex)
        if key not in known:
            known[key] = len(kept)
            groups.append((len(kept),))
            kept.append(vertex)
        new[node] = known[key]
    first, within = ({c: new[node] for c, node in some.items()} for some in (roots, moments))
    return Stage(kept, groups, first, exits, within)


def _renumbered(node: Vertex, new: list[int]) -> Vertex:
    """``node`` with its targets' new numbers, in the one form that equal nodes share."""
    if isinstance(node, Best):
        return Best(tuple(sorted({new[target] for target in node.targets})))
    if isinstance(node, Shift):
        return Shift(node.counter, node.amount, (new[node.targets[0]],))
    if isinstance(node, Branch):
        return _joined(node.counter, node.cuts, [new[target] for target in node.targets])
    if isinstance(node, Mean):
        return _grouped((new[target], weight) for weight, (target,) in node.groups)
    return node


def _joined(counter: int, cuts: tuple[int, ...], targets: list[int]) -> Branch:
    """A branch without cuts at which nothing changes."""
    kept = [i for i in range(len(cuts)) if targets[i] != targets[i + 1]]
    then = (targets[0], *(targets[i + 1] for i in kept))
    return Branch(counter, tuple(cuts[i] for i in kept), then)


def _grouped(outcomes: Iterable[tuple[int, int]]) -> Mean:
    """A mean of distinct targets, in groups of equal weights without a common factor."""
    weights: dict[int, int] = {}
    for target, weight in outcomes:
        weights[target] = weights.get(target, 0) + weight
    shared = reduce(gcd, weights.values())
    groups: dict[int, list[int]] = {}
    for target, weight in weights.items():
        groups.setdefault(weight // shared, []).append(target)
    total = sum(weights.values()) // shared
    return Mean(tuple((w, tuple(sorted(groups[w]))) for w in sorted(groups)), total)
