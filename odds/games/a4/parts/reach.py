"""How far a part of A4 Quest can lead, counted without playing it: a proven bound of its states.

An abstract run follows the course of the rules over what the dice hang on: the pool, whether the
ability can be used, and the XP. Of everything else (the other tracks, what was noted) it keeps only
in how many ways it may stand: at most as many as there are ways that lead there, or as a caller
knows. A state is told by its moment, by what is followed and by the rest, so that the ways, summed
over all moments, are at least the states. What the tracks decide is taken both ways, unless it is
certain for every attack that the part may bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from math import prod
from typing import Final

from odds.dice import D6, multiset_count
from odds.game import Size
from odds.games.a4.control import Sheets
from odds.games.a4.fight import enemy_of
from odds.games.a4.parts.setting import Setting
from odds.games.a4.parts.spread import spread
from odds.games.a4.pool import EXHAUSTED, Pool, active, kinds, pool_of, without
from odds.games.a4.sheet import (
    ATTACK,
    CRYSTALS,
    DEFENCE,
    XP,
    Bundle,
    Effect,
    Enemy,
    EnemyIcon,
    ExhaustHighest,
    Gain,
    Recover,
    Reroll,
    StartFight,
)

ENOUGH: Final = 10**10
"""No part with so many states is solved: what follows is not counted, which may take long."""
BEYOND: Final = 10**18
"""The states and choices that are said of a part that isn't counted to its end."""


class Ability(IntEnum):
    """Whether the ability can be used; without a crystal it can't, unless one comes."""

    READY = 0
    NO_CRYSTAL = 1
    USED = 2


Key = tuple[Pool, Ability, int]
"""What is followed: the pool, the ability, the XP."""

Reach = dict[Key, int]
"""In how many ways each key can be reached, at most."""


def may_come(step: Enemy | EnemyIcon, sheets: Sheets) -> tuple[Enemy | None, ...]:
    """Whom a fight may be with, each once; none where nobody comes."""
    if isinstance(step, Enemy):
        return (step,)
    totals = [step.modifier + d6 for d6 in D6] if step.total is None else [step.total]
    return tuple(dict.fromkeys(enemy_of(sheets, total) for total in totals))


def join(*parts: Mapping[Key, int]) -> Reach:
    """All that can be reached in one of several ways."""
    found: Reach = {}
    for part in parts:
        for key, ways in part.items():
            found[key] = found.get(key, 0) + ways
    return found


def times(reach: Reach, factor: int) -> Reach:
    """Each way split into so many."""
    return {key: ways * factor for key, ways in reach.items()} if factor else {}


class Run:
    """An abstract run, and what it has counted so far.

    ``effects`` are all that may come before a fight of the part is decided, besides the ability
    and what is pending.
    """

    def __init__(self, setting: Setting, effects: Iterable[Effect] = ()) -> None:
        hero, state = setting.hero, setting.situation
        self.setting, self.hero = setting, hero
        known = [*effects, *state.pending, *(e for bundle in hero.ability for e in bundle)]
        bonuses = [e for bonus in hero.level_ups for e in bonus.effects]
        gains = [e for e in known if isinstance(e, Gain)]
        if any(gain.track == XP for gain in gains):
            gains += [e for e in bonuses if isinstance(e, Gain)]
        self.attack, self.defence = (self._range(gains, track) for track in (ATTACK, DEFENCE))
        self.states = self.choices = 0

    def _range(self, gains: Sequence[Gain], track: int) -> tuple[int, int]:
        """Between which values a track stays as far as ``gains`` can move it."""
        value, moves = self.setting.tracks[track], [g.amount for g in gains if g.track == track]
        low = 0 if min(moves, default=0) < 0 else value
        return low, self.hero.maxima[track] if max(moves, default=0) > 0 else value

    @property
    def size(self) -> Size:
        """What was counted."""
        if self.states < BEYOND:
            return Size(self.states, self.choices)
        return Size(self.states, self.choices, what="states, not counted to their end")

    def begin(self, pools: Iterable[Pool], ways: int = 1) -> Reach:
        """The part begins with any of ``pools``: what is pending comes first."""
        state, tracks = self.setting.situation, self.setting.tracks
        ability = Ability.READY if tracks[CRYSTALS] else Ability.NO_CRYSTAL
        if state.crystal_used or not self.hero.ability:
            ability = Ability.USED
        return self.do(state.pending, {(p, ability, tracks[XP]): ways for p in pools})

    def count(self, reach: Reach, options: int = 1) -> None:
        """A moment with so many things to choose from, or an end."""
        ways = sum(reach.values())
        self.states += ways
        self.choices += ways * options

    def do(self, bundle: Bundle, reach: Reach) -> Reach:
        """What can be reached by the effects of a bundle; nothing once enough is counted."""
        for effect in bundle:
            if self.states >= ENOUGH:
                self.states, self.choices = max(self.states, BEYOND), max(self.choices, BEYOND)
                return {}
            reach = self._effect(effect, reach)
        return reach

    def pick(self, bundles: Sequence[Bundle], reach: Reach) -> Reach:
        """One of several bundles is chosen."""
        found = dict.fromkeys(bundles)
        if len(found) > 1:
            self.count(reach, len(found))
        return join(*(self.do(bundle, reach) for bundle in found)) if found else reach

    def _effect(self, effect: Effect, reach: Reach) -> Reach:
        if isinstance(effect, Reroll | Recover):
            return self._spread(effect, reach)
        if isinstance(effect, ExhaustHighest):
            return join(*({(_exhausted(p), u, x): w} for (p, u, x), w in reach.items()))
        if isinstance(effect, StartFight):
            self.count(reach)
            met = may_come(EnemyIcon(effect.modifier), self.setting.sheets)
            return join(*(self.fight(enemy, reach) if enemy else reach for enemy in met))
        if effect.track == XP:
            return self._points(effect.amount, reach)
        if effect.track == CRYSTALS and effect.amount > 0:
            return join(*({(p, _with_crystal(a), x): w} for (p, a, x), w in reach.items()))
        return reach

    def _spread(self, effect: Reroll | Recover, reach: Reach) -> Reach:
        found: Reach = {}
        for (pool, used, xp), ways in reach.items():
            led = spread(pool, effect)
            self.states += ways * led.moments
            self.choices += ways * led.options
            for after in led.pools:
                found[after, used, xp] = found.get((after, used, xp), 0) + ways
        return found

    def _points(self, points: int, reach: Reach) -> Reach:
        """XP is gained point by point, or lost (A11)."""
        last = self.hero.maxima[XP]
        if points < 0:
            return join(*({(p, u, max(0, x + points)): w} for (p, u, x), w in reach.items()))
        for _ in range(points):
            levels = {(p, u, 0): ways for (p, u, x), ways in reach.items() if x == last}
            below = {(p, u, x + 1): ways for (p, u, x), ways in reach.items() if x < last}
            reach = join(below, self._level(levels)) if levels else below
        return reach

    def _level(self, reach: Reach) -> Reach:
        bonuses = [bonus.effects for bonus in self.hero.level_ups]
        self.count(reach, len(bonuses))
        return join(*(self.do(bonus, reach) for bonus in bonuses)) if bonuses else reach

    def moment(self, reach: Reach) -> Reach:
        """A moment for the ability (A12)."""
        free = {key: ways for key, ways in reach.items() if key[1] is Ability.READY}
        if not free:
            return reach
        self.count(free, 1 + len(self.hero.ability))
        spent = {(pool, Ability.USED, xp): ways for (pool, _, xp), ways in free.items()}
        return join(reach, *(self.do(bundle, spent) for bundle in self.hero.ability))

    def ready(self, reach: Reach, *, moment: bool = True) -> dict[int, Reach]:
        """For each die what can be reached with it in use; paid for if none is active (A7)."""
        while spent := {key: ways for key, ways in reach.items() if not any(key[0])}:
            if not (pools := {key: ways for key, ways in spent.items() if key[0]}):
                break
            self.count(pools)
            rolled: Reach = {}
            for (pool, used, xp), ways in pools.items():
                for die in D6:
                    rolled[pool_of((*pool[1:], die)), used, xp] = ways
            rolled = self.moment(rolled) if moment else rolled
            reach = join({key: ways for key, ways in reach.items() if any(key[0])}, rolled)
        return self._used(reach)

    def _used(self, reach: Reach) -> dict[int, Reach]:
        found: dict[int, Reach] = {}
        for (pool, used, xp), ways in reach.items():
            dice = kinds(active(pool))
            self.states += ways
            self.choices += ways * len(dice)
            for die in dice:
                found.setdefault(die, {})[without(pool, die), used, xp] = ways
        return found

    def rest(self, reach: Reach) -> None:
        """Some dice are rolled again, and the action is over (A9)."""
        for (pool, _, _), ways in reach.items():
            dice = active(pool)
            selections = prod(dice.count(die) + 1 for die in kinds(dice))
            self.states += ways * (selections + multiset_count(len(pool), 6))
            self.choices += ways * 2 * selections

    def clash_with_boss(self, reach: Reach) -> Reach:
        """A d6 is rolled and known, where a wave has one (A14)."""
        self.count(reach)
        return self.moment(times(reach, len(D6)))

    def fight(self, enemy: Enemy, reach: Reach) -> Reach:
        """The enemy is known, and no die chosen (A6)."""
        dice = self.ready(self.moment(reach))
        return join(*(self.engaged(enemy, die, r) for die, r in dice.items()))

    def engaged(self, enemy: Enemy, die: int, reach: Reach) -> Reach:
        """The die is set aside; the special effect comes next."""
        reach = self.do(enemy.special, reach)
        self.count(reach)
        return self.clash(enemy, die, list(D6), reach)

    def clash(self, enemy: Enemy, die: int, d6: Iterable[int], reach: Reach) -> Reach:
        """One of these values of the d6 is known: the enemy is beaten or escapes."""
        hits = [(enemy.attack - die + value, enemy.defence - die + value) for value in d6]
        known = len({(max(0, strength), max(0, need)) for strength, need in hits})
        reach = self.moment(times(reach, known))
        beaten = self._damages(s for s, need in hits if need <= self.attack[1])
        escaped = self._damages(s for s, need in hits if need > self.attack[0])
        beaten_by, left_by = (
            {key: ways // known * many for key, ways in reach.items()} if many else {}
            for many in (beaten, escaped)
        )
        return put_back(join(self._points(enemy.xp, beaten_by), left_by))

    def _damages(self, strengths: Iterable[int]) -> int:
        """How many amounts of damage these strengths may do; most at the lowest defence."""
        return len({max(0, strength - self.defence[0]) for strength in strengths})


def capped(reach: Reach, most: int) -> Reach:
    """At most so many ways for each key."""
    return {key: min(ways, most) for key, ways in reach.items()}


def exhausted(reach: Reach) -> Reach:
    """A die is exhausted whose value counts for nothing, if need be one that was paid for."""
    return join(
        *(
            {(pool_of((*without(pool, die), EXHAUSTED)), used, xp): ways}
            for (pool, used, xp), ways in reach.items()
            for die in kinds(active(pool) or pool)
        )
    )


def put_back(reach: Reach) -> Reach:
    """The die that was in use is exhausted."""
    return {((EXHAUSTED, *pool), used, xp): ways for (pool, used, xp), ways in reach.items()}


def _exhausted(pool: Pool) -> Pool:
    return pool_of((*pool[:-1], EXHAUSTED)) if pool else pool


def _with_crystal(ability: Ability) -> Ability:
    return Ability.READY if ability is Ability.NO_CRYSTAL else ability
