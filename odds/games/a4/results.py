"""How a game of A4 Quest, or a part of it played alone, can end, and what is noted on the way."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import IntEnum

from odds.games.a4.sheet import Enemy


class Phase(IntEnum):
    """The parts of a game, as the results name them."""

    SETUP = 0
    MOVEMENT = 1
    ENEMY = 2
    ACTION = 3
    BOSS = 4


@dataclass(frozen=True, slots=True)
class Won:
    """The boss is beaten, or a sheet without one is walked to its end (A14)."""


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """The boss lives after the last wave (A14)."""


@dataclass(frozen=True, slots=True)
class Died:
    """HP fell to 0 (A2): on which space (a movement: the one left) and in which phase."""

    place: int
    phase: Phase
    notes: tuple[Hashable, ...] = ()


@dataclass(frozen=True, slots=True)
class Stopped:
    """A part played alone is over; ``notes`` say what happened in it."""

    notes: tuple[Hashable, ...] = ()


Result = Won | Unbeaten | Died | Stopped


@dataclass(frozen=True, slots=True)
class Met:
    """An enemy was rolled for: who came, or nobody."""

    enemy: Enemy | None


@dataclass(frozen=True, slots=True)
class Hit:
    """The hero was attacked: the damage, before any look at the HP left."""

    damage: int


@dataclass(frozen=True, slots=True)
class Beaten:
    """The hero beat an enemy worth this many points of XP."""

    xp: int


@dataclass(frozen=True, slots=True)
class LevelledUp:
    """The fourth point of XP was gained, and this bonus of the hero sheet was taken."""

    bonus: int


@dataclass(frozen=True, slots=True)
class Escaped:
    """The enemy got away."""


@dataclass(frozen=True, slots=True)
class BossHit:
    """The hero took this many HP from the boss, at most those that it had."""

    damage: int
