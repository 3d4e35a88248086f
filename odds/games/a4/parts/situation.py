"""A state of a game of A4 Quest as a caller gives it, and the same state checked and resolved.

Spaces count from 1 over all tiles of the adventure, 0 is before the first; waves count from 1; a
die is 1 to 6, and none is an exhausted one. Places in errors are those of a request's ``state``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final

from odds.errors import Fault, InvalidInput, check_each, check_type
from odds.games.a4.control import Sheets
from odds.games.a4.course import START
from odds.games.a4.frames import Stack
from odds.games.a4.moments import DIFFICULT_DICE, HERO_DICE, Scene
from odds.games.a4.pool import EXHAUSTED, Pool, pool_of
from odds.games.a4.reading import shipped_adventure, shipped_hero
from odds.games.a4.sheet import (
    HP,
    TRACKS,
    Adventure,
    Bundle,
    Effect,
    Enemy,
    EnemyIcon,
    Hero,
    Tracks,
)

MAX_COST: Final = 6
MAX_DICE: Final = 6
MAX_PENDING: Final = 9
DEFAULT_ADVENTURE: Final = "into-the-abyss"
DEFAULT_HERO: Final = "knight"

Detail = str
"""The name of a field that only some phases have."""

PHASES: Final[Mapping[str, tuple[Detail, ...]]] = {
    "setup": (),
    "pool_rolled": (),
    "turn": (),
    "movement": (),
    "movement_failed": (),
    "enemy": ("enemy",),
    "fight": ("enemy",),
    "fight_die": ("enemy", "die"),
    "fight_special": ("enemy", "die"),
    "fight_d6": ("enemy", "die", "d6"),
    "fight_over": ("die",),
    "action": (),
    "icon": ("icon",),
    "icon_die": ("icon", "die"),
    "quest_d6": ("d6",),
    "end_of_turn": (),
    "wave": ("wave", "boss_hp"),
    "wave_ready": ("wave", "boss_hp"),
    "wave_d6": ("wave", "boss_hp", "die", "d6"),
}
"""Every phase of a game with the fields of a state that belong to it alone.

``setup`` nothing is done yet; ``pool_rolled`` which dice to re-roll; ``turn`` its very start;
``movement`` it is to be paid; ``movement_failed`` 1 HP is paid for the failure; ``enemy`` its d6
is to be rolled; ``fight`` the enemy is known; ``fight_die`` a die is set aside, the special comes;
``fight_special`` that is done or pending; ``fight_d6`` the fight's d6 is known; ``fight_over`` the
die comes back; ``action`` or rest is due; ``icon`` is chosen, a die is not; ``icon_die`` the die is
too; ``quest_d6`` the d6 of a quest is known; ``end_of_turn`` its last moment; ``wave`` begins;
``wave_ready`` its effect is done; ``wave_d6``
its d6 is known.
"""


OF_WHOLE_GAMES: Final = ("level_up", "in_action", "then")
"""The fields of a state that a part played alone has no use for."""


@dataclass(frozen=True)
class Situation:
    """A state of a game as it lies on the table; what a question doesn't need may be left out.

    ``pool``     the hero's dice, each 1 to 6 or ``None`` for an exhausted one, in any order; a die
                 that is set aside is left out;
    ``tracks``   values by name: attack, defence, hp, xp, crystals, food; one that is left out
                 stands at the hero's start;
    ``space``    the hero's space, counted from 1 over all tiles of the adventure, the boss's last;
                 0 is before the first;
    ``phase``    what is due, one of ``PHASES``; by default the first that the question knows;
    ``crystal_used``  whether the ability was used this turn (A12);
    ``pending``  effects of an interrupted bundle that are still to come;
    ``level_up`` the fourth point of XP was just gained, and the bonus is to be chosen;
    ``in_action``  the fight belongs to the turn's action; by default where no enemy waits;
    ``then``     effects of the action that follow after the fight;
    ``enemy``    who is met: an ``Enemy``, ``EnemyIcon(total=11)``, or by a roll
                 ``EnemyIcon(modifier=5)``; by default as the space says;
    ``die``, ``d6``, ``icon``, ``wave``, ``boss_hp``  belong to some phases: the die set aside, the
                 adventure die, the icon counted from 0, the wave from 1, the boss's HP.

    >>> Situation(pool=[6, 2, None, None], tracks={"hp": 3, "food": 0}, space=3).pool
    (6, 2, None, None)
    """

    pool: Sequence[int | None] = ()
    tracks: Mapping[str, int] = field(default_factory=dict)
    space: int | None = None
    phase: str | None = None
    crystal_used: bool = False
    pending: Bundle = ()
    enemy: Enemy | EnemyIcon | None = None
    die: int | None = None
    d6: int | None = None
    icon: int | None = None
    wave: int | None = None
    boss_hp: int | None = None
    level_up: bool = False
    in_action: bool | None = None
    then: Bundle = ()

    def __post_init__(self) -> None:
        die = "a die from 1 to 6, or None for an exhausted one"
        pool = check_each(self.pool, int | None, "/state/pool", die)
        object.__setattr__(self, "pool", pool)
        tracks = f"a mapping from tracks ({', '.join(TRACKS)}) to values"
        check_type(self.tracks, Mapping, "/state/tracks", tracks)
        for name, value in self.tracks.items():
            check_type(value, int, f"/state/tracks/{name}", "a whole number")
        check_type(self.phase, str | None, "/state/phase", f"one of: {', '.join(PHASES)}")
        check_type(self.crystal_used, bool, "/state/crystal_used", "True or False")
        pending = check_each(self.pending, Effect, "/state/pending", "an effect")
        object.__setattr__(self, "pending", pending)
        check_type(self.level_up, bool, "/state/level_up", "True or False")
        if self.in_action is not None:
            check_type(self.in_action, bool, "/state/in_action", "True or False")
        then = check_each(self.then, Effect, "/state/then", "an effect")
        object.__setattr__(self, "then", then)
        enemy = "an Enemy(attack, defence, ...), EnemyIcon(modifier) or EnemyIcon(total=...)"
        check_type(self.enemy, Enemy | EnemyIcon | None, "/state/enemy", enemy)
        for name in ("space", "die", "d6", "icon", "wave", "boss_hp"):
            check_type(getattr(self, name), int | None, f"/state/{name}", "a whole number")


@dataclass(frozen=True)
class Setting:
    """A situation on its sheets, checked; ``phases`` are those that the question knows."""

    situation: Situation
    phases: tuple[str, ...]
    adventure: Adventure
    hero: Hero

    def __post_init__(self) -> None:
        faults = [*self._place_faults(), *self._dice_faults(), *self._track_faults()]
        faults += self._phase_faults()
        if faults:
            raise InvalidInput(*(Fault(f"/state{f.place}", f.message) for f in faults))

    @cached_property
    def sheets(self) -> Sheets:
        """The sheets as the rules take them."""
        return Sheets(self.adventure, self.hero)

    @property
    def phase(self) -> str:
        """The phase, by default the first that the question knows."""
        return self.situation.phase or self.phases[0]

    @property
    def place(self) -> int:
        """The hero's space as the rules count it; before the first where none is given."""
        return (self.situation.space or 0) + START

    @property
    def is_on_way(self) -> bool:
        """Whether the hero is on a space that isn't the boss's."""
        return self.place != START and not self.sheets.spaces[self.place].boss

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
        dice = len(self.situation.pool) + (self.situation.die is not None)
        if dice and dice != HERO_DICE:
            difficult = ", as in Difficult Mode" if dice == DIFFICULT_DICE else " in all"
            found.append(f"The hero has {dice} {'die' if dice == 1 else 'dice'}{difficult}.")
        return (*found, *self.adventure.invented, *self.hero.invented)

    def _place_faults(self) -> list[Fault]:
        space, last = self.situation.space, len(self.sheets.spaces)
        if space is not None and not 0 <= space <= last:
            return [Fault("/space", f"must be from 0 (before the first) to {last}, not {space}")]
        return []

    def _dice_faults(self) -> list[Fault]:
        pool = self.situation.pool
        faults = [
            Fault(f"/pool/{i}", f"a die is from 1 to 6, or null if exhausted, not {die}")
            for i, die in enumerate(pool)
            if die is not None and not 1 <= die <= 6
        ]
        if (count := len(pool) + (self.situation.die is not None)) > MAX_DICE:
            faults.append(Fault("/pool", f"at most {MAX_DICE} dice in all, not {count}"))
        for name in ("die", "d6"):
            value = getattr(self.situation, name)
            if value is not None and not 1 <= value <= 6:
                faults.append(Fault(f"/{name}", f"must be from 1 to 6, not {value}"))
        return faults

    def _track_faults(self) -> list[Fault]:
        faults = []
        for name, value in self.situation.tracks.items():
            if name not in TRACKS:
                faults.append(Fault(f"/tracks/{name}", f"not a track: {', '.join(TRACKS)}"))
                continue
            least, most = int(name == TRACKS[HP]), self.hero.maxima[TRACKS.index(name)]
            if not least <= value <= most:
                why = f"{self.hero.name}'s track runs from {least} to {most}, not {value}"
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


@dataclass(frozen=True)
class Part(ABC):
    """A question about a part of the game: a situation on the sheets that it is played on.

    ``adventure`` and ``hero`` are sheets from ``load_adventure`` and ``load_hero``, by default
    those named ``DEFAULT_ADVENTURE`` and ``DEFAULT_HERO``.
    """

    phases: ClassVar[tuple[str, ...]]
    """The phases of the game that the part knows; the first is the default."""

    is_whole: ClassVar[bool] = False
    """Whether it is about all that is left of the game."""

    situation: Situation
    adventure: Adventure = field(default_factory=lambda: shipped_adventure(DEFAULT_ADVENTURE))
    hero: Hero = field(default_factory=lambda: shipped_hero(DEFAULT_HERO))

    def __post_init__(self) -> None:
        check_type(self.situation, Situation, "/state", "a Situation")
        adventure = "an Adventure; load_adventure gives the one of a name or a file"
        check_type(self.adventure, Adventure, "/adventure", adventure)
        check_type(self.hero, Hero, "/hero", "a Hero; load_hero gives the one of a name or a file")
        for name in () if self.is_whole else OF_WHOLE_GAMES:
            if getattr(self.situation, name):
                raise self.setting.need(name, "belongs to advice on a whole adventure")
        self.check()

    @cached_property
    def setting(self) -> Setting:
        """The situation, checked."""
        return Setting(self.situation, self.phases, self.adventure, self.hero)

    @abstractmethod
    def check(self) -> None:
        """Raise ``InvalidInput`` where the question makes no sense."""
