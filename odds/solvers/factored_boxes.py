"""Boxes of counter values, and which box of each node a stage needs.

A box is one range for each counter, both ends included. What happens at a node treats a box in
pieces: a branch cuts it, a moved counter shifts it, and what is moved beyond an end of the counter
piles up there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod

from odds.errors import ModelError
from odds.graph import successors_first
from odds.program import Counters
from odds.solvers.factored_graph import Branch, C, Shift, Stage, Vertex

Range = tuple[int, int]
Box = tuple[Range, ...]


def size(box: Box) -> int:
    """The number of counter values in the box."""
    return prod(high - low + 1 for low, high in box)


def hull(one: Box, other: Box) -> Box:
    """The smallest box around both."""
    return tuple(
        [
            range1 if range1 == range2 else (min(range1[0], range2[0]), max(range1[1], range2[1]))
            for range1, range2 in zip(one, other, strict=True)
        ]
    )


def contains(outer: Box, inner: Box) -> bool:
    """Whether ``inner`` lies within ``outer``."""
    return all(
        low <= low2 and high2 <= high
        for (low, high), (low2, high2) in zip(outer, inner, strict=True)
    )


def within(outer: Box, inner: Box) -> tuple[slice, ...]:
    """The index of ``inner`` in an array over ``outer``."""
    return tuple(
        [
            slice(low - start, high - start + 1)
            for (start, _), (low, high) in zip(outer, inner, strict=True)
        ]
    )


def whole(maxima: Counters) -> Box:
    """All counter values."""
    return tuple((0, most) for most in maxima)


def with_range(box: Box, counter: int, values: Range) -> Box:
    """``box`` with another range for one counter."""
    return box[:counter] + (values,) + box[counter + 1 :]  # noqa: RUF005 - in the inner loop


Boxes = Sequence[Box | None] | Mapping[int, Box | None]
"""The box of each node, if any of it is needed."""

Piece = tuple[Box, int, Box]
"""``place``, ``target``, ``source``: the part ``place`` of a box takes its values from the part
``source`` of the node ``target``. Along a counter the two are of one length, or ``source`` is a
single value for all of ``place``."""


def pieces(vertex: Branch | Shift, place: Box, source: Box, maxima: Counters) -> list[Piece]:
    """What ``place`` takes from ``source`` of a branch or a shift, one step further on."""
    counter = vertex.counter
    low, high = source[counter]
    if isinstance(vertex, Branch):
        cuts, targets = vertex.cuts, vertex.targets
        first, last = bisect_right(cuts, low), bisect_right(cuts, high)
        if first == last:
            return [(place, targets[first], source)]
        found = []
        for i in range(first, last + 1):
            values = (low if i == first else cuts[i - 1], high if i == last else cuts[i] - 1)
            part = _place(place, source, counter, values)
            found.append((part, targets[i], with_range(source, counter, values)))
        return found
    amount, target, top = vertex.amount, vertex.targets[0], maxima[counter]
    if low + amount >= 0 and high + amount <= top:
        return [(place, target, with_range(source, counter, (low + amount, high + amount)))]
    return [
        (
            _place(place, source, counter, values),
            target,
            with_range(
                source,
                counter,
                (_clipped(values[0] + amount, top), _clipped(values[1] + amount, top)),
            ),
        )
        for values in _runs(low, high, -amount, top - amount)
    ]


def _runs(low: int, high: int, first: int, last: int) -> Iterator[Range]:
    """The range in up to three runs: up to ``first``, between, from ``last`` on.

    Within the outer ones all values are clipped to the same; an end alone joins the middle.
    """
    below, above = max(low, first), min(high, last)
    if below > above:  # everything is clipped to one end
        yield low, high
        return
    if low < below:
        yield low, below - 1
    yield below, above
    if above < high:
        yield above + 1, high


def _clipped(value: int, top: int) -> int:
    return max(0, min(top, value))


def _place(place: Box, source: Box, counter: int, values: Range) -> Box:
    """The part of ``place`` for which ``source`` has these values of a counter."""
    low, high = source[counter]
    start, end = place[counter]
    if end - start != high - low:  # one value for all of the place
        return place
    return with_range(place, counter, (start + values[0] - low, start + values[1] - low))


def reached(vertex: Vertex, box: Box, maxima: Counters) -> list[tuple[int, Box]]:
    """The targets of a node, each with the box of it that ``box`` needs."""
    if isinstance(vertex, Branch | Shift):
        return [(target, part) for _, target, part in pieces(vertex, box, box, maxima)]
    return [(target, box) for target in vertex.targets]


def needed(stage: Stage[C], demand: Mapping[int, Box], maxima: Counters) -> list[Box | None]:
    """For each node a box around all that is needed of it when ``demand`` is asked for."""
    boxes: list[Box | None] = [None] * len(stage.nodes)
    for root, box in demand.items():
        include(boxes, root, box)
    for group in reversed(stage.groups):
        todo = [node for node in group if boxes[node] is not None]
        inside = set(group)
        while todo:
            node = todo.pop()
            wanted = boxes[node]
            assert wanted is not None
            for target, part in reached(stage.nodes[node], wanted, maxima):
                if include(boxes, target, part) and target in inside:
                    todo.append(target)
    return boxes


def include(boxes: list[Box | None], node: int, box: Box) -> bool:
    """Enlarge the box of ``node``; whether it grew."""
    known = boxes[node]
    if known == box:
        return False
    boxes[node] = box if known is None else hull(known, box)
    return boxes[node] != known


def unrolled(
    stage: Stage[C], group: tuple[int, ...], boxes: Boxes, maxima: Counters
) -> list[tuple[int, Box]]:
    """The nodes of a cycle in slices, each after those that it needs; ``ModelError`` if none is.

    A cycle of controls is no cycle of states if some counters change for good along it. The fewest
    that will do are fixed in each slice.
    """
    error = None
    for many in range(1, len(maxima) + 1):
        for counters in combinations(range(len(maxima)), many):
            try:
                return _slices(stage, group, boxes, maxima, counters)
            except ModelError as cycle:
                error = error or cycle
    assert error is not None
    raise error


def _slices(
    stage: Stage[C],
    group: tuple[int, ...],
    boxes: Boxes,
    maxima: Counters,
    counters: tuple[int, ...],
) -> list[tuple[int, Box]]:
    slices: list[tuple[int, Box]] = []
    for node in group:
        slices += [(node, part) for part in cut(boxes[node], counters)]
    number = {(node, tuple(box[c][0] for c in counters)): i for i, (node, box) in enumerate(slices)}
    after = []
    for node, box in slices:
        steps = reached(stage.nodes[node], box, maxima)
        keys = [(target, tuple(part[c][0] for c in counters)) for target, part in steps]
        after.append([number[key] for key in keys if key in number])
    names = [f"node {node} at {box}" for node, box in slices]
    return [slices[i] for i in successors_first(after, names)]


def cut(box: Box | None, counters: tuple[int, ...]) -> Iterator[Box]:
    """``box`` in slices, each with single values of ``counters``; nothing of no box."""
    if box is None:
        return
    ranges = (range(box[c][0], box[c][1] + 1) for c in counters)
    for values in product(*ranges):
        part = box
        for counter, value in zip(counters, values, strict=True):
            part = with_range(part, counter, (value, value))
        yield part
