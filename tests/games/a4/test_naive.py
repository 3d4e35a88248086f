"""The oracle against cases worked out by hand: setup, moving, fights, the boss, order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from odds.games.a4.sheet import (
    ATTACK,
    CRYSTALS,
    DEFENCE,
    FOOD,
    HP,
    TRACKS,
    XP,
    Adventure,
    Boss,
    Direct,
    Enemy,
    EnemyIcon,
    EnemyRow,
    ExhaustHighest,
    Gain,
    Recover,
    Space,
    Tile,
    Wave,
)
from odds.games.a4.sheet_hero import Named
from tests.games.a4.naive import win, win_from, win_random_order
from tests.games.a4.small import BOSS, HALF, do, hero, needs, one_tile, tracks


@pytest.mark.parametrize(
    ("dice", "rerolls", "chance"),
    [(1, 0, HALF), (1, 1, 1 - HALF**2), (2, 2, 1 - HALF**4), (2, 1, 1 - HALF**3), (1, 2, 0.75)],
)
def test_setup(dice: int, rerolls: int, chance: Fraction) -> None:
    adventure = one_tile(BOSS, boss=needs(4))
    assert win(adventure, hero(), dice, rerolls) == chance


def test_equipment() -> None:
    choice = (Named("worse", (Gain(ATTACK, 1),)), Named("better", (Gain(ATTACK, 2),)))
    armed = replace(hero(), equipment=choice)
    assert win(one_tile(BOSS, boss=needs(6)), armed, 1, 0) == HALF


@pytest.mark.parametrize(("hp", "chance"), [(1, 0), (2, HALF)])
def test_wave_without_active_die_costs_a_point_and_a_reroll(hp: int, chance: Fraction) -> None:
    assert win_from(one_tile(BOSS, boss=needs(4)), hero(), 0, (0,), tracks(hp=hp)) == chance


def test_each_wave_takes_a_die_and_the_boss_keeps_its_wounds() -> None:
    boss = Boss(3, (Wave(0, 4), Wave(0, 5)))
    adventure = one_tile(BOSS, boss=boss)
    assert win_from(adventure, hero(), 0, (6, 6), tracks()) == 1
    assert win_from(adventure, hero(), 0, (5, 6), tracks()) == 0
    assert win_from(adventure, hero(), 0, (6, 0), tracks(hp=2)) == Fraction(1, 6)


def test_wave_damage_comes_first() -> None:
    adventure = one_tile(BOSS, boss=Boss(1, (Wave(7, 0),)))
    assert win_from(adventure, hero(), 0, (6,), tracks()) == 0
    assert win_from(adventure, hero(), 0, (6,), tracks(hp=2)) == 1
    assert win_from(adventure, hero(), 0, (6,), tracks(defence=1)) == 1


def test_wave_with_a_die_allows_the_ability_once_it_is_known() -> None:
    adventure = one_tile(BOSS, boss=Boss(1, (Wave(0, 0),), adds_die=True))
    assert win_from(adventure, hero(), 0, (4,), tracks()) == HALF
    able = hero((Gain(ATTACK, 1),))
    assert win_from(adventure, able, 0, (4,), tracks(crystals=1)) == Fraction(4, 6)


@pytest.mark.parametrize(
    ("pool", "hp", "chance"),
    [((3,), 1, 0), ((3,), 2, Fraction(1, 3)), ((0, 4), 3, Fraction(5, 9)), ((5,), 1, 1)],
)
def test_movement(pool: tuple[int, ...], hp: int, chance: Fraction) -> None:
    adventure = Adventure("two tiles", (Tile(0, (Space(),)), Tile(5, (Space(),))))
    assert win_from(adventure, hero(), 1, pool, tracks(hp=hp)) == chance


def test_movement_takes_the_die_that_is_missed_least() -> None:
    adventure = Adventure("two tiles", (Tile(0, (Space(),)), Tile(5, (BOSS,))), boss=needs(6))
    assert win_from(adventure, hero(), 1, (5, 6), tracks()) == 1


def test_ability_while_no_die_is_high_enough() -> None:
    adventure = Adventure("two tiles", (Tile(0, (Space(),)), Tile(5, (Space(),))))
    able = hero((Recover(1, any_value=True),))
    assert win_from(adventure, able, 1, (0,), tracks(crystals=1)) == 1
    assert win_from(adventure, able, 1, (0,), tracks()) == 0


# Enemies


def fight(enemy: Enemy, *spaces: Space, boss: Boss | None = None) -> Adventure:
    """One space with this enemy for certain, then ``spaces``."""
    adventure = one_tile(Space(EnemyIcon(total=1)), *spaces, boss=boss)
    return replace(adventure, enemies=(EnemyRow(1, 1, enemy),))


def test_fight_damage() -> None:
    assert win_from(fight(Enemy(2, 0)), hero(), 0, (4,), tracks()) == Fraction(2, 6)
    assert win_from(fight(Enemy(2, 0)), hero(), 0, (4,), tracks(defence=1, hp=2)) == Fraction(4, 6)
    assert win_from(fight(Enemy(2, 0)), hero(), 0, (0,), tracks()) == 0


def test_fight_reward_is_one_level_if_the_blow_is_hard_enough() -> None:
    adventure = fight(Enemy(0, 0, xp=1), BOSS, boss=needs(7))
    learner = hero(level_ups=((Gain(ATTACK, 1),),))
    assert win_from(adventure, learner, 0, (4, 6), tracks(xp=3)) == Fraction(4, 6)
    assert win_from(adventure, learner, 0, (4, 6), tracks(xp=2)) == 0


def test_special_leaves_the_chosen_die_alone() -> None:
    adventure = fight(Enemy(0, 0, special=(ExhaustHighest(),)))
    assert win_from(adventure, hero(), 0, (6,), tracks()) == 0
    assert win_from(adventure, hero(), 0, (6, 1), tracks()) == 1
    mixed = fight(Enemy(0, 0, special=(ExhaustHighest(),)), BOSS, boss=needs(6))
    assert win_from(mixed, hero(), 0, (6, 6, 6), tracks()) == 1
    assert win_from(mixed, hero(), 0, (6, 6), tracks()) == 0


def test_level_up_during_a_fight_brings_a_crystal_for_the_same_fight() -> None:
    adventure = fight(Enemy(2, 9, special=(Gain(XP, 1),)))
    able = hero((Gain(HP, 1),), level_ups=((Gain(CRYSTALS, 1),),))
    assert win_from(adventure, able, 0, (4,), tracks(xp=3)) == HALF
    assert win_from(adventure, able, 0, (4,), tracks(xp=2)) == Fraction(2, 6)


@pytest.mark.parametrize(
    ("icon", "chance"),
    [
        (EnemyIcon(), Fraction(1, 6)),
        (EnemyIcon(-1), Fraction(2, 6)),
        (EnemyIcon(1), 0),
        (EnemyIcon(total=1), 1),
        (EnemyIcon(total=2), 0),
        (EnemyIcon(total=3), 1),
        (EnemyIcon(total=40), 0),
    ],
)
def test_enemy_table(icon: EnemyIcon, chance: Fraction) -> None:
    """Every real enemy kills; totals of 3 are empty if they are looked up as such."""
    killer = Enemy(20, 0)
    rows = (EnemyRow(2, 2, killer), EnemyRow(3, 3, None), EnemyRow(4, 5, killer))
    adventure = replace(one_tile(Space(icon)), enemies=rows)
    if icon.total is None:
        rows = (EnemyRow(2, 5, killer),)
        adventure = replace(adventure, enemies=rows)
    assert win_from(adventure, hero(), 0, (6,), tracks()) == chance


# Random order


def order_matters() -> Adventure:
    """Tiles whose icons lose or gain HP, and a first choice that depends on their order.

    At 1 HP of at most 2, take +1 attack (the boss falls with 5/6) or +1 HP (with 2/3). Without
    the HP the hero lives only if the healing tile comes before the harmful one.
    """
    ready = Recover(2, any_value=True)
    choice = Direct(((Gain(ATTACK, 1), ready), (Gain(HP, 1), ready)))
    middle = [do(Gain(HP, -1), ready), do(Gain(HP, 1), ready), do(ready)]
    tiles = (
        Tile(0, (Space(icons=(choice,)),)),
        *(Tile(1, (Space(icons=(icon,)),)) for icon in middle),
        Tile(1, (BOSS,)),
    )
    return Adventure("order", tiles, boss=Boss(1, (Wave(0, 1),), adds_die=True))


def test_random_order_hides_the_tiles_behind_the_next() -> None:
    """Seen next: healing 5/6, harm 2/3, neither 2/3 (all known, it would be 3/4)."""
    frail = replace(hero(), maxima=(3, 3, 2, 3, 3, 3))
    assert win_random_order(order_matters(), frail, 2, 0) == Fraction(13, 18)
    assert win(order_matters(), frail, 2, 0) == Fraction(2, 3)


def test_random_order_of_two_tiles_is_the_mean_of_both_orders() -> None:
    start, harm, heal, calm, boss = order_matters().tiles
    frail = replace(hero(), maxima=(3, 3, 2, 3, 3, 3))
    adventure = order_matters()
    orders = [(start, harm, heal, boss), (start, heal, harm, boss)]
    chances = [win(replace(adventure, tiles=tiles), frail, 2, 0) for tiles in orders]
    assert chances == [Fraction(2, 3), Fraction(5, 6)]
    shuffled = replace(adventure, tiles=orders[0])
    assert win_random_order(shuffled, frail, 2, 0) == Fraction(3, 4)
    alone = replace(adventure, tiles=(start, calm, boss))
    assert win_random_order(alone, frail, 2, 0) == win(alone, frail, 2, 0) == Fraction(5, 6)


def test_tracks_are_in_the_order_used_here() -> None:
    names = ("attack", "defence", "hp", "xp", "crystals", "food")
    assert names == TRACKS
    assert tuple(range(6)) == (ATTACK, DEFENCE, HP, XP, CRYSTALS, FOOD)
