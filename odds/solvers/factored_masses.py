"""Rows of masses; ``factored_rows`` says what these are."""

from __future__ import annotations

from typing import Any

import numpy as np

from odds.solvers.algebra import TINY
from odds.solvers.factored_kernel import PASS_BEST, PASS_MEAN, compiled


def pass_row(
    how: Any,
    weight: Any,
    node: Any,
    out: Any,
    at: Any,
    step: Any,
    source: Any,
    start: Any,
    stride: Any,
    n: Any,
    exact: Any,
) -> Any:
    """Pass masses on to a target: all, a mean's share, or all if this is the best that is left."""
    ours, theirs = out[1], source[1]
    for i in range(n):
        here, there = at + i * step, start + i * stride
        mass, count = ours[0, here], ours[1, here]
        if mass == 0:
            continue
        if how == PASS_BEST:
            if source[0][there] != out[0][here]:
                continue
            ours[0, here] = 0.0
        elif how == PASS_MEAN:
            mass = mass * weight / exact[node]
            count += 2
            if mass < TINY:
                count = np.inf
        if theirs[0, there] == 0:
            theirs[0, there], theirs[1, there] = mass, count
        else:
            theirs[0, there] += mass
            theirs[1, there] = max(theirs[1, there], count) + 1


def draw_row(
    how: Any,
    weight: Any,
    node: Any,
    out: Any,
    at: Any,
    step: Any,
    source: Any,
    start: Any,
    stride: Any,
    n: Any,
    exact: Any,
) -> Any:
    """Like ``pass_row`` for whole games: at a mean each goes on to a target drawn at random.

    What the second row of an array holds is the weight of the targets that haven't drawn yet.
    """
    ours, theirs = out[1], source[1]
    for i in range(n):
        here, there = at + i * step, start + i * stride
        games: Any = np.int64(ours[0, here])
        if games == 0:
            continue
        if how == PASS_BEST:
            if source[0][there] != out[0][here]:
                continue
            ours[0, here] = 0.0
        elif how == PASS_MEAN:
            rest = ours[1, here] if ours[1, here] > 0 else exact[node]
            games = np.random.binomial(games, weight / rest)
            ours[0, here] -= games
            ours[1, here] = rest - weight
        theirs[0, there] += games


@compiled
def seed(number: int) -> None:
    """Begin the random numbers of compiled code anew."""
    np.random.seed(number)
