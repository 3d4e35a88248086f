"""The exact optimal value of one state, proven.

Floats with a proven error bound decide whatever they can. All values are multiples of one over a
known scale, so residues modulo enough primes name them exactly (Chinese remainder theorem; Knuth,
*The Art of Computer Programming* 2, 4.3.2). They follow every step, and decide where the floats of
two alternatives are closer than their bound. So every choice is made exactly, and the value at the
end is the optimal one as a fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt, prod
from typing import Final

import numpy as np

from odds.program import Counters
from odds.solvers.algebra import Array, error_bound
from odds.solvers.factored import Factored
from odds.solvers.factored_boxes import size
from odds.solvers.factored_code import sizes
from odds.solvers.factored_fast import FLOAT, RESIDUE, Modular
from odds.solvers.factored_graph import C
from odds.solvers.factored_kernel import BEST, KIND, MEAN, TOTAL
from odds.solvers.factored_layers import Behind, LaidOut, Work, run_all
from odds.solvers.factored_pack import Packed, by_node, rows_needed
from odds.solvers.factored_parts import empty

TOP: Final = 2**31
"""Primes are below this, so that products of residues fit into 64 bits."""


@dataclass(frozen=True)
class Proof:
    """An optimal value, and what it took to prove it."""

    value: Fraction
    primes: int
    close: int
    """Pairs of alternatives that the floats could not tell apart, over all states looked at; which
    those are hangs on the parts that the work is done in."""
    differ: int
    """Those of them that are not equal."""
    wrong: int
    """Those of them that the floats alone would have put in the wrong order."""


def certify(
    factored: Factored[C],
    control: C,
    counters: Counters,
    scale: int,
    work: Work,
    report: Callable[[int], object] = lambda _stage: None,
) -> Proof:
    """The exact value of a state with which the first stage begins.

    ``scale`` is what ``common_scale`` gives. ``report`` is told the number of each stage that is
    done, from the last to the first. Takes a solve's time for each prime, and ``bytes_needed``.
    """
    primes = primes_for(factored, scale)
    tolerance = float(4 * error_bound(factored.roundings[0]))
    nothing: Behind[C] = Behind.nothing(factored.order, len(primes))
    found: list[Array] = []

    def kind(stage: LaidOut[C]) -> Modular:
        counts = empty((len(stage.fast.shares), 3), np.int64, shared=True)
        found.append(counts)
        return _modular(stage.packed, scale, primes, tolerance, counts)

    stages = list(zip(factored.stages, factored.demands, strict=True))
    for _, first in run_all(stages, nothing, work, len(primes), kind):
        behind = first
        report(len(stages) - len(found))
    totals = sum((counts.sum(axis=0) for counts in found), np.zeros(3, np.int64))
    place = behind.flat.places[behind.number[factored.program.canonical(control)]]
    value = _value(place, counters, factored.order, behind, primes, scale)
    return Proof(value, len(primes), *(int(count) for count in totals))


def bytes_needed(factored: Factored[C], scale: int, work: Work) -> int:
    """The memory that it takes at most: two layers, and in each process the arrays of a part."""
    layers, arrays = [0], 0
    for explored, wanted in zip(reversed(factored.stages), reversed(factored.demands), strict=True):
        packed = explored.packed
        demand = by_node(packed.roots, wanted)
        layers.append(sum(map(size, demand.values())))
        rows = rows_needed(packed.code, demand, range(len(factored.maxima)))
        arrays = max(arrays, int(sizes(rows).sum()))
    width = FLOAT + RESIDUE * len(primes_for(factored, scale))
    both = max(one + other for one, other in pairwise(layers))
    return width * both + work.workers * min(work.room, width * arrays)


def primes_for(factored: Factored[C], scale: int) -> list[int]:
    """Enough primes to tell all values apart."""
    payoffs = (leaf.payoff for stage in factored.stages for leaf in stage.packed.leaves)
    return primes_beyond(scale * (int(max(payoffs, default=0)) + 1), scale)


def primes_beyond(least: int, scale: int = 1) -> list[int]:
    """The largest primes below ``TOP`` whose product passes ``least``; none divides ``scale``."""
    primes: list[int] = []
    number = TOP
    while prod(primes) <= least:
        number -= 1
        if (
            number % 2
            and scale % number
            and all(number % divisor for divisor in range(3, isqrt(number) + 1, 2))
        ):
            primes.append(number)
    return primes


def _modular(
    packed: Packed[C], scale: int, primes: list[int], tolerance: float, counts: Array
) -> Modular:
    nodes = packed.code.nodes
    constants = np.zeros((len(nodes), len(primes)), np.uint64)
    scales = [scale % prime for prime in primes]
    for node, (kind, total) in enumerate(nodes[:, [KIND, TOTAL]].tolist()):
        if kind == MEAN:
            constants[node] = [pow(total, -1, prime) for prime in primes]
        elif kind == BEST:
            constants[node] = scales
    inverses = np.array(
        [[pow(one, -1, other) if one != other else 0 for other in primes] for one in primes],
        np.uint64,
    )
    payoffs = [leaf.payoff for leaf in packed.leaves]
    leaves = [[p.numerator * pow(p.denominator, -1, q) % q for p in payoffs] for q in primes]
    residues = np.array(leaves, np.uint32).reshape(len(primes), -1)
    return Modular(
        np.array(primes, np.uint64),
        inverses,
        constants,
        tolerance,
        (np.array(payoffs, np.float64), residues),
        counts,
    )


def _value(
    place: Array,
    counters: Counters,
    order: Sequence[int],
    behind: Behind[C],
    primes: Sequence[int],
    scale: int,
) -> Fraction:
    """The value whose residues stand at these counters of an array."""
    axes = len(order)
    at, low, high = int(place[0]), place[1 : 1 + axes], place[1 + axes :]
    step = 1
    for axis in range(axes - 1, -1, -1):
        at += (counters[order[axis]] - int(low[axis])) * step
        step *= int(high[axis] - low[axis]) + 1
    residues = behind.flat.values[1]
    assert residues is not None
    whole, product = 0, 1
    for k, prime in enumerate(primes):
        wanted = int(residues[k, at]) * scale % prime
        whole += product * ((wanted - whole) * pow(product, -1, prime) % prime)
        product *= prime
    return Fraction(whole, scale)
