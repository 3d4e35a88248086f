"""The values of one stage of a program, as arrays over boxes of counter values.

A branch or a moved counter mostly has no array: its readers take views of the arrays behind it,
piece by piece. An array lives until its last reader is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Generic

import numpy as np

from odds.program import Counters
from odds.solvers.algebra import Algebra, Array
from odds.solvers.factored_boxes import Box, Piece, needed, pieces, size, unrolled
from odds.solvers.factored_graph import Best, Branch, C, Exit, Leaf, Mean, Shift, Stage
from odds.solvers.factored_memory import Places
from odds.solvers.factored_plan import Plan

Block = tuple[Box, Array]
"""Values of one control on a box; the axes are the counters in the order of the run."""

Fold = Callable[[Array, Array, Array], None]


class Run(Generic[C]):
    """One stage, run for the boxes ``demand`` of its nodes; ``exits`` hold the next stage's."""

    def __init__(
        self,
        stage: Stage[C],
        plan: Plan,
        demand: Mapping[int, Box],
        exits: Sequence[Block | None],
        algebra: Algebra,
        maxima: Counters,
    ) -> None:
        order = plan.order
        self.stage, self.demand, self.exits = stage, demand, exits
        self.algebra, self.maxima, self.order = algebra, maxima, order
        self.boxes = needed(stage, demand, maxima)
        self._stored, self._over = plan.stored, plan.over
        self._values: list[Array | None] = [None] * len(stage.nodes)
        self._starts: dict[int, int] = {}
        self.room = self._place()
        """The elements of the one buffer that holds all arrays of the run."""
        self._buffer = np.empty(0, dtype=algebra.dtype)
        self._scratch = np.empty(0, dtype=algebra.dtype)

    def results(self) -> Iterator[tuple[int, Array]]:
        """For each node of ``demand`` its array, which is valid until the next is asked for."""
        self._buffer = np.empty(self.room, dtype=self.algebra.dtype)
        for group, over in zip(self.stage.groups, self._over, strict=True):
            if len(group) > 1 or group[0] in self.stage.nodes[group[0]].targets:
                for node in group:
                    self._allocate(node)
                for node, box in unrolled(self.stage, group, self.boxes, self.maxima):
                    self._evaluate(node, box)
            elif (whole := self.boxes[group[0]]) is not None:
                self._allocate(group[0])
                self._evaluate(group[0], whole)
            for node in group:
                if node in self.demand:
                    yield node, self._read(node, self.demand[node])
            for node in over:
                self._values[node] = None

    def _place(self) -> int:
        """Give every array its start in the buffer; the size of the buffer."""
        places = Places()
        for group, over in zip(self.stage.groups, self._over, strict=True):
            for node in group:
                if (box := self._stored_box(node)) is not None:
                    self._starts[node] = places.take(size(box))
            for node in over:
                if (box := self._stored_box(node)) is not None:
                    places.give(self._starts[node], size(box))
        return places.size

    def _stored_box(self, node: int) -> Box | None:
        return self.boxes[node] if self._stored[node] else None

    def _allocate(self, node: int) -> None:
        if (box := self._stored_box(node)) is not None:
            start = self._starts[node]
            values = self._buffer[start : start + size(box)]
            self._values[node] = values.reshape(self._shape(box))

    def _shape(self, box: Box) -> tuple[int, ...]:
        return tuple(box[c][1] - box[c][0] + 1 for c in self.order)

    def _view(self, array: Array, outer: Box, inner: Box) -> Array:
        """The part of an array over ``outer`` that lies in ``inner``."""
        if outer == inner:
            return array
        cuts = [slice(inner[c][0] - outer[c][0], inner[c][1] - outer[c][0] + 1) for c in self.order]
        return array[tuple(cuts)]

    def _evaluate(self, node: int, box: Box) -> None:
        vertex, outer, array = self.stage.nodes[node], self.boxes[node], self._values[node]
        if array is None or outer is None:
            return
        out = self._view(array, outer, box)
        if isinstance(vertex, Best):
            self._fold(self.algebra.larger, vertex.targets, box, out)
        elif isinstance(vertex, Mean):
            self._mean(vertex, box, out)
        elif isinstance(vertex, Branch | Shift):
            self._assemble(pieces(vertex, box, box, self.maxima), box, out)

    def _mean(self, vertex: Mean, box: Box, out: Array) -> None:
        targets = [(weight, target) for weight, group in vertex.groups for target in group]
        for number, (weight, target) in enumerate(targets):
            if number and weight == 1:
                self._join(self.algebra.plus, target, box, out)
                continue
            summand = self._temporary(out.shape) if number else out
            self._assemble([(box, target, box)], box, summand)
            if weight > 1:
                self.algebra.times(summand, weight, summand)
            if number:
                self.algebra.plus(out, summand, out)
        self.algebra.over(out, vertex.total, out)

    def _fold(self, combine: Fold, targets: Sequence[int], box: Box, out: Array) -> None:
        """The targets' values, combined from left to right."""
        self._assemble([(box, targets[0], box)], box, out)
        for target in targets[1:]:
            self._join(combine, target, box, out)

    def _join(self, combine: Fold, target: int, box: Box, out: Array) -> None:
        """Combine one target's values with ``out``; a payoff of 0 changes nothing."""
        if self._stored[target]:  # as what follows would find, but most often so
            outer, array = self._block(target)
            combine(out, self._view(array, outer, box), out)
            return
        for place, value in self._views([(box, target, box)]):
            if value is not None:
                part = self._view(out, box, place)
                combine(part, value, part)

    def _assemble(self, parts: Iterable[Piece], box: Box, out: Array) -> None:
        """Copy what the pieces hold."""
        for place, value in self._views(list(parts)):
            np.copyto(self._view(out, box, place), 0 if value is None else value)

    def _read(self, node: int, box: Box) -> Array:
        """The values of any node on ``box``; a new array unless it is one piece."""
        found = list(self._views([(box, node, box)]))
        if len(found) == 1 and found[0][1] is not None:
            return np.broadcast_to(found[0][1], self._shape(box))
        out = self._temporary(self._shape(box))
        self._assemble([(box, node, box)], box, out)
        return out

    def _views(self, todo: list[Piece]) -> Iterator[tuple[Box, Array | None]]:
        """The values behind pieces of a box, each with its place; none for payoffs of 0."""
        while todo:
            place, target, source = todo.pop()
            vertex = self.stage.nodes[target]
            if self._stored[target] or isinstance(vertex, Exit):
                outer, array = self._block(target)
                yield place, self._view(array, outer, source)
            elif isinstance(vertex, Branch | Shift):
                todo.extend(pieces(vertex, place, source, self.maxima))
            elif isinstance(vertex, Leaf):
                yield place, self._constant(vertex)

    def _temporary(self, shape: tuple[int, ...]) -> Array:
        """An array that is valid until the next call."""
        length = prod(shape)
        if length > self._scratch.size:
            self._scratch = np.empty(length, dtype=self.algebra.dtype)
        return self._scratch[:length].reshape(shape)

    def _constant(self, leaf: Leaf) -> Array | None:
        if leaf.payoff == 0:
            return None
        constant = np.empty((1,) * len(self.order), dtype=self.algebra.dtype)
        constant[...] = self.algebra.constant(leaf.payoff)
        return constant

    def _block(self, node: int) -> Block:
        vertex = self.stage.nodes[node]
        if isinstance(vertex, Exit):
            block = self.exits[vertex.number]
            assert block is not None
            return block
        box, array = self.boxes[node], self._values[node]
        assert box is not None
        assert array is not None
        return box, array
