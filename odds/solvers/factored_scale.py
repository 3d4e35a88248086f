"""A number that makes every value of a program whole when multiplied.

A value is a fraction whose denominator divides the product of the totals of the means on a way to
an end, so how often each prime divides it is a longest way: a sum at a mean, a maximum everywhere
else. It is found for every state like the values themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from odds.solvers.algebra import Array
from odds.solvers.factored import Factored
from odds.solvers.factored_fast import Values
from odds.solvers.factored_graph import C
from odds.solvers.factored_kernel import KIND, MEAN, TOTAL
from odds.solvers.factored_layers import Behind, LaidOut, Work, run_all
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

    @property
    def longest(self) -> int:
        """The longest way of all, once every part is run."""
        return int(max(self.leaf_values.max(initial=0), self.most.max(initial=0)))

    def tables(self, part: int, _longest: int) -> Costs:
        """The argument of the compiled loops."""
        return Costs(self.costs, self.most[part])


def common_scale(
    factored: Factored[C],
    work: Work,
    report: Callable[[int, int], object] = lambda _done, _all: None,
) -> int:
    """The scale of all values that a run computes, the smallest that these longest ways give.

    ``report`` is told how many runs of a stage are done, and of how many. Takes a solve's time for
    each set of primes that don't divide all totals alike.
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
    scale, done = 1, 0
    for exponents, base in alike.items():
        lengths = dict(zip(sorted(totals), exponents, strict=True))
        longest = 0
        for found in _longest(factored, lengths, work):
            longest = max(longest, found)
            done += 1
            report(done, len(alike) * len(factored.stages))
        scale *= base**longest
    return scale


def _longest(factored: Factored[C], lengths: Mapping[int, int], work: Work) -> Iterator[int]:
    """The longest way from any state of each stage; ``lengths`` are those of the totals."""
    made: list[Counting] = []

    def kind(stage: LaidOut[C]) -> Counting:
        made.append(_counting(stage, lengths))
        return made[-1]

    stages = list(zip(factored.stages, factored.demands, strict=True))
    nothing: Behind[C] = Behind.nothing(factored.order)
    for _ in run_all(stages, nothing, work, 0, kind):
        yield made.pop().longest


def _counting(stage: LaidOut[C], lengths: Mapping[int, int]) -> Counting:
    packed = stage.packed
    nodes = packed.code.nodes
    means = np.where(nodes[:, KIND] == MEAN, nodes[:, TOTAL], 1)
    leaves = [lengths[leaf.payoff.denominator] for leaf in packed.leaves]
    costs = [lengths.get(total, 0) for total in means.tolist()]
    most = empty((len(stage.fast.shares), 1), np.float64, shared=True)
    return Counting(_floats(leaves), _floats(costs), most)


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
