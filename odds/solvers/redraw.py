"""Keep-or-redraw stages on multisets of independent draws, solved exactly in whole numbers.

Let ``f(M, r)`` be the value of showing the full multiset M with r rounds left and ``g(K, r)`` that
of spending one of r rounds on redrawing all but K. Then

    g(M, r) = f(M, r - 1)                      for a full M,
    g(K, r) = sum over classes c of P(c) g(K + c, r)
    f(M, r) = the stage's payoff with r rounds left      where M completes it,
              fail                                       where r = 0,
              max over proper parts K of M of g(K, r)    otherwise,

which is backward induction (Puterman 1994, section 4.5) on the lattice of sub-multisets: one
upward pass gives g for every K, one downward pass gives the best K of every M, and no pair
(M, K) is ever listed. Stages are solved from the last to the first.

Every value with r rounds left is an integer over ``common * total**r``, so no fraction is formed
until someone asks. A payoff vector (v, q) travels as the single integer ``v * 2**bits + q`` with
``2**bits`` larger than any q: that is linear, so sums keep it, and comparing two such integers
compares the vectors from left to right.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Final

from odds.errors import ModelError
from odds.model import Keep, RedrawChain, RedrawStage, Vector
from odds.solvers.lattice import Frame, Lattice, sizes_of


class _Units:
    """What the whole numbers count: a value with r rounds left is over ``common * powers[r]``."""

    def __init__(self, chain: RedrawChain) -> None:
        self.chain: Final = chain
        payoffs = [p for stage in chain.stages for p in (stage.stop, stage.fail)]
        if any(len(p) != 2 or not 0 <= p[1].numerator <= p[1].denominator for p in payoffs):
            raise ModelError("a redraw payoff is a pair whose second entry is a probability")
        kinds, total = chain.stages[0].kinds, _total(chain.stages[0])
        if any(_total(stage) != total for stage in chain.stages):
            raise ModelError(f"every stage must have as many equally likely draws as {kinds}")
        self.common: Final = lcm(*(x.denominator for payoff in payoffs for x in payoff))
        self.powers: Final = [1]
        for _ in range(chain.rounds):
            self.powers.append(self.powers[-1] * total)
        # A power of two, so that splitting a pair is a shift and a mask.
        self.bits: Final = (self.common * self.powers[-1]).bit_length() + 1

    def packed(self, payoff: Vector) -> int:
        """A payoff as one integer over ``common``."""
        first, second = (x.numerator * (self.common // x.denominator) for x in payoff)
        return (first << self.bits) + second

    def vector(self, value: int, rounds: int) -> Vector:
        """The payoff that a packed ``value`` over ``common * powers[rounds]`` stands for."""
        over = self.common * self.powers[rounds]
        second = value & ((1 << self.bits) - 1)
        return Fraction(value >> self.bits, over), Fraction(second, over)


class RedrawSolver:
    """The solved chain; fulfils ``odds.model.RedrawSolution``. Payoffs have two components."""

    def __init__(self, chain: RedrawChain) -> None:
        self.chain: Final = chain
        self.units: Final = _Units(chain)
        self.stages: Final = self._solve_all()

    def _solve_all(self) -> list[_Stage]:
        frames: dict[object, Frame] = {}
        lattices: dict[object, Lattice] = {}
        solved: list[_Stage] = []
        following: _Stage | None = None
        for number in range(len(self.chain.stages) - 1, -1, -1):
            stage = self.chain.stages[number]
            alike = stage.kinds, stage.rule
            lattice = lattices.get(alike)
            if lattice is None:
                sizes = sizes_of(stage.kinds)
                if sizes not in frames:
                    frames[sizes] = Frame(sizes)
                lattice = lattices[alike] = Lattice(stage, frames[sizes])
            rounds = self.chain.rounds - number
            following = _Stage(self.units, stage, lattice, max(rounds, 0), following)
            solved.append(following)
        return solved[::-1]

    def enter(self, stage: int, rounds: int) -> Vector:
        return self.units.vector(self.stages[stage].enter[rounds], rounds)

    def stops(self, stage: int, rounds: int) -> bool:
        return self.stages[stage].stops[rounds]

    def keep_value(self, stage: int, rounds: int, keep: Keep) -> Vector:
        solved = self.stages[stage]
        node = solved.lattice.index[keep]
        return self.units.vector(solved.keep[rounds][node] * solved.lattice.scale[node], rounds)

    def best_keep(self, stage: int, rounds: int, shown: Keep) -> Keep:
        solved = self.stages[stage]
        return solved.lattice.nodes[solved.policy[rounds][solved.lattice.index[shown]]]

    def has_tied_keeps(self, stage: int) -> bool:
        return self.stages[stage].has_tied_keeps

    def completes(self, stage: int, rounds: int, keep: Keep | None = None) -> Fraction:
        solved = self.stages[stage]
        node = 0 if keep is None else solved.lattice.index[keep]
        ways = solved.completion[rounds][node] * solved.lattice.scale[node]
        return Fraction(ways, self.units.powers[rounds])

    def reachable(self, stage: int, rounds: int) -> bool:
        return rounds in self._lefts[stage]

    @cached_property
    def _lefts(self) -> list[set[int]]:
        """For each stage, the numbers of rounds with which some play can complete it."""
        found: list[set[int]] = []
        starts = {self.chain.rounds}
        for solved in self.stages:
            lattice = solved.lattice
            lefts = {left - 1 for left in starts if left} if lattice.done else set()
            if lefts and lattice.open:
                lefts = set(range(max(lefts) + 1))  # drawing all again may miss any number of times
            found.append(lefts)
            starts = lefts
        return found

    def outcomes(
        self, stage: int, rounds: int, keep: Keep | None = None
    ) -> Mapping[tuple[int, bool], Fraction]:
        ends: dict[tuple[int, bool], int] = {}
        node = 0 if keep is None else self.stages[stage].lattice.index[keep]
        waiting: dict[int, dict[int, int]] = {stage: {node: 1}}
        for left in range(rounds, 0, -1):
            waiting = self._play_round(waiting, left, ends)
        over = self.units.powers[rounds]
        return {end: Fraction(ways, over) for end, ways in ends.items()}

    def _play_round(
        self, waiting: dict[int, dict[int, int]], left: int, ends: dict[tuple[int, bool], int]
    ) -> dict[int, dict[int, int]]:
        """One round for every stage that somebody is in; what remains waits for the next."""
        after = left - 1
        rest: dict[int, dict[int, int]] = {}

        def put(stage: int, node: int, mass: int) -> None:
            nodes = rest.setdefault(stage, {})
            nodes[node] = nodes.get(node, 0) + mass

        for stage, masses in waiting.items():
            solved = self.stages[stage]
            spread = solved.lattice.spread(masses)
            for i in solved.lattice.full:
                if not spread[i]:
                    continue
                if i not in solved.lattice.done:
                    if after:
                        put(stage, solved.policy[after][i], spread[i])
                    else:
                        ends[stage, False] = ends.get((stage, False), 0) + spread[i]
                elif solved.stops[after]:
                    mass = spread[i] * self.units.powers[after]
                    ends[stage, True] = ends.get((stage, True), 0) + mass
                else:
                    put(stage + 1, 0, spread[i])
        return rest


class _Stage:
    """One stage solved for 1 to ``rounds`` rounds left.

    ``enter[r]``   the packed value of starting it with r rounds left (index 0 is unused);
    ``keep[r]``    the packed value of redrawing all but each node, over its own scale;
    ``policy[r]``  for each open full node the node that is kept (none with all rounds left, since
                   the first one was needed to roll at all);
    ``stops[r]``   whether the chain is left after completing it with r rounds left.
    """

    def __init__(
        self,
        units: _Units,
        stage: RedrawStage,
        lattice: Lattice,
        rounds: int,
        following: _Stage | None,
    ) -> None:
        self.units: Final = units  # Not the solver, which holds the stages: that were a cycle.
        self.lattice: Final = lattice
        self.rounds: Final = rounds
        self.is_last: Final = following is None
        self.stops: Final[list[bool]] = []
        stop = units.packed(stage.stop)
        done = [self._completed(stage, stop, left, following) for left in range(rounds)]
        self.enter: Final = [0]
        self.keep: Final[list[list[int]]] = [[]]
        self.policy: Final[list[dict[int, int]]] = [{}]
        self._solve(done, units.packed(stage.fail))

    def _completed(self, stage: RedrawStage, stop: int, left: int, following: _Stage | None) -> int:
        """The packed value of having completed the stage with ``left`` rounds left."""
        value = stop * self.units.powers[left]
        stops = True
        if following is not None and left:
            going_on = following.enter[left]
            stops = stage.may_stop and value >= going_on
            if not stops:
                value = going_on
        self.stops.append(stops)
        if self.units.chain.own_stage_first:
            certain = self.units.common * self.units.powers[left]
            value = (certain << self.units.bits) + (value & ((1 << self.units.bits) - 1))
        return value

    def _solve(self, done: list[int], fail: int) -> None:
        lattice = self.lattice
        first, shift = lattice.first_full, lattice.shift
        mask = (1 << shift) - 1
        leaves = [fail] * len(lattice.full)
        for left in range(1, self.rounds + 1):
            for i in lattice.done:
                leaves[i - first] = done[left - 1]
            keep = lattice.expect(leaves)
            self.enter.append(keep[0])
            self.keep.append(keep)
            if left == self.rounds:  # only the first roll has so many left: there is no choice
                break
            # Ties go to the highest node: see the order of nodes in ``odds.solvers.lattice``.
            best = lattice.best_parts(lattice.keys(keep, range(first)))
            self.policy.append({i: key & mask for i, key in zip(lattice.open, best, strict=True)})
            for i, key in zip(lattice.open, best, strict=True):
                leaves[i - first] = key >> shift

    @cached_property
    def completion(self) -> list[list[int]]:
        """For each number of rounds and node, the ways to complete the stage under the policy."""
        lattice = self.lattice
        found: list[list[int]] = [[]]
        leaves = [0] * len(lattice.full)
        for left in range(1, self.rounds + 1):
            for i in lattice.done:
                leaves[i - lattice.first_full] = self.units.powers[left - 1]
            ways = lattice.expect(leaves)
            found.append(ways)
            if left < self.rounds:
                for i, k in self.policy[left].items():
                    leaves[i - lattice.first_full] = ways[k] * lattice.scale[k]
        return found

    @cached_property
    def has_tied_keeps(self) -> bool:
        """Whether turning the tie-break round inside each size changes a keep that matters.

        It can't matter in a stage that is never completed, nor in the last one: keeps that tie
        fail equally often, so they complete the last stage equally often.
        """
        levels = range(1, 0 if self.is_last or not self.lattice.done else self.rounds)
        return any(self._has_tie(left) for left in levels)

    def _has_tie(self, left: int) -> bool:
        lattice = self.lattice
        turned, mask = lattice.turned, (1 << lattice.shift) - 1
        best = lattice.best_parts(lattice.keys(self.keep[left], turned))
        kept = self.policy[left].values()  # for each open node, like ``best``
        return [turned[key & mask] for key in best] != [*kept]


def _total(stage: RedrawStage) -> int:
    total = 1
    for kind in stage.kinds:
        total *= sum(kind.weights) ** kind.count
    return total
