"""The setup of A4 Quest: which dice of the starting pool to re-roll, which equipment (A1)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import ClassVar, Final, Protocol

from odds.dice import multiset_count
from odds.errors import InvalidInput
from odds.game import Size, Solver
from odds.games.a4.actions import RerollDice
from odds.games.a4.control import START, Sheets
from odds.games.a4.moments import FIRST_REROLLS, Scene, equipped, part, pool_rolled, turn_start
from odds.games.a4.parts.ahead import Kept, Step, mastered
from odds.games.a4.parts.bounds import FRAMES, part_size, whole_size
from odds.games.a4.parts.common import Ending, SolvedPart
from odds.games.a4.parts.situation import MAX_DICE, Part, Setting
from odds.games.a4.parts.text_setup import setup_tables, setup_text
from odds.games.a4.pool import Pool, active, rolls
from odds.games.a4.process import A4Process, State
from odds.games.a4.results import Phase, Won
from odds.games.a4.sheet import Enemy, EnemyIcon, Tracks
from odds.model import Vector
from odds.tables import Table

HERO_DICE: Final = 4
MAX_STEPS: Final = 6

Worths = Callable[[Kept], Fraction]
"""What a pool is worth, together with the tracks, once the setup is over."""


class SetupObjective(Protocol):
    """What the player wants of the starting pool."""

    uses_tracks: ClassVar[bool]
    """Whether the tracks, and so the equipment, matter."""

    def check(self) -> None:
        """Raise ``InvalidInput`` where the objective makes no sense."""

    def size(self, setting: Setting, dice: int) -> Size:
        """The work of ``worths`` for all pools of ``dice`` dice and one piece of equipment."""

    def worths(self, solver: Solver, sheets: Sheets, kept: Iterable[Kept]) -> Worths:
        """What each of ``kept`` is worth."""


@dataclass(frozen=True)
class HighestTotal:
    """The highest expected total of the dice."""

    uses_tracks: ClassVar[bool] = False

    def check(self) -> None:
        """Nothing can be wrong."""

    def size(self, setting: Setting, dice: int) -> Size:  # noqa: ARG002
        return Size(0, 0)

    def worths(self, solver: Solver, sheets: Sheets, kept: Iterable[Kept]) -> Worths:  # noqa: ARG002
        return lambda kept: Fraction(sum(kept[0]))


@dataclass(frozen=True)
class AtLeastOne:
    """The highest probability of at least one die of ``value`` or more."""

    value: int
    uses_tracks: ClassVar[bool] = False

    def check(self) -> None:
        if not 1 <= self.value <= 6:
            raise InvalidInput.at(
                "/objective/at_least_one", f"must be from 1 to 6, not {self.value}"
            )

    def size(self, setting: Setting, dice: int) -> Size:  # noqa: ARG002
        return Size(0, 0)

    def worths(self, solver: Solver, sheets: Sheets, kept: Iterable[Kept]) -> Worths:  # noqa: ARG002
        return lambda kept: Fraction(int(max(kept[0]) >= self.value))


@dataclass(frozen=True)
class Ahead:
    """The highest probability of mastering these movements and fights; see ``parts.ahead``."""

    steps: tuple[Step, ...]
    uses_tracks: ClassVar[bool] = True

    def check(self) -> None:
        if not 1 <= len(self.steps) <= MAX_STEPS:
            why = f"must have 1 to {MAX_STEPS} steps, not {len(self.steps)}"
            raise InvalidInput.at("/objective/ahead", why)

    def size(self, setting: Setting, dice: int) -> Size:
        rows = [row.enemy for row in setting.adventure.enemies if row.enemy]
        fights = [
            [step] if isinstance(step, Enemy) else rows
            for step in self.steps
            if isinstance(step, Enemy | EnemyIcon)
        ]
        specials = [[enemy.special for enemy in met] for met in fights]
        xp = sum(max((enemy.xp for enemy in met), default=0) for met in fights)
        rounds = len(self.steps) - len(fights) + sum(map(len, fights))
        return part_size(setting, specials, dice, xp, rounds)

    def worths(self, solver: Solver, sheets: Sheets, kept: Iterable[Kept]) -> Worths:
        return mastered(solver, sheets, self.steps, list(kept)).__getitem__


@dataclass(frozen=True)
class Win:
    """The highest probability of winning the adventure (A16), tiles in printed order."""

    uses_tracks: ClassVar[bool] = True

    def check(self) -> None:
        """Nothing can be wrong."""

    def size(self, setting: Setting, dice: int) -> Size:
        return whole_size(setting, dice)

    def worths(self, solver: Solver, sheets: Sheets, kept: Iterable[Kept]) -> Worths:
        own = list(kept)
        starts = [(turn_start(START, pool), tracks) for pool, tracks in own]
        solved = SolvedPart(solver, sheets, starts, _is_won)
        values = {k: solved.value(s)[0] for k, s in zip(own, solved.starts, strict=True)}
        return values.__getitem__


def _is_won(end: Ending) -> Vector:
    return (Fraction(isinstance(end.result, Won)),)


@dataclass(frozen=True)
class A4Setup(Part):
    """Which dice to re-roll: of the situation's pool, or, where it has none, of every pool.

    ``dice`` is the number of hero dice: 4, or 3 in Difficult Mode. ``equipment`` is the name of
    the piece that is taken, its effects not yet in the tracks. Without it, before the roll every
    piece is compared where it matters; afterwards the tracks are as they are given.
    """

    phases: ClassVar[tuple[str, ...]] = ("setup", "pool_rolled")
    objective: SetupObjective = field(default=HighestTotal(), kw_only=True)
    dice: int | None = field(default=None, kw_only=True)
    equipment: str | None = field(default=None, kw_only=True)

    def check(self) -> None:
        setting, pool = self.setting, self.situation.pool
        if None in pool:
            raise setting.need("pool", "no die is exhausted at the setup")
        if bool(pool) != (setting.phase == "pool_rolled") and (pool or self.situation.phase):
            raise setting.need("pool", "belongs to the phase pool_rolled, and to it alone")
        if pool and self.dice not in (None, len(pool)):
            raise InvalidInput.at("/dice", f"the pool has {len(pool)} dice, not {self.dice}")
        if self.dice is not None and not 1 <= self.dice <= MAX_DICE:
            raise InvalidInput.at("/dice", f"must be from 1 to {MAX_DICE}, not {self.dice}")
        names = [piece.name for piece in self.hero.equipment]
        if self.equipment is not None and self.equipment not in names:
            raise InvalidInput.at("/equipment", f"must be one of: {', '.join(names) or 'none'}")
        if self.situation.space or self.situation.pending or self.situation.crystal_used:
            raise InvalidInput.at("/state", "nothing has happened before the setup")
        self.objective.check()
