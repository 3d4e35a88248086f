"""How much work a whole adventure of A4 Quest asks for, counted from the sheets.

Turn by turn, each track keeps the range of values that it may have by then; a turn's states are at
most the pools, times these values, times the moments of the turn at which a state can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Final

from msgspec import Struct

from odds.dice import multiset_count
from odds.game import Size
from odds.games.a4.course import START
from odds.games.a4.effects import every_effect
from odds.games.a4.parts.bounds import icon_bundles, most_moved, moved_by
from odds.games.a4.parts.setting import Setting
from odds.games.a4.sheet import (
    CRYSTALS,
    FOOD,
    HP,
    TRACKS,
    XP,
    Bundle,
    Enemy,
    Gain,
    Recover,
    Reroll,
    Space,
    StartFight,
)

MOMENTS: Final = 8
"""The moments of a turn at which a state can be, fights and effects aside."""

PER_FIGHT: Final = 8
"""The same within a fight with one enemy: before the die is chosen, and with each die."""

PER_D6: Final = 36
"""The same once the d6 is known, where the ability may come in between."""


class _Event(Struct, frozen=True):
    """Something of a turn that brings at most one of ``bundles``, up to ``times`` times."""

    bundles: Sequence[Bundle]
    times: int = 1

    def most(self, track: int, sign: int) -> int:
        """The most points that a track may gain (``sign`` 1) or lose (-1)."""
        return self.times * most_moved(self.bundles, track, sign)


def whole_size(setting: Setting, dice: int) -> Size:
    """An estimate from above of the states and choices of what is left of a whole adventure."""
    hero, boss = setting.hero, setting.adventure.boss
    pools = 2 * multiset_count(dice, 7)
    ranges = _Ranges(setting)
    states = 1
    for spaces in _ahead(setting):
        ranges.pass_turn(*_turn(setting, spaces))
        moments = sum(_moments(setting, space, ranges) for space in spaces)
        states += pools * ranges.values * moments
    if boss:
        effects = [_Event([wave.effect]) for wave in boss.waves]
        ranges.pass_turn(effects, 0)
        moments = sum(4 + _steps([wave.effect]) for wave in boss.waves)
        moments *= boss.hp * (PER_D6 if boss.adds_die else 1)
        states += pools * ranges.values * moments * _in_between(ranges)
    choices = states * (7 + len(hero.level_ups) + len(hero.ability))
    return Size(states, choices, what="states of a whole adventure")


def _ahead(setting: Setting) -> Iterator[list[Space]]:
    """For this turn and each to come the spaces that it may enter, once for each place of them."""
    sheets, places = setting.sheets, {setting.place}
    while places:
        spaces = [sheets.spaces[place] for place in sorted(places) if place > START]
        if spaces and not spaces[0].boss:
            yield spaces
        places = {after for place in places for after in sheets.onward[place]}


class _Ranges:
    """From which to which value each track may stand, and how many level-ups there may be."""

    def __init__(self, setting: Setting) -> None:
        self.hero = setting.hero
        self.low, self.high = list(setting.tracks), list(setting.tracks)
        falling = {HP, FOOD, CRYSTALS, XP}
        falling |= {
            e.track
            for e in every_effect(setting.adventure, setting.hero)
            if isinstance(e, Gain) and e.amount < 0
        }
        for track in falling:  # Equipment only shifts the range of a track that never falls.
            pieces = [moved_by(piece.effects, track, 1) for piece in self.hero.equipment]
            self.high[track] += max(pieces, default=0)
        self.low[HP] = 0
        self.points = self.high[XP]

    @property
    def levels(self) -> int:
        """The most level-ups so far."""
        return self.points // (self.hero.maxima[XP] + 1)

    @property
    def spends(self) -> bool:
        """Whether there may be a crystal for the ability."""
        return bool(self.hero.ability) and self.high[CRYSTALS] > 0

    @property
    def values(self) -> int:
        """How many values the tracks can take together, with the ability's flag."""
        spans = (high - low + 1 for low, high in zip(self.low, self.high, strict=True))
        return prod(spans) * (2 if self.spends else 1)

    def pass_turn(self, events: Sequence[_Event], beaten: int) -> None:
        """A turn with these events; ``beaten`` is the most XP that its fights bring."""
        before = self.levels
        happening = [*events, *([_Event(self.hero.ability)] if self._may_spend(events) else [])]
        self.points += beaten + sum(event.most(XP, 1) for event in happening)
        bonuses = [bonus.effects for bonus in self.hero.level_ups]
        extra, levels = min(_Event(bonuses).most(XP, 1), self.hero.maxima[XP]), 0
        while levels < self.levels - before:  # each may bring points for the next
            levels += 1
            self.points += extra
        happening.append(_Event(bonuses, levels))
        for track in range(len(TRACKS)):
            lost = sum(event.most(track, -1) for event in happening)
            lost += int(track in (FOOD, CRYSTALS))  # a rest, and the ability
            gained = sum(event.most(track, 1) for event in happening)
            self.low[track] = max(0, self.low[track] - lost)
            self.high[track] = min(self.hero.maxima[track], self.high[track] + gained)
        self.low[XP] = 0 if self.levels else self.low[XP]
        self.high[XP] = min(self.hero.maxima[XP], self.points)

    def _may_spend(self, events: Sequence[_Event]) -> bool:
        """Whether there is a crystal, or may be one within the turn."""
        bonuses = _Event([bonus.effects for bonus in self.hero.level_ups])
        return self.spends or any(event.most(CRYSTALS, 1) for event in (*events, bonuses))


def _turn(setting: Setting, spaces: Iterable[Space]) -> tuple[list[_Event], int]:
    """What may happen on one of the spaces besides the ability and level-ups, and its fights' XP.

    A space and the tiles ahead are a place; what is on the space is the same at all of its places.
    """
    spaces = dict.fromkeys(spaces)
    bundles = list(dict.fromkeys(b for space in spaces for b in _bundles(setting, space)))
    fights = int(any(space.enemy for space in spaces)) + max(map(_fights, bundles), default=0)
    enemies = _enemies(setting)
    specials = _Event([enemy.special for enemy in enemies], fights)
    return [_Event(bundles), specials], fights * max((enemy.xp for enemy in enemies), default=0)


def _bundles(setting: Setting, space: Space) -> list[Bundle]:
    found = (bundle for icon in space.icons for bundle in icon_bundles(setting, icon))
    return list(dict.fromkeys(found))


def _enemies(setting: Setting) -> list[Enemy]:
    return list(dict.fromkeys(row.enemy for row in setting.adventure.enemies if row.enemy))


def _fights(bundle: Bundle) -> int:
    return sum(isinstance(effect, StartFight) for effect in bundle)


def _steps(bundles: Iterable[Bundle]) -> int:
    """The moments within the bundles: one before each, and one for each effect or re-roll."""
    return sum(
        1 + sum(2 * e.count if isinstance(e, Reroll | Recover) else 1 for e in bundle)
        for bundle in bundles
    )


def _in_between(ranges: _Ranges) -> int:
    """By how much the moments multiply where the ability and level-ups may come in between."""
    hero = ranges.hero
    bonuses = _steps(bonus.effects for bonus in hero.level_ups) if ranges.levels else 0
    return 1 + bonuses + (_steps(hero.ability) if ranges.spends else 0)


def _moments(setting: Setting, space: Space, ranges: _Ranges) -> int:
    """The moments of the turn on a space at which a state can be."""
    enemies = _enemies(setting)
    fight = len(enemies) * (PER_FIGHT + (PER_D6 if ranges.spends else 0))
    fight += 6 * _steps(enemy.special for enemy in enemies)
    bundles = _bundles(setting, space)
    within = sum(_steps([b]) * prod([1 + fight] * _fights(b)) for b in bundles)
    own = fight if space.enemy is not None else 0
    return (MOMENTS + own + within) * _in_between(ranges)
