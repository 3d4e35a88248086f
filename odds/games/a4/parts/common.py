"""What the parts of A4 Quest share: how one is solved alone, its choices, and how it can end.

A part begins at a control of ``moments`` and stops at ``moments.part``. It is solved for a payoff
of its end, a vector whose later components only break ties; the distribution of the ends then
belongs to the reported policy, and must bring exactly the value claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from odds.game import Solver, verify
from odds.games.a4.actions import KeepCrystal
from odds.games.a4.control import Control, Sheets
from odds.games.a4.pool import Pool, active
from odds.games.a4.process import A4Process, State
from odds.games.a4.results import Died, Result, Stopped
from odds.games.a4.sheet import HP, Tracks
from odds.model import Vector

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a part ended: the result, the pool (empty if the game is over) and the tracks."""

    result: Result
    pool: Pool
    tracks: Tracks

    @property
    def died(self) -> bool:
        """Whether the hero's HP fell to 0."""
        return isinstance(self.result, Died)

    @property
    def active(self) -> Pool:
        """The active dice left, ascending; none after a death."""
        return active(self.pool)

    @property
    def notes(self) -> tuple[Hashable, ...]:
        """What was noted on the way."""
        return self.result.notes if isinstance(self.result, Died | Stopped) else ()

    def lost(self, before: Tracks) -> int:
        """The HP lost since ``before``; less than 0 where some were gained."""
        return before[HP] - self.tracks[HP]


Worth = Callable[[Ending], Vector]
"""What an end is worth to the player."""

Deeper = Callable[[Hashable, Sequence[Hashable]], bool]
"""Whether the options that an action leads straight to are listed in place of the action."""


def _never(_action: Hashable, _options: Sequence[Hashable]) -> bool:
    return False


Ends = Mapping[Ending, Fraction]
"""The ends of positive probability; the probabilities sum to 1."""


def chance(ends: Ends, event: Callable[[Ending], bool]) -> Fraction:
    """The probability that the end satisfies ``event``."""
    return sum((p for end, p in ends.items() if event(end)), Fraction(0))


def mean(ends: Ends, figure: Callable[[Ending], Fraction | int]) -> Fraction:
    """The expectation of ``figure(end)``."""
    return sum((p * figure(end) for end, p in ends.items()), Fraction(0))


def spread(ends: Ends, figure: Callable[[Ending], K]) -> dict[K, Fraction]:
    """The distribution of ``figure(end)``, in the ascending order of its values."""
    found: dict[K, Fraction] = {}
    for end, p in ends.items():
        key = figure(end)
        found[key] = found.get(key, Fraction(0)) + p
    return dict(sorted(found.items()))


def mixed(parts: Iterable[tuple[Mapping[K, Fraction], Fraction]]) -> dict[K, Fraction]:
    """The mixture of distributions, each with its probability."""
    found: dict[K, Fraction] = {}
    for part, weight in parts:
        for key, p in part.items():
            found[key] = found.get(key, Fraction(0)) + weight * p
    return found


@dataclass(frozen=True)
class Choice:
    """One choice at the moment asked about.

    ``actions``  its label, and whatever certainly follows under the reported policy; a crystal
                 kept stands before what is chosen with it kept;
    ``value``    what it is worth when playing on best, and ``loss`` how much that is below the
                 best choice, component by component of the payoff;
    ``best``     whether it is exactly as good as the best;
    ``ends``     how the part ends after it, under the reported policy.
    """

    actions: tuple[Hashable, ...]
    value: Vector
    loss: Vector
    best: bool
    ends: Ends

    @property
    def action(self) -> Hashable:
        """The label of what is chosen: the first that isn't a crystal kept."""
        others = [a for a in self.actions if not isinstance(a, KeepCrystal)]
        return others[0] if others else self.actions[0]


class SolvedPart:
    """A part of the game played alone, solved from each of ``start`` for ``worth``."""

    def __init__(
        self,
        solver: Solver,
        sheets: Sheets,
        start: Sequence[tuple[Control, Tracks]],
        worth: Worth,
    ) -> None:
        self.solver = solver
        self.worth = worth
        self.process = A4Process(sheets, start)
        self.starts = tuple(self.process.initial())
        self.solution = solver.backward(self.process, lambda state: worth(self.ending(state)))

    def ending(self, state: State) -> Ending:
        """An absorbing state as an end."""
        return Ending(self.process.result(state), state.control.pool, state.counters)

    def value(self, state: State) -> Vector:
        """What ``state`` is worth."""
        return self.solution.value[state]

    def ends(self, *states: State) -> tuple[Ends, ...]:
        """How the part ends from each of ``states`` under the reported policy; verified."""
        wanted = list(dict.fromkeys(states))
        found = self.solver.ends(self.process, self.solution.policy, wanted)
        ends = {
            state: mixed(({self.ending(end): Fraction(1)}, p) for end, p in found[state].items())
            for state in wanted
        }
        for state in wanted:
            self._verify(self.value(state), ends[state])
        return tuple(ends[state] for state in states)

    def _verify(self, value: Vector, ends: Ends) -> None:
        payoffs = [(p, self.worth(end)) for end, p in ends.items()]
        for i, claimed in enumerate(value):
            verify(claimed, [(p, payoff[i]) for p, payoff in payoffs])

    def choices(self, state: State, deeper: Deeper = _never) -> tuple[Choice, ...]:
        """Every choice at ``state``, best first; none where there is nothing to choose.

        Where the crystal may be used and keeping it leads straight to another choice, that one's
        options are listed beside those of the ability. So they are after any other option that
        leads straight to a choice, where ``deeper`` says so.
        """
        options = list(self._options(state, (), deeper))
        after = [self.process.transitions(at, actions[-1]) for at, actions in options]
        successors = list(dict.fromkeys(s for dist in after for s in dist))
        ends = dict(zip(successors, self.ends(*successors), strict=True))
        values = [self.solution.action_value(at, actions[-1]) for at, actions in options]
        top = max(values, default=())
        choices = [
            Choice(
                actions + self.line(next(iter(dist))) if len(dist) == 1 else actions,
                value,
                tuple(b - v for b, v in zip(top, value, strict=True)),
                value == top,
                mixed((ends[s], p) for s, p in dist.probabilities().items()),
            )
            for (_, actions), dist, value in zip(options, after, values, strict=True)
        ]
        return tuple(sorted(choices, key=lambda choice: choice.value, reverse=True))

    def best(self, state: State) -> tuple[Hashable, ...]:
        """Every optimal choice at ``state``, as ``Choice.action`` has it."""
        options = list(self._options(state, ()))
        values = [self.solution.action_value(at, actions[-1]) for at, actions in options]
        top = max(values, default=())
        return tuple(a[-1] for (_, a), v in zip(options, values, strict=True) if v == top)

    def _options(
        self, state: State, before: tuple[Hashable, ...], deeper: Deeper = _never
    ) -> Iterable[tuple[State, tuple[Hashable, ...]]]:
        if not self.is_choice(state):
            return
        for action in self.process.actions(state):
            after = self.process.transitions(state, action)
            following = next(iter(after))
            if len(after) == 1 and self.is_choice(following):
                options = self.process.actions(following)
                if isinstance(action, KeepCrystal) or deeper(action, options):
                    yield from self._options(following, (*before, action), deeper)
                    continue
            yield state, (*before, action)

    def is_choice(self, state: State) -> bool:
        """Whether the player chooses at ``state``."""
        if self.process.is_absorbing(state):
            return False
        return list(self.process.actions(state)) != [None]

    def line(self, state: State) -> tuple[Hashable, ...]:
        """The choices of the reported policy from ``state`` up to the next roll or the end."""
        actions: list[Hashable] = []
        while self.is_choice(state):
            actions.append(self.solution.policy[state])
            (state,) = self.process.transitions(state, actions[-1])
        return tuple(actions)
