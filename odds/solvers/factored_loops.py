"""The nodes of a stage, evaluated one after the other in compiled loops.

The tables are those of ``odds.solvers.factored_kernel``.

Arrays lie in flat ones, each on a box: the stage's own in ``values`` where ``own`` says (the start
of each node's), those behind the stage in ``exits`` (``ends``: start and box of each).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from odds.solvers.factored_kernel import (
    AMOUNT,
    ASSIGN,
    BEST,
    BRANCH,
    EXIT,
    FIRST,
    KIND,
    LARGER,
    LAST,
    LEAF,
    MEAN,
    PASS,
    PASS_BEST,
    PASS_MEAN,
    PLUS,
    SHIFT,
    STORED,
    TOTAL,
    compiled,
    follow,
    inlined,
)
from odds.solvers.factored_rows import join, quotient

LENGTH: Final = 0
OUT: Final = 1
SOURCE: Final = 2
INDEX: Final = 3


@inlined
def _axes(
    pieces: Any, p: int, box: Any, at: int, behind: Any, start: int, loops: Any
) -> tuple[int, int, int]:
    """The loops that copy piece ``p`` to an array on ``box`` from one on ``behind``.

    Returns their number, where the piece begins in each array. Loops of one value are left out,
    and those that follow each other without a gap are joined.
    """
    axes, count = len(box) // 2, 0
    step, stride = 1, 1
    for c in range(axes - 1, -1, -1):
        place, source = pieces[p, 1 + c], pieces[p, 1 + 2 * axes + c]
        length = pieces[p, 1 + axes + c] - place + 1
        at += (place - box[c]) * step
        start += (source - behind[c]) * stride
        if length > 1:
            jump = stride if pieces[p, 1 + 3 * axes + c] > source else 0
            if (
                count
                and loops[OUT, count - 1] * loops[LENGTH, count - 1] == step
                and loops[SOURCE, count - 1] * loops[LENGTH, count - 1] == jump
            ):
                loops[LENGTH, count - 1] *= length
            else:
                loops[LENGTH, count] = length
                loops[OUT, count] = step
                loops[SOURCE, count] = jump
                count += 1
        step *= box[axes + c] - box[c] + 1
        stride *= behind[axes + c] - behind[c] + 1
    if count == 0:
        loops[LENGTH, 0] = loops[OUT, 0] = loops[SOURCE, 0] = 1
        count = 1
    return count, at, start


@compiled
def combine(
    how: int,
    weight: int,
    node: int,
    out: Any,
    at: int,
    source: Any,
    start: int,
    loops: Any,
    count: int,
    exact: Any,
) -> None:
    """Carry out ``count`` nested loops, the innermost first."""
    n, step, stride = loops[LENGTH, 0], loops[OUT, 0], loops[SOURCE, 0]
    rows = 1
    for c in range(1, count):
        loops[INDEX, c] = 0
        rows *= loops[LENGTH, c]
    for _ in range(rows):
        join(how, weight, node, out, at, step, source, start, stride, n, exact)
        for c in range(1, count):
            loops[INDEX, c] += 1
            at += loops[OUT, c]
            start += loops[SOURCE, c]
            if loops[INDEX, c] < loops[LENGTH, c]:
                break
            loops[INDEX, c] = 0
            at -= loops[OUT, c] * loops[LENGTH, c]
            start -= loops[SOURCE, c] * loops[LENGTH, c]


@inlined
def _take(
    nodes: Any,
    targets: Any,
    cuts: Any,
    maxima: Any,
    boxes: Any,
    starts: Any,
    values: Any,
    ends: Any,
    exits: Any,
    leaves: Any,
    out: Any,
    box: Any,
    at: int,
    how: int,
    weight: int,
    node: int,
    top: int,
    pieces: Any,
    loops: Any,
    exact: Any,
) -> int:
    """Combine the piece on ``top`` of the stack with the array on ``box`` that begins at ``at``.

    Or replace it by those one step on, if it has no array. The new height of the stack.
    """
    target = pieces[top, 0]
    kind = nodes[target, KIND]
    if nodes[target, STORED]:
        count, to, start = _axes(pieces, top, box, at, boxes[target], starts[target], loops)
        combine(how, weight, node, out, to, values, start, loops, count, exact)
    elif kind == EXIT:
        end = nodes[target, AMOUNT]
        count, to, start = _axes(pieces, top, box, at, ends[end, 1:], ends[end, 0], loops)
        combine(how, weight, node, out, to, exits, start, loops, count, exact)
    elif kind == LEAF:
        leaf = nodes[target, AMOUNT]
        if how not in (LARGER, PLUS) or leaves[0][leaf] != 0:
            count, to, start = _axes(pieces, top, box, at, box, at, loops)
            loops[SOURCE] = 0
            combine(how, weight, node, out, to, leaves, leaf, loops, count, exact)
    else:
        top = follow(nodes, targets, cuts, maxima, pieces, top)
    return top


@compiled
def _divide(
    node: int, total: int, out: Any, at: int, box: Any, pieces: Any, loops: Any, exact: Any
) -> bool:
    """Divide the one piece on the stack; whether a quotient is too small for a full float."""
    count, at, _ = _axes(pieces, 0, box, at, box, at, loops)
    n, step, tiny = loops[LENGTH, 0], loops[OUT, 0], False
    rows = 1
    for c in range(1, count):
        loops[INDEX, c] = 0
        rows *= loops[LENGTH, c]
    for _ in range(rows):
        tiny |= quotient(node, total, out, at, step, n, exact)
        for c in range(1, count):
            loops[INDEX, c] += 1
            at += loops[OUT, c]
            if loops[INDEX, c] < loops[LENGTH, c]:
                break
            loops[INDEX, c] = 0
            at -= loops[OUT, c] * loops[LENGTH, c]
    return tiny


@inlined
def _begin(pieces: Any, target: int, box: Any) -> None:
    """Put one piece on the stack: the whole of a box."""
    twice = len(box)
    pieces[0, 0] = target
    pieces[0, 1 : 1 + twice] = box
    pieces[0, 1 + twice :] = box


@inlined
def _overlap(box: Any, one: Any, other: Any) -> bool:
    """Fill ``box`` with what two boxes share; whether that is anything."""
    axes, some = len(box) // 2, True
    for c in range(axes):
        box[c] = max(one[c], other[c])
        box[axes + c] = min(one[axes + c], other[axes + c])
        some &= box[c] <= box[axes + c]
    return some


@compiled
def run(
    nodes: Any,
    targets: Any,
    cuts: Any,
    maxima: Any,
    boxes: Any,
    starts: Any,
    values: Any,
    ends: Any,
    exits: Any,
    leaves: Any,
    steps: Any,
    slices: Any,
    roots: Any,
    wanted: Any,
    results: Any,
    pieces: Any,
    loops: Any,
    exact: Any,
    back: bool,
) -> bool:
    """Do all ``steps`` (node, root, slice); whether a value is too small for a full float.

    A step is the evaluation of a node on a slice of its box, or, if ``root`` isn't -1, to copy the
    box ``wanted[root]`` of the node to its array among ``results`` (start and box in ``roots``).
    Flat arrays and ``exact`` are those of ``odds.solvers.factored_rows``.

    Or go ``back``: undo the steps, the last one first, and so pass masses from the roots to the
    ends. All arrays of the run must still be there. Of several best targets the first gets all.
    """
    box = np.empty(2 * len(maxima), np.int64)
    tiny = False
    for number in range(len(steps)):
        step = len(steps) - 1 - number if back else number
        node, root = steps[step, 0], steps[step, 1]
        copied = root >= 0
        if not (copied or nodes[node, STORED]):
            continue
        if not _overlap(box, wanted[root] if copied else boxes[node], slices[steps[step, 2]]):
            continue
        kind = nodes[node, KIND]
        view = kind in (BRANCH, SHIFT)
        alone = copied or view
        at = roots[root, 0] if copied else starts[node]
        around = roots[root, 1:] if copied else boxes[node]
        first = nodes[node, FIRST]
        for t in range(first, first + 1 if alone else nodes[node, LAST]):
            _begin(pieces, node if alone else targets[t, 0], box)
            height = 1 if copied or not view else follow(nodes, targets, cuts, maxima, pieces, 0)
            if back:
                how = PASS if alone else PASS_BEST if kind == BEST else PASS_MEAN
            else:
                how = ASSIGN if t == first else LARGER if kind == BEST else PLUS
            weight = 1 if alone else targets[t, 1]
            while height:
                height = _take(
                    nodes,
                    targets,
                    cuts,
                    maxima,
                    boxes,
                    starts,
                    values,
                    ends,
                    exits,
                    leaves,
                    results if copied else values,
                    around,
                    at,
                    how,
                    weight,
                    node,
                    height - 1,
                    pieces,
                    loops,
                    exact,
                )
        if kind == MEAN and not (copied or back):
            _begin(pieces, node, box)
            total = nodes[node, TOTAL]
            tiny |= _divide(node, total, values, at, boxes[node], pieces, loops, exact)
    return tiny
