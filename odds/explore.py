"""The states of a model that can be reached, numbered, with their transitions as integers.

States are numbered in the order in which a breadth-first search finds them. Solvers work on these
numbers and translate back at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, Generic, TypeVar

from msgspec import Struct

from odds.dist import Dist
from odds.errors import ModelError, TooLarge
from odds.model import CERTAIN, A, DecisionProcess, MarkovChain, Outcomes, S

MAX_STATES: Final = 2_000_000
"""The most states that are explored unless a caller says otherwise."""

MAX_TRANSITIONS: Final = 10_000_000
"""The most transitions, summed over all states and actions."""

X = TypeVar("X")
V_co = TypeVar("V_co", covariant=True)


class Move(Struct, frozen=True):
    """One action: ``targets[i]`` follows with probability ``weights[i] / total``.

    In a ``Space``, equal moves are the same object.
    """

    targets: tuple[int, ...]
    weights: tuple[int, ...]
    total: int

    def mean(self, values: Sequence[Fraction]) -> Fraction:
        """The expectation of the next state's value; one reduction for the whole sum."""
        if len(self.targets) == 1:
            return values[self.targets[0]]
        after = [values[target] for target in self.targets]
        common = lcm(*(value.denominator for value in after))
        total = sum(
            weight * value.numerator * (common // value.denominator)
            for weight, value in zip(self.weights, after, strict=True)
        )
        return Fraction(total, common * self.total)


class Space(Struct, Generic[S, A], frozen=True):
    """The reachable part of a model. Everything is indexed by the number of a state.

    ``index``     the number of each state;
    ``initial``   the numbers of the initial states;
    ``absorbing`` whether the process has ended there;
    ``actions``   the actions in the model's order, none in absorbing states;
    ``moves``     what each of these actions does.
    """

    states: Sequence[S]
    index: Mapping[S, int]
    initial: tuple[int, ...]
    absorbing: Sequence[bool]
    actions: Sequence[tuple[A, ...]]
    moves: Sequence[tuple[Move, ...]]

    def __len__(self) -> int:
        return len(self.states)

    def successors(self) -> list[Sequence[int]]:
        """For each state, the states that one step may lead to; some more than once."""
        return [_joined(moves) for moves in self.moves]

    def choices(self) -> list[list[tuple[int, ...]]]:
        """For each state and action, the states that one step may lead to."""
        return [[move.targets for move in moves] for moves in self.moves]

    def move(self, state: S, action: A) -> Move:
        """What ``action`` does in ``state``; ``ModelError`` if there is no such choice."""
        number = self.index.get(state)
        if number is None or action not in self.actions[number]:
            raise ModelError(f"no action {action!r} in {state!r}")
        return self.moves[number][self.actions[number].index(action)]

    def where(self, goal: Callable[[S], bool]) -> list[int]:
        """The numbers of the states that satisfy ``goal``."""
        return [number for number, state in enumerate(self.states) if goal(state)]


def _joined(moves: tuple[Move, ...]) -> Sequence[int]:
    if len(moves) == 1:
        return moves[0].targets
    return [target for move in moves for target in move.targets]


class StateMap(Mapping[S, V_co], Generic[S, V_co]):
    """A mapping from states to values that are translated only when they are asked for."""

    def __init__(
        self, index: Mapping[S, int], packed: Sequence[X], unpack: Callable[[X], V_co]
    ) -> None:
        self._index = index
        self._value: Callable[[int], V_co] = lambda number: unpack(packed[number])

    def __getitem__(self, state: S) -> V_co:
        return self._value(self._index[state])

    def __iter__(self) -> Iterator[S]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


def explore(process: DecisionProcess[S, A], limit: int = MAX_STATES) -> Space[S, A]:
    """All states reachable from the initial ones.

    ``TooLarge`` once more than ``limit`` states or ``MAX_TRANSITIONS`` transitions are found (the
    estimate is then the number found so far); ``ModelError`` if a state isn't hashable, or isn't
    absorbing and has no action.
    """
    numbering = _Numbering[S]()
    initial = numbering.of(tuple(process.initial()))
    states = numbering.states
    absorbing: list[bool] = []
    actions: list[tuple[A, ...]] = []
    moves: list[tuple[Move, ...]] = []
    for state in states:  # grows while it is read
        if process.is_absorbing(state):
            absorbing.append(True)
            actions.append(())
            moves.append(())
            continue
        choices, outcomes = process.expand(state)
        if not choices:
            raise ModelError(f"{state!r} is not absorbing and has no action")
        made = numbering.moves(outcomes)
        if len(states) > limit:
            raise TooLarge("states", len(states), limit)
        if numbering.transitions > MAX_TRANSITIONS:
            raise TooLarge("transitions", numbering.transitions, MAX_TRANSITIONS)
        absorbing.append(False)
        actions.append(tuple(choices))
        moves.append(made)
    # A state that wasn't reached has no number any more.
    return Space(states, dict(numbering.index), initial, absorbing, actions, moves)


class _Index(dict[S, int]):
    """The number of each state, in the order in which they are first met."""

    def __init__(self) -> None:
        self.states: list[S] = []
        self.certain: list[Move] = []
        """What surely leads to each state."""

    def __missing__(self, state: S) -> int:
        number = self[state] = len(self.states)
        self.states.append(state)
        self.certain.append(Move((number,), CERTAIN, 1))
        return number


class _Numbering(Generic[S]):
    """Numbers for states and, once for equal ones, for moves."""

    def __init__(self) -> None:
        self.index: _Index[S] = _Index()
        self.states = self.index.states
        self.transitions = 0
        self._moves: dict[Move, Move] = {}

    def of(self, states: Sequence[S]) -> tuple[int, ...]:
        index = self.index
        try:
            return tuple([index[state] for state in states])
        except TypeError:
            _check_hashable(states)
            raise

    def moves(self, outcomes: Sequence[Outcomes[S]]) -> tuple[Move, ...]:
        index, certain, known = self.index, self.index.certain, self._moves
        made = []
        try:
            for states, weights in outcomes:
                if weights == CERTAIN:
                    move = certain[index[states[0]]]
                else:
                    targets = tuple([index[state] for state in states])
                    move = Move(targets, weights, sum(weights))
                    move = known.setdefault(move, move)
                self.transitions += len(move.targets)
                made.append(move)
        except TypeError:
            _check_hashable([state for states, _ in outcomes for state in states])
            raise
        return tuple(made)


def _check_hashable(states: Iterable[object]) -> None:
    for state in states:
        try:
            hash(state)
        except TypeError as error:
            raise ModelError(f"the state {state!r} is not hashable") from error


class ChainProcess(DecisionProcess[S, None], Generic[S]):
    """A Markov chain as a decision process whose one action is ``None``."""

    def __init__(self, chain: MarkovChain[S]) -> None:
        self._chain = chain

    def initial(self) -> Iterable[S]:
        return self._chain.initial()

    def is_absorbing(self, state: S) -> bool:
        return self._chain.is_absorbing(state)

    def actions(self, state: S) -> Sequence[None]:
        return (None,)

    def transitions(self, state: S, action: None) -> Dist[S]:
        return self._chain.step(state)


class InducedChain(MarkovChain[S], Generic[S, A]):
    """The Markov chain that a policy makes of a decision process, from ``starts`` if given."""

    def __init__(
        self,
        process: DecisionProcess[S, A],
        policy: Mapping[S, A],
        starts: Iterable[S] | None = None,
    ) -> None:
        self._process = process
        self._policy = policy
        self._starts = process.initial() if starts is None else tuple(starts)

    def initial(self) -> Iterable[S]:
        return self._starts

    def is_absorbing(self, state: S) -> bool:
        return self._process.is_absorbing(state)

    def step(self, state: S) -> Dist[S]:
        if state not in self._policy:
            raise ModelError(f"the policy has no action for {state!r}")
        return self._process.transitions(state, self._policy[state])


def explore_chain(chain: MarkovChain[S], limit: int = MAX_STATES) -> Space[S, None]:
    """All states reachable from the initial ones of a chain; errors as for ``explore``."""
    return explore(ChainProcess(chain), limit)
