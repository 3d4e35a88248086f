"""Setup, movement and the course of turns (A1, A3, A4, A12, A14), and what a control holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from odds.errors import ModelError
from odds.games.a4.actions import (
    Equip,
    KeepCrystal,
    RerollDice,
    RerollDie,
    Rest,
    TakeIcon,
    UseCrystal,
    UseDie,
)
from odds.games.a4.course import START
from odds.games.a4.moments import Scene, pool_rolled, setup, turn_start
from odds.games.a4.results import Died, Phase, Stopped, Unbeaten, Won
from odds.games.a4.sheet import (
    CRYSTALS,
    HP,
    Adventure,
    Boss,
    Direct,
    Enemy,
    EnemyIcon,
    EnemyRow,
    Gain,
    Hunt,
    Reroll,
    Row,
    Space,
    StartFight,
    Tile,
    Wave,
)
from odds.games.a4.sheet_hero import Hero, Named
from odds.games.a4.turn import AFTER_ACTION, BEFORE_ACTION, after_movement
from odds.program import ProgramProcess
from odds.solvers.backward import backward
from tests.games.a4.playing import ALONE, Game, a_hero, alone, died, end, program, tracks

RAT, OWL = Enemy(2, 2, 1), Enemy(1, 4, 1)
ENEMIES = (EnemyRow(1, 3, None), EnemyRow(4, None, RAT))
ABILITY = ((Reroll(1),),)


def walk(*tiles: tuple[Space, ...], boss: Boss | None = None) -> Adventure:
    """An adventure whose tiles cost 4 to enter."""
    printed = tuple(Tile(4 if number else 0, spaces) for number, spaces in enumerate(tiles))
    return Adventure("walk", printed, enemies=ENEMIES, boss=boss)


EMPTY, END = Space(), Space(boss=True)


def test_setup() -> None:
    pieces = (Named("a", (Gain(HP, 1),)), Named("b", ()))
    rules = program(walk((EMPTY,)), a_hero(equipment=pieces))
    game = Game(rules, setup(2, ALONE), tracks())
    assert game.options == [Equip(0), Equip(1)]
    assert game.take(Equip(0)).tracks[HP] == 6
    game = game.take(Equip(1))
    assert (len(game.roll()), game.roll().total) == (21, 36)
    game = game.rolled(2, 5)
    assert game.options == [RerollDice(d) for d in ((), (2,), (5,), (2, 5))]
    assert end(game.take(RerollDice(())))[1] == (2, 5)
    assert end(game.take(RerollDice((5,))).rolled(2, 2))[1] == (2, 2)


def test_at_most_two_dice_are_rerolled_at_setup_and_equal_ones_are_one_option() -> None:
    game = Game(program(), pool_rolled((1, 1, 1, 6), ALONE), tracks())
    assert game.options == [RerollDice(d) for d in ((), (1,), (6,), (1, 1), (1, 6))]


def test_the_first_turn_follows_the_setup_and_enters_for_free() -> None:
    rules = program(walk((Space(icons=(Hunt(),)),)))
    game = Game(rules, pool_rolled((1,)), tracks()).take(RerollDice(()))
    assert (game.options, game.state.control.place, game.pool) == ([TakeIcon(0)], 0, (1,))
    assert rules.canonical(pool_rolled((1,))).place == START


def test_moving_within_a_tile_is_free_and_between_tiles_costs_a_high_die() -> None:
    rules = program(walk((EMPTY, Space(icons=(Hunt(),))), (Space(icons=(Hunt(),)),)))
    free = Game(rules, turn_start(0, (1, 4, 6)), tracks())
    assert (free.options, free.pool, free.state.control.place) == ([TakeIcon(0)], (1, 4, 6), 1)
    paid = Game(rules, turn_start(1, (1, 4, 6)), tracks())
    assert paid.options == [UseDie(4), UseDie(6)]
    assert paid.take(UseDie(6)).pool == (0, 1, 4)
    assert paid.take(UseDie(6)).state.control.place == 2


def test_a_failed_movement_costs_1_hp_and_rerolls_any_die_until_one_is_high_enough() -> None:
    game = Game(program(), alone(0, 3).movement(4), tracks(hp=3))
    assert (game.options, game.tracks[HP]) == ([RerollDie(0), RerollDie(3)], 2)
    again = game.take(RerollDie(0)).rolled(2, 3)
    assert again.options == [RerollDie(2), RerollDie(3)]
    assert again.tracks[HP] == 1
    assert end(again.take(RerollDie(3)).rolled(2, 4).take(UseDie(4))) == (
        Stopped(),
        (0, 2),
        tracks(hp=1),
    )
    dead = [again.at(s) for s in again.take(RerollDie(3)).roll() if died(again.at(s))]
    assert [end(game) for game in dead] == [(Died(0, Phase.ACTION), (), tracks(hp=0))]
    paid = Game(program(), alone(0, 3).toll_paid(4), tracks(hp=2))
    assert paid.state == game.state


def test_the_ability_while_no_die_is_high_enough() -> None:
    rules = program(walk((EMPTY,), (EMPTY,)), a_hero(ability=ABILITY))
    crystal = [KeepCrystal(), UseCrystal(0)]
    blocked = Game(rules, turn_start(0, (3,)), tracks(crystals=1))
    assert blocked.options == crystal
    # The moment at the start of the turn is the one before the failed movement.
    failed = blocked.take(KeepCrystal())
    assert failed.tracks[HP] == 4
    assert failed.take(RerollDie(3)).rolled(2).options == crystal
    helped = blocked.take(UseCrystal(0), RerollDie(3))
    assert helped.rolled(5).options == [UseDie(5)]
    assert helped.rolled(2).options == [RerollDie(2)]
    able = Game(rules, turn_start(0, (5,)), tracks(crystals=1))
    assert able.options == crystal
    assert able.take(KeepCrystal()).options == [UseDie(5)]


def test_enemy_then_action_then_the_next_turn() -> None:
    inn = Space(EnemyIcon(total=9), (Direct(((Gain(HP, 1),),)),))
    rules = program(walk((inn, inn)), a_hero(ability=ABILITY))
    crystal = [KeepCrystal(), UseCrystal(0)]
    game = Game(rules, turn_start(0, (5, 6)), tracks(9, 9, crystals=2))
    spent = game.take(UseCrystal(0), RerollDie(5)).rolled(4, 6)
    assert spent.options == [UseDie(4), UseDie(6)]
    fought = spent.take(UseDie(4))
    after_fight = fought.at(next(iter(fought.roll())))
    assert after_fight.options == [TakeIcon(0)]
    over = after_fight.take(TakeIcon(0), UseDie(6))
    assert over.result == Won()
    # When the next turn starts, the ability can be used again.
    assert rules.canonical(Scene(0, (5,), AFTER_ACTION, True).now()) == turn_start(0, (5,))
    assert Game(rules, turn_start(0, (5,)), tracks(crystals=1)).options == crystal


def test_an_enemy_may_stay_away() -> None:
    rules = program(walk((Space(EnemyIcon(0), (Hunt(),)),)))
    game = Game(rules, turn_start(START, (5,)), tracks())
    assert sorted(game.roll().values()) == [3, 3]
    assert {tuple(game.at(s).options) for s in game.roll()} == {(TakeIcon(0),), (UseDie(5),)}


def test_entering_the_boss_space_starts_the_waves_in_the_same_turn() -> None:
    adventure = walk((EMPTY,), (END,), boss=Boss(1, (Wave(0, 9),)))
    rules = program(adventure, a_hero(ability=ABILITY))
    game = Game(rules, turn_start(0, (1, 5)), tracks(crystals=2))
    spent = game.take(UseCrystal(0), RerollDie(1)).rolled(2, 5).take(UseDie(5))
    assert spent.options == [UseDie(2)]
    assert spent.take(UseDie(2)).result == Unbeaten()
    assert Game(rules, turn_start(0, (5, 5)), tracks()).take(UseDie(5), UseDie(5)).is_over
    assert after_movement(rules.sheets, 0) != after_movement(program(walk((EMPTY,))).sheets, START)


def test_a_boss_space_needs_a_boss() -> None:
    with pytest.raises(ModelError, match="walk has no boss"):
        Game(program(walk((END,))), turn_start(START, (1,)), tracks())


def test_without_anything_to_do_the_walk_is_won_at_once() -> None:
    game = Game(program(walk((EMPTY, EMPTY))), turn_start(START, (1,)), tracks())
    assert end(game) == (Won(), (), tracks())


@pytest.mark.parametrize(
    ("scene", "phase"),
    [
        (Scene(START, (), (), pending=(Gain(HP, -9),)).now(), Phase.SETUP),
        (Scene(0, (1,), after_movement(program(walk((EMPTY,) * 2)).sheets, 0)), Phase.MOVEMENT),
        (Scene(0, (1,), BEFORE_ACTION), Phase.ENEMY),
        (Scene(0, (1,), AFTER_ACTION), Phase.ACTION),
        (Scene(0, (1,), ()), Phase.BOSS),
    ],
)
def test_where_a_death_is_booked(scene: object, phase: Phase) -> None:
    rules = program(walk((EMPTY,) * 2))
    if isinstance(scene, Scene):
        scene = scene.now(Gain(HP, -9))
    game = Game(rules, scene, tracks())
    assert isinstance(game.result, Died)
    assert game.result.phase == phase
    assert died(game)


def test_equal_situations_are_equal_controls() -> None:
    rules = program(walk((EMPTY,)))
    # By how much a strike fails to hurt, or a blow can't miss, is forgotten.
    weak = [rules.canonical(alone().rolled(Enemy(0, 0, 1), die, 1)) for die in (2, 3, 4)]
    assert weak[0] == weak[1] == weak[2]
    # A fight's history is forgotten with it: only the dice and the tracks tell.
    strong = tracks(9, 9)
    fights = [Game(rules, alone(4, 4).met(enemy), strong).take(UseDie(4)) for enemy in (RAT, OWL)]
    ends = [{(s.control.pool, s.counters) for s in fight.ends()} for fight in fights]
    assert ends[0] == ends[1] == {((0, 4), tracks(9, 9, xp=1))}


def test_a_tiny_adventure_solved_by_hand() -> None:
    """One die; the boss falls to a 5 or 6; a rest before it re-rolls a die below 5."""
    adventure = walk((EMPTY, END), boss=Boss(1, (Wave(0, 4),)))
    hero = Hero("hero", tracks(0, 9, food=1), (3, 9, 5, 3, 3, 3))
    process = ProgramProcess(program(adventure, hero), [(setup(1), hero.start)])
    solution = backward(process, lambda state: (Fraction(process.result(state) == Won()),))
    (start,) = process.initial()
    third = Fraction(1, 3)
    # The pool is rolled, re-rolled at will, and then a rest is forced, with or without a re-roll.
    assert solution.value[start] == (1 - (1 - third) ** 3,)
    rest = Game(process.program, turn_start(START, (5,)), hero.start)
    assert rest.options == [Rest(()), Rest((5,))]


def test_tables_make_fights_in_the_action_phase() -> None:
    adventure = Adventure(
        "fight", (Tile(0, (Space(icons=(Hunt(),)),)),), ENEMIES, (Row(1, 6, ((StartFight(9),),)),)
    )
    rules = program(adventure)
    game = Game(rules, turn_start(START, (1, 2)), tracks(0, 0, hp=1)).take(TakeIcon(0), UseDie(1))
    deaths = [s for s in game.take(UseDie(2)).ends() if died(game.at(s))]
    assert {game.at(s).result for s in deaths} == {Died(0, Phase.ACTION)}
    assert all(s.counters[CRYSTALS] == 0 for s in deaths)
