"""How a game of A4 Quest, or a part of it played alone, can end, and what is noted on the way."""

from __future__ import annotations

from collections.abc import Hashable
from enum import IntEnum

from msgspec import Struct

from odds.games.a4.sheet import Enemy


class Phase(IntEnum):
    """The parts of a game, as the results name them."""

    SETUP = 0
    MOVEMENT = 1
    ENEMY = 2
    ACTION = 3
    BOSS = 4


class Won(Struct, frozen=True):
    """The boss is beaten, or a sheet without one is walked to its end (A14)."""


class Unbeaten(Struct, frozen=True):
    """The boss lives after the last wave (A14)."""


class Died(Struct, frozen=True):
    """HP fell to 0 (A2): on which space (a movement: the one left) and in which phase."""

    place: int
    phase: Phase
    notes: tuple[Hashable, ...] = ()


class Stopped(Struct, frozen=True):
    """A part played alone is over; ``notes`` say what happened in it."""

    notes: tuple[Hashable, ...] = ()


Result = Won | Unbeaten | Died | Stopped


class Met(Struct, frozen=True):
    """An enemy was rolled for: who came, or nobody."""

    enemy: Enemy | None


class Hit(Struct, frozen=True):
    """The hero was attacked: the damage, before any look at the HP left."""

    damage: int


class Beaten(Struct, frozen=True):
    """The hero beat an enemy worth this many points of XP."""

    xp: int


class LevelledUp(Struct, frozen=True):
    """The fourth point of XP was gained, and this bonus of the hero sheet was taken, if any."""

    bonus: int | None


class Escaped(Struct, frozen=True):
    """The enemy got away."""


class BossHit(Struct, frozen=True):
    """The hero took this many HP from the boss, at most those that it had."""

    damage: int
