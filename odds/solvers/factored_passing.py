"""A stage undone: where the games that begin it go, in compiled loops.

The tables are those of ``odds.solvers.factored_kernel``, the arrays those of ``factored_rows``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from odds.solvers.factored_kernel import (
    BEST,
    BRANCH,
    FIRST,
    KIND,
    LAST,
    PASS,
    PASS_BEST,
    PASS_MEAN,
    SHIFT,
    STORED,
    compiled,
    follow,
)
from odds.solvers.factored_loops import begin, overlap, take


@compiled
def pass_on(
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
    totals: Any,
) -> None:
    """Undo all ``steps`` of a run, the last one first: pass masses from the roots to the ends.

    All arrays of the run must still be there. Of several best targets the first gets the mass.
    """
    box = np.empty(2 * len(maxima), np.int64)
    for step in range(len(steps) - 1, -1, -1):
        node, root = steps[step, 0], steps[step, 1]
        copied = root >= 0
        if not (copied or nodes[node, STORED]):
            continue
        if not overlap(box, wanted[root] if copied else boxes[node], slices[steps[step, 2]]):
            continue
        kind = nodes[node, KIND]
        view = kind in (BRANCH, SHIFT)
        alone = copied or view
        at = roots[root, 0] if copied else starts[node]
        around = roots[root, 1:] if copied else boxes[node]
        how = PASS if alone else PASS_BEST if kind == BEST else PASS_MEAN
        first = nodes[node, FIRST]
        for t in range(first, first + 1 if alone else nodes[node, LAST]):
            begin(pieces, node if alone else targets[t, 0], box)
            height = 1 if copied or not view else follow(nodes, targets, cuts, maxima, pieces, 0)
            weight = 1 if alone else targets[t, 1]
            while height:
                height = take(
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
                    totals,
                )
