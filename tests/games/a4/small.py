"""Tiny adventures and heroes for cases worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from odds.games.a4.sheet import (
    Adventure,
    Boss,
    Bundle,
    Direct,
    Effect,
    Icon,
    Space,
    Tile,
    Tracks,
    Wave,
)
from odds.games.a4.sheet_hero import Hero, Named

HALF = Fraction(1, 2)
BOSS = Space(boss=True)


def tracks(
    attack: int = 0, defence: int = 0, hp: int = 1, xp: int = 0, crystals: int = 0, food: int = 0
) -> Tracks:
    return (attack, defence, hp, xp, crystals, food)


def hero(*ability: Bundle, level_ups: tuple[Bundle, ...] = (), **start: int) -> Hero:
    bonuses = tuple(Named(str(number), bundle) for number, bundle in enumerate(level_ups))
    begin = tracks(**start)
    maxima = tuple(max(3, value) for value in begin)
    return Hero("hero", begin, maxima, (), bonuses, ability)


def needs(least: int, waves: int = 1) -> Boss:
    """A boss that never hurts and falls to one blow of attack + die of at least ``least``."""
    return Boss(1, (Wave(0, least - 1),) * waves)


def one_tile(*spaces: Space, boss: Boss | None = None) -> Adventure:
    return Adventure("one tile", (Tile(0, spaces),), boss=boss)


def icon_then_boss(icon: Icon, boss: Boss) -> Adventure:
    return one_tile(Space(icons=(icon,)), BOSS, boss=boss)


def do(*effects: Effect) -> Direct:
    return Direct((effects,))
