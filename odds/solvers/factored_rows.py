"""What is done to rows of values in the compiled loops.

A flat array is a pair. Of floats alone it is (values, None). For exact values it is (values,
residues): the floats decide between alternatives as far as their error bound allows, and residues
modulo several primes follow, which name a value that is known to be a multiple of 1 / scale
exactly. Where the floats are too close, the residues decide.

    exact = (primes, inverses, constants, tolerance, masks, counts)

    primes     [k] below 2^31
    inverses   [k, k] of primes[j] modulo primes[i]
    constants  [n, k] for a mean the inverse of its total, for a maximum the scale of its values
    tolerance  [1] floats that differ relatively by more are in the right order
    masks      [3, longest] room for a row
    counts     [3] elements that were too close, that differ all the same, and of those how many
               the floats would have put in the wrong order

To find where games go, a flat array is (values, masses): masses [2, ...] hold what part of all
games comes to a state, and how many roundings that has behind it. They are passed on from a node's
array to those of its targets; ``exact`` then holds the totals [n] of means, as floats. With whole
numbers there, masses are numbers of games, and each game draws its way.

Longest ways are floats alone, ``exact`` being their ``Costs``.
"""

# ruff: noqa: ARG001 - numba wants one list of names for all kinds of values

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from odds.solvers.algebra import TINY, Array
from odds.solvers.factored_kernel import ASSIGN, LARGER, PLUS, inlined
from odds.solvers.factored_masses import draw_row, pass_row
from odds.solvers.factored_residues import add, divide, larger


class Costs(NamedTuple):
    """What a mean adds to a way, for each node, and the longest way of all [1]."""

    costs: Array
    most: Array


def join(
    how: int,
    weight: int,
    node: int,
    out: Any,
    at: int,
    step: int,
    source: Any,
    start: int,
    stride: int,
    n: int,
    exact: Any,
) -> None:
    """Combine ``n`` elements of ``out``, from ``at`` on, with as many of ``source``."""
    raise NotImplementedError("for compiled code only")


def quotient(node: int, total: int, out: Any, at: int, step: int, n: int, exact: Any) -> bool:
    """Divide ``n`` elements; whether a float gets too small for its bound to hold."""
    raise NotImplementedError("for compiled code only")


@inlined
def _floats(
    how: int,
    weight: Any,
    out: Any,
    at: int,
    step: int,
    source: Any,
    start: int,
    stride: int,
    n: int,
) -> None:
    if step == 1 and stride == 1:  # unsigned positions, so that the loops become vector loops
        to, of, count = np.uint64(at), np.uint64(start), np.uint64(n)
        if how == LARGER:
            for i in range(count):
                value, old = source[of + i], out[to + i]
                out[to + i] = value if value > old else old
        elif how == PLUS:
            for i in range(count):
                out[to + i] = out[to + i] + source[of + i] * weight
        else:
            for i in range(count):
                out[to + i] = source[of + i] * weight
    else:
        for i in range(n):
            value = source[start + i * stride] * weight
            old = out[at + i * step]
            if how == LARGER:
                value = value if value > old else old
            elif how == PLUS:
                value = old + value
            out[at + i * step] = value


@inlined
def _divided(total: Any, out: Any, at: int, step: int, n: int) -> bool:
    tiny = False
    to, by = np.uint64(at), np.uint64(step)
    for i in range(np.uint64(n)):
        value = out[to + i * by] / total
        out[to + i * by] = value
        tiny |= (value < TINY) & (value != 0)
    return tiny


def float_row(
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
    """Combine floats alone."""
    _floats(how, weight, out[0], at, step, source[0], start, stride, n)


def residue_row(
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
    """Combine floats and what follows them."""
    if how == LARGER:
        larger(node, out, at, step, source, start, stride, n, exact)
    else:
        _floats(how, weight, out[0], at, step, source[0], start, stride, n)
        add(how, weight, out[1], at, step, source[1], start, stride, n, exact[0])


def count_row(
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
    """Keep the longest ways."""
    _floats(ASSIGN if how == ASSIGN else LARGER, 1, out[0], at, step, source[0], start, stride, n)


@overload(join)
def _join(
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
    if isinstance(exact, types.Array):
        return draw_row if isinstance(exact.dtype, types.Integer) else pass_row
    if isinstance(exact, types.BaseNamedTuple):
        return count_row
    return float_row if isinstance(exact, types.NoneType) else residue_row


@overload(quotient)
def _quotient(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
    def floats(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
        return _divided(total, out[0], at, step, n)

    def residues(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
        for k in range(len(exact[0])):
            divide(out[1][k], at, step, n, exact[2][node, k], exact[0][k])
        return _divided(total, out[0], at, step, n)

    def shares(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
        return False  # a mean's masses were shared out one by one

    def lengths(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
        for i in range(n):
            out[0][at + i * step] += exact.costs[node]
            exact.most[0] = max(exact.most[0], out[0][at + i * step])
        return False

    if isinstance(exact, types.Array):
        return shares
    if isinstance(exact, types.BaseNamedTuple):
        return lengths
    return floats if isinstance(exact, types.NoneType) else residues
