"""Where an acyclic chain ends: probability carried forward from a start, state by state.

A state passes on what it has once all that leads to it has done so, and every state that is met is
looked at once (forward equations: Puterman, *Markov Decision Processes*, 1994, section 5.1). All
arithmetic is on integers, numerators over a denominator of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from math import gcd, lcm

from odds.explore import Move

Mass = tuple[int, int]
"""A probability as numerator and denominator, not in lowest terms."""


def ends_of(
    moves: Sequence[Move | None], position: Mapping[int, int], start: int
) -> dict[int, int]:
    """Each state that ends what begins in ``start``, with its whole-number weight.

    ``moves`` has none where the chain ends; ``position`` is higher in every state than in those
    that it leads to. The weights have no common factor.
    """
    masses: dict[int, Mass] = {start: (1, 1)}
    ends: dict[int, Mass] = {}
    waiting = [(-position[start], start)]
    while waiting:
        _, number = heappop(waiting)
        numerator, denominator = mass = masses.pop(number)
        move = moves[number]
        if move is None:
            ends[number] = mass
            continue
        denominator *= move.total
        for after, weight in zip(move.targets, move.weights, strict=True):
            target = roll_after(moves, after)
            part = numerator * weight, denominator
            before = masses.get(target)
            if before is None:
                masses[target] = part
                heappush(waiting, (-position[target], target))
            else:
                masses[target] = _sum(before, part)
    common = lcm(*(denominator for _, denominator in ends.values()))
    weights = [numerator * (common // denominator) for numerator, denominator in ends.values()]
    shared = gcd(*weights)
    return {number: weight // shared for number, weight in zip(ends, weights, strict=True)}


def roll_after(moves: Sequence[Move | None], number: int) -> int:
    """The first state from ``number`` on that is an end or doesn't lead to one state alone."""
    while (move := moves[number]) is not None and len(move.targets) == 1:
        (number,) = move.targets
    return number


def _sum(one: Mass, other: Mass) -> Mass:
    if one[1] == other[1]:
        return one[0] + other[0], one[1]
    common = lcm(one[1], other[1])
    return one[0] * (common // one[1]) + other[0] * (common // other[1]), common
