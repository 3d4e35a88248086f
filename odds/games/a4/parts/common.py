"""What the parts of A4 Quest share: how one is solved alone, its choices, and how it can end.

A part begins at a control of ``moments`` and stops at ``moments.part``. It is solved for a payoff
of its end, a vector whose later components only break ties; the distribution of the ends then
belongs to the reported policy, and must bring exactly the value claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from odds.game import Solver, verify
from odds.games.a4.actions import KeepCrystal
from odds.games.a4.control import Control, Sheets
from odds.games.a4.parts.ends import Ending, Ends, mixed
from odds.games.a4.process import A4Process, State
from odds.games.a4.results import Won
from odds.games.a4.sheet import Tracks
from odds.model import Vector
from odds.program import Choose

Worth = Callable[[Ending], Vector]
"""What an end is worth to the player."""

Deeper = Callable[[Hashable, Sequence[Hashable]], bool]
"""Whether the options that an action leads straight to are listed in place of the action."""


def _never(_action: Hashable, _options: Sequence[Hashable]) -> bool:
    return False


class Choice(Struct, frozen=True):
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
        self._endings: dict[State, Ending] = {}
        self._known: dict[Ending, Ending] = {}
        self._payoffs: dict[Ending, Vector] = {}
        self._ends: dict[State, Ends] = {}
        self.solution = solver.backward(
            self.process, lambda state: self._payoff(self.ending(state))
        )

    def ending(self, state: State) -> Ending:
        """An absorbing state as an end; equal ends are one object."""
        found = self._endings.get(state)
        if found is None:
            made = Ending(self.process.result(state), state.control.pool, state.counters)
            found = self._endings[state] = self._known.setdefault(made, made)
        return found

    def _payoff(self, end: Ending) -> Vector:
        found = self._payoffs.get(end)
        if found is None:
            found = self._payoffs[end] = self.worth(end)
        return found

    def value(self, state: State) -> Vector:
        """What ``state`` is worth."""
        return self.solution.value[state]

    def ends(self, state: State) -> Ends:
        """How the part ends from ``state`` under the reported policy; verified."""
        found = self._ends.get(state)
        if found is None:
            weights: dict[Ending, int] = {}
            for absorbing, weight in self.solution.ends(state).items():
                end = self.ending(absorbing)
                weights[end] = weights.get(end, 0) + weight
            found = self._ends[state] = Ends(weights)
            self._verify(self.value(state), found)
        return found

    def _verify(self, value: Vector, ends: Ends) -> None:
        payoffs: dict[Vector, int] = {}
        for end, weight in ends.weights.items():
            payoff = self._payoff(end)
            payoffs[payoff] = payoffs.get(payoff, 0) + weight
        for i, claimed in enumerate(value):
            worth = [(weight, payoff[i]) for payoff, weight in payoffs.items()]
            verify(claimed, worth, ends.total)

    def choices(self, state: State, deeper: Deeper = _never) -> tuple[Choice, ...]:
        """Every choice at ``state``, best first; none where there is nothing to choose.

        Where the crystal may be used and keeping it leads straight to another choice, that one's
        options are listed beside those of the ability. So they are after any other option that
        leads straight to a choice, where ``deeper`` says so.
        """
        options = list(self._options(state, (), deeper))
        after = [self.process.transitions(at, actions[-1]) for at, actions in options]
        values = [self.solution.action_value(at, actions[-1]) for at, actions in options]
        top = max(values, default=())
        choices = [
            Choice(
                actions + self.line(next(iter(dist))) if len(dist) == 1 else actions,
                value,
                tuple(b - v for b, v in zip(top, value, strict=True)),
                value == top,
                mixed((self.ends(s), weight) for s, weight in dist.items()),
            )
            for (_, actions), dist, value in zip(options, after, values, strict=True)
        ]
        return tuple(sorted(choices, key=lambda choice: choice.value, reverse=True))

    def best(self, state: State) -> tuple[Hashable, ...]:
        """Every optimal choice at ``state``, as ``Choice.action`` has it."""
        found: list[Hashable] = []
        for action in self.solution.best[state] if self.is_choice(state) else ():
            following = next(iter(self.process.transitions(state, action)))
            if isinstance(action, KeepCrystal) and self.is_choice(following):
                found += self.best(following)
            else:
                found.append(action)
        return tuple(found)

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
        return isinstance(state.node, Choose)

    def line(self, state: State) -> tuple[Hashable, ...]:
        """The choices of the reported policy from ``state`` up to the next roll or the end."""
        actions: list[Hashable] = []
        while self.is_choice(state):
            actions.append(self.solution.policy[state])
            (state,) = self.process.transitions(state, actions[-1])
        return tuple(actions)


def has_won(end: Ending) -> Vector:
    """The payoff: 1 for winning the game."""
    return (Fraction(isinstance(end.result, Won)),)
