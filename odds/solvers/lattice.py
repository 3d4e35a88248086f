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
from functools import cached_property, reduce
from itertools import accumulate, chain, groupby, islice, pairwise
from operator import add, mul
from typing import Final

from odds.model import Keep, Kind, RedrawRule, RedrawStage

Sizes = tuple[tuple[int, int, int], ...]
Edges = list[tuple[int, int]]
"""Pairs of a node and one that has one draw more."""
Levels = list[list[int]]
"""The codes of nodes, by size."""


class Frame:
    """The part of a lattice that stages share: nodes, edges and scales.

    ``sizes`` gives for each kind how many draws there are, into how many classes they fall and in
    how many equally likely ways each comes out. ``scale[i]`` is the number of ways to make the
    draws that node i holds, and ``total`` that of making them all. The nodes from ``first_full``
    on are full. For each of those before, ``turned`` has its index if every size were in reverse
    order; ``shift`` bits hold such an index, and ``lifted`` is ``scale`` shifted by so many.
    """

    def __init__(self, sizes: Sizes) -> None:
        # A node's counts are the digits of its code, the first one the highest. So codes are in
        # the tuple order of counts, and one draw more is one addition.
        self.base: Final = 1 + max(count for count, _, _ in sizes)
        self.places: Final = _places([classes for _, classes, _ in sizes], self.base)
        rows = [
            _multisets(count, row) for (count, _, _), row in zip(sizes, self.places, strict=True)
        ]
        levels = reduce(_joined, rows)
        self.codes: Final = list(chain.from_iterable(levels))
        self.first_full: Final = len(self.codes) - len(levels[-1])
        self.turned: Final = _turned(levels[:-1])
        fills = self._fills(rows)
        scale = [1] * len(self.codes)
        for (count, _, ways), fill in zip(sizes, fills, strict=True):
            powers = [ways**k for k in range(count + 1)]
            scale = [known * powers[k] for known, k in zip(scale, fill, strict=True)]
        self.scale: Final = scale
        self.total: Final = scale[-1]
        self.shift: Final = self.first_full.bit_length()
        self.lifted: Final = [ways << self.shift for ways in scale[: self.first_full]]
        self.edges: Final[Edges] = []
        self.rises: Final[list[tuple[int, list[Edges]]]] = []
        self._link([count for count, _, _ in sizes], fills)

    def _fills(self, rows: Sequence[Levels]) -> list[list[int]]:
        """For each kind and node, how many draws of that kind it holds."""
        fills = []
        for row, places in zip(rows, self.places, strict=True):
            size_of = {code: size for size, level in enumerate(row) for code in level}
            low, span = places[-1], self.base * places[0]
            fills.append([size_of[code % span // low * low] for code in self.codes])
        return fills

    def _link(self, counts: Sequence[int], fills: Sequence[Sequence[int]]) -> None:
        """Find the edges.

        ``edges`` are all of them: kind by kind, and then from nodes with few draws of that kind to
        those with many, so that what they carry from node to node arrives at all that is above.
        ``rises`` are those of the first kind that isn't full, bundled by kind and by class; no
        edge of a bundle leads to the start of another one of the same or of an earlier bundle.
        """
        codes = self.codes
        at = {code: i for i, code in enumerate(codes)}
        rest = set(range(self.first_full))  # nodes that are full in all earlier kinds
        for kind, (count, places, fill) in enumerate(zip(counts, self.places, fills, strict=True)):
            lacking = [i for i in range(self.first_full) if fill[i] < count]
            lacking.sort(key=fill.__getitem__)
            for _, group in groupby(lacking, fill.__getitem__):
                nodes = list(group)
                rows = [[(i, at[codes[i] + place]) for i in nodes] for place in places]
                self.edges.extend(chain.from_iterable(rows))
                if kind:  # in the first one, all belong
                    rows = [[edge for edge in row if edge[0] in rest] for row in rows]
                self.rises.append((kind, rows))
            rest = {i for i in rest if fill[i] == count}

    @cached_property
    def nodes(self) -> list[Keep]:
        """The nodes as counts, by kind and class."""
        base, kinds = self.base, self.places
        return [
            tuple([tuple([code // place % base for place in places]) for places in kinds])
            for code in self.codes
        ]

    @cached_property
    def index(self) -> dict[Keep, int]:
        """Where each node is in ``nodes``."""
        return {node: i for i, node in enumerate(self.nodes)}


def sizes_of(kinds: Sequence[Kind]) -> Sizes:
    """What a ``Frame`` is made from."""
    return tuple((kind.count, len(kind.weights), sum(kind.weights)) for kind in kinds)


class Lattice:
    """The lattice of one stage: a frame, the classes' weights, and what completes the stage.

    ``done`` holds the full nodes that complete it, ``open`` the other full ones in order.
    """

    def __init__(self, stage: RedrawStage, frame: Frame) -> None:
        self.frame: Final = frame
        self.scale: Final = frame.scale
        self.shift: Final = frame.shift
        self.total: Final = frame.total
        self.first_full: Final = frame.first_full
        self.turned: Final = frame.turned
        self.full: Final = range(frame.first_full, len(frame.codes))
        self.rises: Final = [(stage.kinds[kind].weights, rows) for kind, rows in frame.rises]
        self.done: Final = _done(frame, stage.rule)
        self.open: Final = [i for i in self.full if i not in self.done]

    @property
    def nodes(self) -> list[Keep]:
        """The nodes as counts, by kind and class."""
        return self.frame.nodes

    @property
    def index(self) -> dict[Keep, int]:
        """Where each node is in ``nodes``."""
        return self.frame.index

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
        values = [0] * len(self.scale)
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


def _places(classes: Sequence[int], base: int) -> list[list[int]]:
    """For each kind and class, what one draw adds to a code."""
    places = [base**digit for digit in range(sum(classes) - 1, -1, -1)]
    rest = iter(places)
    return [list(islice(rest, count)) for count in classes]


def _multisets(count: int, places: Sequence[int]) -> Levels:
    """The codes of 0 to ``count`` draws of one kind, by size and in order."""
    levels = [[size * places[-1]] for size in range(count + 1)]
    for place in reversed(places[:-1]):
        levels = [
            [held * place + code for held in range(size + 1) for code in levels[size - held]]
            for size in range(count + 1)
        ]
    return levels


def _joined(levels: Levels, others: Levels) -> Levels:
    """The codes of draws of several kinds, by size and in order."""
    most, count = len(levels) - 1, len(others) - 1
    return [
        sorted(
            code + other
            for held in range(max(0, size - count), min(most, size) + 1)
            for code in levels[held]
            for other in others[size - held]
        )
        for size in range(most + count + 1)
    ]


def _turned(levels: Levels) -> list[int]:
    """The indices of the nodes, in reverse order within each size."""
    ends = accumulate(map(len, levels), initial=0)
    return [i for start, end in pairwise(ends) for i in range(end - 1, start - 1, -1)]


_UNKNOWN: Final = object()


def _done(frame: Frame, rule: RedrawRule) -> frozenset[int]:
    """The full nodes that complete the stage, by folding the rule up from the empty node.

    On that way kinds are filled one after the other; other nodes need no summary. Many draws have
    the same summary, and the rule is asked only once about each.
    """
    asked: dict[tuple[int, int], dict[Hashable, Hashable]] = {}
    summaries: list[Hashable] = [_UNKNOWN] * len(frame.codes)
    summaries[0] = rule.start()
    for kind, rows in frame.rises:
        for cls, edges in enumerate(rows):
            after = asked.setdefault((kind, cls), {})
            for i, j in edges:
                if summaries[j] is _UNKNOWN and summaries[i] is not _UNKNOWN:
                    summary = summaries[i]
                    if summary not in after:
                        after[summary] = rule.add(summary, kind, cls)
                    summaries[j] = after[summary]
    done = {summary for summary in set(summaries[frame.first_full :]) if rule.is_done(summary)}
    return frozenset([i for i in range(frame.first_full, len(summaries)) if summaries[i] in done])
