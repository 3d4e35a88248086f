"""Rows of values that are followed by residues; ``factored_rows`` says what these are for."""

from __future__ import annotations

from typing import Any

import numpy as np

from odds.solvers.factored_kernel import PLUS, compiled


@compiled
def times(residue: Any, factor: Any, ratio: Any, prime: Any) -> Any:
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
def larger(
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
    taken, close = exact[4][0], exact[4][1]
    to, of, by, far = np.uint64(at), np.uint64(start), np.uint64(step), np.uint64(stride)
    count = np.uint64(n)
    if _compare(out[0], to, by, source[0], of, far, count, exact[3][0], taken, close):
        _decide(node, out[1], to, by, source[1], of, far, count, exact)
    if by == 1 and far == 1:
        ours, theirs = out[0], source[0]
        for i in range(count):
            ours[to + i] = theirs[of + i] if taken[i] else ours[to + i]
        for k in range(len(exact[0])):
            mine, other = out[1][k], source[1][k]
            for i in range(count):
                mine[to + i] = other[of + i] if taken[i] else mine[to + i]
        return
    for i in range(count):
        if taken[i]:
            out[0][to + i * by] = source[0][of + i * far]
            for k in range(len(exact[0])):
                out[1][k, to + i * by] = source[1][k, of + i * far]


@compiled
def _compare(
    old: Any,
    to: Any,
    by: Any,
    new: Any,
    of: Any,
    far: Any,
    count: Any,
    tolerance: float,
    taken: Any,
    close: Any,
) -> bool:
    """Mark which new floats are larger, and which too close; whether any is."""
    some = False
    for i in range(count):
        one, other = old[to + i * by], new[of + i * far]
        taken[i] = other > one
        near = abs(one - other) <= tolerance * max(one, other)
        close[i] = near & (other != 0)
        some |= close[i]
    return some


@compiled
def _decide(
    node: int, old: Any, to: Any, by: Any, new: Any, of: Any, far: Any, count: Any, exact: Any
) -> None:
    """Let residues decide where floats are close."""
    taken, close, counts = exact[4][0], exact[4][1], exact[5]
    differ = exact[4][2]
    differ[: np.int64(count)] = False
    for k in range(len(exact[0])):
        ours, theirs = old[k], new[k]
        for i in range(count):
            differ[i] |= ours[to + i * by] != theirs[of + i * far]
    for i in range(count):
        if close[i]:
            guess = taken[i]
            taken[i] = False
            counts[0] += 1
            if differ[i]:
                taken[i] = _is_larger(old, to + i * by, new, of + i * far, node, exact)
                counts[1] += 1
                counts[2] += taken[i] != guess


@compiled
def add(
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
    to, of, by, far = np.uint64(at), np.uint64(start), np.uint64(step), np.uint64(stride)
    for k in range(len(primes)):
        if how == PLUS and weight == 1 and by == 1 and far == 1:
            _add_row(out[k], to, source[k], of, np.uint64(n), np.uint32(primes[k]))
        elif how != PLUS and weight == 1:
            for i in range(np.uint64(n)):
                out[k, to + i * by] = source[k, of + i * far]
        else:
            _add_multiple(how, weight, out[k], to, by, source[k], of, far, n, primes[k])


@compiled
def _add_row(ours: Any, to: Any, theirs: Any, of: Any, count: Any, prime: Any) -> None:
    """Sums below 2^32, the prime taken off where that doesn't wrap: one vector loop."""
    for i in range(count):
        total = np.uint32(ours[to + i] + theirs[of + i])
        ours[to + i] = min(total, np.uint32(total - prime))


@compiled
def _add_multiple(
    how: int,
    weight: int,
    ours: Any,
    to: Any,
    by: Any,
    theirs: Any,
    of: Any,
    far: Any,
    n: int,
    prime: Any,
) -> None:
    factor = np.uint64(weight) % prime
    ratio = (factor << np.uint64(32)) // prime
    for i in range(np.uint64(n)):
        value = times(np.uint64(theirs[of + i * far]), factor, ratio, prime)
        if how == PLUS:
            value += np.uint64(ours[to + i * by])
            value = value - prime if value >= prime else value
        ours[to + i * by] = value


@compiled
def divide(row: Any, at: int, step: int, n: int, factor: Any, prime: Any) -> None:
    """Multiply residues by ``factor``, the inverse of what divides the values."""
    ratio = (factor << np.uint64(32)) // prime
    to, by = np.uint64(at), np.uint64(step)
    if by == 1:
        for i in range(np.uint64(n)):
            row[to + i] = times(np.uint64(row[to + i]), factor, ratio, prime)
    else:
        for i in range(np.uint64(n)):
            row[to + i * by] = times(np.uint64(row[to + i * by]), factor, ratio, prime)
