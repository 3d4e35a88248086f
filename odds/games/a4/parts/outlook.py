"""What a whole adventure of A4 Quest is like under best play, and what would change it (A16)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from odds.errors import NotSolved
from odds.game import Notebook
from odds.games.a4.control import Control
from odds.games.a4.parts.text_actions import LABELS
from odds.games.a4.parts.text_outlook import outlook_charts, outlook_tables, outlook_text
from odds.games.a4.parts.whole_choices import State
from odds.games.a4.results import Died, Phase, Unbeaten, Won
from odds.games.a4.sheet import Tracks
from odds.numbers import Certified
from odds.plot import Chart
from odds.program import Chance, Choose, Passed, SolvedProgram
from odds.tables import Table

if TYPE_CHECKING:
    from odds.games.a4.parts.adventure import A4Adventure

CERTAIN: Final = Certified(Fraction(1))
NEVER: Final = Certified(Fraction(0))
ONE_POLICY: Final = "Of choices too close for floats to tell apart, one is followed."
NOT_KNOWN: Final = (
    "What isn't known of other starts takes all states to be solved: 'odds a4 solve --all'."
)


class Worth(Struct, frozen=True):
    """How often the game is won with something, and how much more often than without.

    Of equipment ``gain`` is how much more than with the best; none: it isn't known.
    """

    name: str
    win: Certified | None
    gain: Certified | None


class Outlook(Notebook, Struct, frozen=True, dict=True):
    """A game followed through all its turns; see ``follow_whole``.

    Every probability is one of a game from the setup on, within a proven bound, under a policy
    that is the best.
    """

    question: A4Adventure
    solved: SolvedProgram[Control]
    passed: Sequence[Passed]

    @cached_property
    def win(self) -> Certified:
        """The probability of winning."""
        return self._value(*self.question.program.start)

    @cached_property
    def endings(self) -> Mapping[str, Certified]:
        """The probability of each ending: won, the boss unbeaten, or dead."""
        return {
            "won": _all(p for result, p in self._ends if isinstance(result, Won)),
            "the boss lives": _all(p for result, p in self._ends if isinstance(result, Unbeaten)),
            "dead": _all(p for result, p in self._ends if isinstance(result, Died)),
        }

    @cached_property
    def deaths(self) -> Mapping[int, Mapping[Phase, Certified]]:
        """The probability of dying on each space, by its number on the sheet, and in each phase.

        Space 0 is outside, before the first; a movement is that from the space.
        """
        numbers = self.question.program.sheets.numbers
        found: dict[int, dict[Phase, Certified]] = {n: {} for n in sorted(set(numbers.values()))}
        for result, probability in self._ends:
            if isinstance(result, Died):
                phases = found[numbers[result.place]]
                phases[result.phase] = phases.get(result.phase, NEVER) + probability
        return found

    @cached_property
    def alive(self) -> tuple[Certified, ...]:
        """The probability of being alive at the start of each turn, from the first on."""
        found, is_certain = [], True
        for before, stage in pairwise(self.passed):
            is_certain = is_certain and not before.ends
            found.append(CERTAIN if is_certain else _all(stage.counters[0]))
        return tuple(found)

    @cached_property
    def means(self) -> tuple[tuple[Certified, ...] | None, ...]:
        """The mean of each track at the start of each turn, of games that come there; or none."""
        return tuple(
            tuple(_mean(masses).over(alive) for masses in stage.counters) if alive.low > 0 else None
            for stage, alive in zip(self.passed[1:], self.alive, strict=True)
        )

    @cached_property
    def at_the_end(self) -> tuple[tuple[Certified, ...], ...]:
        """For each track its distribution on setting out for the last space, if it comes to that.

        It is where the boss is, if there is one. Empty if no game comes there.
        """
        if len(self.passed) < self.question.program.stages or self.alive[-1].low <= 0:
            return ()
        alive, counters = self.alive[-1], self.passed[-1].counters
        return tuple(tuple(mass.over(alive) for mass in masses) for masses in counters)

    @cached_property
    def points(self) -> tuple[Worth, ...]:
        """What one more point of each track is worth at the start, where there is room for it."""
        control, tracks = self.question.program.start
        found = []
        for track, most in enumerate(self.question.hero.maxima):
            if tracks[track] < most:
                more = (*tracks[:track], tracks[track] + 1, *tracks[track + 1 :])
                found.append(self._worth(LABELS[track], control, more))
        return tuple(found)

    @cached_property
    def level_ups(self) -> tuple[Worth, ...]:
        """What each level-up bonus is worth if it is had before the game."""
        hero, (control, tracks) = self.question.hero, self.question.program.start
        return tuple(
            self._worth(bonus.name, control.push(*bonus.effects), tracks)
            for bonus in hero.level_ups
        )

    @cached_property
    def equipment(self) -> tuple[Worth, ...]:
        """What each piece of equipment is worth against the best choice."""
        pieces = self.question.hero.equipment
        found = []
        for number, piece in enumerate(pieces):
            win = self._equipped(number)
            found.append(Worth(piece.name, win, win - self.win))
        return tuple(found)

    @property
    def error(self) -> Fraction:
        """How far any probability of an ending, a death or a start is off at most."""
        known = [self.win, *self.endings.values(), *self.alive]
        known += [p for phases in self.deaths.values() for p in phases.values()]
        known += [p for masses in self.at_the_end for p in masses]
        for worth in (*self.points, *self.level_ups, *self.equipment):
            known += [p for p in (worth.win, worth.gain) if p is not None]
        return max(p.error for p in known)

    @property
    def text(self) -> str:
        """One plain sentence."""
        return outlook_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        unknown = any(worth.win is None for worth in (*self.points, *self.level_ups))
        more = (NOT_KNOWN,) if unknown else ()
        return (*self.question.assumptions, ONE_POLICY, *more)

    def tables(self) -> tuple[Table, ...]:
        """Endings, deaths, turns, the tracks at the boss, and what things are worth."""
        return outlook_tables(self)

    def charts(self) -> tuple[tuple[Chart, ...], ...]:
        """Rows of pictures: survival and deaths; the tracks at the boss."""
        return outlook_charts(self)

    @cached_property
    def _ends(self) -> list[tuple[Hashable, Certified]]:
        return [pair for stage in self.passed for pair in stage.ends.items()]

    def _value(self, control: Control, tracks: Tracks) -> Certified:
        return self.solved.value(self.question.program.begin(control, tracks))

    def _worth(self, name: str, control: Control, tracks: Tracks) -> Worth:
        try:
            win = self._value(control, tracks)
        except NotSolved:
            return Worth(name, None, None)
        return Worth(name, win, win - self.win)

    def _equipped(self, number: int) -> Certified:
        """The probability of winning with a piece of equipment, whichever tiles are seen (A15)."""
        program = self.question.program
        state = program.begin(*program.start)
        node = program.step(state.control)
        if not isinstance(node, Chance):
            return self._with(state, number)
        seen = [(program.begin(c, state.counters), weight) for c, weight in node.outcomes]
        both = _all(self._with(after, number).times(weight) for after, weight in seen)
        return both.times(Fraction(1, sum(weight for _, weight in seen)))

    def _with(self, state: State, number: int) -> Certified:
        node = self.question.program.step(state.control)
        assert isinstance(node, Choose)  # of the equipment, which stands in the sheet's order
        return self._value(node.options[number][1], state.counters)


def _all(parts: Iterable[Certified]) -> Certified:
    return sum(parts, NEVER)


def _mean(masses: Sequence[Certified]) -> Certified:
    return _all(mass.times(value) for value, mass in enumerate(masses))
