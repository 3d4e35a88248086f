"""What is done to rows of values in the compiled loops.

A flat array is a pair. Of floats alone it is (values, None). For exact values it is (values,
residues): the floats decide between alternatives as far as their error bound allows, and residues
modulo several primes follow, which name a value that is known to be a multiple of 1 / scale
exactly. Where the floats are too close, the residues decide.

    exact = (primes, inverses, constants, tolerance, mask, counts)

    primes     [k] below 2^31
    inverses   [k, k] of primes[j] modulo primes[i]
    constants  [n, k] for a mean the inverse of its total, for a maximum the scale of its values
    tolerance  [1] floats that differ relatively by more are in the right order
    mask       room for a row
    counts     [3] elements that were too close, that differ all the same, and of those how many
               the floats would have put in the wrong order
"""

# ruff: noqa: ARG001 - numba wants one list of names for both kinds of values

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numba.extending import overload

from odds.solvers.factored_kernel import compiled

ASSIGN: Final = 0
LARGER: Final = 1
PLUS: Final = 2

TINY: Final = float(np.finfo(np.float64).smallest_normal)
"""Below it a float has fewer than 53 bits, so the relative error of an operation has no bound."""


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


@compiled
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
        return
    for i in range(n):
        value = source[start + i * stride] * weight
        old = out[at + i * step]
        if how == LARGER:
            value = value if value > old else old
        elif how == PLUS:
            value = old + value
        out[at + i * step] = value


@compiled
def _divided(total: Any, out: Any, at: int, step: int, n: int) -> bool:
    tiny = False
    to, by = np.uint64(at), np.uint64(step)
    for i in range(np.uint64(n)):
        value = out[to + i * by] / total
        out[to + i * by] = value
        tiny |= (value < TINY) & (value != 0)
    return tiny


@compiled
def _times(residue: Any, factor: Any, ratio: Any, prime: Any) -> Any:
    """``residue * factor`` modulo ``prime``, ``ratio`` being 2^32 factor / prime (Shoup)."""
    high = (residue * ratio) >> np.uint64(32)
    product = residue * factor - high * prime
    return product - prime if product >= prime else product


@compiled
def _digits(residues: Any, at: int, node: int, exact: Any, digits: Any) -> None:
    """The mixed-radix digits, lowest first, of a value times the node's scale (Garner)."""
    primes, inverses, constants = exact[0], exact[1], exact[2]
    for k in range(len(primes)):
        digit = np.uint64(residues[k, at]) * constants[node, k] % primes[k]
        for j in range(k):
            digit = (digit + primes[k] - digits[j] % primes[k]) * inverses[j, k] % primes[k]
        digits[k] = digit


@compiled
def _is_larger(one: Any, at: int, other: Any, start: int, node: int, exact: Any) -> bool:
    """Whether the exact value of ``other`` is larger than that of ``one``."""
    many = len(exact[0])
    ours, theirs = np.empty(many, np.uint64), np.empty(many, np.uint64)
    _digits(one, at, node, exact, ours)
    _digits(other, start, node, exact, theirs)
    for k in range(many - 1, -1, -1):
        if ours[k] != theirs[k]:
            return bool(theirs[k] > ours[k])
    return False


@compiled
def _larger(
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
    """Keep the larger values, by the floats where these are far enough apart."""
    old, new, tolerance, mask, counts = out[0], source[0], exact[3][0], exact[4], exact[5]
    for i in range(n):
        one, other = old[at + i * step], new[start + i * stride]
        mask[i] = other > one
        if abs(one - other) <= tolerance * max(one, other) and max(one, other) > 0:
            counts[0] += 1
            mask[i] = False
            differ = False
            for k in range(len(exact[0])):
                differ |= out[1][k, at + i * step] != source[1][k, start + i * stride]
            if differ:
                mask[i] = _is_larger(
                    out[1], at + i * step, source[1], start + i * stride, node, exact
                )
                counts[1] += 1
                counts[2] += mask[i] != (other > one)
    for i in range(n):
        if mask[i]:
            old[at + i * step] = new[start + i * stride]
    for k in range(len(exact[0])):
        ours, theirs = out[1][k], source[1][k]
        for i in range(n):
            if mask[i]:
                ours[at + i * step] = theirs[start + i * stride]


@compiled
def _residues(
    how: int,
    weight: int,
    out: Any,
    at: int,
    step: int,
    source: Any,
    start: int,
    stride: int,
    n: int,
    primes: Any,
) -> None:
    """Add multiples of residues, or assign them."""
    for k in range(len(primes)):
        prime = primes[k]
        factor = np.uint64(weight) % prime
        ratio = (factor << np.uint64(32)) // prime
        ours, theirs = out[k], source[k]
        to, of = np.uint64(at), np.uint64(start)
        by, far = np.uint64(step), np.uint64(stride)
        for i in range(np.uint64(n)):
            value = np.uint64(theirs[of + i * far])
            if weight != 1:
                value = _times(value, factor, ratio, prime)
            if how == PLUS:
                value += np.uint64(ours[to + i * by])
                value = value - prime if value >= prime else value
            ours[to + i * by] = value


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
    def floats(
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
        _floats(how, weight, out[0], at, step, source[0], start, stride, n)

    def residues(
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
        if how == LARGER:
            _larger(node, out, at, step, source, start, stride, n, exact)
        else:
            _floats(how, weight, out[0], at, step, source[0], start, stride, n)
            _residues(how, weight, out[1], at, step, source[1], start, stride, n, exact[0])

    return floats if isinstance(exact, types.NoneType) else residues


@overload(quotient)
def _quotient(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
    def floats(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
        return _divided(total, out[0], at, step, n)

    def residues(node: Any, total: Any, out: Any, at: Any, step: Any, n: Any, exact: Any) -> Any:
        for k in range(len(exact[0])):
            prime, factor = exact[0][k], exact[2][node, k]
            ratio = (factor << np.uint64(32)) // prime
            row = out[1][k]
            for i in range(n):
                row[at + i * step] = _times(np.uint64(row[at + i * step]), factor, ratio, prime)
        return _divided(total, out[0], at, step, n)

    return floats if isinstance(exact, types.NoneType) else residues
