"""Rules of large product spaces, written once as small steps over bounded counters.

A state of such a game is a *control* (anything hashable: where in the turn we are, which dice lie
how, what is still to be done) together with a tuple of bounded counters (health, food, ...). The
rules are one function, ``Program.step``, from a control to a *node* that says what happens next
without ever naming the counters' values:

    Choose   the player picks one of several next controls
    Chance   a random next control
    Add      a counter moves by a fixed amount, capped at its maximum and floored at 0
    Look     the next control depends on a counter, through thresholds
    End      the game is over, with a named result

Because a node treats whole ranges of counter values alike, one solver can run the same rules on
single states with exact numbers and another on arrays over all counter values at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from odds.dist import Dist
from odds.errors import ModelError
from odds.model import DecisionProcess
from odds.numbers import Certified

C = TypeVar("C", bound=Hashable)


class Choose(Struct, Generic[C], frozen=True):
    """The player's choice: pairs of a label and the control it leads to, preferred ones first."""

    options: tuple[tuple[Hashable, C], ...]


class Chance(Struct, Generic[C], frozen=True):
    """A random event: pairs of a control and its whole-number weight."""

    outcomes: tuple[tuple[C, int], ...]


class Add(Struct, Generic[C], frozen=True):
    """Counter number ``counter`` moves by ``amount``, capped and floored, then ``then``."""

    counter: int
    amount: int
    then: C


class Look(Struct, Generic[C], frozen=True):
    """Branch on a counter: ``then[i]`` where exactly ``i`` of the ascending ``cuts`` are <= it."""

    counter: int
    cuts: tuple[int, ...]
    then: tuple[C, ...]


class End(Struct, frozen=True):
    """The game is over."""

    result: Hashable


Node = Choose[C] | Chance[C] | Add[C] | Look[C] | End

Counters = tuple[int, ...]


def moved(counters: Counters, node: Add[C], maxima: Counters) -> Counters:
    """The counters after a move, capped and floored."""
    changed = list(counters)
    changed[node.counter] = max(0, min(maxima[node.counter], changed[node.counter] + node.amount))
    return tuple(changed)


def branch(node: Look[C], counters: Counters) -> C:
    """The control that a look at these counters leads to."""
    return node.then[bisect_right(node.cuts, counters[node.counter])]


class Program(ABC, Generic[C]):
    """A game's rules over ``maxima`` counters; counter i runs from 0 to ``maxima[i]``."""

    @property
    @abstractmethod
    def maxima(self) -> Counters:
        """The largest value of each counter."""

    @abstractmethod
    def step(self, control: C) -> Node[C]:
        """What happens next at ``control``."""

    def canonical(self, control: C) -> C:
        """The control that stands for all that are equal to ``control``; nodes name only such."""
        return control


class At(Struct, Generic[C], frozen=True):
    """A state of a program: at a choice, a random event or the end."""

    control: C
    counters: Counters


Ranges = tuple[tuple[int, int], ...]
"""A lowest and a highest value of each counter."""


class StagedProgram(Program[C]):
    """A program that is solved once, a stage at a time, kept, and asked often.

    Stages are separated by *boundary* controls, such as the starts of turns: from one of stage
    ``i`` play comes to one of stage ``i + 1``, or to an end. Stage 0 begins at ``start``. An end
    brings a ``payoff`` of at least 0.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """What is solved, in a few words."""

    @property
    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """All that the values hang on, as JSON: two programs of one identity are the same."""

    @property
    @abstractmethod
    def start(self) -> tuple[C, Counters]:
        """Where play begins."""

    @property
    @abstractmethod
    def ranges(self) -> Ranges:
        """The counter values that a state in which play goes on may have."""

    @property
    @abstractmethod
    def stages(self) -> int:
        """How many stages there are."""

    @abstractmethod
    def begins(self, stage: int) -> Iterable[C]:
        """Every control at which a stage may begin."""

    @abstractmethod
    def stage_of(self, control: C) -> int:
        """The stage in which ``control`` can come, before an end."""

    @abstractmethod
    def is_boundary(self, control: C) -> bool:
        """Whether a stage ends, and the next one begins, at ``control``."""

    @abstractmethod
    def payoff(self, result: Hashable) -> Fraction:
        """What an end with this result is worth."""

    @abstractmethod
    def key(self, control: C) -> int:
        """A number from 0 to 2^63 - 1 for a control, the same in every process."""

    def settle(self, control: C, counters: Counters) -> At[C]:
        """The state that follows without choice or chance: it may be a start of a stage."""
        control = self.canonical(control)
        if self.is_boundary(control):
            return At(control, counters)
        return self.begin(control, counters)

    def begin(self, control: C, counters: Counters) -> At[C]:
        """As ``settle``, but past a start of a stage at ``control`` itself."""
        control = self.canonical(control)
        while True:
            node = self.step(control)
            if isinstance(node, Add):
                control, counters = node.then, moved(counters, node, self.maxima)
            elif isinstance(node, Look):
                control = branch(node, counters)
            else:
                return At(control, counters)
            if self.is_boundary(control):
                return At(control, counters)

    def due(self, control: C, counters: Counters) -> At[C]:
        """To the next choice, chance or end, past all starts of stages where there is none."""
        state = self.begin(control, counters)
        while self.is_boundary(state.control):
            state = self.begin(state.control, state.counters)
        return state


class SolvedProgram(Protocol[C]):
    """A staged program that was solved, and can be asked for the value of any state."""

    @property
    def program(self) -> StagedProgram[C]:
        """What was solved."""

    def value(self, state: At[C]) -> Certified:
        """The best expected payoff from a state as the program settles or begins it.

        ``NotSolved`` if it isn't known.
        """


class Proven(Protocol):
    """The exact optimal value at the start of a program, and what it took to prove it.

    Over all states so many pairs of alternatives were too ``close`` for floats to tell apart, so
    many of those ``differ``, and so many of them floats alone would have put in ``wrong`` order.
    """

    @property
    def value(self) -> Fraction: ...

    @property
    def close(self) -> int: ...

    @property
    def differ(self) -> int: ...

    @property
    def wrong(self) -> int: ...


class Passed(Struct, frozen=True):
    """What happens in a stage under optimal play, as probabilities from the start.

    ``ends`` has those of ending in it, by result; ``counters`` for each counter and each of its
    values from 0 those of beginning it so.
    """

    ends: Mapping[Hashable, Certified]
    counters: Sequence[Sequence[Certified]]


class ProgramProcess(DecisionProcess[At[C], Hashable], Generic[C]):
    """A program as a decision process over single states.

    ``Add`` and ``Look`` are carried out at once, so a state is always at a choice, a random event
    (which has the one action ``None``) or the end.
    """

    def __init__(self, program: Program[C], start: Iterable[tuple[C, Counters]]) -> None:
        self.program = program
        self._start = tuple(self.settle(control, counters) for control, counters in start)

    def settle(self, control: C, counters: Counters) -> At[C]:
        """The state that follows without choice or chance from ``control``."""
        return self._settle(self.program.canonical(control), counters)

    def _settle(self, control: C, counters: Counters) -> At[C]:
        maxima = self.program.maxima
        while True:
            node = self.program.step(control)
            if isinstance(node, Add):
                control, counters = node.then, moved(counters, node, maxima)
            elif isinstance(node, Look):
                control = branch(node, counters)
            else:
                return At(control, counters)

    def initial(self) -> Iterable[At[C]]:
        return self._start

    def is_absorbing(self, state: At[C]) -> bool:
        return isinstance(self.program.step(state.control), End)

    def result(self, state: At[C]) -> Hashable:
        """The result with which an absorbing state ended."""
        node = self.program.step(state.control)
        if not isinstance(node, End):
            raise ModelError(f"{state!r} is not an end")
        return node.result

    def actions(self, state: At[C]) -> Sequence[Hashable]:
        node = self.program.step(state.control)
        if isinstance(node, Choose):
            return [label for label, _ in node.options]
        return [None]

    def transitions(self, state: At[C], action: Hashable) -> Dist[At[C]]:
        node = self.program.step(state.control)
        if isinstance(node, Choose):
            for label, control in node.options:
                if label == action:
                    return Dist.certain(self._settle(control, state.counters))
            raise ModelError(f"no action {action!r} in {state!r}")
        if isinstance(node, Chance):
            return Dist((self._settle(c, state.counters), w) for c, w in node.outcomes)
        raise ModelError(f"{state!r} is an end")
