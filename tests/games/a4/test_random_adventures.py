"""The random adventures do bring about every effect and every odd case of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from odds.games.a4.sheet import (
    ATTACK,
    CRYSTALS,
    FOOD,
    HP,
    TRACKS,
    XP,
    Adventure,
    Direct,
    ExhaustHighest,
    Gain,
    Hunt,
    Quest,
    Recover,
    Reroll,
    Search,
    StartFight,
)
from odds.games.a4.sheet_hero import Hero
from tests.games.a4.naive import Oracle
from tests.games.a4.naive_effects import State, Todo
from tests.games.a4.random_adventures import Case, adventures, shuffled_adventures

IN_FIGHT = ("enemy_die", "struck", "strike", "put_back")
TABLES = {Hunt: "hunt", Search: "search", Quest: "quest", Direct: "icon"}
MOMENTS = ("move", "fight", "struck", "act", "end_turn", "wave_fight", "wave_struck")

EXPECTED = {
    *(f"{sign} {track}" for track in TRACKS for sign in ("gain", "lose")),
    *("reroll", "recover", "recover any", "exhaust highest", "exhaust with no active die"),
    *(f"fight from {table}" for table in TABLES.values()),
    *(f"ability before {step}" for step in MOMENTS),
    *("ability while moving", "ability of two bundles", "equipment"),
    *("two rows hold it", "no row holds it", "row of two bundles", "a fight, then more"),
    *("no enemy", "an enemy", "fixed total", "above the last row", "special", "wave effect"),
    *("no die for fight", "no die for use", "no die for wave_fight", "no die for move"),
    *("dice too low to move", "rest and action", "forced rest", "forced loss", "neither"),
    *("death by an effect, more to come", "death in a fight", "death in a wave", "death moving"),
    *("level-up", "level-up in a fight", "level-up in a bundle", "level-up without a bonus"),
    *("first crystal by a level-up", "crystal gained in a fight at none", "choice of bonus"),
    "effect on a fight's only die",
    *("won by the boss", "won without a boss", "no wave left", "nothing to lose", "full track"),
    *("start at 1 HP", "start without food", "start with no active die"),
}


class Witness(Oracle):
    """An oracle that notes what it meets on any way of playing."""

    def __init__(self, adventure: Adventure, hero: Hero) -> None:
        super().__init__(adventure, hero)
        self.seen: Counter[str] = Counter()

    def value(self, state: State, todo: Todo) -> Fraction:
        if (state, todo) not in self.memo:
            step, *arguments = todo[0]
            name = step.__name__
            note = getattr(self, f"see_{name}", None)
            if note is not None:
                note(state, todo[1:], *arguments)
            if name in ("fight", "use", "wave_fight", "move") and not state.active():
                self.seen[f"no die for {name}"] += 1
        return super().value(state, todo)

    # Effects

    def see_effect(self, state: State, todo: Todo, effect: Any) -> None:
        match effect:
            case Gain(track=track, amount=amount) if amount:
                self.see_gain(state, todo, track, amount)
            case Reroll() if state.active():
                self.seen["reroll"] += 1
            case Recover(any_value=any_value) if 0 in state.pool:
                self.seen["recover any" if any_value else "recover"] += 1
            case ExhaustHighest() if state.active():
                self.seen["exhaust highest"] += 1
            case ExhaustHighest():
                self.seen["exhaust with no active die"] += 1
                self.seen["effect on a fight's only die"] += not state.pool
            case StartFight():
                self.seen["a fight, then more"] += todo[0][0] is Oracle.effect

    def see_gain(self, state: State, todo: Todo, track: int, amount: int) -> None:
        self.seen[f"{'gain' if amount > 0 else 'lose'} {TRACKS[track]}"] += 1
        has, in_fight = state.tracks[track], self.in_fight(todo)
        self.seen["full track"] += amount > 0 and has == self.hero.maxima[track]
        self.seen["nothing to lose"] += amount < 0 and has == 0
        if track == CRYSTALS and amount > 0 and has == 0 and self.hero.ability and not state.used:
            self.seen["crystal gained in a fight at none"] += in_fight
        if track == HP and has + amount <= 0:
            after = todo[0][0].__name__
            self.seen["death by an effect, more to come"] += after == "effect"
            self.seen["death in a fight"] += after == "strike"
            self.seen["death in a wave"] += after == "wave_strike"
            self.seen["death moving"] += after == "reroll_any"

    def see_gain_xp_point(self, state: State, todo: Todo) -> None:
        self.seen[f"gain {TRACKS[XP]}"] += 1
        if state.tracks[XP] == 3:
            self.seen["level-up"] += 1
            self.seen["level-up in a fight"] += self.in_fight(todo)
            self.seen["level-up in a bundle"] += todo[0][0] is Oracle.effect
            self.seen["level-up without a bonus"] += not self.hero.level_ups
            crystal = any(Gain(CRYSTALS, 1) in bonus.effects for bonus in self.hero.level_ups)
            waits = self.hero.ability and not state.used and not state.tracks[CRYSTALS]
            self.seen["first crystal by a level-up"] += bool(crystal and waits)
            self.seen["choice of bonus"] += len(self.hero.level_ups) > 1

    def able(self, state: State) -> bool:
        return bool(self.hero.ability) and not state.used and state.tracks[CRYSTALS] > 0

    def in_fight(self, todo: Todo) -> bool:
        return any(step[0].__name__ in IN_FIGHT for step in todo)

    # Turns

    def see_moment(self, state: State, todo: Todo) -> None:
        if self.able(state):
            self.seen[f"ability before {todo[0][0].__name__}"] += 1
            self.seen["ability of two bundles"] += len(self.hero.ability) > 1

    def see_move(self, state: State, todo: Todo, path: Any, hidden: Any, at: int) -> None:
        if at == len(self.adventure.tiles[path[0]].spaces):
            low = max(state.pool) < self.adventure.tiles[path[1]].cost
            self.seen["dice too low to move"] += low and bool(state.active())
            self.seen["ability while moving"] += low and self.able(state)

    def see_turn_up(self, state: State, todo: Todo, path: Any, hidden: Any) -> None:
        self.seen["random tile"] += len(hidden) > 1

    def see_act(self, state: State, todo: Todo, tile: int, at: int) -> None:
        icons = bool(self.adventure.tiles[tile].spaces[at].icons)
        food = state.tracks[FOOD] > 0
        self.seen["rest and action"] += icons and food
        self.seen["forced rest"] += food and not icons
        self.seen["forced loss"] += icons and not food and not state.active()
        self.seen["neither"] += not icons and not food

    def see_enter(self, state: State, todo: Todo, path: Any, at: int, hidden: Any) -> None:
        enemy = self.adventure.tiles[path[0]].spaces[at].enemy
        self.seen["fixed total"] += enemy is not None and enemy.total is not None

    def see_wave(self, state: State, todo: Todo, number: int, boss_hp: int) -> None:
        waves = self.boss().waves
        self.seen["no wave left"] += number == len(waves)
        self.seen["wave effect"] += number < len(waves) and bool(waves[number].effect)

    def see_fight(self, state: State, todo: Todo, enemy: Any) -> None:
        self.seen["special"] += bool(enemy.special)

    def see_wave_strike(
        self, state: State, todo: Todo, number: int, boss_hp: int, die: int, roll: int
    ) -> None:
        blow = state.tracks[ATTACK] + die - self.boss().waves[number].defence - roll
        self.seen["won by the boss"] += blow >= boss_hp

    def see_end_turn(self, state: State, todo: Todo, path: Any, hidden: Any, at: int) -> None:
        spaces = self.adventure.tiles[path[0]].spaces
        self.seen["won without a boss"] += len(path) == 1 and at == len(spaces)

    def appears(self, total: int) -> Todo:
        rows = self.adventure.enemies
        fight = super().appears(total)
        self.seen["an enemy" if fight else "no enemy"] += 1
        self.seen["above the last row"] += rows[-1].high is not None and total > rows[-1].high
        return fight

    # Choices

    def done(self, state: State, todo: Todo, icon: Any, die: int) -> Fraction:
        self.icon = icon
        return super().done(state, todo, icon, die)

    def look_up(self, state: State, todo: Todo, table: Any, number: int) -> Fraction:
        rows = sum(row.holds(number) for row in table)
        self.seen["two rows hold it"] += rows > 1
        self.seen["no row holds it"] += rows == 0
        return super().look_up(state, todo, table, number)

    def choose(self, state: State, todo: Todo, options: Any) -> Fraction:
        self.seen["row of two bundles"] += len(options) > 1
        if state.pool and any(
            isinstance(effect, StartFight) for each in options for effect in each
        ):
            self.seen[f"fight from {TABLES[type(self.icon)]}"] += 1
        return super().choose(state, todo, options)

    # Starts

    def play(self, case: Case, random_order: bool) -> None:
        """Both the whole adventure and the one turn that the case gives."""
        tiles = tuple(range(len(case.adventure.tiles)))
        path, hidden = (tiles[:2], tiles[2:-1]) if random_order else (tiles, ())
        self.seen["equipment"] += len(case.hero.equipment) > 1
        self.setup(case.dice, case.rerolls, path, hidden)
        self.seen["start at 1 HP"] += case.tracks[HP] == 1
        self.seen["start without food"] += case.tracks[FOOD] == 0
        self.seen["start with no active die"] += not any(case.pool)
        self.from_turn(case.space, case.pool, case.tracks)


def unseen(expected: set[str], cases: Iterable[Case], random_order: bool) -> set[str]:
    """What none of the cases brings about; it stops once everything has been seen."""
    missing = set(expected)
    for case in cases:
        witness = Witness(case.adventure, case.hero)
        witness.play(case, random_order)
        missing -= {name for name, times in witness.seen.items() if times}
        if not missing:
            break
    return missing


def test_random_adventures_bring_about_everything() -> None:
    assert unseen(EXPECTED, adventures(1, 100), random_order=False) == set()


def test_shuffled_adventures_hide_tiles() -> None:
    assert unseen({"random tile"}, shuffled_adventures(1, 20), random_order=True) == set()


def test_adventures_depend_on_the_seed_alone() -> None:
    assert list(adventures(5, 4)) == list(adventures(5, 4)) == list(adventures(5, 9))[:4]
    assert list(adventures(5, 4)) != list(adventures(6, 4))
