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
                value = times(value, factor, ratio, prime)
            if how == PLUS:
                value += np.uint64(ours[to + i * by])
                value = value - prime if value >= prime else value
            ours[to + i * by] = value
