"""Actions, rest and effects: the rulebook's Examples 3 and 4, and A2, A7 to A10, A12, A13."""

from __future__ import annotations

import pytest

from odds.games.a4.actions import (
    KeepCrystal,
    KeepDice,
    LevelUp,
    RerollDie,
    Rest,
    SetDie,
    TakeBundle,
    TakeIcon,
    UseCrystal,
    UseDie,
)
from odds.games.a4.moments import Scene
from odds.games.a4.results import Beaten, Died, Hit, Met, Phase, Stopped
from odds.games.a4.rules import A4Program
from odds.games.a4.sheet import (
    ATTACK,
    CRYSTALS,
    DEFENCE,
    FOOD,
    HP,
    XP,
    Adventure,
    Bundle,
    Direct,
    Effect,
    Enemy,
    EnemyRow,
    ExhaustHighest,
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
from odds.games.a4.sheet_hero import Hero, Named
from odds.games.a4.turn import AFTER_ACTION
from tests.games.a4.playing import Game, a_hero, alone, died, end, program, tracks

DEFEND, ATTACK_UP = (Gain(DEFENCE, 1),), (Gain(ATTACK, 1),)


def place_with(*icons: Icon, hero: Hero | None = None) -> A4Program:
    adventure = Adventure(
        "place",
        (Tile(0, (Space(icons=icons),)),),
        enemies=(EnemyRow(1, None, Enemy(3, 0, 1)),),
        hunt=(Row(5, 5, ((Gain(FOOD, 2),),)), Row(6, 6, ((Gain(FOOD, 2), Gain(HP, 1)),))),
        search=(
            Row(3, 4, ((Gain(HP, 1),),)),
            Row(3, 5, (DEFEND,)),
            Row(4, 6, (ATTACK_UP,)),
            Row(7, None, (DEFEND, (Gain(CRYSTALS, 1),))),
        ),
        quest=(
            Row(1, 1, ((Gain(HP, -1),),)),
            Row(3, 3, ((Gain(FOOD, 1), StartFight(0), Gain(FOOD, 1)),)),
            Row(6, 6, ((Gain(XP, 1),),)),
        ),
    )
    return program(adventure, hero)


def test_example_3_rest() -> None:
    game = Game(place_with(), alone(0, 0, 0, 5).action(), tracks(food=2))
    assert game.options == [Rest(()), Rest((5,))]
    rested = game.take(Rest(()))
    assert rested.tracks[FOOD] == 1
    assert rested.roll().total == 6**3
    assert all(len(s.control.pool) == 4 and 0 not in s.control.pool for s in rested.roll())
    assert rested.roll()[rested.rolled(1, 1, 2, 5).state] == 3
    assert game.take(Rest((5,))).roll().total == 6**4


def test_example_4_hunt() -> None:
    game = Game(place_with(Hunt()), alone(2, 5).icon_taken(Hunt()), tracks())
    assert game.options == [UseDie(2), UseDie(5)]
    assert end(game.take(UseDie(5))) == (Stopped(), (0, 2), tracks(food=2))
    assert end(game.take(UseDie(2))) == (Stopped(), (0, 5), tracks())


def search(die: int, modifier: int) -> list[object]:
    icon = Search(modifier)
    return Game(place_with(), alone(die).icon_taken(icon), tracks()).take(UseDie(die)).options


def test_overlapping_search_rows_are_a_choice() -> None:
    life = TakeBundle((Gain(HP, 1),))
    assert search(5, -2) == [life, TakeBundle(DEFEND)]
    assert search(4, 0) == [life, TakeBundle(DEFEND), TakeBundle(ATTACK_UP)]
    assert search(6, 3) == [TakeBundle(DEFEND), TakeBundle((Gain(CRYSTALS, 1),))]


@pytest.mark.parametrize(("die", "modifier", "defence"), [(2, 0, 0), (1, 2, 1), (6, 0, 0)])
def test_a_search_in_one_row_or_none_is_no_choice(die: int, modifier: int, defence: int) -> None:
    assert (search(die, modifier) == []) == (die + modifier not in (3, 4, 5))
    assert bool(defence) == (search(die, modifier) != [])


def test_quest_uses_any_die_and_rolls_another() -> None:
    game = Game(place_with(), alone(2, 5).icon_taken(Quest()), tracks(hp=1)).take(UseDie(2))
    assert game.roll().total == 6
    assert game.pool == (0, 5)
    ends = {game.at(s).tracks: w for s, w in game.roll().items() if game.at(s).is_over}
    assert ends == {tracks(hp=0): 1, tracks(hp=1): 3, tracks(hp=1, xp=1): 1}


def test_a_fight_inside_a_bundle_is_resolved_before_the_rest_of_it() -> None:
    game = Game(place_with(), alone(2, 6).icon_taken(Quest()), tracks(9, 0)).take(UseDie(2))
    (fight,) = [game.at(s) for s in game.roll() if not game.at(s).is_over]
    assert (fight.options, fight.tracks[FOOD]) == ([UseDie(6)], 1)
    ends = fight.take(UseDie(6)).ends()
    assert {s.counters[FOOD] for s in ends} == {2}
    results = {fight.at(s).result for s in ends}
    met = Met(Enemy(3, 0, 1))
    assert results == {Stopped((met, Hit(damage), Beaten(1))) for damage in (0, 1, 2, 3)}


def test_the_icon_is_chosen_before_the_payment_and_the_row_after_it() -> None:
    rules = place_with(Search(0), Hunt())
    game = Game(rules, alone(0).action(), tracks(hp=2))
    assert game.options == [TakeIcon(0), TakeIcon(1)]
    paid = game.take(TakeIcon(0))
    assert paid.tracks[HP] == 1
    assert paid.rolled(3).options == [UseDie(3)]
    assert len(paid.rolled(3).take(UseDie(3)).options) == 2
    assert died(Game(rules, alone(0).action(), tracks(hp=1)).take(TakeIcon(1)))


def test_one_of_action_and_rest_must_be_done() -> None:
    with_icon, bare = place_with(Hunt()), place_with()
    fed, hungry = tracks(food=1), tracks()
    assert Game(with_icon, alone(0).action(), fed).options == [TakeIcon(0), Rest(())]
    assert Game(with_icon, alone(0).action(), hungry).options == [TakeIcon(0)]
    assert Game(bare, alone(0, 4).action(), fed).options == [Rest(()), Rest((4,))]
    assert end(Game(bare, alone(0, 4).action(), hungry)) == (Stopped(), (0, 4), tracks())


def test_that_is_judged_after_the_ability() -> None:
    rules = place_with(hero=a_hero(ability=((Gain(FOOD, 1),), (Gain(FOOD, -1),))))
    game = Game(rules, alone(0).action(), tracks(crystals=1))
    assert game.options == [KeepCrystal(), UseCrystal(0), UseCrystal(1)]
    assert game.take(KeepCrystal()).is_over
    assert game.take(UseCrystal(0)).options == [Rest(())]
    assert Game(rules, alone(0).action(), tracks(crystals=1, food=1)).take(UseCrystal(1)).is_over


def test_the_ability_is_offered_once_a_turn_and_only_if_there_is_one() -> None:
    hero = a_hero(ability=((Gain(HP, 1),),))
    used = alone(0, used=True).action()
    assert end(Game(place_with(hero=hero), used, tracks(crystals=2)))[0] == Stopped()
    assert end(Game(place_with(), alone(0).action(), tracks(crystals=2)))[0] == Stopped()


def test_a_level_up_brings_a_crystal_for_the_end_of_the_same_turn() -> None:
    hero = a_hero(ability=((Gain(HP, 1),),), level_ups=(Named("", (Gain(CRYSTALS, 1),)),))
    wise = Direct(((Gain(XP, 1),),))
    rules = place_with(wise, hero=hero)
    scene = Scene(0, (4,), AFTER_ACTION)
    game = Game(rules, scene.action(), tracks(xp=3)).take(TakeIcon(0), UseDie(4), LevelUp(0))
    assert game.options == [KeepCrystal(), UseCrystal(0)]


def after(*effects: Effect, pool: tuple[int, ...] = (), start: tuple[int, ...] = tracks()) -> Game:
    return Game(program(), alone(*pool, pending=effects).now(), start)


def test_tracks_are_capped_and_floored() -> None:
    up = after(*(Gain(t, 50) for t in range(6) if t != XP), start=tracks(food=1))
    assert up.tracks == (10, 10, 10, 0, 4, 5)
    down = after(*(Gain(t, -50) for t in range(6) if t != HP), start=tracks(food=1))
    assert down.tracks == (0, 0, 5, 0, 0, 0)


def test_death_in_the_middle_of_a_bundle() -> None:
    game = after(Gain(FOOD, 1), Gain(HP, -1), Gain(HP, 3), start=tracks(hp=1))
    assert end(game) == (Died(0, Phase.ACTION), (), tracks(hp=0, food=1))
    assert end(after(Gain(HP, 3), Gain(HP, -1), start=tracks(hp=1)))[2] == tracks(hp=3)


def test_rerolls_come_one_by_one_each_seen_before_the_next() -> None:
    game = after(Reroll(2), pool=(0, 2, 2, 5))
    assert game.options == [KeepDice(), RerollDie(2), RerollDie(5)]
    assert end(game.take(KeepDice()))[1] == (0, 2, 2, 5)
    second = game.take(RerollDie(2)).rolled(0, 1, 2, 5)
    assert second.options == [KeepDice(), RerollDie(1), RerollDie(2), RerollDie(5)]
    assert end(second.take(RerollDie(1)).rolled(0, 2, 5, 6))[1] == (0, 2, 5, 6)
    assert after(Reroll(2), pool=(0, 0)).is_over


def test_recovering() -> None:
    game = after(Recover(3), pool=(0, 0, 5))
    assert game.options == [KeepDice(), RerollDie(0)]
    assert end(game.take(KeepDice()))[1] == (0, 0, 5)
    once = game.take(RerollDie(0)).rolled(0, 1, 5)
    assert end(once.take(RerollDie(0)).rolled(1, 3, 5))[1] == (1, 3, 5)
    assert after(Recover(1), pool=(4,)).is_over
    chosen = after(Recover(2, any_value=True), pool=(0, 5))
    assert chosen.options == [KeepDice(), *(SetDie(value) for value in range(1, 7))]
    assert end(chosen.take(SetDie(6)))[1] == (5, 6)


def test_the_die_in_use_may_be_recovered() -> None:
    game = Game(program(), alone(4).icon_taken(Direct(((Recover(1),),))), tracks())
    assert game.take(UseDie(4)).options == [KeepDice(), RerollDie(0)]


def test_direct_icons_offer_their_bundles() -> None:
    icon = Direct((DEFEND, ATTACK_UP, DEFEND))
    game = Game(program(), alone(4).icon_taken(icon), tracks()).take(UseDie(4))
    assert game.options == [TakeBundle(DEFEND), TakeBundle(ATTACK_UP)]
    assert end(game.take(TakeBundle(ATTACK_UP)))[2] == tracks(3)


def test_exhausting_the_highest_die_or_paying_for_it() -> None:
    assert end(after(ExhaustHighest(), pool=(0, 2, 5)))[1:] == ((0, 0, 2), tracks())
    assert end(after(ExhaustHighest(), pool=(0, 0)))[1:] == ((0, 0), tracks(hp=4))
    assert died(after(ExhaustHighest(), pool=(0,), start=tracks(hp=1)))


@pytest.mark.parametrize("bundle", [(), (Gain(HP, 0),), (Reroll(0),), (Recover(0),)])
def test_effects_of_nothing(bundle: Bundle) -> None:
    assert end(after(*bundle, pool=(0, 4))) == (Stopped(), (0, 4), tracks())
