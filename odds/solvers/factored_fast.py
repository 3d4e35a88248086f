"""A stage over machine numbers: its arrays laid out in one buffer, and run in compiled loops.

A stage is run in parts, boxes of the counters that it moves least. Parts need nothing of each
other: what lies beyond a part's own boxes within the stage is computed again in each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise, product
from math import prod
from typing import Any, Final, Generic, NamedTuple, Protocol

import numpy as np

from odds.errors import SolveError
from odds.solvers.algebra import Array, rounded
from odds.solvers.factored_boxes import Box, hull, with_range
from odds.solvers.factored_code import Code, bounds, sizes, turned
from odds.solvers.factored_graph import C
from odds.solvers.factored_kernel import (
    BEST,
    BRANCH,
    COUNTER,
    FIRST,
    KIND,
    LAST,
    MEAN,
    SHIFT,
    STORED,
    TOTAL,
    deepest,
    last_uses,
)
from odds.solvers.factored_loops import run
from odds.solvers.factored_memory import Places
from odds.solvers.factored_pack import Packed, rows_needed

FLOAT: Final = 8
RESIDUE: Final = 4
"""Bytes."""

SHORT_RUN: Final = 40
"""Runs of fewer elements cost more for their starts than for their elements."""


Values = tuple[Array, Array | None]
"""Floats, and for exact values their residues [primes, as many], or masses [2, as many]."""


class Flat(NamedTuple):
    """Arrays that lie in one flat array, each on a box whose axes are in the order of the run."""

    places: Array
    """[arrays, 1 + 2 k] start, lowest values, highest values."""
    values: Values

    def array(self, number: int, order: Sequence[int]) -> Array:
        """The floats of one of the arrays, its axes the counters in their order."""
        start, *ends = self.places[number].tolist()
        axes = len(order)
        shape = [ends[axes + axis] - ends[axis] + 1 for axis in range(axes)]
        values: Array = self.values[0][start : start + prod(shape)].reshape(shape)
        return values.transpose(np.argsort(order))


class Kind(Protocol):
    """Values that are more than floats."""

    @property
    def leaves(self) -> Values:
        """The values of the leaves."""

    def tables(self, part: int, longest: int) -> tuple[Array, ...]:
        """The argument ``exact`` of the compiled loops, for rows of at most so many elements."""


@dataclass(frozen=True)
class Modular:
    """What a stage needs to follow exact values; see ``odds.solvers.factored_rows``."""

    primes: Array
    inverses: Array
    constants: Array
    tolerance: float
    leaves: Values
    """The payoffs, and their residues [primes, leaves]."""
    counts: Array
    """[parts, 3] in memory that processes share."""

    def tables(self, part: int, longest: int) -> tuple[Array, ...]:
        """The argument of the compiled loops."""
        tolerance, masks = np.array([self.tolerance]), np.empty((3, longest), np.bool_)
        return self.primes, self.inverses, self.constants, tolerance, masks, self.counts[part]


def places_of(boxes: Sequence[Box | None], order: Sequence[int]) -> tuple[Array, int]:
    """Places for arrays on these boxes one after the other, and the length of them all."""
    rows = bounds(boxes, order)
    lengths = sizes(rows)
    starts = np.cumsum(lengths) - lengths
    return np.concatenate([starts[:, None], rows], axis=1), int(lengths.sum())


class Fast(Generic[C]):
    """One stage for what is asked of it, laid out so that a part takes at most ``room`` bytes."""

    def __init__(
        self,
        packed: Packed[C],
        demand: Mapping[int, Box],
        order: Sequence[int],
        room: int,
        parts: int = 1,
        primes: int = 0,
        keep: bool = False,
    ) -> None:
        self.code = turned(packed.code, order)
        self.steps = packed.steps
        turn = [*order, *(len(order) + counter for counter in order)]
        self.slices = np.ascontiguousarray(packed.slices[:, turn])
        self.order, self.roots, self.primes = order, packed.root_nodes, primes
        self.keep = keep
        self.leaves = np.array([rounded(leaf.payoff) for leaf in packed.leaves])
        rows = rows_needed(self.code, demand, order)
        code = self.code
        code.nodes[:, STORED] = _arrays(code, rows)
        root = np.zeros(len(code.nodes), np.bool_)
        root[self.roots] = True
        self.last = last_uses(code.nodes, code.targets, code.members, code.groups, root)
        self.shares = [dict(demand)]
        self._lay_out()
        while self.length * self.width > room or len(self.shares) < parts:
            least = max(parts, len(self.shares) + 1, self._guess(room))
            shares = _shares(demand, order[: 3 if keep else 2], least)
            if len(shares) == len(self.shares):
                break
            self.shares = shares
            self._lay_out()

    @property
    def width(self) -> int:
        """The bytes of one value."""
        return FLOAT * (3 if self.keep else 1) + RESIDUE * self.primes

    @cached_property
    def buffer(self) -> Values:
        """Of all parts that one process runs: fresh memory would cost more than some parts do."""
        residues = np.empty((self.primes, self.length), np.uint32) if self.primes else None
        return np.empty(self.length), residues

    def _guess(self, room: int) -> int:
        """About how many parts are needed: each also holds some of what lies beside it."""
        return int(1.2 * len(self.shares) * self.length * self.width / room) if room else 1

    def _lay_out(self) -> None:
        """Find places in the buffer that hold the arrays of any part."""
        lengths = np.zeros(len(self.code.nodes), np.int64)
        for share in self.shares:
            lengths = np.maximum(lengths, sizes(rows_needed(self.code, share, self.order)))
        lengths *= self.code.nodes[:, STORED]
        self.longest = int(lengths.max())
        if self.keep:
            self.starts, self.length = np.cumsum(lengths) - lengths, int(lengths.sum())
        else:
            self.starts, self.length = placed(self.code, lengths.tolist(), self.last)

    def run(self, exits: Flat, results: Flat, kind: Kind | None, part: int) -> None:
        """Compute one part of the results; ``SolveError`` if a float underflows."""
        leaves: Values = (self.leaves, None) if kind is None else kind.leaves
        tables = None if kind is None else kind.tables(part, self.longest)
        if run(*self._arguments(part, self.buffer, exits, leaves, results, tables, False)):
            raise SolveError("underflow: a value is too small for a float")

    def pass_on(
        self, exits: Flat, results: Flat, ends: Array, part: int, drawn: bool = False
    ) -> None:
        """Pass on the masses of ``results`` to those of ``exits`` and to ``ends`` [2, leaves].

        Only after ``run`` of the same part, its arrays having been kept. Or the games of
        ``results``, each of which draws its way.
        """
        totals = self.code.nodes[:, TOTAL].astype(np.int64 if drawn else np.float64)
        buffer = self.buffer[0], np.zeros((2, self.length))
        run(*self._arguments(part, buffer, exits, (self.leaves, ends), results, totals, True))

    def _arguments(
        self,
        part: int,
        buffer: Values,
        exits: Flat,
        leaves: Values,
        results: Flat,
        exact: Any,
        back: bool,
    ) -> tuple[Any, ...]:
        """What the compiled loops are given for a part; ``exact`` hangs on the kind of values."""
        code, axes, share = self.code, len(self.order), self.shares[part]
        rows = rows_needed(code, share, self.order)
        wanted = bounds([share.get(node) for node in self.roots], self.order)
        height = deepest(code.nodes, code.targets, code.members)
        return (
            *(code.nodes, code.targets, code.cuts, code.maxima, rows, self.starts, buffer),
            *(exits.places, exits.values, leaves, self.steps, self.slices),
            *(results.places, wanted, results.values),
            *(np.empty((height, 1 + 4 * axes), np.int64), np.empty((4, axes), np.int64)),
            *(exact, back),
        )


def _arrays(code: Code, rows: Array) -> Array:
    """Which nodes get arrays: maxima, means, those on cycles, and what would be read in short runs.

    A branch or a shift along one of the innermost axes leaves runs of few elements; if it has more
    than one reader, they are better read once.
    """
    nodes, axes = code.nodes, len(code.maxima)
    ranges = (rows[:, axes:] - rows[:, :axes] + 1).max(axis=0)
    short = np.array([np.prod(ranges[axis + 1 :]) < SHORT_RUN for axis in range(axes)])
    readers = np.bincount(code.targets[:, 0], minlength=len(nodes))
    many = np.diff(code.groups)
    cyclic = np.zeros(len(nodes), np.bool_)
    cyclic[code.members] = np.repeat(many > 1, many)
    source = np.repeat(np.arange(len(nodes)), nodes[:, LAST] - nodes[:, FIRST])
    cyclic[source[code.targets[:, 0] == source]] = True
    kind = nodes[:, KIND]
    view = (kind == BRANCH) | (kind == SHIFT)
    often = short[nodes[:, COUNTER]] & (readers > 1)
    arrays: Array = (kind == BEST) | (kind == MEAN) | (view & (often | cyclic))
    return arrays


def placed(code: Code, lengths: Sequence[int], last: Array) -> tuple[Array, int]:
    """Where in a buffer the array of each node begins, and the length of the buffer."""
    over: list[list[int]] = [[] for _ in range(len(code.groups) - 1)]
    for node in np.flatnonzero(lengths).tolist():
        over[last[node]].append(node)
    places, starts = Places(), np.zeros(len(lengths), np.int64)
    members, groups = code.members.tolist(), code.groups.tolist()
    for group, ended in enumerate(over):
        for node in members[groups[group] : groups[group + 1]]:
            if lengths[node]:
                starts[node] = places.take(lengths[node])
        for node in ended:
            places.give(int(starts[node]), lengths[node])
    return starts, places.size


def _shares(demand: Mapping[int, Box], counters: Sequence[int], least: int) -> list[dict[int, Box]]:
    """``demand`` in at least so many parts, cut along these counters; fewer if there are fewer."""
    around = reduce(hull, demand.values())
    counts = [1] * len(counters)
    ranges = [around[c][1] - around[c][0] + 1 for c in counters]
    while prod(counts) < least and counts != ranges:
        at = max(range(len(counts)), key=lambda i: ranges[i] / counts[i])
        counts[at] += 1
    cuts = [_cuts(around[c], many) for c, many in zip(counters, counts, strict=True)]
    return [share for some in product(*cuts) if (share := _share(demand, counters, some))]


def _cuts(values: tuple[int, int], count: int) -> list[tuple[int, int]]:
    low, many = values[0], values[1] - values[0] + 1
    at = [low + many * number // count for number in range(count + 1)]
    return [(first, after - 1) for first, after in pairwise(at)]


def _share(
    demand: Mapping[int, Box], counters: Sequence[int], ranges: Sequence[tuple[int, int]]
) -> dict[int, Box]:
    share = {}
    for node, box in demand.items():
        for counter, (first, last) in zip(counters, ranges, strict=True):
            low, high = box[counter]
            box = with_range(box, counter, (max(low, first), min(high, last)))
        if all(low <= high for low, high in box):
            share[node] = box
    return share
