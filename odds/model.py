"""What a model is and what a solver gives back: verbs and shapes, no algorithm.

The terms are those of Puterman, *Markov Decision Processes* (1994): states, actions, transitions,
policies, values. A game describes itself with the classes here; ``odds.solvers`` solves them; the
two never import each other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct

from odds.dist import Dist
from odds.numbers import Infinite

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)

Outcomes = tuple[tuple[S, ...], tuple[int, ...]]
"""Where a step leads: different states, and the whole-number weight above 0 of each."""

CERTAIN: Final = (1,)
"""The weights of the one outcome of a step that leaves nothing to chance."""

Vector = tuple[Fraction, ...]
"""A payoff with several components, compared from left to right: a later one only breaks ties."""

Value = Fraction | Infinite


class MarkovChain(ABC, Generic[S]):
    """A process without choices."""

    @abstractmethod
    def initial(self) -> Iterable[S]:
        """The states that a question may be asked of; everything else is reached from these."""

    @abstractmethod
    def is_absorbing(self, state: S) -> bool:
        """Whether the process has ended in ``state``. Asked, never inferred from a self-loop."""

    @abstractmethod
    def step(self, state: S) -> Dist[S]:
        """Where one step leads from ``state``; never asked of an absorbing state."""


class DecisionProcess(ABC, Generic[S, A]):
    """A Markov decision process that ends in absorbing states.

    States and actions are hashable and immutable. The order of ``actions`` is the order of
    preference among exactly equal choices.
    """

    @abstractmethod
    def initial(self) -> Iterable[S]:
        """The states that a question may be asked of; everything else is reached from these."""

    @abstractmethod
    def is_absorbing(self, state: S) -> bool:
        """Whether the process has ended in ``state``. Asked, never inferred from a self-loop."""

    @abstractmethod
    def actions(self, state: S) -> Sequence[A]:
        """The choices in ``state``, one or more, preferred ones first; not asked when absorbing."""

    @abstractmethod
    def transitions(self, state: S, action: A) -> Dist[S]:
        """Where ``action`` leads from ``state``."""

    def expand(self, state: S) -> tuple[Sequence[A], Sequence[Outcomes[S]]]:
        """The actions of ``state`` and, in the same order, where each of them leads.

        Not asked when absorbing. A process overrides it where all at once is cheaper.
        """
        actions = self.actions(state)
        dists = [self.transitions(state, action) for action in actions]
        return actions, [(tuple(dist), tuple(dist.values())) for dist in dists]


Payoff = Callable[[S], Vector]
"""What ending in an absorbing state is worth. Every state's vector has the same length."""


class Solution(Struct, Generic[S, A], frozen=True):
    """An optimal policy of a decision process with its values.

    ``value``    the optimal payoff vector of each state, compared from left to right;
    ``policy``   the reported action of each state that is not absorbing;
    ``best``     every optimal action of each such state, in the model's order;
    ``action_value``  the payoff of an action followed by optimal play.
    """

    value: Mapping[S, Vector]
    policy: Mapping[S, A]
    best: Mapping[S, tuple[A, ...]]
    action_value: Callable[[S, A], Vector]


class AcyclicSolution(Struct, Generic[S, A], frozen=True):
    """A solution of a model in which every play ends.

    The first four are as for ``Solution``; ``ends`` is the distribution over absorbing states in
    which the reported policy ends from a state.
    """

    value: Mapping[S, Vector]
    policy: Mapping[S, A]
    best: Mapping[S, tuple[A, ...]]
    action_value: Callable[[S, A], Vector]
    ends: Callable[[S], Dist[S]]


class ReachSolution(Struct, Generic[S, A], frozen=True):
    """Getting to a goal in as few steps as possible, in a model that may have cycles.

    ``steps``   the least expected number of steps from each state; infinite where no policy
                reaches the goal with certainty;
    ``chance``  the highest probability of ever reaching the goal;
    ``best``    every action that attains the least expected steps (where those are infinite:
                that attains the highest probability);
    ``policy``  one of them that attains it from every state, the first in the model's order
                that does.
    """

    steps: Mapping[S, Value]
    chance: Mapping[S, Fraction]
    best: Mapping[S, tuple[A, ...]]
    policy: Mapping[S, A]


class Draws(Struct, Generic[S], frozen=True):
    """A decision process whose every step begins with a draw that is seen before the choice.

    ``weights``  the whole-number weight of each possible draw, the same in every step;
    ``options``  for each state but the goal and for each draw, the states that one may choose to
                 be in next, one or more, preferred ones first;
    ``goal``     the state to arrive in.
    """

    weights: tuple[int, ...]
    options: Mapping[S, Sequence[Sequence[S]]]
    goal: S


class EarliestSolution(Struct, Generic[S], frozen=True):
    """The policy of a ``Draws`` process that arrives earliest.

    ``arrivals``  for each state, the probabilities of arriving after exactly 1, 2, ... steps;
    ``rank``      how good it is to be in each state after the first step: among the options, the
                  policy takes the first of the highest rank. The goal's rank is the highest;
                  states of equal rank are exactly equally good.
    """

    arrivals: Mapping[S, tuple[Fraction, ...]]
    rank: Mapping[S, int]


class Kind(Struct, frozen=True):
    """Independent, equally distributed draws: how many, and each class's whole-number weight."""

    count: int
    weights: tuple[int, ...]


class RedrawRule(Protocol):
    """When the draws on the table are good enough, folded over them in any order."""

    def start(self) -> Hashable:
        """The summary of no draws."""

    def add(self, summary: Hashable, kind: int, cls: int) -> Hashable:
        """The summary after one more draw, of class ``cls`` of ``kind``; order never matters."""

    def is_done(self, summary: Hashable) -> bool:
        """Whether draws with this summary complete the stage."""


class RedrawStage(Struct, frozen=True):
    """One stage: all draws are made, then any non-empty part of them again, until it is done.

    ``stop`` is the payoff of ending right after completing the stage, ``fail`` that of running
    out of rounds in it. Without ``may_stop`` the chain goes on for as long as a round and a next
    stage remain; where one of them is missing, stopping is forced.
    """

    kinds: tuple[Kind, ...]
    rule: RedrawRule
    stop: Vector
    fail: Vector
    may_stop: bool = True


class RedrawChain(Struct, frozen=True):
    """Keep-or-redraw stages played one after the other out of one stock of rounds.

    With ``own_stage_first`` the redraws of a stage first maximise the probability of completing
    that very stage, and only then the payoff.
    """

    stages: tuple[RedrawStage, ...]
    rounds: int
    own_stage_first: bool = False


Keep = tuple[tuple[int, ...], ...]
"""Draws on the table: for each kind, how many of each class."""


class RedrawSolution(Protocol):
    """Optimal play of a ``RedrawChain``. Stages count from 0; ``rounds`` are those left."""

    def enter(self, stage: int, rounds: int) -> Vector:
        """The value of starting ``stage`` with ``rounds`` >= 1 left."""

    def stops(self, stage: int, rounds: int) -> bool:
        """Whether the reported policy stops after completing ``stage`` with ``rounds`` left."""

    def keep_value(self, stage: int, rounds: int, keep: Keep) -> Vector:
        """The value of redrawing all but ``keep`` with ``rounds`` >= 1 left."""

    def best_keep(self, stage: int, rounds: int, shown: Keep) -> Keep:
        """What the reported policy keeps of ``shown``, which isn't done, with ``rounds`` >= 1.

        To have seen ``shown`` takes a round, so ``rounds`` is less than the stage can begin with.
        """

    def completes(self, stage: int, rounds: int, keep: Keep | None = None) -> Fraction:
        """P(complete ``stage``), from its start or from redrawing all but ``keep``."""

    def reachable(self, stage: int, rounds: int) -> bool:
        """Whether some way of playing completes ``stage`` with ``rounds`` left."""

    def has_tied_keeps(self, stage: int) -> bool:
        """Whether another keep of the same value and size may lead elsewhere at ``stage``."""

    def outcomes(
        self, stage: int, rounds: int, keep: Keep | None = None
    ) -> Mapping[tuple[int, bool], Fraction]:
        """How the chain ends: (stage, True) stopped after it, (stage, False) ran out in it."""
