"""The core of policy iteration, on numbered states: evaluate, improve, repeat.

The equation, the conditions and the references stand in ``odds.solvers.policy_iteration``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from operator import mul
from typing import Final

from odds.explore import Move
from odds.graph import predecessors, reachable
from odds.solvers.chain import evaluate

SWEEPS: Final = 200
"""The most rounds of approximate value iteration that look for a good first policy."""

_ONE: Final = 1 << 40
"""The number 1 in the fixed-point arithmetic of the approximation."""

_CLOSE: Final = 1 << 20
"""The change in a value below which the approximation is good enough."""

Moves = Sequence[tuple[Move, ...]]
"""For each state, what its actions do."""

Options = Sequence[Sequence[int]]
"""For each state, the numbers of the actions that are considered there; none if v is known."""


def iterate(
    moves: Moves, options: Options, gain: int, known: Sequence[Fraction], settled: Sequence[int]
) -> list[Fraction]:
    """The optimal v, exact. From every state with options, these can lead to ``settled``."""
    distinct = _Distinct.of(moves, options)
    ranked = _ranked(distinct, options, gain, known)
    choice = leading_on(moves, ranked, settled)
    while True:
        values = evaluate(chosen(moves, choice), gain, known)
        means = [move.mean(values) for move in distinct.moves]
        changed = False
        for number, among in enumerate(distinct.used):
            if not among:
                continue
            top = max(map(means.__getitem__, among))
            if top > values[number] - gain:
                better = next(place for place, i in enumerate(among) if means[i] == top)
                choice[number] = options[number][better]
                changed = True
        if not changed:
            return values


def attaining(
    moves: Moves, options: Options, gain: int, values: Sequence[Fraction]
) -> list[list[int]]:
    """The actions whose value equals the state's."""
    distinct = _Distinct.of(moves, options)
    means = [move.mean(values) for move in distinct.moves]
    result = []
    for allowed, among, value in zip(options, distinct.used, values, strict=True):
        wanted = value - gain
        result.append([a for a, i in zip(allowed, among, strict=True) if means[i] == wanted])
    return result


@dataclass(frozen=True)
class _Distinct:
    """The different moves among all options, and which of them each option of a state is."""

    moves: Sequence[Move]
    used: Sequence[Sequence[int]]

    @classmethod
    def of(cls, moves: Moves, options: Options) -> _Distinct:
        numbers: dict[Move, int] = {}
        used = [
            [numbers.setdefault(made[a], len(numbers)) for a in allowed]
            for made, allowed in zip(moves, options, strict=True)
        ]
        return cls(list(numbers), used)


def chosen(moves: Moves, choice: Sequence[int]) -> list[Move | None]:
    """What the chosen action does in each state; none where the choice is -1."""
    return [None if a < 0 else made[a] for made, a in zip(moves, choice, strict=True)]


def _ranked(distinct: _Distinct, options: Options, gain: int, known: Sequence[Fraction]) -> Options:
    """The options of each state, those first that look best to approximate value iteration.

    This only chooses where to start, so that few exact solves are needed; the result doesn't
    depend on it. The arithmetic is on integers in fixed point.
    """
    values = [int(value * _ONE) for value in known]
    means: list[int] = []
    for _ in range(SWEEPS):
        means = [
            sum(map(mul, move.weights, [values[t] for t in move.targets])) // move.total
            for move in distinct.moves
        ]
        after = [
            gain * _ONE + max(map(means.__getitem__, among)) if among else value
            for among, value in zip(distinct.used, values, strict=True)
        ]
        moved = max((abs(new - old) for new, old in zip(after, values, strict=True)), default=0)
        values = after
        if moved < _CLOSE:
            break
    return [
        [a for _, a in sorted(zip((-means[i] for i in among), allowed, strict=True))]
        for among, allowed in zip(distinct.used, options, strict=True)
    ]


def leading_on(moves: Moves, ranked: Options, settled: Sequence[int]) -> list[int]:
    """One option for each state that has any, so that the chain reaches ``settled``.

    That is, from each such state with a probability above 0; some choice of options must be able
    to. Every state takes its first option, unless it would then never get to ``settled``. Of
    those, the lowest state that has an option which may lead at once to a state that does get
    there takes the first such option; and so on, until all get there.
    """
    choice = [among[0] if among else -1 for among in ranked]
    first = predecessors([move.targets if move else () for move in chosen(moves, choice)])
    reached = reachable(first, settled)
    if all(r or not among for r, among in zip(reached, ranked, strict=True)):
        return choice
    other = predecessors(
        [
            [t for a in among for t in made[a].targets]
            for made, among in zip(moves, ranked, strict=True)
        ]
    )
    waiting = [before for number, there in enumerate(reached) if there for before in other[number]]
    heapify(waiting)
    while waiting:
        number = heappop(waiting)
        if reached[number]:
            continue
        choice[number] = next(
            a for a in ranked[number] if any(reached[t] for t in moves[number][a].targets)
        )
        todo = [number]
        while todo:
            number = todo.pop()
            if not reached[number]:
                reached[number] = True
                todo.extend(first[number])
                for before in other[number]:
                    heappush(waiting, before)
    return choice
