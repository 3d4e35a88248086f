"""The lattice of sub-multisets of a set of independent draws.

A node is a multiset of at most ``count`` draws of each kind. Going up adds one draw of the first
kind that isn't full, so that every full node is reached from a node K with exactly the probability
of drawing what K lacks; going down takes any one draw away, so that every part of a full node is
below it. Nodes are sorted by size and then by the tuple order of their counts: among nodes that
are worth the same, the one of the highest index redraws least and keeps what comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate, chain, pairwise, product
from operator import itemgetter, mul
from typing import Final

from odds.dice import multisets
from odds.model import Keep, Kind, RedrawRule, RedrawStage

Getter = Callable[[Sequence[int]], tuple[int, ...]]


class Frame:
    """The part of a lattice that stages share: nodes, neighbours and scales.

    ``sizes`` gives for each kind how many draws there are, into how many classes they fall and in
    how many equally likely ways each comes out. ``scale[i]`` is the number of ways to make the
    draws that node i holds, ``draws[i]`` how many those are, and ``total`` the number of ways to
    make them all. The nodes from ``first_full`` on are full.
    """

    def __init__(self, sizes: Sequence[tuple[int, int, int]]) -> None:
        self.sizes: Final = sizes
        self.nodes: Final = _nodes(sizes)
        self.index: Final = {node: i for i, node in enumerate(self.nodes)}
        self.draws: Final = [sum(map(sum, node)) for node in self.nodes]
        scale = [1] * len(self.nodes)
        for kind, (count, _, way) in enumerate(sizes):
            powers = [way**k for k in range(count + 1)]
            scale = [
                known * powers[sum(n[kind])] for known, n in zip(scale, self.nodes, strict=True)
            ]
        self.scale: Final = scale
        self.total: Final = self.scale[-1]
        self.first_full: Final = self.draws.index(self.draws[-1])
        self._link()

    def _link(self) -> None:
        """Neighbours upwards (one more draw of the first kind that isn't full) and downwards.

        A node's counts are digits of a number, so that one draw more or less is one addition.
        """
        base = 1 + max(count for count, _, _ in self.sizes)
        ends = accumulate((classes for _, classes, _ in self.sizes), initial=0)
        digits = [[base**place for place in range(start, stop)] for start, stop in pairwise(ends)]
        steps = list(chain.from_iterable(digits))
        flat = [tuple(chain.from_iterable(node)) for node in self.nodes]
        codes = [sum(map(mul, counts, steps)) for counts in flat]
        at = {code: i for i, code in enumerate(codes)}
        self.up: list[tuple[int, tuple[int, ...]]] = []
        for node, code in zip(self.nodes[: self.first_full], codes, strict=False):
            kind = next(t for t, (count, _, _) in enumerate(self.sizes) if sum(node[t]) < count)
            self.up.append((kind, tuple([at[code + step] for step in digits[kind]])))
        # From the largest nodes down to the empty one.
        self.climb: list[tuple[int, int, Getter]] = [
            (i, kind, _getter(targets)) for i, (kind, targets) in enumerate(self.up)
        ][::-1]
        self.descend: list[Getter] = [
            _getter([at[code - step] for count, step in zip(counts, steps, strict=True) if count])
            for counts, code in zip(flat, codes, strict=True)
        ]


def sizes_of(kinds: Sequence[Kind]) -> tuple[tuple[int, int, int], ...]:
    """What a ``Frame`` is made from."""
    return tuple((kind.count, len(kind.weights), sum(kind.weights)) for kind in kinds)


class Lattice:
    """The lattice of one stage: a frame, the classes' weights, and what completes the stage.

    ``done`` holds the full nodes that complete it, ``open`` the other full ones in order.
    """

    def __init__(self, stage: RedrawStage, frame: Frame) -> None:
        self.kinds: Final = stage.kinds
        self.nodes: Final = frame.nodes
        self.index: Final = frame.index
        self.scale: Final = frame.scale
        self.total: Final = frame.total
        self.draws: Final = frame.draws
        self.first_full: Final = frame.first_full
        self.full: Final = range(frame.first_full, len(frame.nodes))
        self.up: Final = frame.up
        self.climb: Final = [(i, stage.kinds[kind].weights, get) for i, kind, get in frame.climb]
        self.descend: Final = frame.descend
        self.done: Final = _done(self, stage.rule)
        self.open: Final = [i for i in self.full if i not in self.done]

    def expect(self, leaves: dict[int, int]) -> list[int]:
        """For each node the sum of ``leaves`` over all ways to draw what the node lacks.

        ``leaves`` maps full nodes to values; a node's result is over ``total / scale[node]``.
        """
        values = [0] * self.first_full + [leaves[i] for i in self.full]
        for i, weights, get in self.climb:
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


def _nodes(sizes: Sequence[tuple[int, int, int]]) -> list[Keep]:
    parts = [
        [m for size in range(count + 1) for m in multisets(size, classes)]
        for count, classes, _ in sizes
    ]
    if len(parts) == 1:  # already in order
        return [(m,) for m in parts[0]]
    return sorted(product(*parts), key=lambda node: (sum(map(sum, node)), node))


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
