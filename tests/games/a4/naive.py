"""The plainest exact solver of A4 Quest: turns, actions, the boss, and whole adventures.

See ``naive_effects`` for what a position is and how a step works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from odds.games.a4.sheet import (
    ATTACK,
    DEFENCE,
    FOOD,
    Adventure,
    Boss,
    Bundle,
    Direct,
    Gain,
    Hunt,
    Icon,
    Quest,
    Row,
    Search,
    Tracks,
)
from odds.games.a4.sheet_hero import Hero
from tests.games.a4.naive_effects import (
    DIE,
    LOST,
    WON,
    Effects,
    Pool,
    State,
    Todo,
    hurt,
    mean,
)


def win(adventure: Adventure, hero: Hero, dice: int, rerolls: int = 2) -> Fraction:
    """A1, A16: the probability of winning from the setup on, the tiles in printed order."""
    return Oracle(adventure, hero).win(dice, rerolls)


def win_random_order(adventure: Adventure, hero: Hero, dice: int, rerolls: int = 2) -> Fraction:
    """A15: the same, the tiles between the first and the last in random order."""
    return Oracle(adventure, hero).win_random_order(dice, rerolls)


def win_from(adventure: Adventure, hero: Hero, space: int, pool: Pool, tracks: Tracks) -> Fraction:
    """The same from the start of the turn that enters the given space.

    Spaces are counted from 0 over the tiles in printed order: at 0 the hero is still outside.
    """
    return Oracle(adventure, hero).from_turn(space, pool, tracks)


class Oracle(Effects):
    """Values of one adventure for one hero."""

    # Where a game may be entered

    def win(self, dice: int, rerolls: int) -> Fraction:
        """A1, A16."""
        return self.setup(dice, rerolls, tuple(range(len(self.adventure.tiles))), ())

    def win_random_order(self, dice: int, rerolls: int) -> Fraction:
        """A15: any tile between the first and the last can be the second."""
        middle = tuple(range(1, len(self.adventure.tiles) - 1))
        if not middle:
            return self.win(dice, rerolls)
        values = []
        for tile in middle:
            others = tuple(other for other in middle if other != tile)
            values.append(self.setup(dice, rerolls, (0, tile), others))
        return mean(values)

    def setup(self, dice: int, rerolls: int, path: Pool, hidden: Pool) -> Fraction:
        """A1: choose one equipment, roll the pool, re-roll up to ``rerolls`` dice once."""
        first = (
            *((Oracle.roll, dice), (Oracle.keep, max(0, dice - rerolls))),
            (Oracle.turn, path, hidden, 0),
        )
        state = State((), self.hero.start)
        bundles = [equipment.effects for equipment in self.hero.equipment]
        return self.choose(state, first, bundles)

    def from_turn(self, space: int, pool: Pool, tracks: Tracks) -> Fraction:
        """The turn that enters ``space``, tiles in printed order."""
        state = State(tuple(sorted(pool)), tracks)
        return self.value(state, (self.turn_into(space),))

    def on_space(self, space: int) -> Todo:
        """What is left of the turn on ``space`` once the enemy is dealt with, and after it."""
        tile, at = self.place(space)
        return self.action_and_end(tuple(range(tile, len(self.adventure.tiles))), (), at)

    def place(self, space: int) -> tuple[int, int]:
        """The tile of a space counted over all tiles, and its number there."""
        tiles = self.adventure.tiles
        places = [(tile, at) for tile in range(len(tiles)) for at in range(len(tiles[tile].spaces))]
        return places[space]

    def turn_into(self, space: int) -> tuple[Any, ...]:
        """The step that is the turn entering ``space``, counted over all tiles."""
        tiles = self.adventure.tiles
        tile, at = self.place(space)
        if at == 0 and tile > 0:
            tile, at = tile - 1, len(tiles[tile - 1].spaces)
        return (Oracle.turn, tuple(range(tile, len(tiles))), (), at)

    # A turn. ``path``: the tiles known, from the present one on. ``hidden``: the shuffled ones
    # behind them. ``at``: the space to be entered, in the present tile, or just past its end.

    def turn(self, state: State, todo: Todo, path: Pool, hidden: Pool, at: int) -> Fraction:
        fresh = state._replace(used=False)
        return self.value(fresh, ((Effects.moment,), (Oracle.move, path, hidden, at)))

    def move(self, state: State, todo: Todo, path: Pool, hidden: Pool, at: int) -> Fraction:
        """A4. The ability is offered before this step, and again while no die is high enough."""
        if at < len(self.adventure.tiles[path[0]].spaces):
            return self.value(state, ((Oracle.enter, path, at, hidden),))
        cost = self.adventure.tiles[path[1]].cost
        enough = [die for die in state.active() if die >= cost]
        if enough:
            onward = ((Oracle.turn_up, path[1:], hidden),)
            return max([self.value(state.swap(die, 0), onward) for die in enough])
        again = ((Oracle.move, path, hidden, at),)
        lose_one = self.value(state, (hurt(1), (Oracle.reroll_any,), *again))
        return max([lose_one, *self.ability(state, again)])

    def reroll_any(self, state: State, todo: Todo) -> Fraction:
        return max(
            [mean([self.value(state.swap(d, new), todo) for new in DIE]) for d in set(state.pool)]
        )

    def turn_up(self, state: State, todo: Todo, path: Pool, hidden: Pool) -> Fraction:
        """A15: a new tile is entered; if the one behind it lies face down, it is turned up."""
        last = len(self.adventure.tiles) - 1
        if last in path:
            return self.value(state, ((Oracle.enter, path, 0, hidden),))
        if not hidden:
            return self.value(state, ((Oracle.enter, (*path, last), 0, ()),))
        values = []
        for tile in hidden:
            others = tuple(other for other in hidden if other != tile)
            values.append(self.value(state, ((Oracle.enter, (*path, tile), 0, others),)))
        return mean(values)

    def enter(self, state: State, todo: Todo, path: Pool, at: int, hidden: Pool) -> Fraction:
        space = self.adventure.tiles[path[0]].spaces[at]
        if space.boss:
            return self.value(state, ((Oracle.wave, 0, self.boss().hp),))
        rest = self.action_and_end(path, hidden, at)
        if space.enemy is None:
            return self.value(state, rest)
        if space.enemy.total is not None:
            return self.value(state, self.appears(space.enemy.total) + rest)
        fights = [self.appears(die + space.enemy.modifier) for die in DIE]
        return mean([self.value(state, fight + rest) for fight in fights])

    def action_and_end(self, path: Pool, hidden: Pool, at: int) -> Todo:
        """What follows in a turn once the enemy is dealt with."""
        return (
            *((Effects.moment,), (Oracle.act, path[0], at)),
            *((Effects.moment,), (Oracle.end_turn, path, hidden, at + 1)),
        )

    def end_turn(self, state: State, todo: Todo, path: Pool, hidden: Pool, at: int) -> Fraction:
        """A14: without a boss the game is won when the last space is done."""
        if at == len(self.adventure.tiles[path[0]].spaces) and len(path) == 1:
            return WON
        return self.value(state, ((Oracle.turn, path, hidden, at),))

    # Actions

    def act(self, state: State, todo: Todo, tile: int, at: int) -> Fraction:
        """A8 to A10."""
        options = [
            self.value(state, ((Oracle.use, icon), *todo))
            for icon in self.adventure.tiles[tile].spaces[at].icons
        ]
        if state.tracks[FOOD] >= 1:
            rest = ((Effects.effect, Gain(FOOD, -1)), (Oracle.keep, 0), *todo)
            options.append(self.value(state, rest))
        return max(options) if options else self.value(state, todo)

    def use(self, state: State, todo: Todo, icon: Icon) -> Fraction:
        if not state.active():
            return self.pay(state, ((Oracle.use, icon), *todo))
        return max([self.done(state.swap(die, 0), todo, icon, die) for die in state.active()])

    def done(self, state: State, todo: Todo, icon: Icon, die: int) -> Fraction:
        """``die`` was used for ``icon`` and is exhausted."""
        match icon:
            case Hunt():
                return self.look_up(state, todo, self.adventure.hunt, die)
            case Search(modifier=modifier):
                return self.look_up(state, todo, self.adventure.search, die + modifier)
            case Quest():
                rolls = [self.look_up(state, todo, self.adventure.quest, roll) for roll in DIE]
                return mean(rolls)
            case Direct(options=options):
                return self.choose(state, todo, options)

    def look_up(self, state: State, todo: Todo, table: Iterable[Row], number: int) -> Fraction:
        rows = [row for row in table if row.holds(number)]
        return self.choose(state, todo, [bundle for row in rows for bundle in row.options])

    def choose(self, state: State, todo: Todo, options: Sequence[Bundle]) -> Fraction:
        """One of the bundles must be taken; if there is none, nothing happens."""
        return max([self.value(state, self.effects(each) + todo) for each in options or [()]])

    def keep(self, state: State, todo: Todo, least: int) -> Fraction:
        """Keep at least ``least`` active dice and roll all others."""
        active = [die for die in state.pool if die]
        options = []
        for count in range(least, len(active) + 1):
            for kept in set(combinations(active, count)):
                rolled = len(state.pool) - count
                options.append(
                    self.value(state._replace(pool=kept), ((Oracle.roll, rolled), *todo))
                )
        return max(options)

    def roll(self, state: State, todo: Todo, count: int) -> Fraction:
        """Roll ``count`` more dice into the pool."""
        if not count:
            return self.value(state, todo)
        rest = ((Oracle.roll, count - 1), *todo)
        return mean([self.value(state.plus(new), rest) for new in DIE])

    # The boss (A14)

    def boss(self) -> Boss:
        assert self.adventure.boss is not None
        return self.adventure.boss

    def wave(self, state: State, todo: Todo, number: int, boss_hp: int) -> Fraction:
        if number == len(self.boss().waves):
            return LOST
        effect = self.effects(self.boss().waves[number].effect)
        steps = ((Effects.moment,), (Oracle.wave_fight, number, boss_hp))
        return self.value(state, effect + steps)

    def wave_fight(self, state: State, todo: Todo, number: int, boss_hp: int) -> Fraction:
        """The ability is offered before this step. The chosen die leaves the pool."""
        if not state.active():
            return self.pay(state, ((Effects.moment,), (Oracle.wave_fight, number, boss_hp)))
        options = []
        for die in state.active():
            aside = state.without(die)
            if self.boss().adds_die:
                steps = [
                    ((Effects.moment,), (Oracle.wave_struck, number, boss_hp, die, roll))
                    for roll in DIE
                ]
                options.append(mean([self.value(aside, step) for step in steps]))
            else:
                step = ((Oracle.wave_struck, number, boss_hp, die, 0),)
                options.append(self.value(aside, step))
        return max(options)

    def wave_struck(
        self, state: State, todo: Todo, number: int, boss_hp: int, die: int, roll: int
    ) -> Fraction:
        wave = self.boss().waves[number]
        damage = max(0, wave.attack + roll - (state.tracks[DEFENCE] + die))
        strike = (Oracle.wave_strike, number, boss_hp, die, roll)
        return self.value(state, (hurt(damage), strike))

    def wave_strike(
        self, state: State, todo: Todo, number: int, boss_hp: int, die: int, roll: int
    ) -> Fraction:
        wave = self.boss().waves[number]
        left = boss_hp - max(0, state.tracks[ATTACK] + die - (wave.defence + roll))
        if left <= 0:
            return WON
        return self.value(state.plus(0), ((Oracle.wave, number + 1, left),))
