"""How much work the steps ahead of a pool ask for, counted from the sheets without playing them.

All pools with the same number of active dice are counted at once: step by step, how many dice may
be active, whether the ability was used, and how many values the tracks may have by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, prod

from odds.dice import D6, multiset_count
from odds.games.a4.parts.bounds import most_moved, moved_by
from odds.games.a4.parts.setting import Setting
from odds.games.a4.sheet import (
    CRYSTALS,
    DEFENCE,
    HP,
    TRACKS,
    XP,
    Bundle,
    Enemy,
    ExhaustHighest,
    Gain,
    Recover,
    Reroll,
    Tracks,
)

Ledger = dict[tuple[int, Tracks], int]
"""The XP gained so far, and the other tracks as they would be without HP and level-ups; each with
how many level-ups at least have brought a die back."""

Spots = dict[tuple[int, bool], Ledger]
"""What can have come about with a number of active dice and the ability used or not."""


class TrackValues:
    """Between which values each track stands by now, and how many they may have together."""

    def __init__(self, setting: Setting) -> None:
        self.hero = setting.hero
        self.low, self.high = list(setting.tracks), list(setting.tracks)
        self.bonuses = [bonus.effects for bonus in self.hero.level_ups]
        self.points = setting.tracks[XP]
        """The most XP that may have been gained, with what there was at the start."""
        self.moved = {CRYSTALS}
        """The tracks that something else than a level-up moves."""
        self.loses_xp = False

    def happen(self, event: Sequence[tuple[Bundle, int]]) -> None:
        """One of the bundles comes, with so many points of XP besides."""
        if not event:
            return
        bundles = [bundle for bundle, _ in event]
        before = self.levels
        self._move(bundles)
        self.moved |= {e.track for bundle in bundles for e in bundle if isinstance(e, Gain)}
        self.points += max(moved_by(bundle, XP, 1) + points for bundle, points in event)
        extra, levels = min(most_moved(self.bonuses, XP), self.hero.maxima[XP]), 0
        while levels < self.levels - before:  # each may bring points for the next
            levels += 1
            self.points += extra
            self._move(self.bonuses)

    def after(self, effect: Gain, ledger: Ledger) -> Ledger:
        """What is written down once a track other than HP has moved."""
        found: Ledger = {}
        for (total, tracks), recoveries in ledger.items():
            if effect.track == XP:
                key = total + max(0, effect.amount), tracks
            else:
                moved = max(0, tracks[effect.track] + effect.amount)
                moved = min(self.hero.maxima[effect.track], moved)
                key = total, (*tracks[: effect.track], moved, *tracks[effect.track + 1 :])
            found[key] = min(recoveries, found.get(key, recoveries))
        return found

    def _move(self, event: Sequence[Bundle]) -> None:
        for track in range(len(TRACKS)):
            lost = most_moved(event, track, -1)
            self.loses_xp |= track == XP and lost > 0
            self.low[track] = max(0, self.low[track] - lost)
            gained = most_moved(event, track)
            self.high[track] = min(self.hero.maxima[track], self.high[track] + gained)
        if any(isinstance(e, ExhaustHighest) for bundle in event for e in bundle):
            self.low[HP] = max(0, self.low[HP] - 1)

    def hit(self, enemies: Iterable[Enemy]) -> None:
        """A fight may do any damage."""
        if any(enemy.attack + max(D6) - min(D6) > self.low[DEFENCE] for enemy in enemies):
            self.low[HP] = 0

    @property
    def levels(self) -> int:
        """The most level-ups so far."""
        return self.points // (self.hero.maxima[XP] + 1)

    def count(self, ledger: Ledger) -> int:
        """How many values all tracks can have together while the hero lives.

        Bonuses that only gain, on tracks that nothing else moves, come to the same in any order.
        """
        last, hp = self.hero.maxima[XP], self.high[HP] - max(1, self.low[HP]) + 1
        if self.is_mixed:
            spans = [high - low + 1 for low, high in zip(self.low, self.high, strict=True)]
            spans[HP], spans[XP] = hp, last + 1
            spans[CRYSTALS] += 1  # what is left depends on when one was spent
            return prod(spans)
        kinds = max(1, len(self.bonuses))
        bring_dice = sum(any(isinstance(e, Recover) for e in bonus) for bonus in self.bonuses)
        ways = 0
        for (total, _), recoveries in ledger.items():
            free = total // (last + 1) - (recoveries if bring_dice == 1 else 0)
            ways += comb(free + kinds - 1, kinds - 1) if free >= 0 else 0
        return hp * ways

    @property
    def is_mixed(self) -> bool:
        """Whether the order in which level-ups come among the rest may matter to the tracks."""
        gains = [e for bundle in self.bonuses for e in bundle if isinstance(e, Gain)]
        of_levels = {gain.track for gain in gains} - {HP}
        losses = any(gain.amount < 0 for gain in gains)
        return losses or self.loses_xp or bool(of_levels & {*self.moved, XP})


class Course:
    """The steps ahead, as far as they have been counted; nothing is paid for in HP."""

    def __init__(self, setting: Setting, dice: int, enemies: Iterable[Enemy]) -> None:
        hero = self.hero = setting.hero
        self.dice = dice
        self.tracks = TrackValues(setting)
        bundles = [enemy.special for enemy in enemies] + self.tracks.bonuses
        spends = hero.ability and (setting.tracks[CRYSTALS] or most_moved(bundles, CRYSTALS))
        start = setting.tracks[XP], setting.tracks
        self.spots: Spots = {(dice, not spends): {start: 0}}
        if spends:
            self.tracks.happen([((), 0), *((bundle, 0) for bundle in hero.ability)])
        self.states = self.choices = 0

    def count(self, spots: Spots, ways: int = 1, options: int = 1) -> None:
        """A moment in so many ways, with so much to choose from."""
        states = ways * sum(
            multiset_count(number, len(D6)) * self.tracks.count(ledger)
            for (number, _), ledger in spots.items()
        )
        self.states += states
        self.choices += states * options

    def move(self) -> None:
        """A die is exhausted, perhaps after the ability."""
        self.spots = self._moment(self.spots)
        self.count(self.spots, options=self.dice)
        self.spots = _one_less(self.spots)

    def fight(self, met: Sequence[Enemy | None], *, rolled: bool) -> None:
        """A fight that is won with one of those who may come, or with nobody."""
        enemies = [enemy for enemy in met if enemy is not None]
        if rolled:
            self.count(self.spots)
        specials = [enemy.special for enemy in enemies]
        bring_levels = most_moved([*specials, *self.hero.ability], XP) > 0
        if bring_levels:
            self._fought(met)
        won: dict[int, Spots] = {}
        for enemy in enemies:
            ready = self._moment(self.spots)
            self.count(ready, options=self.dice)
            aside = self._do(enemy.special, _one_less(ready), len(D6))
            self.count(aside, len(D6))
            known = self._moment(aside, _differences(enemy))
            won[enemy.xp] = _joined(won.get(enemy.xp, {}), known)
        if not bring_levels:
            self._fought(met)
        over = [self._do((Gain(XP, points),), spots, 1) for points, spots in won.items()]
        self.spots = _joined(*over, self.spots if None in met else {})

    def _fought(self, met: Sequence[Enemy | None]) -> None:
        """The tracks move; until then a fight leads from each of their values to one alone."""
        self.tracks.hit(enemy for enemy in met if enemy)
        self.tracks.happen([(e.special, e.xp) if e else ((), 0) for e in met])

    def _moment(self, spots: Spots, ways: int = 1) -> Spots:
        """A moment for the ability (A12)."""
        free = {spot: ledger for spot, ledger in spots.items() if not spot[1]}
        if not free:
            return spots
        self.count(free, ways, 1 + len(self.hero.ability))
        paid = Gain(CRYSTALS, -1)
        used = {(n, True): self.tracks.after(paid, ledger) for (n, _), ledger in free.items()}
        return _joined(spots, *(self._do(bundle, used, ways) for bundle in self.hero.ability))

    def _do(self, bundle: Bundle, spots: Spots, ways: int) -> Spots:
        for effect in bundle:
            if isinstance(effect, Reroll):
                for _ in range(effect.count):
                    self.count(spots, ways, 1 + self.dice)
                    self.count(_one_less(spots), ways)
            elif isinstance(effect, Recover):
                for _ in range(effect.count):
                    self.count(spots, 2 * ways, 1 + len(D6))
                    spots = _joined(spots, self._one_more(spots))
            elif isinstance(effect, ExhaustHighest):
                spots = _joined(spots, _one_less(spots))
            elif isinstance(effect, Gain) and effect.track != HP:
                spots = {s: self.tracks.after(effect, ledger) for s, ledger in spots.items()}
                if effect.track == XP and effect.amount > 0:
                    spots = self._level(effect.amount, spots, ways)
        return spots

    def _level(self, points: int, spots: Spots, ways: int) -> Spots:
        """Level-ups, at each of which some of the points may be still to come (A11).

        The XP of a bonus can't lead to the next by itself: the marker stands at 0 before it.
        """
        last, bonuses = self.hero.maxima[XP], self.tracks.bonuses
        levels, total = 0, last + points
        rising = {
            spot: {
                k: n
                for k, n in ledger.items()
                if self.tracks.is_mixed or k[0] % (last + 1) < points
            }
            for spot, ledger in spots.items()
        }
        while levels < min(self.tracks.levels, total // (last + 1)):
            levels, total = levels + 1, total + min(most_moved(bonuses, XP), last)
            self.count(rising, points * ways, len(bonuses))
            after = []
            for bonus in bonuses:
                dice = tuple(effect for effect in bonus if not isinstance(effect, Gain))
                taken = int(any(isinstance(effect, Recover) for effect in dice))
                left = self._do(dice, rising, points * ways)
                after.append(
                    {
                        spot: {key: number + taken for key, number in ledger.items()}
                        for spot, ledger in left.items()
                    }
                )
            rising = _joined(rising, *after)
        return _joined(spots, rising)

    def _one_more(self, spots: Spots) -> Spots:
        return _joined(
            *({(min(number + 1, self.dice), u): ledger} for (number, u), ledger in spots.items())
        )


def _joined(*parts: Spots) -> Spots:
    found: Spots = {}
    for part in parts:
        for spot, ledger in part.items():
            known = found.setdefault(spot, {})
            for key, recoveries in ledger.items():
                known[key] = min(recoveries, known.get(key, recoveries))
    return found


def _one_less(spots: Spots) -> Spots:
    return {(number - 1, used): ledger for (number, used), ledger in spots.items() if number}


def _differences(enemy: Enemy) -> int:
    """How many different strengths and needs the d6 and the die can lead to."""
    values = {d6 - die for d6 in D6 for die in D6}
    return len({(max(0, enemy.attack + v), max(0, enemy.defence + v)) for v in values})
