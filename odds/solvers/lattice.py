"""The lattice of sub-multisets of a set of independent draws.

A node is a multiset of at most ``count`` draws of each kind. Going up adds one draw of the first
kind that isn't full, so that every full node is reached from a node K with exactly the probability
of drawing what K lacks; going down takes any one draw away, so that every part of a full node is
below it. Nodes are sorted by size and then by the tuple order of their counts: among nodes that
are worth the same, the one of the highest index redraws least and keeps what comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from math import comb, prod
from operator import itemgetter, mul
from typing import Final

from odds.dice import multisets
from odds.model import Keep, Kind, RedrawRule, RedrawStage

Getter = Callable[[Sequence[int]], tuple[int, ...]]


def node_count(kinds: Sequence[Kind]) -> int:
    """How many nodes the lattice over ``kinds`` has."""
    return prod(comb(kind.count + len(kind.weights), kind.count) for kind in kinds)


class Lattice:
    """Nodes, their neighbours and their scales, for one stage.

    ``full`` lists the indices of nodes in which every draw is made, ``done`` those of them that
    complete the stage; ``scale[i]`` is the number of equally likely ways to make the draws that
    node i holds, so that ``total`` is the number of ways to make them all.
    """

    def __init__(self, stage: RedrawStage) -> None:
        self.kinds: Final = stage.kinds
        self.nodes: Final = _nodes(stage.kinds)
        self.index: Final = {node: i for i, node in enumerate(self.nodes)}
        ways = [sum(kind.weights) for kind in stage.kinds]
        self.scale: Final = [
            prod(way ** sum(counts) for way, counts in zip(ways, node, strict=True))
            for node in self.nodes
        ]
        self.total: Final = self.scale[-1]
        self.full: Final = [
            i
            for i, node in enumerate(self.nodes)
            if all(sum(c) == k.count for c, k in zip(node, stage.kinds, strict=True))
        ]
        self.first_full: Final = self.full[0]
        self.up: Final = [self._above(node) for node in self.nodes[: self.first_full]]
        self.climb: Final = [
            (self.kinds[kind].weights, _getter(targets)) for kind, targets in self.up
        ]
        self.descend: Final = [_getter(self._below(node)) for node in self.nodes]
        self.done: Final = _done(self, stage.rule)
        self.open: Final = [i for i in self.full if i not in self.done]

    def _above(self, node: Keep) -> tuple[int, tuple[int, ...]]:
        """The first kind that isn't full, and the nodes that one more draw of it leads to."""
        kind = next(t for t, k in enumerate(self.kinds) if sum(node[t]) < k.count)
        classes = range(len(self.kinds[kind].weights))
        return kind, tuple(self.index[_changed(node, kind, c, 1)] for c in classes)

    def _below(self, node: Keep) -> list[int]:
        """The nodes that taking one draw away leads to."""
        return [
            self.index[_changed(node, kind, c, -1)]
            for kind, counts in enumerate(node)
            for c, count in enumerate(counts)
            if count
        ]

    def expect(self, leaves: dict[int, int]) -> list[int]:
        """For each node the sum of ``leaves`` over all ways to draw what the node lacks.

        ``leaves`` maps full nodes to values; a node's result is over ``total / scale[node]``.
        """
        values = [0] * len(self.nodes)
        for i in self.full:
            values[i] = leaves[i]
        climb = self.climb
        for i in range(self.first_full - 1, -1, -1):
            weights, get = climb[i]
            values[i] = sum(map(mul, weights, get(values)))
        return values

    def spread(self, masses: dict[int, int]) -> list[int]:
        """Where draws end up when ``masses`` (node to mass) have all that they lack drawn.

        Entry i of the result, for a full node i, is over ``total`` times the masses' scale.
        """
        values = [0] * len(self.nodes)
        for i, mass in masses.items():
            values[i] += mass * self.scale[i]
        for i in range(self.first_full):
            if values[i]:
                kind, targets = self.up[i]
                for weight, j in zip(self.kinds[kind].weights, targets, strict=True):
                    values[j] += weight * values[i]
        return values

    def best_parts(self, keys: list[int]) -> list[int]:
        """The highest of ``keys`` over all proper parts of each full node that isn't done.

        ``keys`` holds a number for each node that isn't full; the result is aligned with ``open``.
        """
        best = keys[: self.first_full]
        descend = self.descend
        for i in range(1, self.first_full):
            below = max(descend[i](best))
            if below > best[i]:
                best[i] = below
        return [max(descend[i](best)) for i in self.open]


def _nodes(kinds: Sequence[Kind]) -> list[Keep]:
    parts = [
        [m for size in range(kind.count + 1) for m in multisets(size, len(kind.weights))]
        for kind in kinds
    ]
    return sorted(product(*parts), key=lambda node: (sum(map(sum, node)), node))


def _changed(node: Keep, kind: int, cls: int, amount: int) -> Keep:
    counts = node[kind]
    moved = (*counts[:cls], counts[cls] + amount, *counts[cls + 1 :])
    return (*node[:kind], moved, *node[kind + 1 :])


def _getter(indices: Sequence[int]) -> Getter:
    """``itemgetter`` that gives a tuple for a single index too."""
    if len(indices) == 1:
        only = indices[0]
        return lambda values: (values[only],)
    return itemgetter(*indices) if indices else lambda _values: ()


def _done(lattice: Lattice, rule: RedrawRule) -> frozenset[int]:
    """The full nodes that complete the stage, by folding the rule up from the empty node.

    On that way kinds are filled one after the other; other nodes need no summary.
    """
    summaries: dict[int, Hashable] = {0: rule.start()}
    for i, (kind, targets) in enumerate(lattice.up):
        if i in summaries:
            for cls, j in enumerate(targets):
                if j not in summaries:
                    summaries[j] = rule.add(summaries[i], kind, cls)
    return frozenset(i for i in lattice.full if rule.is_done(summaries[i]))
