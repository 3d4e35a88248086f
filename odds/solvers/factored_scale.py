"""A number that makes every value of a program whole when multiplied.

A value is a fraction whose denominator divides the product of the totals of the means on a way to
an end, so how often each prime divides it is a longest way: a sum at a mean, a maximum everywhere
else. It is found for every state like the values themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from odds.solvers.algebra import Array
from odds.solvers.factored import Factored
from odds.solvers.factored_fast import Fast, Values
from odds.solvers.factored_graph import C
from odds.solvers.factored_kernel import KIND, MEAN, TOTAL
from odds.solvers.factored_layers import Behind, Work, run_all
from odds.solvers.factored_pack import by_node
from odds.solvers.factored_parts import empty
from odds.solvers.factored_rows import Costs


@dataclass(frozen=True)
class Counting:
    """Values are the longest ways to an end, each mean having a length."""

    leaf_values: Array
    costs: Array
    """[n] of each node."""
    most: Array
    """[parts, 1] in memory that processes share."""

    @property
    def leaves(self) -> Values:
        """The lengths of the leaves."""
        return self.leaf_values, None

    def tables(self, part: int, _longest: int) -> Costs:
        """The argument of the compiled loops."""
        return Costs(self.costs, self.most[part])


def common_scale(
    factored: Factored[C], work: Work, report: Callable[[int], object] = lambda _stage: None
) -> int:
    """The scale of all values that a run computes, the smallest that these longest ways give.

    ``report`` is told the number of each stage that is done, from the last to the first. Takes a
    solve's time for each set of primes that don't divide all totals alike.
    """
    totals: set[int] = set()
    for explored in factored.stages:
        nodes = explored.packed.code.nodes
        totals.update(nodes[nodes[:, KIND] == MEAN, TOTAL].tolist())
        totals.update(leaf.payoff.denominator for leaf in explored.packed.leaves)
    alike: dict[tuple[int, ...], int] = {}
    for prime in sorted({prime for total in totals for prime in _prime_factors(total)}):
        exponents = tuple(_exponent(total, prime) for total in sorted(totals))
        alike[exponents] = alike.get(exponents, 1) * prime
    return prod(
        base ** _longest(factored, dict(zip(sorted(totals), exponents, strict=True)), work, report)
        for exponents, base in alike.items()
    )


def _longest(
    factored: Factored[C],
    lengths: Mapping[int, int],
    work: Work,
    report: Callable[[int], object],
) -> int:
    """The longest way from any state that a run computes; ``lengths`` are those of the totals."""
    behind: Behind[C] = Behind.nothing(factored.order)
    longest = 0
    for number in range(len(factored.stages) - 1, -1, -1):
        packed, wanted = factored.stages[number].packed, factored.demands[number]
        demand = by_node(packed.roots, wanted)
        fast = Fast(packed, demand, work.order, work.room, work.parts)
        most = empty((len(fast.shares), 1), np.float64, shared=True)
        leaves = [lengths[leaf.payoff.denominator] for leaf in packed.leaves]
        nodes = packed.code.nodes
        means = np.where(nodes[:, KIND] == MEAN, nodes[:, TOTAL], 1)
        counting = Counting(_floats(leaves), _floats(_looked_up(means, lengths)), most)
        behind = run_all(fast, packed, demand, wanted, behind, work, counting)
        longest = max(longest, *leaves, int(most.max(initial=0)))
        report(number)
    return longest


def _looked_up(totals: Array, lengths: Mapping[int, int]) -> list[int]:
    return [lengths.get(total, 0) for total in totals.tolist()]


def _floats(numbers: Sequence[int]) -> Array:
    return np.array(numbers, np.float64)


def _prime_factors(number: int) -> set[int]:
    found, prime = set(), 2
    while prime * prime <= number:
        while number % prime == 0:
            found.add(prime)
            number //= prime
        prime += 1
    return found | ({number} if number > 1 else set())


def _exponent(number: int, prime: int) -> int:
    exponent = 0
    while number % prime == 0:
        number //= prime
        exponent += 1
    return exponent
