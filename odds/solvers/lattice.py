"""The lattice of sub-multisets of a set of independent draws.

A node is a multiset of at most ``count`` draws of each kind. Going up adds one draw of the first
kind that isn't full, so that every full node is reached from a node K with exactly the probability
of drawing what K lacks; going down takes any one draw away, so that every part of a full node is
below it. Nodes are sorted by size and then by the tuple order of their counts: among nodes that
are worth the same, the one of the highest index redraws least and keeps what comes first.

Both passes run over edges, which are pairs of numbers: plain loops over them with one operation on
whole numbers in each turn are two to three times as fast as ``sum`` and ``max`` over neighbours.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import accumulate, chain, groupby, islice, pairwise
from operator import add, itemgetter, mul
from typing import Final

from odds.model import Keep, Kind, RedrawRule, RedrawStage

Sizes = tuple[tuple[int, int, int], ...]
Edges = list[tuple[int, int]]
"""Pairs of a node and one that has one draw more."""


class Frame:
    """The part of a lattice that stages share: nodes, neighbours and scales.

    ``sizes`` gives for each kind how many draws there are, into how many classes they fall and in
    how many equally likely ways each comes out. ``scale[i]`` is the number of ways to make the
    draws that node i holds, and ``total`` that of making them all. The nodes from ``first_full``
    on are full. For each of those before, ``turned`` has its index if every size were in reverse
    order; ``shift`` bits hold such an index, and ``lifted`` is ``scale`` shifted by so many.
    """

    def __init__(self, sizes: Sizes) -> None:
        levels = _levels(sizes)
        self.nodes: Final = list(chain.from_iterable(levels))
        self.index: Final = {node: i for i, node in enumerate(self.nodes)}
        self.first_full: Final = len(self.nodes) - len(levels[-1])
        self.turned: Final = _turned(levels[:-1])
        fills = [list(map(sum, map(itemgetter(kind), self.nodes))) for kind in range(len(sizes))]
        scale = [1] * len(self.nodes)
        for (count, _, ways), fill in zip(sizes, fills, strict=True):
            powers = [ways**k for k in range(count + 1)]
            scale = [known * powers[k] for known, k in zip(scale, fill, strict=True)]
        self.scale: Final = scale
        self.shift: Final = self.first_full.bit_length()
        self.lifted: Final = [ways << self.shift for ways in scale[: self.first_full]]
        self.total: Final = self.scale[-1]
        self.edges: Final[Edges] = []
        self.rises: Final[list[tuple[int, list[Edges]]]] = []
        self._link(sizes, fills)

    def _link(self, sizes: Sizes, fills: Sequence[Sequence[int]]) -> None:
        """Find the edges.

        ``edges`` are all of them: kind by kind, and then from nodes with few draws of that kind to
        those with many, so that what they carry from node to node arrives at all that is above.
        ``rises`` are those of the first kind that isn't full, bundled by kind and by class; no
        edge of a bundle leads to the start of another one of the same or of an earlier bundle.
        """
        # A node's counts are digits of a number, so that one draw more is one addition.
        base = 1 + max(count for count, _, _ in sizes)
        places = [base**i for i in range(sum(classes for _, classes, _ in sizes))]
        codes = [sum(map(mul, chain.from_iterable(node), places)) for node in self.nodes]
        at = {code: i for i, code in enumerate(codes)}
        place = iter(places)
        rest = set(range(self.first_full))  # nodes that are full in all earlier kinds
        for kind, ((count, classes, _), fill) in enumerate(zip(sizes, fills, strict=True)):
            steps = list(islice(place, classes))
            lacking = [i for i in range(self.first_full) if fill[i] < count]
            lacking.sort(key=fill.__getitem__)
            for _, group in groupby(lacking, fill.__getitem__):
                nodes = list(group)
                rows = [[(i, at[codes[i] + step]) for i in nodes] for step in steps]
                self.edges.extend(chain.from_iterable(rows))
                if kind:  # in the first one, all belong
                    rows = [[edge for edge in row if edge[0] in rest] for row in rows]
                self.rises.append((kind, rows))
            rest = {i for i in rest if fill[i] == count}


def sizes_of(kinds: Sequence[Kind]) -> Sizes:
    """What a ``Frame`` is made from."""
    return tuple((kind.count, len(kind.weights), sum(kind.weights)) for kind in kinds)


class Lattice:
    """The lattice of one stage: a frame, the classes' weights, and what completes the stage.

    ``done`` holds the full nodes that complete it, ``open`` the other full ones in order.
    """

    def __init__(self, stage: RedrawStage, frame: Frame) -> None:
        self.frame: Final = frame
        self.nodes: Final = frame.nodes
        self.index: Final = frame.index
        self.scale: Final = frame.scale
        self.shift: Final = frame.shift
        self.total: Final = frame.total
        self.first_full: Final = frame.first_full
        self.turned: Final = frame.turned
        self.full: Final = range(frame.first_full, len(frame.nodes))
        self.rises: Final = [(stage.kinds[kind].weights, rows) for kind, rows in frame.rises]
        self.done: Final = _done(frame, stage.rule)
        self.open: Final = [i for i in self.full if i not in self.done]

    def expect(self, leaves: Sequence[int]) -> list[int]:
        """For each node the sum of ``leaves`` over all ways to draw what the node lacks.

        ``leaves`` are values of the full nodes; a node's result is over ``total / scale[node]``.
        """
        values = [0] * self.first_full
        values += leaves
        for weights, rows in reversed(self.rises):
            for weight, edges in zip(weights, rows, strict=True):
                if weight == 1:  # often, and then it needn't be multiplied
                    for i, j in edges:
                        values[i] += values[j]
                else:
                    for i, j in edges:
                        values[i] += weight * values[j]
        return values

    def spread(self, masses: dict[int, int]) -> list[int]:
        """Where draws end up when ``masses`` (node to mass) have all that they lack drawn.

        Entry i of the result, for a full node i, is over ``total`` times the masses' scale.
        """
        values = [0] * len(self.nodes)
        for i, mass in masses.items():
            values[i] += mass * self.scale[i]
        for weights, rows in self.rises:
            for weight, edges in zip(weights, rows, strict=True):
                for i, j in edges:
                    if values[i]:
                        values[j] += weight * values[i]
        return values

    def keys(self, values: list[int], ranks: Sequence[int]) -> list[int]:
        """Integers that order the nodes which aren't full by value, and then by ``ranks``.

        ``values`` are over ``total / scale``. A key is the value over ``total``, then ``shift``
        bits for the rank: a single integer is compared faster than a pair.
        """
        return list(map(add, map(mul, values, self.frame.lifted), ranks))

    def best_parts(self, keys: list[int]) -> list[int]:
        """The highest of ``keys`` over all proper parts of each full node that isn't done.

        ``keys`` holds a number for each node that isn't full; the result is aligned with ``open``.
        """
        best = keys + [keys[0]] * len(self.full)  # the empty node is a part of each
        for i, j in self.frame.edges:
            if best[i] > best[j]:
                best[j] = best[i]
        return [best[i] for i in self.open]


def _levels(sizes: Sizes) -> list[list[Keep]]:
    """The nodes by size, each size in tuple order."""
    levels: list[list[Keep]] = [[()]]
    for count, classes, _ in sizes:
        rows = _rows(count, classes)
        most = len(levels) - 1
        levels = [
            [
                (*node, row)
                for held in range(max(0, size - count), min(most, size) + 1)
                for node in levels[held]
                for row in rows[size - held]
            ]
            for size in range(most + count + 1)
        ]
    return [sorted(level) for level in levels] if len(sizes) > 1 else levels


def _turned(levels: Sequence[Sequence[Keep]]) -> list[int]:
    ends = accumulate(map(len, levels), initial=0)
    return [i for start, end in pairwise(ends) for i in range(end - 1, start - 1, -1)]


def _rows(count: int, classes: int) -> list[list[tuple[int, ...]]]:
    """The multisets of 0 to ``count`` draws, each size in tuple order."""
    rows: list[list[tuple[int, ...]]] = [[(size,)] for size in range(count + 1)]
    for _ in range(classes - 1):
        rows = [
            [(first, *others) for first in range(size + 1) for others in rows[size - first]]
            for size in range(count + 1)
        ]
    return rows


def _done(frame: Frame, rule: RedrawRule) -> frozenset[int]:
    """The full nodes that complete the stage, by folding the rule up from the empty node.

    On that way kinds are filled one after the other; other nodes need no summary. Many draws have
    the same summary, and the rule is asked only once about each.
    """
    asked: dict[tuple[int, int], dict[Hashable, Hashable]] = {}
    summaries = {0: rule.start()}
    for kind, rows in frame.rises:
        for cls, edges in enumerate(rows):
            after = asked.setdefault((kind, cls), {})
            for i, j in edges:
                if j not in summaries and i in summaries:
                    summary = summaries[i]
                    if summary not in after:
                        after[summary] = rule.add(summary, kind, cls)
                    summaries[j] = after[summary]
    found = {i: summaries[i] for i in range(frame.first_full, len(frame.nodes))}
    done = {summary for summary in set(found.values()) if rule.is_done(summary)}
    return frozenset([i for i, summary in found.items() if summary in done])
