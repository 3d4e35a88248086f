"""How much work a part of A4 Quest asks for, counted from the sheets without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from odds.dice import multiset_count
from odds.game import Size
from odds.games.a4.parts.situation import Setting
from odds.games.a4.sheet import (
    CRYSTALS,
    HP,
    XP,
    Bundle,
    Direct,
    Effect,
    Gain,
    Hunt,
    Icon,
    Quest,
    Recover,
    Reroll,
    Search,
    StartFight,
)

Event = Sequence[Bundle]
"""Something that may happen once, and brings one of these bundles."""


def part_size(
    setting: Setting, events: Sequence[Event], dice: int, xp: int = 0, rounds: int = 1
) -> Size:
    """An estimate from above of the states and choices of a part with ``dice`` dice in all.

    All pools times all tracks, of which few meet, outweigh the moments at which one state can be.
    ``events`` come besides the ability and what is pending; ``xp`` is the most that can be gained
    besides theirs; ``rounds`` is how many fights, waves or actions are solved together.
    """
    hero, state = setting.hero, setting.situation
    happening = [*events, (state.pending,)] if state.pending else list(events)
    if hero.ability and not state.crystal_used:
        happening.append(hero.ability)
    brought = [effect for event in happening for bundle in event for effect in bundle]
    gained = xp + points(brought)
    levels = most_levels(setting, gained)
    happening += [[bonus.effects for bonus in hero.level_ups]] * levels
    brought += [effect for bonus in hero.level_ups for effect in bonus.effects] * min(levels, 1)
    pools = sum(multiset_count(count, 7) for count in range(max(0, dice - 2), dice + 1))
    steps = 1 + sum(e.count for e in brought if isinstance(e, Reroll | Recover))
    states = pools * _tracks(setting, happening, brought, xp, levels) * steps * rounds
    return Size(states, states * (7 + len(hero.level_ups) + len(hero.ability)))


def points(effects: Iterable[Effect]) -> int:
    """The most points of XP that these effects bring."""
    return sum(max(0, e.amount) for e in effects if isinstance(e, Gain) and e.track == XP)


def most_levels(setting: Setting, gained: int) -> int:
    """The most level-ups that so many points of XP lead to; each may bring points itself (A11)."""
    last = setting.hero.maxima[XP]
    extra = max((points(bonus.effects) for bonus in setting.hero.level_ups), default=0)
    levels, total = 0, setting.tracks[XP] + gained
    while levels < total // (last + 1):
        levels, total = levels + 1, total + min(extra, last)
    return levels


def ways_to_level(setting: Setting, levels: int) -> int:
    """How many sequences of at most so many level-up bonuses there are."""
    return sum(len(setting.hero.level_ups) ** count for count in range(levels + 1))


def _tracks(
    setting: Setting, happening: Sequence[Event], brought: Sequence[Effect], xp: int, levels: int
) -> int:
    """How many values the tracks, the ability's flag and the level-ups taken can have together.

    At most as many as there are histories of what may happen, and values of the tracks that move.
    """
    maxima = setting.hero.maxima
    moved = {effect.track for effect in brought if isinstance(effect, Gain)}
    hp = maxima[HP] if HP in moved else setting.tracks[HP]
    moved |= {CRYSTALS} if setting.hero.ability else set()
    moved |= {XP} if xp else set()
    values = 2 * prod(maxima[track] + 1 for track in moved - {HP}) * ways_to_level(setting, levels)
    histories = prod(1 + sum(map(bool, event)) for event in happening) * (2 if xp else 1)
    return min(values, histories) * (hp + 1)


def icon_bundles(setting: Setting, icon: Icon) -> tuple[Bundle, ...]:
    """All that an icon may bring, whatever the die."""
    if isinstance(icon, Direct):
        return icon.options
    adventure = setting.adventure
    tables = {Hunt: adventure.hunt, Search: adventure.search, Quest: adventure.quest}
    return tuple(bundle for row in tables[type(icon)] for bundle in row.options)


def action_size(setting: Setting, icons: Sequence[Icon]) -> Size:
    """An estimate from above of the states and choices of an action or a rest on ``icons``.

    A rest may bring any pool. Before a bundle is done, the pool is told by the die used and at
    most one die that is rolled; within it every re-roll multiplies the pools, and every fight is
    with one of the enemies, one of the dice and one of the results.
    """
    adventure, hero, dice = setting.adventure, setting.hero, len(setting.pool)
    brought = dict.fromkeys(b for icon in icons for b in icon_bundles(setting, icon))
    bundles = [*brought, setting.situation.pending]
    pools = multiset_count(dice, 7)
    fight = sum(row.enemy is not None for row in adventure.enemies) * (1 + 6 * dice)
    spends = hero.ability and setting.tracks[CRYSTALS] and not setting.situation.crystal_used
    beaten = max((row.enemy.xp for row in adventure.enemies if row.enemy), default=0)
    spent = max(map(points, hero.ability), default=0) if spends else 0
    moments = 2
    for bundle in bundles:
        rolled = sum(e.count for e in bundle if isinstance(e, Reroll | Recover))
        fights = sum(isinstance(effect, StartFight) for effect in bundle)
        levels = most_levels(setting, points(bundle) + fights * beaten + spent)
        ways = ways_to_level(setting, levels - 1)  # the factor below stands for one of them
        moments += min(7**rolled, pools) * (1 + fight) ** fights * max(1, ways)
    levels = (spent or any(map(_levels, bundles))) and len(hero.level_ups)
    states = pools * 2 + moments * 7 * dice * (7 if levels else 1) * (7 if spends else 1)
    return Size(states, states * 7 + 2**dice)


def _levels(bundle: Bundle) -> bool:
    """Whether a bundle may bring XP, by itself or through a fight."""
    return any(isinstance(e, StartFight) or (isinstance(e, Gain) and e.track == XP) for e in bundle)
