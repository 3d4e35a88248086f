"""The plainest exact solver of A4 Quest: positions, effects, the ability and fights.

With ``naive`` it is an oracle for the rules and solvers of the library. It shares no code with
them: only the data classes of the sheets. A position of the game is the hero (``State``) and what
is still to be done, in order (``todo``): a tuple of steps, each a method of the solver with its
arguments. A step looks at the state, tries every choice (``max``), averages every roll (``mean``)
and hands on to the rest of ``todo``. Values are probabilities of winning under the best play.
Nothing is clever here; the only shortcut is a memo over whole positions.

A die is 1 to 6, or 0 while it is exhausted. Dice have no identity: pools are sorted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from odds.games.a4.sheet import (
    ATTACK,
    CRYSTALS,
    DEFENCE,
    HP,
    XP,
    Adventure,
    Bundle,
    Effect,
    Enemy,
    ExhaustHighest,
    Gain,
    Recover,
    Reroll,
    StartFight,
    Tracks,
)
from odds.games.a4.sheet_hero import Hero

Pool = tuple[int, ...]
Todo = tuple[tuple[Any, ...], ...]
DIE = (1, 2, 3, 4, 5, 6)
LOST, WON = Fraction(0), Fraction(1)


class State(NamedTuple):
    """The hero: sorted dice, tracks, and whether the ability was used in this turn."""

    pool: Pool
    tracks: Tracks
    used: bool = False

    def active(self) -> list[int]:
        """The different values of active dice."""
        return sorted({die for die in self.pool if die})

    def swap(self, old: int, new: int) -> State:
        """One die of value ``old`` now shows ``new``."""
        return self.without(old).plus(new)

    def without(self, die: int) -> State:
        """One die is set aside."""
        pool = list(self.pool)
        pool.remove(die)
        return self._replace(pool=tuple(pool))

    def plus(self, die: int) -> State:
        """One die joins the pool."""
        return self._replace(pool=tuple(sorted((*self.pool, die))))


def mean(values: Sequence[Fraction]) -> Fraction:
    """The average of equally likely values."""
    return Fraction(sum(values), len(values))


class Effects:
    """The steps that any moment of the game is made of."""

    def __init__(self, adventure: Adventure, hero: Hero) -> None:
        self.adventure = adventure
        self.hero = hero
        self.memo: dict[tuple[State, Todo], Fraction] = {}

    def value(self, state: State, todo: Todo) -> Fraction:
        """The probability of winning when ``todo`` is what is left to be done."""
        key = (state, todo)
        if key not in self.memo:
            step, *arguments = todo[0]
            self.memo[key] = step(self, state, todo[1:], *arguments)
        return self.memo[key]

    # Effects

    def effects(self, bundle: Bundle) -> Todo:
        """A bundle as things to do, left to right."""
        return tuple((Effects.effect, effect) for effect in bundle)

    def effect(self, state: State, todo: Todo, effect: Effect) -> Fraction:
        match effect:
            case Gain(track=track, amount=amount) if track == XP and amount > 0:
                return self.value(state, ((Effects.gain_xp_point,),) * amount + todo)
            case Gain(track=track, amount=amount):
                return self.move_track(state, todo, track, amount)
            case StartFight(modifier=modifier):
                fights = [self.appears(die + modifier) for die in DIE]
                return mean([self.value(state, fight + todo) for fight in fights])
            case Reroll(count=count):
                return self.reroll(state, todo, count)
            case Recover(count=count, any_value=any_value):
                return self.recover(state, todo, count, any_value)
            case ExhaustHighest():
                if not state.active():
                    return self.value(state, (hurt(1), *todo))
                return self.value(state.swap(max(state.pool), 0), todo)

    def move_track(self, state: State, todo: Todo, track: int, amount: int) -> Fraction:
        """A2: capped, floored, and lost at once at 0 HP."""
        tracks = list(state.tracks)
        tracks[track] = max(0, min(self.hero.maxima[track], tracks[track] + amount))
        if tracks[HP] == 0:
            return LOST
        return self.value(state._replace(tracks=tuple(tracks)), todo)

    def gain_xp_point(self, state: State, todo: Todo) -> Fraction:
        """A11."""
        if state.tracks[XP] < 3:
            return self.move_track(state, todo, XP, 1)
        bonuses = [self.effects(bonus.effects) for bonus in self.hero.level_ups] or [()]
        return max(
            [self.move_track(state, (*bonus, *todo), XP, -state.tracks[XP]) for bonus in bonuses]
        )

    def reroll(self, state: State, todo: Todo, count: int) -> Fraction:
        """A13: stop, or re-roll one active die and go on with one re-roll fewer."""
        options = [self.value(state, todo)]
        if count:
            rest = ((Effects.reroll, count - 1), *todo)
            for die in state.active():
                options.append(mean([self.value(state.swap(die, new), rest) for new in DIE]))
        return max(options)

    def recover(self, state: State, todo: Todo, count: int, any_value: bool) -> Fraction:
        """A13: stop, or take one exhausted die back and go on with one fewer."""
        options = [self.value(state, todo)]
        if count and 0 in state.pool:
            rest = ((Effects.recover, count - 1, any_value), *todo)
            outcomes = [self.value(state.swap(0, new), rest) for new in DIE]
            options.append(max(outcomes) if any_value else mean(outcomes))
        return max(options)

    # The crystal and A7's payment

    def ability(self, state: State, todo: Todo) -> list[Fraction]:
        """The values of the ways to use the ability now and then go on with ``todo``."""
        if state.used or state.tracks[CRYSTALS] < 1:
            return []
        used = state._replace(used=True)
        cost = (Effects.effect, Gain(CRYSTALS, -1))
        return [
            self.value(used, (cost, *self.effects(bundle), *todo)) for bundle in self.hero.ability
        ]

    def moment(self, state: State, todo: Todo) -> Fraction:
        """A12: here the ability may be used."""
        return max([self.value(state, todo), *self.ability(state, todo)])

    def pay(self, state: State, todo: Todo) -> Fraction:
        """A7: no active die where one must be used."""
        return self.value(state, (hurt(1), (Effects.reroll_exhausted,), *todo))

    def reroll_exhausted(self, state: State, todo: Todo) -> Fraction:
        return mean([self.value(state.swap(0, new), todo) for new in DIE])

    # Fights

    def appears(self, total: int) -> Todo:
        """A5: the fight to be done, or nothing."""
        rows = self.adventure.enemies
        enemies = [row.enemy for row in rows if row.holds(total)]
        if rows and all(row.high is not None and row.high < total for row in rows):
            enemies = [rows[-1].enemy]
        if not enemies or enemies[0] is None:
            return ()
        return ((Effects.moment,), (Effects.fight, enemies[0]))

    def fight(self, state: State, todo: Todo, enemy: Enemy) -> Fraction:
        """A6. The ability is offered before this step. The chosen die leaves the pool."""
        if not state.active():
            return self.pay(state, ((Effects.moment,), (Effects.fight, enemy), *todo))
        special = self.effects(enemy.special)
        return max(
            [
                self.value(state.without(die), (*special, (Effects.enemy_die, enemy, die), *todo))
                for die in state.active()
            ]
        )

    def enemy_die(self, state: State, todo: Todo, enemy: Enemy, die: int) -> Fraction:
        return mean(
            [
                self.value(state, ((Effects.moment,), (Effects.struck, enemy, die, roll), *todo))
                for roll in DIE
            ]
        )

    def struck(self, state: State, todo: Todo, enemy: Enemy, die: int, roll: int) -> Fraction:
        damage = max(0, enemy.attack + roll - (state.tracks[DEFENCE] + die))
        return self.value(state, (hurt(damage), (Effects.strike, enemy, die, roll), *todo))

    def strike(self, state: State, todo: Todo, enemy: Enemy, die: int, roll: int) -> Fraction:
        beaten = state.tracks[ATTACK] + die >= enemy.defence + roll
        reward = self.effects((Gain(XP, enemy.xp),)) if beaten else ()
        return self.value(state, (*reward, (Effects.put_back,), *todo))

    def put_back(self, state: State, todo: Todo) -> Fraction:
        """The die of the fight is exhausted."""
        return self.value(state.plus(0), todo)


def hurt(amount: int) -> tuple[Any, ...]:
    """The step of losing HP."""
    return (Effects.effect, Gain(HP, -amount))
