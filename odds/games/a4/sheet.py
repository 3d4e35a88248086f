"""The printed data of A4 Quest as immutable objects: adventure sheets and hero sheets.

Nothing here plays the game. Tracks are numbered as in ``TRACKS``; dice values are 1 to 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TRACKS: Final = ("attack", "defence", "hp", "xp", "crystals", "food")
ATTACK, DEFENCE, HP, XP, CRYSTALS, FOOD = range(6)

Tracks = tuple[int, ...]
"""One number for each of ``TRACKS``."""


@dataclass(frozen=True)
class Gain:
    """A track moves by ``amount``; a loss is negative."""

    track: int
    amount: int


@dataclass(frozen=True)
class StartFight:
    """Meet an enemy rolled with this modifier."""

    modifier: int


@dataclass(frozen=True)
class Reroll:
    """Re-roll up to ``count`` active dice, one after the other."""

    count: int


@dataclass(frozen=True)
class Recover:
    """Take back up to ``count`` exhausted dice, each re-rolled or (``any_value``) set at will."""

    count: int
    any_value: bool = False


@dataclass(frozen=True)
class ExhaustHighest:
    """Exhaust the active die of the highest value."""


Effect = Gain | StartFight | Reroll | Recover | ExhaustHighest
Bundle = tuple[Effect, ...]
"""Effects carried out from left to right."""


@dataclass(frozen=True)
class Row:
    """A table row: the values it holds (``high`` none: open), and bundles to choose one from."""

    low: int
    high: int | None
    options: tuple[Bundle, ...]

    def holds(self, value: int) -> bool:
        """Whether ``value`` falls in this row."""
        return self.low <= value and (self.high is None or value <= self.high)


@dataclass(frozen=True)
class Enemy:
    """What an enemy table row names: its strength, its reward and its special effect."""

    attack: int
    defence: int
    xp: int = 0
    special: Bundle = ()


@dataclass(frozen=True)
class EnemyRow:
    """The totals at which ``enemy`` (or nobody) appears."""

    low: int
    high: int | None
    enemy: Enemy | None

    def holds(self, value: int) -> bool:
        """Whether ``value`` falls in this row."""
        return self.low <= value and (self.high is None or value <= self.high)


@dataclass(frozen=True)
class EnemyIcon:
    """Who waits on a space: d6 plus ``modifier``, or always the enemy of ``total``."""

    modifier: int = 0
    total: int | None = None


@dataclass(frozen=True)
class Hunt:
    """Use a die, look its value up in the hunt table."""


@dataclass(frozen=True)
class Quest:
    """Use any die, roll d6, look it up in the quest table."""


@dataclass(frozen=True)
class Search:
    """Use a die, look its value plus ``modifier`` up in the search table."""

    modifier: int = 0


@dataclass(frozen=True)
class Direct:
    """Use any die for one of these bundles."""

    options: tuple[Bundle, ...]


Icon = Hunt | Quest | Search | Direct


@dataclass(frozen=True)
class Space:
    """One space: the enemy met on entering, the actions offered, or the boss."""

    enemy: EnemyIcon | None = None
    icons: tuple[Icon, ...] = ()
    boss: bool = False


@dataclass(frozen=True)
class Tile:
    """A tile: what entering it costs (0 for the first tile: free) and its spaces in order."""

    cost: int
    spaces: tuple[Space, ...]


@dataclass(frozen=True)
class Wave:
    """One attack of the boss."""

    attack: int
    defence: int
    effect: Bundle = ()


@dataclass(frozen=True)
class Boss:
    """The boss: its health and its waves. ``adds_die``: a d6 joins each wave's two values (A14)."""

    hp: int
    waves: tuple[Wave, ...]
    adds_die: bool = False


@dataclass(frozen=True)
class Adventure:
    """An adventure sheet. ``invented`` lists in words what of it is not publicly known."""

    name: str
    tiles: tuple[Tile, ...]
    enemies: tuple[EnemyRow, ...] = ()
    hunt: tuple[Row, ...] = ()
    search: tuple[Row, ...] = ()
    quest: tuple[Row, ...] = ()
    boss: Boss | None = None
    invented: tuple[str, ...] = ()


@dataclass(frozen=True)
class Named:
    """A choice on a hero sheet: equipment or a level-up bonus, with what it brings."""

    name: str
    effects: Bundle


@dataclass(frozen=True)
class Hero:
    """A hero sheet. ``ability`` holds the bundles that 1 crystal buys one of; empty: none."""

    name: str
    start: Tracks
    maxima: Tracks
    equipment: tuple[Named, ...] = ()
    level_ups: tuple[Named, ...] = ()
    ability: tuple[Bundle, ...] = ()
    invented: tuple[str, ...] = ()
