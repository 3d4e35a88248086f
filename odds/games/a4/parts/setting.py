"""A situation of A4 Quest on its sheets, checked and resolved, and what asks about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Final

from msgspec import Struct, field

from odds.errors import Fault, InvalidInput, check_type, numeral
from odds.games.a4.control import Sheets
from odds.games.a4.course import START, course_of
from odds.games.a4.frames import Stack
from odds.games.a4.moments import DIFFICULT_DICE, HERO_DICE, Scene
from odds.games.a4.parts.situation import (
    DEFAULT_ADVENTURE,
    DEFAULT_HERO,
    OF_WHOLE_GAMES,
    PHASES,
    SETUP_PHASES,
    Situation,
)
from odds.games.a4.parts.text_actions import bundle_text
from odds.games.a4.pool import EXHAUSTED, MAX_DICE, Pool, pool_of
from odds.games.a4.reading import shipped_adventure, shipped_hero
from odds.games.a4.sheet import HP, TRACKS, Adventure, Enemy, Tracks
from odds.games.a4.sheet_hero import Hero

PRINTED_ORDER: Final = "The tiles lie in the order in which the sheet prints them."
RANDOM_ORDER: Final = (
    "The tiles between the first and the last are shuffled; the player sees the next one."
)


def order_text(is_shuffled: bool) -> str:
    """What is assumed about the order of the tiles."""
    return RANDOM_ORDER if is_shuffled else PRINTED_ORDER


class Setting(Struct, frozen=True, dict=True):
    """A situation on its sheets, checked; ``phases`` are those that the question knows."""

    situation: Situation
    phases: tuple[str, ...]
    adventure: Adventure
    hero: Hero

    def __post_init__(self) -> None:
        faults = [*self._dice_faults(), *self._track_faults(), *self._phase_faults()]
        faults = [*(self._place_faults() if self.phase in PHASES else ()), *faults]
        if faults:
            raise InvalidInput(*(Fault(f"/state{f.place}", f.message) for f in faults))

    @cached_property
    def sheets(self) -> Sheets:
        """The sheets as the rules take them."""
        return Sheets(self.adventure, self.hero, self.is_shuffled)

    @property
    def is_shuffled(self) -> bool:
        """Whether the tiles lie in random order (A15)."""
        return self.situation.tiles_ahead is not None

    @property
    def phase(self) -> str:
        """The phase, by default the first that the question knows."""
        given = self.situation.phase
        return self.phases[0] if given is None else given

    @property
    def last(self) -> int:
        """The number of the last space."""
        return sum(len(tile.spaces) for tile in self.adventure.tiles)

    @property
    def space(self) -> int:
        """The number of the hero's space: where none is given the boss's in a wave, else 0."""
        given = self.situation.space
        return (self.last if self._is_in_wave else 0) if given is None else given

    @property
    def _is_in_wave(self) -> bool:
        return "wave" in PHASES[self.phase]

    @cached_property
    def place(self) -> int:
        """Where the hero is, as the rules count it."""
        found = self._find()
        assert found is not None  # it was checked
        return found

    def _find(self) -> int | None:
        ahead = self.situation.tiles_ahead
        if ahead is None:
            return self.space + START
        course, behind = self.sheets.course, [tile - 1 for tile in ahead]
        if not self.space:
            return course.opening(behind)
        printed = course_of(self.adventure, False).places[self.space - 1]
        return course.find(printed.tile, printed.space, behind)

    @property
    def is_on_way(self) -> bool:
        """Whether the hero is on a space that isn't the boss's."""
        return self.place > START and not self.sheets.spaces[self.place].boss

    @property
    def cost(self) -> int:
        """What moving on costs."""
        return self.sheets.costs[self.sheets.onward[self.place][0]]

    @cached_property
    def pool(self) -> Pool:
        """The pool as the rules hold it."""
        return pool_of(EXHAUSTED if die is None else die for die in self.situation.pool)

    @cached_property
    def tracks(self) -> Tracks:
        """All six tracks."""
        given = self.situation.tracks
        start = zip(TRACKS, self.hero.start, strict=True)
        return tuple(given.get(name, value) for name, value in start)

    def scene(self, after: Stack, pool: Pool | None = None) -> Scene:
        """The situation for the rules, with what follows the part."""
        state = self.situation
        own = self.pool if pool is None else pool
        return Scene(self.place, own, after, state.crystal_used, state.pending)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed about the sheets and the tracks."""
        found = [f"The sheets are {self.adventure.name} and {self.hero.name}."]
        start = zip(TRACKS, self.hero.start, strict=True)
        left = [f"{name} {n}" for name, n in start if name not in self.situation.tracks]
        if left:
            found.append(f"Not given, so as at the hero's start: {', '.join(left)}.")
        found.extend(self._enemy_as_given())
        dice = len(self.situation.pool) + (self.situation.die is not None)
        if dice and dice != HERO_DICE:
            difficult = ", as in Difficult Mode" if dice == DIFFICULT_DICE else " in all"
            found.append(f"The hero has {dice} {'die' if dice == 1 else 'dice'}{difficult}.")
        return (*found, *self.adventure.invented, *self.hero.invented)

    def _enemy_as_given(self) -> Iterator[str]:
        """A caller may mean the sheet's enemy of these values, and leave out what it brings."""
        given = self.situation.enemy
        if not isinstance(given, Enemy):
            return
        name = f"{given.attack}/{given.defence} enemy"
        for other in dict.fromkeys(row.enemy for row in self.adventure.enemies):
            if other and other != given and f"{other.attack}/{other.defence} enemy" == name:
                own, theirs = _brought(given), _brought(other)
                yield f"The {name} is as given, with {own}; the sheet's {name} has {theirs}."

    def _place_faults(self) -> list[Fault]:
        space, last = self.situation.space, self.last
        if space is not None and not 0 <= space <= last:
            why = f"must be from 0 (before the first) to {last}, not {numeral(space)}"
            return [Fault("/space", why)]
        needs_space = self.phase not in SETUP_PHASES and not self._is_in_wave
        if (space is None and needs_space) or self._find() is not None:
            return []
        why = "must be all tiles still to come, the next one first, the unseen in any order"
        tiles = len(self.adventure.tiles)
        which = f"they are from 2 to {tiles}, which comes last" if tiles > 1 else "there are none"
        return [Fault("/tiles_ahead", f"{why}; {which}")]

    def _dice_faults(self) -> list[Fault]:
        pool = self.situation.pool
        faults = [
            Fault(f"/pool/{i}", f"a die is from 1 to 6, or null if exhausted, not {numeral(die)}")
            for i, die in enumerate(pool)
            if die is not None and not 1 <= die <= 6
        ]
        if (count := len(pool) + (self.situation.die is not None)) > MAX_DICE:
            faults.append(Fault("/pool", f"at most {MAX_DICE} dice in all, not {count}"))
        for name in ("die", "d6"):
            value = getattr(self.situation, name)
            if value is not None and not 1 <= value <= 6:
                faults.append(Fault(f"/{name}", f"must be from 1 to 6, not {numeral(value)}"))
        return faults

    def _track_faults(self) -> list[Fault]:
        faults = []
        for name, value in self.situation.tracks.items():
            if name not in TRACKS:
                faults.append(Fault(f"/tracks/{name}", f"not a track: {', '.join(TRACKS)}"))
                continue
            least, most = int(name == TRACKS[HP]), self.hero.maxima[TRACKS.index(name)]
            if not least <= value <= most:
                why = f"{self.hero.name}'s track runs from {least} to {most}, not {numeral(value)}"
                faults.append(Fault(f"/tracks/{name}", why))
        return faults

    def _phase_faults(self) -> list[Fault]:
        if self.phase not in self.phases:
            return [Fault("/phase", f"must be one of: {', '.join(self.phases)}")]
        own = PHASES[self.phase]
        return [
            Fault(f"/{name}", f"does not belong to the phase {self.phase}")
            for name in dict.fromkeys(detail for details in PHASES.values() for detail in details)
            if name not in own and getattr(self.situation, name) is not None
        ]

    def need(self, name: str, why: str) -> InvalidInput:
        """The error for a field that this situation lacks."""
        return InvalidInput.at(f"/state/{name}", why)


NOTHING_SAID: Final = Situation()


class Part(Struct, frozen=True, dict=True):
    """A question about a part of the game: a situation on the sheets that it is played on.

    ``adventure`` and ``hero`` are sheets from ``load_adventure`` and ``load_hero``, by default
    those named ``DEFAULT_ADVENTURE`` and ``DEFAULT_HERO``.
    """

    phases: ClassVar[tuple[str, ...]]
    """The phases of the game that the part knows; the first is the default."""

    situation: Situation
    adventure: Adventure = field(default_factory=lambda: shipped_adventure(DEFAULT_ADVENTURE))
    hero: Hero = field(default_factory=lambda: shipped_hero(DEFAULT_HERO))

    def __post_init__(self) -> None:
        check_type(self.situation, Situation, "/state", "a Situation")
        adventure = "an Adventure; load_adventure gives the one of a name or a file"
        check_type(self.adventure, Adventure, "/adventure", adventure)
        check_type(self.hero, Hero, "/hero", "a Hero; load_hero gives the one of a name or a file")
        for name in self.foreign:
            given = getattr(self.situation, name)
            if given is not False and given != getattr(NOTHING_SAID, name):
                also = ", and to the setup's objective win" if name == "tiles_ahead" else ""
                why = f"belongs to advice on a whole adventure{also}"
                raise InvalidInput.at(f"/state/{name}", why)
        self.check()

    @property
    def foreign(self) -> tuple[str, ...]:
        """Fields of a situation that the part has no use for."""
        return OF_WHOLE_GAMES

    @cached_property
    def setting(self) -> Setting:
        """The situation, checked."""
        return Setting(self.situation, self.phases, self.adventure, self.hero)

    def check(self) -> None:
        """Raise ``InvalidInput`` where the question makes no sense; each part says when."""
        raise NotImplementedError


def _brought(enemy: Enemy) -> str:
    """What an enemy brings beside its attack and defence."""
    special = (
        f"the special effect {bundle_text(enemy.special)}" if enemy.special else "no special effect"
    )
    return f"{enemy.xp} XP and {special}"
