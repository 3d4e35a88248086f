"""Absorbing Markov chains: where they end, after how many steps, and how many on average.

With Q the transitions among the states that aren't absorbing and R those into absorbing ones, a
chain that starts with the row vector e is expected to visit state s x(s) times, where

    x = e + x Q,        and ends in t with probability (x R)(t);

the mean number of steps to absorption is h = 1 + Q h (Kemeny and Snell, *Finite Markov Chains*,
1960, chapter III). Both systems are solved one strongly connected component after the other, which
for an acyclic chain needs no linear algebra at all. States from which absorption isn't certain are
found by graph search first: there h is infinite, and for those that can never be absorbed the
system for x would be singular.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from odds.errors import ModelError
from odds.explore import MAX_STATES, Move, Space, StateMap, explore_chain
from odds.graph import components, predecessors, reachable
from odds.linalg import solve
from odds.model import MarkovChain, S, Value
from odds.numbers import INFINITE

Visits = dict[int, Fraction]
"""The expected visits to one state, by the number of the start; no entry is 0."""


def absorption(chain: MarkovChain[S], limit: int = MAX_STATES) -> Mapping[S, Mapping[S, Fraction]]:
    """For each initial state, the probability of ending in each absorbing state.

    Absorbing states of probability 0 are left out. The probabilities sum to less than 1 where
    absorption isn't certain.
    """
    space = explore_chain(chain, limit)
    ends = [number for number, ended in enumerate(space.absorbing) if ended]
    visits = _expected_visits(space, ends)
    return {
        space.states[start]: {
            space.states[end]: visits[end][start] for end in ends if start in visits[end]
        }
        for start in space.initial
    }


def _expected_visits(space: Space[S, None], ends: Sequence[int]) -> list[Visits]:
    """How often each state is visited from each initial state; none where no end can follow."""
    successors = space.successors()
    leads_on = reachable(predecessors(successors), ends)
    inflow: list[dict[int, list[tuple[int, int]]]] = [{} for _ in successors]
    for start in space.initial:
        inflow[start][start] = [(1, 1)]
    visits: list[Visits] = [{} for _ in successors]
    for component in reversed(components(successors)):
        if not leads_on[component[0]]:
            continue
        entering = [
            {start: _sum(parts) for start, parts in inflow[number].items()} for number in component
        ]
        found = _visits_within(space, component, entering)
        for number, by_start in zip(component, found, strict=True):
            visits[number] = by_start
            inflow[number] = {}
            _pass_on(space, number, by_start, inflow)
    return visits


def _sum(parts: Sequence[tuple[int, int]]) -> Fraction:
    """The sum of fractions given as numerator and denominator, reduced once."""
    if len(parts) == 1:
        return Fraction(*parts[0])
    common = lcm(*(denominator for _, denominator in parts))
    return Fraction(sum(n * (common // d) for n, d in parts), common)


def _pass_on(
    space: Space[S, None],
    number: int,
    by_start: Visits,
    inflow: list[dict[int, list[tuple[int, int]]]],
) -> None:
    for move in space.moves[number]:
        for target, weight in zip(move.targets, move.weights, strict=True):
            for start, visits in by_start.items():
                part = (visits.numerator * weight, visits.denominator * move.total)
                inflow[target].setdefault(start, []).append(part)


def _visits_within(
    space: Space[S, None], component: Sequence[int], entering: Sequence[Visits]
) -> list[Visits]:
    """The expected visits in a component, from those that enter it: the transpose of I - Q."""
    if _is_left_at_once(space, component):
        return list(entering)
    place = {number: i for i, number in enumerate(component)}
    rows: list[dict[int, Fraction]] = [{i: Fraction(1)} for i in range(len(component))]
    for number, i in place.items():
        move = space.moves[number][0]
        for target, weight in zip(move.targets, move.weights, strict=True):
            if target in place:
                row = rows[place[target]]
                row[i] = row.get(i, Fraction(0)) - Fraction(weight, move.total)
    starts = sorted({start for by_start in entering for start in by_start})
    right = [[by_start.get(start, Fraction(0)) for start in starts] for by_start in entering]
    return [
        {start: visits for start, visits in zip(starts, values, strict=True) if visits}
        for values in solve(rows, right)
    ]


def _is_left_at_once(space: Space[S, None], component: Sequence[int]) -> bool:
    """Whether a component is a single state that never follows itself."""
    first = component[0]
    return len(component) == 1 and all(first not in move.targets for move in space.moves[first])


def expected_steps(chain: MarkovChain[S], limit: int = MAX_STATES) -> Mapping[S, Value]:
    """For each reachable state, the mean number of steps until the chain is absorbed.

    ``INFINITE`` where absorption isn't certain.
    """
    space = explore_chain(chain, limit)
    successors = space.successors()
    before = predecessors(successors)
    ends = [number for number, ended in enumerate(space.absorbing) if ended]
    lost = [number for number, leads_on in enumerate(reachable(before, ends)) if not leads_on]
    infinite = reachable(before, lost)
    moves = [
        None if i or not made else made[0] for i, made in zip(infinite, space.moves, strict=True)
    ]
    steps = evaluate(moves, 1, [Fraction(0)] * len(space))
    values: list[Value] = [INFINITE if i else s for i, s in zip(infinite, steps, strict=True)]
    return StateMap(space.index, values, lambda value: value)


def evaluate(moves: Sequence[Move | None], gain: int, values: Sequence[Fraction]) -> list[Fraction]:
    """The solution of ``v(s) = gain + expectation of v after moves[s]``.

    Where there is no move, v is fixed to what ``values`` holds. From everywhere else a fixed state
    must be reached with certainty, or the system is singular: ``ModelError``.
    """
    result = list(values)
    for component in components([move.targets if move else () for move in moves]):
        move = moves[component[0]]
        if move is None:
            continue
        if len(component) == 1 and component[0] not in move.targets:
            result[component[0]] = gain + move.mean(result)
            continue
        for number in component:
            result[number] = Fraction(0)
        found = _evaluate_within(moves, gain, component, result)
        for number, value in zip(component, found, strict=True):
            result[number] = value
    return result


def _evaluate_within(
    moves: Sequence[Move | None], gain: int, component: Sequence[int], values: Sequence[Fraction]
) -> list[Fraction]:
    """v in a component, given v in those that it leads to and 0 in the component itself."""
    place = {number: i for i, number in enumerate(component)}
    rows = []
    right = []
    for number, move in ((number, moves[number]) for number in component):
        assert move is not None  # only a state with a move can follow itself
        row = {place[number]: move.total}
        for target, weight in zip(move.targets, move.weights, strict=True):
            if target in place:
                row[place[target]] = row.get(place[target], 0) - weight
        rows.append(row)
        right.append([move.total * (gain + move.mean(values))])
    return [values[0] for values in solve(rows, right)]


def absorbed_at(
    chain: MarkovChain[S],
    start: S,
    steps: int,
    goal: Callable[[S], bool],
    limit: int = MAX_STATES,
) -> list[Fraction]:
    """P(absorbed in a state of ``goal`` after exactly k steps) for k = 0 ... ``steps``.

    ``ModelError`` if ``start`` can't be reached from the chain's initial states.
    """
    space = explore_chain(chain, limit)
    if start not in space.index:
        raise ModelError(f"{start!r} is not a state of the chain")
    goals = {number for number in space.where(goal) if space.absorbing[number]}
    scale = lcm(*{move.total for moves in space.moves for move in moves})
    masses = {space.index[start]: 1}  # over scale ** k
    result = []
    for k in range(steps + 1):
        ended = sum(mass for number, mass in masses.items() if number in goals)
        result.append(Fraction(ended, scale**k))
        masses = _stepped(space, masses, scale)
    return result


def _stepped(space: Space[S, None], masses: Mapping[int, int], scale: int) -> dict[int, int]:
    """One step on; what has been absorbed is dropped."""
    after: dict[int, int] = {}
    for number, mass in masses.items():
        for move in space.moves[number]:
            share = mass * (scale // move.total)
            for target, weight in zip(move.targets, move.weights, strict=True):
                after[target] = after.get(target, 0) + share * weight
    return after
