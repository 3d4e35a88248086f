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
from math import isqrt, lcm, prod
from typing import Final

import numpy as np

from odds.program import Counters
from odds.solvers.algebra import Array, error_bound
from odds.solvers.factored import ROOM, Factored
from odds.solvers.factored_fast import Fast, Flat, Modular, places_of
from odds.solvers.factored_graph import C
from odds.solvers.factored_kernel import AMOUNT, BEST, FIRST, KIND, LAST, LEAF, MEAN, TOTAL
from odds.solvers.factored_layers import Behind, Work, run_all
from odds.solvers.factored_pack import Packed, by_node
from odds.solvers.factored_parts import empty

TOP: Final = 2**31
"""Primes are below this, so that products of residues fit into 64 bits."""


@dataclass(frozen=True)
class Proof:
    """An optimal value, and what it took to prove it."""

    value: Fraction
    primes: int
    close: int
    """Pairs of alternatives, over all states, that the floats could not tell apart."""
    differ: int
    """Those of them that are not equal."""
    wrong: int
    """Those of them that the floats alone would have put in the wrong order."""


def certify(
    factored: Factored[C],
    control: C,
    counters: Counters,
    room: int = ROOM,
    workers: int = 1,
    report: Callable[[int], object] = lambda _stage: None,
) -> Proof:
    """The exact value of a state with which the first stage begins.

    ``report`` is told the number of each stage that is done, from the last to the first. Takes
    about six times the time and memory of ``Factored.layers``.
    """
    scales = _scales(factored)
    largest = max(scales[0][node] for node in factored.stages[0].packed.roots.values())
    highest = max(
        (leaf.payoff for stage in factored.stages for leaf in stage.packed.leaves), default=0
    )
    primes = primes_beyond(largest * (int(highest) + 1))
    tolerance = float(4 * error_bound(factored.roundings[0]))
    work = Work(factored.order, room, workers, workers)
    behind = _nothing(factored, len(primes))
    totals = np.zeros(3, np.int64)
    for number in range(len(factored.stages) - 1, -1, -1):
        packed, wanted = factored.stages[number].packed, factored.demands[number]
        demand = by_node(packed.roots, wanted)
        fast = Fast(packed, demand, work.order, room, workers, len(primes))
        counts = empty((len(fast.shares), 3), np.int64, shared=True)
        modular = _modular(packed, scales[number], primes, tolerance, counts)
        behind = run_all(fast, packed, demand, wanted, behind, work, modular)
        totals += counts.sum(axis=0)
        report(number)
    place = behind.flat.places[behind.number[factored.program.canonical(control)]]
    value = _value(place, counters, factored.order, behind, primes, largest)
    return Proof(value, len(primes), *(int(count) for count in totals))


def _scales(factored: Factored[C]) -> list[list[int]]:
    """For each stage and node a number that makes all of its values whole when multiplied."""
    found: list[list[int]] = []
    behind = 1
    for explored in reversed(factored.stages):
        packed = explored.packed
        nodes, targets = packed.code.nodes.tolist(), packed.code.targets[:, 0].tolist()
        scale = [1] * len(nodes)
        for node in packed.exits.values():
            scale[node] = behind
        for node, _root, _slice in packed.steps.tolist():
            row = nodes[node]
            if row[KIND] == LEAF:
                scale[node] = packed.leaves[row[AMOUNT]].payoff.denominator
            for target in targets[row[FIRST] : row[LAST]]:
                new = scale[target] * (row[TOTAL] if row[KIND] == MEAN else 1)
                if scale[node] % new:
                    scale[node] = lcm(scale[node], new)
        behind = lcm(*(scale[node] for node in packed.roots.values()))
        found.append(scale)
    return found[::-1]


def primes_beyond(least: int) -> list[int]:
    """The largest primes below ``TOP`` whose product passes ``least``."""
    primes: list[int] = []
    number = TOP
    while prod(primes) <= least:
        number -= 1
        if number % 2 and all(number % divisor for divisor in range(3, isqrt(number) + 1, 2)):
            primes.append(number)
    return primes


def _modular(
    packed: Packed[C], scale: Sequence[int], primes: list[int], tolerance: float, counts: Array
) -> Modular:
    nodes = packed.code.nodes
    constants = np.zeros((len(nodes), len(primes)), np.uint64)
    known: dict[int, list[int]] = {}
    for node, (kind, total) in enumerate(nodes[:, [KIND, TOTAL]].tolist()):
        if kind == MEAN:
            constants[node] = [pow(total, -1, prime) for prime in primes]
        elif kind == BEST:
            if scale[node] not in known:
                known[scale[node]] = [scale[node] % prime for prime in primes]
            constants[node] = known[scale[node]]
    inverses = np.array(
        [[pow(one, -1, other) if one != other else 0 for other in primes] for one in primes],
        np.uint64,
    )
    payoffs = [leaf.payoff for leaf in packed.leaves]
    leaves = [[p.numerator * pow(p.denominator, -1, q) % q for p in payoffs] for q in primes]
    return Modular(
        np.array(primes, np.uint64),
        inverses,
        constants,
        tolerance,
        np.array(leaves, np.uint32).reshape(len(primes), -1),
        counts,
    )


def _nothing(factored: Factored[C], primes: int) -> Behind[C]:
    """The layer behind the last stage."""
    places, _ = places_of([], factored.order)
    return Behind(Flat(places, (np.empty(0), np.empty((primes, 0), np.uint32))), {})


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
