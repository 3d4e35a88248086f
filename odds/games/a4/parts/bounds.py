"""How much work a part of A4 Quest asks for, counted from the sheets without playing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Final

from odds.dice import multiset_count
from odds.game import Size
from odds.games.a4.parts.situation import Setting
from odds.games.a4.sheet import (
    CRYSTALS,
    FOOD,
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

MOMENTS: Final = 8
"""The moments of a turn at which a state can be, fights and effects aside."""

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
    gained = xp + sum(e.amount for e in brought if isinstance(e, Gain) and e.track == XP)
    levels = (setting.tracks[XP] + max(0, gained)) // (hero.maxima[XP] + 1)
    happening += [[bonus.effects for bonus in hero.level_ups]] * levels
    brought += [effect for bonus in hero.level_ups for effect in bonus.effects] * min(levels, 1)
    pools = sum(multiset_count(count, 7) for count in range(max(0, dice - 2), dice + 1))
    steps = 1 + sum(e.count for e in brought if isinstance(e, Reroll | Recover))
    states = pools * _tracks(setting, happening, brought, xp) * steps * rounds
    return Size(states, states * (7 + len(hero.level_ups) + len(hero.ability)))


def _tracks(
    setting: Setting, happening: Sequence[Event], brought: Sequence[Effect], xp: int
) -> int:
    """How many values the tracks and the ability's flag can take together.

    At most as many as there are histories of what may happen, and values of the tracks that move.
    """
    maxima = setting.hero.maxima
    moved = {effect.track for effect in brought if isinstance(effect, Gain)}
    hp = maxima[HP] if HP in moved else setting.tracks[HP]
    moved |= {CRYSTALS} if setting.hero.ability else set()
    moved |= {XP} if xp else set()
    values = 2 * prod(maxima[track] + 1 for track in moved - {HP})
    histories = prod(1 + sum(map(bool, event)) for event in happening) * (2 if xp else 1)
    return min(values, histories) * (hp + 1)


def whole_size(setting: Setting, dice: int) -> Size:
    """An estimate from above of the states and choices of a whole adventure.

    The pools and tracks at the start of each turn, times what may happen in it. The tracks are at
    most all values of those that move, and at most all histories of the turns before.
    """
    hero, spaces = setting.hero, setting.sheets.spaces
    boss, enemies = setting.adventure.boss, len(setting.adventure.enemies)
    values, fight = _values(setting), 1 + enemies * (hero.maxima[HP] + 1)
    pools = 2 * multiset_count(dice, 7)
    states = tracks = 1
    for space, cost in zip(spaces, setting.sheets.costs, strict=True):
        bundles = [bundle for icon in space.icons for bundle in icon_bundles(setting, icon)]
        fights = (space.enemy is not None) + any(map(_fights, bundles))
        happens = (hero.maxima[HP] + 1 if cost else 1) * (2 + len(bundles)) * fight**fights
        happens *= 1 + sum(map(bool, (hero.ability, fights and hero.level_ups)))
        states += pools * min(tracks * happens, values * MOMENTS)
        tracks = min(tracks * happens, values)
    if boss:
        waves = len(boss.waves) * boss.hp * (6 if boss.adds_die else 1)
        states += pools * min(tracks * waves * (hero.maxima[HP] + 1), values * waves)
    choices = states * (7 + len(hero.level_ups) + len(hero.ability))
    return Size(states, choices, what="states of a whole adventure; larger ones aren't solved yet")


def icon_bundles(setting: Setting, icon: Icon) -> tuple[Bundle, ...]:
    """All that an icon may bring, whatever the die."""
    if isinstance(icon, Direct):
        return icon.options
    adventure = setting.adventure
    tables = {Hunt: adventure.hunt, Search: adventure.search, Quest: adventure.quest}
    return tuple(bundle for row in tables[type(icon)] for bundle in row.options)


def _fights(bundle: Bundle) -> bool:
    return any(isinstance(effect, StartFight) for effect in bundle)


def _values(setting: Setting) -> int:
    """How many values the tracks that may move can take together, with the ability's flag."""
    adventure, hero = setting.adventure, setting.hero
    moved = {effect.track for effect in _effects(setting) if isinstance(effect, Gain)}
    if any(row.enemy.xp for row in adventure.enemies if row.enemy):
        moved.add(XP)
    moved |= {HP, FOOD, CRYSTALS} if hero.ability else {HP, FOOD}
    return prod(hero.maxima[track] + 1 for track in moved) * (2 if hero.ability else 1)


def _effects(setting: Setting) -> Iterator[Effect]:
    """Every effect of the two sheets."""
    adventure, hero = setting.adventure, setting.hero
    icons = dict.fromkeys(icon for space in setting.sheets.spaces for icon in space.icons)
    bundles = [bundle for icon in icons for bundle in icon_bundles(setting, icon)]
    bundles += [row.enemy.special for row in adventure.enemies if row.enemy]
    bundles += [wave.effect for wave in adventure.boss.waves] if adventure.boss else []
    bundles += [named.effects for named in (*hero.equipment, *hero.level_ups)]
    for bundle in (*bundles, *hero.ability):
        yield from bundle


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
    moments = 2
    for bundle in bundles:
        rolled = sum(e.count for e in bundle if isinstance(e, Reroll | Recover))
        fights = sum(isinstance(effect, StartFight) for effect in bundle)
        moments += min(7**rolled, pools) * (1 + fight) ** fights
    levels = any(_levels(bundle) for bundle in bundles) and len(hero.level_ups)
    spends = hero.ability and setting.tracks[CRYSTALS] and not setting.situation.crystal_used
    states = pools * 2 + moments * 7 * dice * (7 if levels else 1) * (7 if spends else 1)
    return Size(states, states * 7 + 2**dice)


def _levels(bundle: Bundle) -> bool:
    """Whether a bundle may bring XP, by itself or through a fight."""
    return any(isinstance(e, StartFight) or (isinstance(e, Gain) and e.track == XP) for e in bundle)
