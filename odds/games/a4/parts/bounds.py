"""How much work a part of A4 Quest asks for, counted from the sheets without playing it."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from odds.dice import multiset_count
from odds.game import Size
from odds.games.a4.parts.situation import Setting
from odds.games.a4.sheet import CRYSTALS, HP, XP, Bundle, Effect, Gain, Recover, Reroll

FRAMES: Final = 8
"""The moments of one fight, wave, movement or action at which a state can be, effects aside."""


def part_size(setting: Setting, bundles: Iterable[Bundle], dice: int, rounds: int = 1) -> Size:
    """A bound on the states and choices of a part.

    ``bundles`` are all that the part may bring, besides the ability and, where XP can be gained,
    the level-ups; ``rounds`` says how often a die is used up.
    """
    hero = setting.hero
    brought = [effect for bundle in (*bundles, setting.situation.pending) for effect in bundle]
    brought += [effect for bundle in hero.ability for effect in bundle]
    if any(isinstance(effect, Gain) and effect.track == XP for effect in brought):
        brought += [effect for bonus in hero.level_ups for effect in bonus.effects]
    pools = sum(multiset_count(count, 7) for count in range(dice + 1))
    states = pools * _tracks(setting, brought) * rounds * (FRAMES + sum(map(_steps, brought)))
    return Size(states, states * (7 + len(hero.level_ups) + len(hero.ability)))


def _steps(effect: Effect) -> int:
    """How many single steps an effect takes."""
    return 2 * effect.count if isinstance(effect, Reroll | Recover) else 2


def _tracks(setting: Setting, brought: Iterable[Effect]) -> int:
    """How many values the tracks can take together, the ability's flag included."""
    moved = {effect.track for effect in brought if isinstance(effect, Gain)}
    ranges = [setting.hero.maxima[track] + 1 for track in moved - {HP}]
    hp = setting.hero.maxima[HP] if HP in moved else setting.tracks[HP]
    flag = 2 if setting.hero.ability and (setting.tracks[CRYSTALS] or CRYSTALS in moved) else 1
    return prod(ranges) * (hp + 1) * flag
