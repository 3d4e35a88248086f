"""Backward induction: acyclic models, and models with a finite horizon.

In an acyclic model every play ends, and with ``g`` the payoff of ending, the optimal value is

    v(s) = g(s)                                   where s is absorbing,
    v(s) = max over a of  sum over t of  p(t | s, a) v(t)        elsewhere,

evaluated once for each state, successors first (Puterman, *Markov Decision Processes*, 1994,
section 4.5). Payoffs may be vectors, compared from left to right: expectation is linear and keeps
that order, so the equation holds for them as it stands.

With ``k`` steps left, the best probability of having reached a goal is 1 in the goal and else

    u_k(s) = max over a of  sum over t of  p(t | s, a) u_(k-1)(t),        u_0(s) = 0.

All arithmetic is on integers: a vector is held as numerators over one common denominator, in
lowest terms, so that equal vectors are equal tuples and a tie is never missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import Generic

from odds.dist import Dist
from odds.errors import ModelError
from odds.explore import MAX_STATES, Move, Space, StateMap, explore
from odds.graph import successors_first
from odds.model import A, AcyclicSolution, DecisionProcess, Payoff, S, Vector
from odds.solvers.forward import ends_of, roll_after

Packed = tuple[int, ...]
"""A vector of fractions: their common denominator, then the numerators; no common factor."""


def backward(
    process: DecisionProcess[S, A], payoff: Payoff[S], limit: int = MAX_STATES
) -> AcyclicSolution[S, A]:
    """The optimal values and policy of an acyclic model; ``ModelError`` names a cycle.

    Every action whose value equals the optimum is listed as best; the policy takes the first.
    ``payoff`` is asked of absorbing states only. At most ``limit`` states, else ``TooLarge``.
    """
    space = explore(process, limit)
    packed: list[Packed] = [()] * len(space)
    taken: list[Move | None] = [None] * len(space)
    order = successors_first(space.successors(), space.states)
    for number in order:
        moves = space.moves[number]
        if space.absorbing[number]:
            packed[number] = _pack(payoff(space.states[number]))
        elif len(moves) == 1:
            packed[number] = _mix(moves[0], packed)
            taken[number] = moves[0]
        else:
            values = [
                packed[move.targets[0]] if len(move.targets) == 1 else _mix(move, packed)
                for move in moves
            ]
            packed[number] = top = _largest(values)
            taken[number] = moves[values.index(top)]
    _check_lengths(space, packed)
    best = _Best(space, packed)
    return AcyclicSolution(
        value=StateMap(space.index, packed, _unpack),
        policy=_First(best),
        best=best,
        action_value=lambda state, action: _unpack(_mix(space.move(state, action), packed)),
        ends=_ends(space, taken, order),
    )


class _Best(Mapping[S, tuple[A, ...]], Generic[S, A]):
    """Every optimal action of each state that isn't absorbing; found when asked for."""

    def __init__(self, space: Space[S, A], packed: Sequence[Packed]) -> None:
        self._space = space
        self._packed = packed
        self._found: dict[int, tuple[A, ...]] = {}

    def __getitem__(self, state: S) -> tuple[A, ...]:
        space, packed = self._space, self._packed
        number = space.index[state]
        found = self._found.get(number)
        if found is None:
            if space.absorbing[number]:
                raise KeyError(state)
            named = zip(space.actions[number], space.moves[number], strict=True)
            best = [action for action, move in named if _mix(move, packed) == packed[number]]
            found = self._found[number] = tuple(best)
        return found

    def __iter__(self) -> Iterator[S]:
        absorbing = self._space.absorbing
        return (state for state, number in self._space.index.items() if not absorbing[number])

    def __len__(self) -> int:
        return len(self._space) - sum(self._space.absorbing)


class _First(Mapping[S, A], Generic[S, A]):
    """The first of the optimal actions of each state."""

    def __init__(self, best: Mapping[S, tuple[A, ...]]) -> None:
        self._best = best

    def __getitem__(self, state: S) -> A:
        return self._best[state][0]

    def __iter__(self) -> Iterator[S]:
        return iter(self._best)

    def __len__(self) -> int:
        return len(self._best)


def _ends(
    space: Space[S, A], taken: Sequence[Move | None], order: Sequence[int]
) -> Callable[[S], Dist[S]]:
    position = {number: place for place, number in enumerate(order)}

    known: dict[int, Dist[S]] = {}

    def ends(state: S) -> Dist[S]:
        first = roll_after(taken, space.index[state])
        if first not in known:
            weights = ends_of(taken, position, first)
            known[first] = Dist((space.states[number], w) for number, w in weights.items())
        return known[first]

    return ends


def _check_lengths(space: Space[S, A], packed: Sequence[Packed]) -> None:
    ends = [number for number, ended in enumerate(space.absorbing) if ended]
    for number in ends:
        if len(packed[number]) != len(packed[ends[0]]):
            one, other = space.states[ends[0]], space.states[number]
            raise ModelError(f"the payoffs of {one!r} and {other!r} differ in length")


def _pack(vector: Vector) -> Packed:
    common = lcm(*(part.denominator for part in vector))
    return (common, *(part.numerator * (common // part.denominator) for part in vector))


def _unpack(packed: Packed) -> Vector:
    return tuple(Fraction(numerator, packed[0]) for numerator in packed[1:])


def _mix(move: Move, packed: Sequence[Packed]) -> Packed:
    """The expected value of ``move``."""
    if len(move.targets) == 1:
        return packed[move.targets[0]]
    rows = [packed[target] for target in move.targets]
    columns = list(zip(*rows, strict=False))
    denominators = columns[0]
    factors: Sequence[int] = move.weights
    common = denominators[0]
    if denominators.count(common) < len(denominators):
        common = lcm(*denominators)
        factors = [w * (common // d) for w, d in zip(move.weights, denominators, strict=True)]
    sums = [sum(map(mul, factors, column)) for column in columns[1:]]
    common *= move.total
    shared = gcd(common, *sums)
    return (common // shared, *(part // shared for part in sums))


def _largest(values: Sequence[Packed]) -> Packed:
    top = values[0]
    for value in values:
        if value != top and _is_above(value, top):
            top = value
    return top


def _is_above(value: Packed, other: Packed) -> bool:
    """Whether ``value`` is the larger vector at the first component in which the two differ."""
    if value[0] == other[0]:
        return value > other
    left = [part * other[0] for part in value[1:]]
    return left > [part * value[0] for part in other[1:]]


def reach_within(
    process: DecisionProcess[S, A], goal: Callable[[S], bool], steps: int, limit: int = MAX_STATES
) -> list[Mapping[S, Fraction]]:
    """The best probability of having reached ``goal`` within ``k`` steps, for k = 0 ... ``steps``.

    For each k the best is taken anew, so no single policy need attain all of them. The model may
    have cycles. Other absorbing states than those of the goal never reach it.
    """
    space = explore(process, limit)
    scale = lcm(*{move.total for moves in space.moves for move in moves})
    goals = set(space.where(goal))
    chance = [int(number in goals) for number in range(len(space))]  # over scale ** k
    result: list[Mapping[S, Fraction]] = []
    for k in range(steps + 1):
        if k:
            one = scale**k
            chance = [
                one if number in goals else _best_chance(moves, chance, scale)
                for number, moves in enumerate(space.moves)
            ]
        result.append(StateMap(space.index, chance, _over(scale**k)))
    return result


def _best_chance(moves: Sequence[Move], chance: Sequence[int], scale: int) -> int:
    return max([_mean_chance(move, chance, scale) for move in moves], default=0)


def _mean_chance(move: Move, chance: Sequence[int], scale: int) -> int:
    if len(move.targets) == 1:
        return chance[move.targets[0]] * scale
    weight: int = sum(map(mul, move.weights, [chance[t] for t in move.targets]))
    return weight * (scale // move.total)


def _over(denominator: int) -> Callable[[int], Fraction]:
    return lambda numerator: Fraction(numerator, denominator)
