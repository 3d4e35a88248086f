"""The inner loops of a stage over machine numbers, compiled by numba at their first use.

They do for floats what ``odds.solvers.factored_run`` does for values of any kind, operation by
operation in the same order, so that both give the same bits. A stage comes as tables of integers
(``odds.solvers.factored_code``), since calls between compiled functions are cheap only with a few
plain arrays. Counters are axes here, the outermost first:

    nodes    [n, 9]       a row a node, its columns are named below
    targets  [m, 2]       target and weight; of a node from FIRST to LAST
    cuts     [...]        of a branch from CUT on
    boxes    [n, 2 k]     the lowest values of the k axes, then the highest; empty if not needed
    maxima   [k]
    pieces   [h, 1 + 4 k] a stack: a target, the place (lowest, highest), the source (likewise)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

BEST: Final = 0
MEAN: Final = 1
BRANCH: Final = 2
SHIFT: Final = 3
LEAF: Final = 4
EXIT: Final = 5

KIND: Final = 0
COUNTER: Final = 1
AMOUNT: Final = 2
"""Of a shift; of a leaf or an exit its number among its kind."""
FIRST: Final = 3
LAST: Final = 4
CUT: Final = 5
TOTAL: Final = 6
"""The sum of a mean's weights."""
STORED: Final = 7
"""Whether the node has an array."""
GROUP: Final = 8

ASSIGN: Final = 0
LARGER: Final = 1
PLUS: Final = 2
PASS: Final = 3
PASS_BEST: Final = 4
PASS_MEAN: Final = 5

F = TypeVar("F", bound=Callable[..., Any])


def _compiled(function: F, **how: Any) -> F:
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy", **how)(function))
    except RuntimeError:  # there is no place where it may be kept
        return cast(F, numba.njit(error_model="numpy", **how)(function))


def compiled(function: F) -> F:
    """To be compiled at its first call, and kept on disk for the next process where that can be."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Like ``compiled``, and copied into what calls it."""
    return _compiled(function, inline="always")


@compiled
def include(boxes: Any, node: int, box: Any) -> bool:
    """Enlarge the box of ``node``; whether it grew."""
    axes = len(box) // 2
    if boxes[node, axes] < boxes[node, 0]:
        boxes[node] = box
        return True
    grown = False
    for c in range(axes):
        if box[c] < boxes[node, c]:
            boxes[node, c] = box[c]
            grown = True
        if box[axes + c] > boxes[node, axes + c]:
            boxes[node, axes + c] = box[axes + c]
            grown = True
    return grown


@inlined
def clipped(value: int, top: int) -> int:
    """``value``, at least 0 and at most ``top``."""
    return min(max(value, 0), top)


@compiled
def _reach(
    nodes: Any, targets: Any, cuts: Any, maxima: Any, boxes: Any, node: int, box: Any
) -> bool:
    """Enlarge the boxes of the targets of ``node``; whether one in its own group grew."""
    axes, counter = len(maxima), nodes[node, COUNTER]
    box[:] = boxes[node]
    low, high = box[counter], box[axes + counter]
    if nodes[node, KIND] == SHIFT:
        box[counter] = clipped(low + nodes[node, AMOUNT], maxima[counter])
        box[axes + counter] = clipped(high + nodes[node, AMOUNT], maxima[counter])
    again = False
    first, last = nodes[node, FIRST], nodes[node, LAST]
    for at in range(first, last):
        if nodes[node, KIND] == BRANCH:
            cut = nodes[node, CUT] + at - first
            start = low if at == first else max(low, cuts[cut - 1])
            end = high if at == last - 1 else min(high, cuts[cut] - 1)
            if start > end:
                continue
            box[counter] = start
            box[axes + counter] = end
        target = targets[at, 0]
        if include(boxes, target, box):
            again |= nodes[target, GROUP] == nodes[node, GROUP]
    return again


@compiled
def needed(
    nodes: Any, targets: Any, cuts: Any, maxima: Any, members: Any, groups: Any, boxes: Any
) -> None:
    """Enlarge all boxes to what the boxes that are already there need.

    ``members`` lists the nodes group by group, ``groups`` where each begins.
    """
    box = np.empty(2 * len(maxima), np.int64)
    for group in range(len(groups) - 2, -1, -1):
        again = True
        while again:
            again = False
            for at in range(groups[group], groups[group + 1]):
                node = members[at]
                if boxes[node, 0] <= boxes[node, len(maxima)]:
                    again |= _reach(nodes, targets, cuts, maxima, boxes, node, box)


@inlined
def _part(pieces: Any, at: int, to: int, target: int, c: int, start: int, end: int) -> None:
    """Copy a piece, with another target, cut to these values of axis ``c`` of its source."""
    pieces[to, 1:] = pieces[at, 1:]
    pieces[to, 0] = target
    axes = pieces.shape[1] // 4
    place, source = 1 + c, 1 + 2 * axes + c
    low, high = pieces[at, source], pieces[at, source + axes]
    if pieces[at, place + axes] - pieces[at, place] == high - low:
        pieces[to, place] = pieces[at, place] + start - low
        pieces[to, place + axes] = pieces[at, place] + end - low
    pieces[to, source] = start
    pieces[to, source + axes] = end


@compiled
def follow(nodes: Any, targets: Any, cuts: Any, maxima: Any, pieces: Any, at: int) -> int:
    """Replace the piece on top of the stack, at ``at``, by those one step on; the new height."""
    node = pieces[at, 0]
    c, first = nodes[node, COUNTER], nodes[node, FIRST]
    axes = len(maxima)
    source = 1 + 2 * axes + c
    low, high = pieces[at, source], pieces[at, source + axes]
    height = at + 1
    if nodes[node, KIND] == BRANCH:
        count = nodes[node, LAST] - first
        for i in range(count):
            cut = nodes[node, CUT] + i
            start = low if i == 0 else max(low, cuts[cut - 1])
            end = high if i == count - 1 else min(high, cuts[cut] - 1)
            if start <= end:
                _part(pieces, at, height, targets[first + i, 0], c, start, end)
                height += 1
    else:
        amount, top = nodes[node, AMOUNT], maxima[c]
        while low <= high:  # up to three runs: clipped at 0, moved, clipped at the top
            if low + amount < 0:
                end = min(high, -amount)
            elif low + amount < top:
                end = min(high, top - amount)
            else:
                end = high
            _part(pieces, at, height, targets[first, 0], c, low, end)
            pieces[height, source] = clipped(low + amount, top)
            pieces[height, source + axes] = clipped(end + amount, top)
            height += 1
            low = end + 1
    pieces[at] = pieces[height - 1]
    return height - 1


@compiled
def last_uses(nodes: Any, targets: Any, members: Any, groups: Any, root: Any) -> Any:
    """[n] after which group the array of a node is no longer read, by itself or through views."""
    last = np.full(len(nodes), -1)
    for group in range(len(groups) - 2, -1, -1):
        some = members[groups[group] : groups[group + 1]]
        latest = -1
        for node in some:
            if nodes[node, STORED] or root[node] or len(some) > 1:
                last[node] = max(last[node], group)
            latest = max(latest, last[node])
        for node in some:
            last[node] = latest
            until = group if nodes[node, STORED] else latest
            for at in range(nodes[node, FIRST], nodes[node, LAST]):
                target = targets[at, 0]
                last[target] = max(last[target], until)
    return last


@compiled
def deepest(nodes: Any, targets: Any, members: Any) -> int:
    """The most pieces that wait on the stack while one is followed to stored arrays."""
    height = np.ones(len(nodes), np.int64)
    most = 1
    for node in members:
        branching = max(3, nodes[node, LAST] - nodes[node, FIRST])
        behind = 0
        for at in range(nodes[node, FIRST], nodes[node, LAST]):
            target = targets[at, 0]
            if not nodes[target, STORED]:
                behind = max(behind, height[target])
        height[node] = branching + behind
        most = max(most, height[node])
    return most


@compiled
def most_roundings(nodes: Any, targets: Any, steps: Any, known: Any) -> Any:
    """[n] how many roundings the value of a node has behind it at most, in any state.

    ``known`` says so of leaves and exits. Nodes on cycles come in several steps, each after all
    that it needs, so a maximum over the steps so far covers what is read.
    """
    most = known.copy()
    for step in range(len(steps)):
        node = steps[step, 0]
        first, last = nodes[node, FIRST], nodes[node, LAST]
        for at in range(first, last):
            target, weight = targets[at, 0], targets[at, 1]
            count = most[target]
            if nodes[node, KIND] == MEAN:
                sums = last - max(at, first + 1)
                total = nodes[node, TOTAL]
                count += sums + (weight & (weight - 1) != 0) + (total & (total - 1) != 0)
            most[node] = max(most[node], count)
    return most
