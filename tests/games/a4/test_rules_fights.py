"""Enemies, fights and the boss: the rulebook's Examples 1 and 2, and A5, A6, A7, A12, A14."""

from __future__ import annotations

import pytest

from odds.games.a4.actions import (
    KeepCrystal,
    KeepDice,
    LevelUp,
    RerollDie,
    UseCrystal,
    UseDie,
)
from odds.games.a4.moments import Scene, is_payment
from odds.games.a4.results import (
    Beaten,
    BossHit,
    Died,
    Escaped,
    Hit,
    Met,
    Phase,
    Stopped,
    Unbeaten,
    Won,
)
from odds.games.a4.sheet import (
    ATTACK,
    CRYSTALS,
    DEFENCE,
    HP,
    XP,
    Adventure,
    Boss,
    Bundle,
    Enemy,
    EnemyRow,
    ExhaustHighest,
    Gain,
    Recover,
    Reroll,
    StartFight,
    Wave,
)
from odds.games.a4.sheet_hero import Named
from odds.program import Chance
from tests.games.a4.playing import ALONE, Game, a_hero, alone, died, end, program, tracks

OGRE = Enemy(6, 6, 2, (Gain(HP, -1),))
RAT = Enemy(2, 2, 1)
ENEMIES = (EnemyRow(1, 3, None), EnemyRow(4, 4, RAT), EnemyRow(5, 8, RAT), EnemyRow(9, 9, OGRE))
LAND = program(Adventure("land", (), enemies=ENEMIES))


def met_by(modifier: int, rules_enemies: tuple[EnemyRow, ...] = ENEMIES) -> dict[int, int]:
    """How often of 6 each row's enemy comes; 0 is nobody."""
    rules = program(Adventure("land", (), enemies=rules_enemies))
    found = {0: 0, 1: 0, 2: 0}
    for state, ways in Game(rules, alone(1).encounter(modifier), tracks(hp=9)).ends().items():
        (note, *_) = rules.step(state.control).result.notes
        assert isinstance(note, Met)
        found[{None: 0, RAT: 1, OGRE: 2}[note.enemy]] += ways
    total = sum(found.values())
    return {who: count * 6 // total for who, count in found.items()}


def test_example_1_and_the_enemy_table() -> None:
    assert met_by(0) == {0: 3, 1: 3, 2: 0}
    assert met_by(-3) == {0: 6, 1: 0, 2: 0}
    assert met_by(5) == {0: 0, 1: 3, 2: 3}
    assert met_by(9) == {0: 0, 1: 0, 2: 6}
    assert met_by(0, ()) == {0: 6, 1: 0, 2: 0}


@pytest.mark.parametrize(
    ("d6", "damage", "beaten"),
    [(1, 0, True), (2, 1, True), (3, 2, False), (4, 3, False), (5, 4, False), (6, 5, False)],
)
def test_example_2(d6: int, damage: int, beaten: bool) -> None:
    game = Game(LAND, alone(2, 4, 6).met(OGRE), tracks(4, 3, hp=9)).take(UseDie(4))
    assert game.tracks == tracks(4, 3, hp=8)
    (state,) = [s for s in game.roll() if s == rolled_ogre(d6).state]
    after = game.at(state)
    note = Beaten(2) if beaten else Escaped()
    assert after.result == Stopped((Hit(damage), note))
    assert after.tracks == tracks(4, 3, hp=8 - damage, xp=2 if beaten else 0)
    assert after.pool == (0, 2, 6)


def rolled_ogre(d6: int) -> Game:
    return Game(LAND, alone(2, 6).rolled(OGRE, 4, d6), tracks(4, 3, hp=8))


def test_the_special_comes_after_the_choice_of_the_die_and_leaves_it_alone() -> None:
    thief = Enemy(0, 0, 0, (ExhaustHighest(),))
    game = Game(LAND, alone(2, 5, 6).met(thief), tracks())
    assert game.options == [UseDie(2), UseDie(5), UseDie(6)]
    assert {s.control.pool for s in game.take(UseDie(6)).ends()} == {(0, 0, 2)}
    assert {s.control.pool for s in game.take(UseDie(2)).ends()} == {(0, 0, 5)}


def test_exhausting_a_die_costs_1_hp_when_the_only_active_one_is_set_aside() -> None:
    thief = Enemy(0, 0, 0, (ExhaustHighest(), ExhaustHighest()))
    game = Game(LAND, alone(0, 5).met(thief), tracks(hp=3)).take(UseDie(5))
    assert game.tracks[HP] == 1
    assert died(Game(LAND, alone(5).met(thief), tracks(hp=2)).take(UseDie(5)))


def test_dead_heroes_dont_strike_and_a_special_can_kill() -> None:
    game = Game(LAND, alone().rolled(RAT, 1, 6), tracks(9, 2, hp=5))
    assert end(game) == (Died(0, Phase.ACTION, (Hit(5),)), (), tracks(9, 2, hp=0))
    assert died(Game(LAND, alone(1).met(OGRE), tracks(hp=1)).take(UseDie(1)))


def test_the_fourth_point_is_one_level_and_the_rest_counts_on() -> None:
    hero = a_hero(level_ups=(Named("a", (Gain(ATTACK, 1),)), Named("b", (Recover(2),))))
    rules = program(hero=hero)
    game = Game(rules, alone(0).rolled(Enemy(0, 0, 3), 3, 1), tracks(xp=2))
    assert game.options == [LevelUp(0), LevelUp(1)]
    assert end(game.take(LevelUp(0)))[1:] == ((0, 0), tracks(3, xp=1))
    assert game.take(LevelUp(1)).options == [KeepDice(), RerollDie(0)]
    # The die of the fight is not exhausted yet, so there is just one to recover.
    final = game.take(LevelUp(1), RerollDie(0)).rolled(0, 6)
    assert end(final)[1:] == ((0, 6), tracks(xp=1))


def test_the_same_level_up_may_be_taken_again() -> None:
    rules = program(hero=a_hero(level_ups=(Named("a", (Gain(ATTACK, 1),)),)))
    game = Game(rules, alone(1, pending=(Gain(XP, 9),)).now(), tracks(xp=3))
    assert end(game.take(LevelUp(0), LevelUp(0), LevelUp(0)))[2] == tracks(5, xp=0)
    bare = Game(program(), alone(1, pending=(Gain(XP, 9),)).now(), tracks(xp=3))
    assert end(bare)[2] == tracks(xp=0)


def test_xp_is_lost_down_to_0_only() -> None:
    assert end(Game(program(), alone(1, pending=(Gain(XP, -9),)).now(), tracks(xp=2)))[2][XP] == 0


def test_no_active_die_costs_1_hp_and_brings_an_exhausted_one_back() -> None:
    game = Game(LAND, alone(0, 0).met(RAT), tracks(hp=2))
    assert game.tracks[HP] == 1
    assert game.roll().total == 6
    assert game.rolled(0, 3).options == [UseDie(3)]
    assert died(Game(LAND, alone(0, 0).met(RAT), tracks(hp=1)))


def test_moments_for_the_ability_in_a_fight() -> None:
    rules = program(hero=a_hero(ability=((Reroll(1),), (Gain(HP, 1),))))
    crystal = [KeepCrystal(), UseCrystal(0), UseCrystal(1)]
    game = Game(rules, alone(0, 0).met(OGRE), tracks(crystals=1, hp=5))
    assert game.options == crystal
    paid = game.take(KeepCrystal()).rolled(0, 2)
    assert paid.options == crystal
    assert paid.tracks[HP] == 4
    again = paid.take(UseCrystal(0))
    assert again.options == [KeepDice(), RerollDie(2)]
    assert again.take(RerollDie(2)).rolled(0, 6).options == [UseDie(6)]
    struck = paid.take(KeepCrystal(), UseDie(2))
    assert all(struck.at(s).options == crystal for s in struck.roll())
    # The die in use is set aside: a re-roll finds no active one.
    hit = next(iter(struck.roll()))
    assert struck.at(hit).take(UseCrystal(0)).tracks[CRYSTALS] == 0
    assert struck.at(hit).take(UseCrystal(0)).is_over


def test_an_ability_that_exhausts_the_last_die_leads_to_the_payment() -> None:
    rules = program(hero=a_hero(ability=((ExhaustHighest(),),)))
    game = Game(rules, alone(4).met(RAT), tracks(crystals=1)).take(UseCrystal(0))
    assert game.tracks == tracks(hp=4)
    assert game.rolled(3).options == [UseDie(3)]


def test_a_level_up_in_a_fight_brings_a_crystal_for_the_same_turn() -> None:
    rules = program(
        Adventure("land", (), enemies=ENEMIES),
        a_hero(level_ups=(Named("c", (Gain(CRYSTALS, 1),)),), ability=((Gain(HP, 1),),)),
    )
    fights = alone(6, pending=(StartFight(3), StartFight(3))).now()
    # The first fight has no crystal to offer; it is won with a 6 and brings the fourth point.
    game = Game(rules, fights, tracks(9, 9, xp=3))
    first = game.at(next(iter(game.roll()))).take(UseDie(6))
    level = first.at(next(iter(first.roll())))
    assert level.options == [LevelUp(0)]
    second = level.take(LevelUp(0))
    offers = {tuple(second.at(s).options) for s in second.roll()}
    assert offers == {(KeepCrystal(), UseCrystal(0))}


def boss(*waves: Wave, hp: int = 3, adds_die: bool = False) -> Adventure:
    return Adventure("boss", (), boss=Boss(hp, waves, adds_die))


def test_waves_hit_the_hero_first_and_keep_the_boss_wounded() -> None:
    rules = program(boss(Wave(6, 4), Wave(9, 5)))
    game = Game(rules, Scene(0, (3, 4), ()).wave(0, 3), tracks(2, 2))
    assert game.options == [UseDie(3), UseDie(4)]
    second = game.take(UseDie(4))
    assert second.options == [UseDie(3)]
    assert (second.pool, second.tracks) == ((0, 3), tracks(hp=5))
    assert end(second.take(UseDie(3))) == (Unbeaten(), (), tracks(hp=1))
    assert game.take(UseDie(3), UseDie(4)).result == Unbeaten()
    strong = Game(rules, Scene(0, (3, 4), ()).wave(0, 3), tracks(3, 2))
    assert end(strong.take(UseDie(4))) == (Won(), (), tracks(3, 2))


def test_a_hero_who_falls_in_the_wave_that_would_win_has_lost() -> None:
    rules = program(boss(Wave(8, 0)))
    game = Game(rules, Scene(4, (1,), ()).wave(0, 1), tracks(9, 2, hp=5))
    assert end(game.take(UseDie(1))) == (Died(4, Phase.BOSS), (), tracks(9, 2, hp=0))


def test_wave_effect_then_moment_then_payment_then_moment() -> None:
    rules = program(boss(Wave(0, 4, (ExhaustHighest(),))), a_hero(ability=((Gain(ATTACK, 1),),)))
    crystal = [KeepCrystal(), UseCrystal(0)]
    game = Game(rules, Scene(0, (6,), ()).wave(0, 1), tracks(crystals=1))
    assert (game.options, game.pool) == (crystal, (0,))
    paid = game.take(KeepCrystal()).rolled(2)
    assert (paid.options, paid.tracks[HP]) == (crystal, 4)
    assert paid.take(KeepCrystal(), UseDie(2)).result == Unbeaten()
    assert paid.take(UseCrystal(0), UseDie(2)).result == Won()


BRINGS = [(Recover(1),), (Reroll(1),), (Recover(2),), (Reroll(2),), (Recover(1, True),)]


@pytest.mark.parametrize("bundle", BRINGS, ids=str)
def test_a_die_that_an_effect_rolls_was_not_paid_for(bundle: Bundle) -> None:
    """Wherever an effect rolls, right before a fight or a wave too."""
    by_wave = program(boss(Wave(0, 4, bundle)))
    by_crystal = program(boss(Wave(0, 4)), a_hero(ability=(bundle,)))
    wave = Scene(0, (0, 3), ()).wave(0, 1)
    todo = [Game(by_wave, wave, tracks()), Game(by_crystal, wave, tracks(crystals=1))]
    todo += [Game(by_crystal, Scene(0, (0, 3), ()).met(RAT), tracks(crystals=1))]
    rolls = 0
    for game in todo:  # grows while it is read
        node = game.process.program.step(game.state.control)
        if isinstance(node, Chance):
            rolls += 1
            assert not is_payment(game.state.control)
        elif game.options and game.options != [UseDie(3)]:
            todo += [game.take(o) for o in game.options if not isinstance(o, UseDie)]
    assert rolls >= (0 if bundle == (Recover(1, True),) else 3)
    paid = Game(by_wave, Scene(0, (0,), ()).wave_ready(0, 1), tracks())
    assert is_payment(paid.state.control)


def test_all_waves_are_one_turn() -> None:
    rules = program(boss(Wave(0, 99), Wave(0, 99)), a_hero(ability=((Gain(DEFENCE, 1),),)))
    game = Game(rules, Scene(0, (1, 1), ()).wave(0, 1), tracks(crystals=2))
    assert game.take(UseCrystal(0), UseDie(1)).options == [UseDie(1)]
    assert game.take(KeepCrystal(), UseDie(1)).options == [KeepCrystal(), UseCrystal(0)]


def test_a_sheet_may_add_a_die_to_the_waves() -> None:
    rules = program(boss(Wave(6, 4), adds_die=True), a_hero(ability=((Gain(HP, 1),),)))
    game = Game(rules, Scene(0, (6,), ()).wave(0, 1), tracks()).take(UseDie(6))
    won = sum(w for s, w in game.ends().items() if game.at(s).result == Won())
    assert (won, game.ends().total) == (3, 6)
    rolled = Scene(0, (), ()).wave_rolled(Boss(1, (Wave(6, 4),), True), 0, 1, 6, 4)
    assert end(Game(rules, rolled, tracks())) == (Unbeaten(), (), tracks(hp=3))
    offered = Game(rules, rolled, tracks(crystals=1))
    assert offered.options == [KeepCrystal(), UseCrystal(0)]


def test_a_wave_alone_stops_after_it() -> None:
    rules = program(boss(Wave(6, 4), Wave(6, 4)))
    game = Game(rules, Scene(0, (4,), ALONE).wave_ready(0, 3), tracks()).take(UseDie(4))
    assert end(game) == (Stopped((Hit(0), BossHit(2))), (0,), tracks())


def test_every_moment_of_a_fight_can_be_entered() -> None:
    met = Game(LAND, alone(4, 6).met(OGRE), tracks(9, 3, hp=9))
    chosen = met.take(UseDie(4))
    assert Game(LAND, alone(6).engaged(OGRE, 4), met.tracks).state == chosen.state
    rolled = {Game(LAND, alone(6).rolled(OGRE, 4, d6), chosen.tracks).state for d6 in range(1, 7)}
    assert rolled == set(chosen.roll())
