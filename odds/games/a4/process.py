"""The game of A4 Quest over single states: a control together with the exact tracks.

The same rules as those of ``A4Program``, followed along the one value that each track has; where
few track values occur, that is much faster than to prepare a step for all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from msgspec import Struct

from odds.dist import Dist
from odds.errors import ModelError
from odds.games.a4.control import Control, Sheets
from odds.games.a4.results import Result
from odds.games.a4.sheet import Tracks
from odds.games.a4.steps import Path, Point, steps_of
from odds.model import CERTAIN, DecisionProcess, Outcomes, S
from odds.program import Choose, End, Node


class State(Struct, eq=False):
    """A state, always at a choice, a roll or an end.

    A process makes only one object for each situation, so that states are compared by identity.
    """

    point: Point
    counters: Tracks

    @property
    def control(self) -> Control:
        """All of the situation but the tracks."""
        return self.point.control

    @property
    def node(self) -> Node[Control]:
        """What the rules say here."""
        return self.point.node

    def __repr__(self) -> str:
        return f"State({self.control!r}, {self.counters!r})"


class A4Process(DecisionProcess[State, Hashable]):
    """The game as a decision process from ``start``; a roll has the one action ``None``."""

    def __init__(self, sheets: Sheets, start: Iterable[tuple[Control, Tracks]]) -> None:
        self.sheets = sheets
        self._steps = steps_of(sheets)
        self._states: dict[tuple[Point, Tracks], State] = {}
        self._start = tuple(self.settle(control, tracks) for control, tracks in start)

    def settle(self, path: Path, tracks: Tracks) -> State:
        """The state that follows without choice or roll from a control."""
        key = self._steps.settle(path, tracks)
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = State(*key)
        return state

    def initial(self) -> Iterable[State]:
        return self._start

    def is_absorbing(self, state: State) -> bool:
        return not state.point.paths

    def result(self, state: State) -> Result:
        """The result with which an absorbing state ended."""
        if isinstance(state.node, End) and isinstance(state.node.result, Result):
            return state.node.result
        raise ModelError(f"{state!r} is not an end")

    def actions(self, state: State) -> Sequence[Hashable]:
        return state.point.labels

    def transitions(self, state: State, action: Hashable) -> Dist[State]:
        point = state.point
        if isinstance(point.node, Choose):
            for label, path in zip(point.labels, point.paths, strict=True):
                if label is action or label == action:
                    return Dist.certain(self.settle(path, state.counters))
            raise ModelError(f"no action {action!r} in {state!r}")
        if point.paths:
            targets, weights = self.expand(state)[1][0]
            return Dist(zip(targets, weights, strict=True))
        raise ModelError(f"{state!r} is an end")

    def expand(self, state: State) -> tuple[Sequence[Hashable], Sequence[Outcomes[State]]]:
        return state.point.labels, outcomes(state.point, self.after(state))

    def after(self, state: State) -> list[State]:
        """The state after each choice or each result of the roll, in their order."""
        tracks = state.counters
        settle, states = self._steps.settle, self._states
        after = []
        for path in self._steps.open(state.point):
            key = (path, tracks) if isinstance(path, Point) else settle(path, tracks)
            target = states.get(key)
            if target is None:
                target = states[key] = State(*key)
            after.append(target)
        return after


def outcomes(point: Point, after: Sequence[S]) -> list[Outcomes[S]]:
    """Where each label of ``point`` leads, if ``after`` is what follows its paths."""
    if not point.weights:
        return [((target,), CERTAIN) for target in after]
    return [_merged(after, point.weights)]


def _merged(targets: Sequence[S], weights: tuple[int, ...]) -> Outcomes[S]:
    """The outcomes of a roll, each target once."""
    if len(set(targets)) == len(targets):
        return tuple(targets), weights
    found: dict[S, int] = {}
    for target, weight in zip(targets, weights, strict=True):
        found[target] = found.get(target, 0) + weight
    return tuple(found), tuple(found.values())
