"""The printed data of A4 Quest as immutable objects: effects, and adventure sheets.

Nothing here plays the game. Tracks are numbered as in ``TRACKS``; dice values are 1 to 6.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr

from odds.errors import check_each, check_range, check_type

TRACKS: Final = ("attack", "defence", "hp", "xp", "crystals", "food")
ATTACK, DEFENCE, HP, XP, CRYSTALS, FOOD = range(6)

MAX_AMOUNT: Final = 99
"""The most that a sheet has of anything, and the largest modifier of an enemy's roll."""
MAX_TIMES: Final = 9
"""The most dice that one effect re-rolls or recovers."""
MAX_COST: Final = 6
"""The most that a movement costs: what one die can show (A4)."""

Tracks = tuple[int, ...]
"""One number for each of ``TRACKS``."""


class Gain(Struct, frozen=True):
    """A track moves by ``amount``; a loss is negative."""

    track: int
    amount: int


class StartFight(Struct, frozen=True):
    """Meet an enemy rolled with this modifier."""

    modifier: int


class Reroll(Struct, frozen=True):
    """Re-roll up to ``count`` active dice, one after the other."""

    count: int


class Recover(Struct, frozen=True):
    """Take back up to ``count`` exhausted dice, each re-rolled or (``any_value``) set at will."""

    count: int
    any_value: bool = False


class ExhaustHighest(Struct, frozen=True):
    """Exhaust the active die of the highest value."""


Quiet = Gain | Reroll | Recover | ExhaustHighest
Effect = Quiet | StartFight
Bundle = tuple[Effect, ...]
"""Effects carried out from left to right."""

LIMITS: Final = {
    "track": (0, len(TRACKS) - 1),
    "amount": (-MAX_AMOUNT, MAX_AMOUNT),
    "modifier": (-MAX_AMOUNT, MAX_AMOUNT),
    "count": (0, MAX_TIMES),
}
"""The least and the most that a number of a printed effect can be."""
QUIET: Final = "an effect, and none that starts a fight"


def check_effects(
    bundle: Iterable[Effect], kind: UnionType, place: str, expected: str = "an effect"
) -> Bundle:
    """A bundle as a caller gives it, with effects of this ``kind`` and numbers within limits.

    In the middle of a game there are others: a hit may take more than any sheet says.
    """
    listed = check_each(bundle, kind, place, expected)
    for i, effect in enumerate(listed):
        at = f"{place}/{i}"
        for name, (least, most) in LIMITS.items():
            if hasattr(effect, name):
                check_range(getattr(effect, name), least, most, f"{at}/{name}", f"the {name}")
        if isinstance(effect, Recover):
            check_type(effect.any_value, bool, f"{at}/any_value", "True or False")
    return listed


def keep(owner: Struct, name: str, kind: type | UnionType, place: str, expected: str) -> None:
    """Check the entries of a field, and keep them as a tuple, which nobody can change."""
    force_setattr(owner, name, check_each(getattr(owner, name), kind, place, expected))


def keep_quiet(owner: Struct, name: str, place: str) -> None:
    """As ``keep``, for a bundle in which nothing may start a fight (A13)."""
    force_setattr(owner, name, check_effects(getattr(owner, name), Quiet, place, QUIET))


def keep_options(owner: Struct, name: str, place: str, kind: UnionType) -> None:
    """As ``keep``, for bundles to choose one from, with effects of this ``kind``."""
    which = "an effect" if kind == Effect else QUIET
    listed = check_each(getattr(owner, name), object, place, "a bundle of effects")
    kept = [check_effects(b, kind, f"{place}/{i}", which) for i, b in enumerate(listed)]
    force_setattr(owner, name, tuple(kept))


class TableRow(Struct, frozen=True):
    """The values that a row of a table holds, both ends included; ``high`` none: open."""

    low: int
    high: int | None

    def __post_init__(self) -> None:
        check_range(self.low, 0, MAX_AMOUNT, "/low", "the lowest value")
        if self.high is not None:
            check_range(self.high, self.low, MAX_AMOUNT, "/high", "the highest value")

    def holds(self, value: int) -> bool:
        """Whether ``value`` falls in this row."""
        return self.low <= value and (self.high is None or value <= self.high)


class Row(TableRow, frozen=True):
    """A row of the hunt, search or quest table: bundles to choose one from."""

    options: tuple[Bundle, ...]

    def __post_init__(self) -> None:
        TableRow.__post_init__(self)
        keep_options(self, "options", "/options", Effect)


class Enemy(Struct, frozen=True):
    """What an enemy table row names: its strength, its reward and its special effect.

    ``attack`` and ``defence`` are without the d6 of the fight (A6).
    """

    attack: int
    defence: int
    xp: int = 0
    special: Bundle = ()

    def __post_init__(self) -> None:
        for name in ("attack", "defence", "xp"):
            check_range(getattr(self, name), 0, MAX_AMOUNT, f"/enemy/{name}", f"the {name}")
        keep_quiet(self, "special", "/enemy/special")


class EnemyRow(TableRow, frozen=True):
    """The totals at which ``enemy`` (or nobody) appears."""

    enemy: Enemy | None

    def __post_init__(self) -> None:
        TableRow.__post_init__(self)
        check_type(self.enemy, Enemy | None, "/enemy", "an Enemy, or None for nobody")


class EnemyIcon(Struct, frozen=True):
    """Who waits on a space: d6 plus ``modifier``, or always the enemy of ``total``."""

    modifier: int = 0
    total: int | None = None

    def __post_init__(self) -> None:
        check_range(self.modifier, -MAX_AMOUNT, MAX_AMOUNT, "/enemy/modifier", "the modifier")
        if self.total is not None:
            check_range(self.total, 0, MAX_AMOUNT, "/enemy/total", "the total")


class Hunt(Struct, frozen=True):
    """Use a die, look its value up in the hunt table."""


class Quest(Struct, frozen=True):
    """Use any die, roll d6, look it up in the quest table."""


class Search(Struct, frozen=True):
    """Use a die, look its value plus ``modifier`` up in the search table."""

    modifier: int = 0

    def __post_init__(self) -> None:
        check_range(self.modifier, -MAX_AMOUNT, MAX_AMOUNT, "/modifier", "the modifier")


class Direct(Struct, frozen=True):
    """Use any die for one of these bundles."""

    options: tuple[Bundle, ...]

    def __post_init__(self) -> None:
        keep_options(self, "options", "/options", Effect)
        check_range(len(self.options), 1, MAX_AMOUNT, "/options", "the number of bundles")


Icon = Hunt | Quest | Search | Direct


class Space(Struct, frozen=True):
    """One space: the enemy met on entering, the actions offered, or the boss."""

    enemy: EnemyIcon | None = None
    icons: tuple[Icon, ...] = ()
    boss: bool = False

    def __post_init__(self) -> None:
        check_type(self.enemy, EnemyIcon | None, "/enemy", "an EnemyIcon")
        keep(self, "icons", Icon, "/icons", "an icon such as Hunt()")
        check_type(self.boss, bool, "/boss", "True or False")


class Tile(Struct, frozen=True):
    """A tile: what entering it costs (0 for the first tile: free) and its spaces in order."""

    cost: int
    spaces: tuple[Space, ...]

    def __post_init__(self) -> None:
        check_range(self.cost, 0, MAX_COST, "/cost", "the cost")
        keep(self, "spaces", Space, "/spaces", "a Space")
        check_range(len(self.spaces), 1, MAX_AMOUNT, "/spaces", "the number of spaces")


class Wave(Struct, frozen=True):
    """One attack of the boss."""

    attack: int
    defence: int
    effect: Bundle = ()

    def __post_init__(self) -> None:
        for name in ("attack", "defence"):
            check_range(getattr(self, name), 0, MAX_AMOUNT, f"/wave/{name}", f"the {name}")
        keep_quiet(self, "effect", "/wave/effect")


class Boss(Struct, frozen=True):
    """The boss: its health and its waves. ``adds_die``: a d6 joins each wave's two values (A14)."""

    hp: int
    waves: tuple[Wave, ...]
    adds_die: bool = False

    def __post_init__(self) -> None:
        check_range(self.hp, 1, MAX_AMOUNT, "/boss/hp", "the HP")
        keep(self, "waves", Wave, "/boss/waves", "a Wave")
        check_range(len(self.waves), 1, MAX_AMOUNT, "/boss/waves", "the number of waves")
        check_type(self.adds_die, bool, "/boss/adds_die", "True or False")


class Adventure(Struct, frozen=True):
    """An adventure sheet. ``invented`` lists in words what of it is not publicly known.

    ``load_adventure`` reads one, and checks it, from a TOML file.
    """

    name: str
    tiles: tuple[Tile, ...]
    enemies: tuple[EnemyRow, ...] = ()
    hunt: tuple[Row, ...] = ()
    search: tuple[Row, ...] = ()
    quest: tuple[Row, ...] = ()
    boss: Boss | None = None
    invented: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_type(self.name, str, "/name", "a text")
        keep(self, "tiles", Tile, "/tiles", "a Tile")
        keep(self, "enemies", EnemyRow, "/enemies", "an EnemyRow")
        for name in ("hunt", "search", "quest"):
            keep(self, name, Row, f"/{name}", "a Row")
        check_type(self.boss, Boss | None, "/boss", "a Boss")
        keep(self, "invented", str, "/invented", "a sentence")
