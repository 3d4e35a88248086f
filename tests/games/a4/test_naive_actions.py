"""The oracle against cases worked out by hand: actions, effects, levels, the ability."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from odds.games.a4.sheet import (
    ATTACK,
    FOOD,
    HP,
    XP,
    Enemy,
    EnemyRow,
    Gain,
    Hunt,
    Icon,
    Quest,
    Recover,
    Reroll,
    Row,
    Search,
    Space,
    StartFight,
    Tile,
)
from tests.games.a4.naive import win_from
from tests.games.a4.small import BOSS, HALF, do, hero, icon_then_boss, needs, one_tile, tracks


@pytest.mark.parametrize(
    ("icons", "food", "pool", "chance"),
    [
        ((), 0, (0,), 1),
        ((), 1, (0,), 1),
        ((do(Gain(HP, -1)),), 0, (6,), 0),
        ((do(Gain(HP, -1)),), 1, (6,), 1),
        ((do(Gain(FOOD, 1)),), 0, (0,), 0),
        ((do(Gain(FOOD, 1)),), 0, (1,), 1),
    ],
)
def test_one_of_action_and_rest_is_forced(
    icons: tuple[Icon, ...], food: int, pool: tuple[int, ...], chance: int
) -> None:
    adventure = one_tile(Space(icons=icons))
    assert win_from(adventure, hero(), 0, pool, tracks(food=food)) == chance


def test_force_is_judged_after_the_ability() -> None:
    adventure = one_tile(Space(icons=(do(Gain(HP, -1)),)))
    able = hero((Gain(FOOD, 1),))
    assert win_from(adventure, able, 0, (6,), tracks(crystals=1)) == 1


def test_forced_rest_is_still_a_choice_of_dice() -> None:
    adventure = one_tile(Space(), BOSS, boss=needs(4))
    assert win_from(adventure, hero(), 0, (4, 1), tracks(food=1)) == 1
    assert win_from(adventure, hero(), 0, (1, 0), tracks(food=1)) == Fraction(3, 4)
    assert win_from(adventure, hero(), 0, (1, 0), tracks()) == 0


def test_rerolls_are_seen_one_by_one_and_optional() -> None:
    adventure = icon_then_boss(do(Reroll(2)), needs(4))
    assert win_from(adventure, hero(), 0, (1, 1), tracks()) == Fraction(3, 4)
    assert win_from(adventure, hero(), 0, (1, 4), tracks()) == 1
    assert win_from(adventure, hero(), 0, (1, 1, 1), tracks()) == Fraction(3, 4)


def test_recover_may_take_back_the_die_just_used() -> None:
    set_to_six = icon_then_boss(do(Recover(1, any_value=True)), needs(6))
    assert win_from(set_to_six, hero(), 0, (1,), tracks()) == 1
    rolled = icon_then_boss(do(Recover(2)), needs(6, waves=2))
    assert win_from(rolled, hero(), 0, (1,), tracks()) == Fraction(1, 6)
    assert win_from(rolled, hero(), 0, (1, 0), tracks()) == Fraction(11, 36)


@pytest.mark.parametrize(
    ("first", "second", "chance"), [(-1, 1, 0), (1, -1, 1), (3, -3, 0), (3, -2, 1)]
)
def test_bundle_goes_from_left_to_right_and_stops_at_death(
    first: int, second: int, chance: int
) -> None:
    adventure = one_tile(Space(icons=(do(Gain(HP, first), Gain(HP, second)),)))
    assert win_from(adventure, hero(), 0, (6,), tracks()) == chance


def test_tables() -> None:
    deadly, harmless = (Gain(HP, -1),), (Gain(FOOD, 1),)
    table = (Row(1, 3, (deadly,)), Row(3, 4, (harmless,)), Row(5, None, (deadly, deadly)))
    space = Space(icons=(Search(1),))
    adventure = replace(one_tile(space), search=table, hunt=table[:1], quest=table[:1])
    chances = [win_from(adventure, hero(), 0, (die,), tracks()) for die in range(1, 7)]
    assert chances == [0, 1, 1, 0, 0, 0]
    hunt = replace(adventure, tiles=(Tile(0, (Space(icons=(Hunt(),)),)),))
    assert [win_from(hunt, hero(), 0, (die,), tracks()) for die in (3, 4)] == [0, 1]
    quest = replace(adventure, tiles=(Tile(0, (Space(icons=(Quest(),)),)),))
    assert win_from(quest, hero(), 0, (1,), tracks()) == HALF


def test_search_row_is_chosen_after_the_payment() -> None:
    table = (Row(1, 5, ((Gain(FOOD, 1),),)), Row(6, None, ((Gain(HP, -1),), (Gain(HP, -2),))))
    adventure = replace(one_tile(Space(icons=(Search(),))), search=table)
    assert win_from(adventure, hero(), 0, (0,), tracks(hp=2)) == Fraction(5, 6)
    assert win_from(adventure, hero(), 0, (0,), tracks(hp=3)) == 1


def test_fight_started_in_a_bundle_comes_before_what_follows_it() -> None:
    enemy = Enemy(0, 0, xp=1)
    adventure = icon_then_boss(do(StartFight(0), Recover(2, any_value=True)), needs(7))
    adventure = replace(adventure, enemies=(EnemyRow(4, None, enemy),))
    learner = hero(level_ups=((Gain(ATTACK, 1),),))
    assert win_from(adventure, learner, 0, (6, 6), tracks(xp=3)) == HALF


def test_xp_points_are_gained_one_at_a_time() -> None:
    learner = hero(level_ups=((Gain(ATTACK, 1),), (Gain(FOOD, 1),)))
    four, five = do(Gain(XP, 4)), do(Gain(XP, 5))
    seven = icon_then_boss(four, needs(7))
    assert win_from(seven, learner, 0, (6, 6), tracks()) == 1
    eight = icon_then_boss(five, needs(8))
    assert win_from(eight, learner, 0, (6, 6), tracks(xp=3)) == 1
    assert win_from(eight, learner, 0, (6, 6), tracks(xp=2)) == 0


def test_ability_once_a_turn_and_the_boss_is_one_turn() -> None:
    able = hero((Gain(ATTACK, 1),))
    plain = Space(icons=())
    for least, chance in ((8, 1), (9, 0)):
        adventure = one_tile(plain, BOSS, boss=needs(least, waves=2))
        assert win_from(adventure, able, 0, (6, 6), tracks(crystals=3)) == chance
    assert win_from(one_tile(BOSS, boss=needs(7)), able, 0, (6,), tracks(crystals=1)) == 1
    assert win_from(one_tile(BOSS, boss=needs(7)), able, 0, (6,), tracks()) == 0


def test_ability_offers_one_of_its_bundles() -> None:
    able = hero((Gain(FOOD, 1),), (Gain(ATTACK, 1),))
    assert win_from(one_tile(BOSS, boss=needs(7)), able, 0, (6,), tracks(crystals=1)) == 1
