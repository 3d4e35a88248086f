"""The game of A4 Quest over single states: a control together with the exact tracks.

The same rules as those of ``A4Program``, followed along the one value that each track has; where
few track values occur, that is much faster than to prepare a step for all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from odds.dist import Dist
from odds.errors import ModelError
from odds.games.a4.control import Ask, Control, Next, Sheets
from odds.games.a4.results import Result
from odds.games.a4.rules import follow
from odds.games.a4.sheet import Tracks
from odds.model import DecisionProcess
from odds.program import Add, Chance, Choose, End, Node


class State:
    """A state, always at a choice, a roll or an end; ``node`` is what the rules say there.

    A process makes only one object for each situation, so that states are compared by identity.
    """

    __slots__ = ("control", "counters", "node")

    def __init__(self, control: Control, tracks: Tracks, node: Node[Control]) -> None:
        self.control = control
        self.counters = tracks
        self.node = node

    def __repr__(self) -> str:
        return f"State({self.control!r}, {self.counters!r})"


class A4Process(DecisionProcess[State, Hashable]):
    """The game as a decision process from ``start``; a roll has the one action ``None``."""

    def __init__(self, sheets: Sheets, start: Iterable[tuple[Control, Tracks]]) -> None:
        self.sheets = sheets
        self._states: dict[tuple[Control, Tracks], State] = {}
        self._following: dict[Control, Next] = {}
        self._start = tuple(self.settle(control, tracks) for control, tracks in start)

    def settle(self, control: Control, tracks: Tracks) -> State:
        """The state that follows without choice or roll from ``control``."""
        key = control, tracks
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = self._settle(control, tracks)
        return state

    def _settle(self, control: Control, tracks: Tracks) -> State:
        maxima = self.sheets.hero.maxima
        while True:
            node = self._follow(control)
            if isinstance(node, Control):
                control = node
            elif isinstance(node, Ask):
                control = node.follow(tracks[node.track])
            elif isinstance(node, Add):
                changed = list(tracks)
                moved = changed[node.counter] + node.amount
                changed[node.counter] = max(0, min(maxima[node.counter], moved))
                tracks, control = tuple(changed), node.then
            else:
                found = State(control, tracks, node)
                return self._states.setdefault((control, tracks), found)

    def _follow(self, control: Control) -> Next:
        """What the rules say at ``control``, kept since it is the same for all tracks."""
        following = self._following.get(control)
        if following is None:
            following = self._following[control] = follow(self.sheets, control)
        return following

    def initial(self) -> Iterable[State]:
        return self._start

    def is_absorbing(self, state: State) -> bool:
        return isinstance(state.node, End)

    def result(self, state: State) -> Result:
        """The result with which an absorbing state ended."""
        if isinstance(state.node, End) and isinstance(state.node.result, Result):
            return state.node.result
        raise ModelError(f"{state!r} is not an end")

    def actions(self, state: State) -> Sequence[Hashable]:
        node = state.node
        return [label for label, _ in node.options] if isinstance(node, Choose) else [None]

    def transitions(self, state: State, action: Hashable) -> Dist[State]:
        node = state.node
        if isinstance(node, Choose):
            for label, control in node.options:
                if label is action or label == action:
                    return Dist.certain(self.settle(control, state.counters))
            raise ModelError(f"no action {action!r} in {state!r}")
        if isinstance(node, Chance):
            return Dist((self.settle(c, state.counters), w) for c, w in node.outcomes)
        raise ModelError(f"{state!r} is an end")
