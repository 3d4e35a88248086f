"""The setup against plain enumeration: every pool, every choice of dice, every roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from odds import solve
from odds.errors import InvalidInput, NotSolved
from odds.games.a4.actions import RerollDice
from odds.games.a4.parts.ahead import Move
from odds.games.a4.parts.setup import A4Setup, SetupAnswer
from odds.games.a4.parts.setup_objective import Ahead, AtLeastOne, HighestTotal, Win
from odds.games.a4.parts.situation import Situation
from odds.games.a4.parts.whole_bounds import whole_size
from odds.games.a4.sheet import (
    Adventure,
    Enemy,
    EnemyIcon,
    EnemyRow,
    Gain,
    Hero,
    Named,
)
from tests.games.a4 import naive
from tests.games.a4.parts.counting import Counting
from tests.games.a4.random_adventures import adventures
from tests.games.a4.small import BOSS, do, icon_then_boss, needs, one_tile
from tests.games.a4.small import hero as small_hero

DIE = range(1, 7)
Worth = Callable[[tuple[int, ...]], Fraction]


def rerolled(pool: tuple[int, ...], positions: Sequence[int], worth: Worth) -> Fraction:
    """The mean over all rolls of the dice at ``positions``."""
    total = Fraction(0)
    for roll in product(DIE, repeat=len(positions)):
        dice = list(pool)
        for position, value in zip(positions, roll, strict=True):
            dice[position] = value
        total += worth(tuple(sorted(dice)))
    return total / 6 ** len(positions)


def choices(pool: tuple[int, ...], worth: Worth) -> dict[tuple[int, ...], Fraction]:
    """For each multiset of at most two dice, what re-rolling it is worth."""
    return {
        tuple(sorted(pool[i] for i in positions)): rerolled(pool, positions, worth)
        for size in range(3)
        for positions in combinations(range(len(pool)), size)
    }


def before(dice: int, worth: Worth) -> Fraction:
    best = cache(lambda pool: max(choices(pool, worth).values()))
    pools = [tuple(sorted(pool)) for pool in product(DIE, repeat=dice)]
    return sum(map(best, pools), Fraction(0)) / len(pools)


def found(answer: SetupAnswer) -> dict[tuple[int, ...], Fraction]:
    values = {}
    for choice in answer.choices:
        assert isinstance(choice.action, RerollDice)
        values[choice.action.dice] = choice.value[0]
    return values


OBJECTIVES: list[tuple[Any, Worth]] = [
    (HighestTotal(), lambda pool: Fraction(sum(pool))),
    (AtLeastOne(5), lambda pool: Fraction(max(pool) >= 5)),
    (AtLeastOne(1), lambda pool: Fraction(1)),
]


@pytest.mark.parametrize(("objective", "worth"), OBJECTIVES)
@pytest.mark.parametrize(
    "pool", [(1,), (6, 6), (2, 3, 5), (6, 5, 2, 2), (1, 1, 1, 1), (3, 3, 4, 4, 6)]
)
def test_a_pool_is_every_choice_enumerated(
    objective: Any, worth: Worth, pool: tuple[int, ...]
) -> None:
    answer = solve(A4Setup(Situation(pool), objective=objective))
    expected = choices(tuple(sorted(pool)), worth)
    assert found(answer) == expected
    values = [choice.value[0] for choice in answer.choices]
    assert values == sorted(values, reverse=True)
    top = max(expected.values())
    assert answer.value == top
    assert [c.loss[0] for c in answer.choices] == [top - value for value in values]
    assert {c.action.dice for c in answer.choices if c.best} == {
        dice for dice, value in expected.items() if value == top
    }


@pytest.mark.parametrize(("objective", "worth"), OBJECTIVES)
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_before_the_roll_is_the_mean_over_all_pools(
    objective: Any, worth: Worth, dice: int
) -> None:
    answer = solve(A4Setup(Situation(), objective=objective, dice=dice))
    assert answer.before == answer.value == before(dice, worth)
    assert sum(row.probability for row in answer.pools) == 1
    for row in answer.pools:
        expected = choices(row.pool, worth)
        top = max(expected.values())
        assert row.value == top
        assert set(row.rerolls) == {dice for dice, v in expected.items() if v == top}
        assert row.rerolls[0] == min(row.rerolls, key=lambda dice: (len(dice), dice))


def test_ties_prefer_fewer_dice_and_are_named() -> None:
    answer = solve(A4Setup(Situation([6, 6, 1]), objective=AtLeastOne(6)))
    assert [c.action for c in answer.choices if c.best] == [
        RerollDice(()),
        RerollDice((1,)),
        RerollDice((6,)),
        RerollDice((1, 6)),
    ]
    assert answer.text.startswith("Re-roll nothing (4 choices tie): ")


def crossing(steps: Sequence[Any], attack: int, defence: int, hp: int) -> Worth:
    """The best chance of mastering steps, dice used up one by one; fights name enemies."""

    def chance(pool: tuple[int, ...], number: int, life: int) -> Fraction:
        if number == len(steps):
            return Fraction(1)
        step, best = steps[number], Fraction(0)
        for i, die in enumerate(pool):
            left = pool[:i] + pool[i + 1 :]
            if isinstance(step, int):
                if die >= step:
                    best = max(best, chance(left, number + 1, life))
            else:
                best = max(best, fight(step, die, left, number, life))
        return best

    def fight(step: Any, die: int, left: tuple[int, ...], number: int, life: int) -> Fraction:
        enemy_attack, enemy_defence, special = step
        total = Fraction(0)
        for d6 in DIE:
            hurt = special + max(0, enemy_attack + d6 - defence - die)
            if hurt < life and attack + die >= enemy_defence + d6:
                total += chance(left, number + 1, life - hurt)
        return total / 6

    return cache(lambda pool: chance(pool, 0, hp))


def plain(*equipment: Named, **start: int) -> Hero:
    bare = small_hero(**start)
    return Hero(bare.name, bare.start, (9, 9, 9, 9, 9, 9), equipment)


CASES: list[tuple[list[Any], list[Any]]] = [
    ([Move(2), Move(5)], [2, 5]),
    ([Enemy(4, 3)], [(4, 3, 0)]),
    ([Move(3), Enemy(4, 4), Move(2)], [3, (4, 4, 0), 2]),
    ([Enemy(6, 3, 0, (Gain(2, -1),)), Enemy(5, 2)], [(6, 3, 1), (5, 2, 0)]),
]


@pytest.mark.parametrize(("steps", "plainly"), CASES)
@pytest.mark.parametrize("hp", [1, 3])
def test_what_is_ahead_is_enumerated(steps: list[Any], plainly: list[Any], hp: int) -> None:
    hero = plain(attack=2, defence=1, hp=hp)
    worth = crossing(plainly, 2, 1, hp)
    objective = Ahead(tuple(steps))
    bare = Adventure("bare", ())
    for pool in [(1, 2, 5), (6, 3, 3), (4, 4, 4, 4)]:
        answer = solve(A4Setup(Situation(pool), bare, hero, objective=objective))
        assert found(answer) == choices(tuple(sorted(pool)), worth)
    three = solve(A4Setup(Situation(), bare, hero, objective=objective, dice=3))
    assert three.before == before(3, worth)


def test_too_few_dice_never_master_what_is_ahead() -> None:
    """The HP that another die would cost counts as a failure, as does a failed movement."""
    hero, bare = plain(hp=9), Adventure("bare", ())
    for steps in ([Move(1), Move(1)], [Move(0), Enemy(0, 0), Enemy(0, 0)]):
        answer = solve(A4Setup(Situation([6]), bare, hero, objective=Ahead(tuple(steps))))
        assert answer.value == 0


def test_an_enemy_that_is_rolled_for_is_the_mean_of_the_table() -> None:
    rows = (EnemyRow(1, 3, None), EnemyRow(4, 5, Enemy(3, 3)), EnemyRow(6, None, Enemy(4, 5)))
    hero, table = plain(attack=1, defence=2, hp=2), Adventure("table", (), rows)
    by_roll = [crossing([(3, 3, 0)], 1, 2, 2), crossing([(4, 5, 0)], 1, 2, 2)]
    worth = cache(lambda pool: (3 + 2 * by_roll[0](pool) + by_roll[1](pool)) / 6)
    answer = solve(A4Setup(Situation([2, 5]), table, hero, objective=Ahead((EnemyIcon(0),))))
    assert found(answer) == choices((2, 5), worth)
    nobody = Ahead((EnemyIcon(total=2),))
    assert solve(A4Setup(Situation([1, 1]), table, hero, objective=nobody)).value == 1


def test_equipment_is_compared_where_it_matters() -> None:
    sword, shield = Named("sword", (Gain(0, 2),)), Named("shield", (Gain(1, 2),))
    hero, bare = plain(shield, sword, attack=1, defence=1, hp=2), Adventure("bare", ())
    objective = Ahead((Enemy(4, 6),))
    values = {
        "shield": before(2, crossing([(4, 6, 0)], 1, 3, 2)),
        "sword": before(2, crossing([(4, 6, 0)], 3, 1, 2)),
    }
    answer = solve(A4Setup(Situation(), bare, hero, objective=objective, dice=2))
    assert {row.name: row.value for row in answer.equipped} == values
    assert [row.name for row in answer.equipped if row.best] == ["sword"]
    assert answer.before == values["sword"]
    for name, value in values.items():
        named = A4Setup(Situation(), bare, hero, objective=objective, dice=2, equipment=name)
        assert solve(named).before == value
    rolled = A4Setup(Situation([3, 3]), bare, hero, objective=objective, equipment="sword")
    assert found(solve(rolled)) == choices((3, 3), crossing([(4, 6, 0)], 3, 1, 2))
    total = solve(A4Setup(Situation(), bare, hero, dice=2))
    assert [row.name for row in total.equipped] == [None]


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_small_adventure_is_won_as_the_oracle_says(dice: int) -> None:
    adventure = icon_then_boss(do(Gain(0, 1)), needs(6))
    hero = small_hero(hp=2)
    answer = solve(A4Setup(Situation(), adventure, hero, objective=Win(), dice=dice))
    assert answer.before == naive.win(adventure, hero, dice)
    assert "The tiles lie in the order in which the sheet prints them." in answer.assumptions


def test_a_pool_wins_a_small_adventure_as_the_oracle_says() -> None:
    adventure, hero = one_tile(BOSS, boss=needs(5, 2)), small_hero(hp=1)
    worth = cache(lambda pool: naive.win_from(adventure, hero, 0, pool, hero.start))
    answer = solve(A4Setup(Situation([1, 4, 4]), adventure, hero, objective=Win()))
    assert found(answer) == choices((1, 4, 4), worth)
    assert answer.text == (
        "Re-roll the 1 and the 4 (2 choices tie): you win with 55.6% (86.8% before the roll)."
    )


@pytest.mark.parametrize("objective", [Win(), Ahead((Move(1),)), HighestTotal()])
def test_a_pool_without_equipment_says_so(objective: Any) -> None:
    """Unless the objective hangs on the dice alone, the sheet offers none, or one is taken."""
    adventure, bare = one_tile(BOSS, boss=needs(5, 2)), small_hero(hp=1)
    pieces = (Named("Sword", (Gain(0, 1),)), Named("Shield", (Gain(1, 1),)))
    armed = replace(bare, equipment=pieces)

    def assumed(hero: Hero, pool: Sequence[int], equipment: str | None = None) -> bool:
        question = A4Setup(
            *(Situation(pool), adventure, hero),
            objective=objective,
            dice=None if pool else 1,
            equipment=equipment,
        )
        sentence = "No equipment is taken beyond what is in the tracks; "
        return f"{sentence}the sheet offers Sword and Shield." in solve(question).assumptions

    assert assumed(armed, [1, 4]) == (not isinstance(objective, HighestTotal))
    assert not assumed(armed, [1, 4], "Sword")
    assert not assumed(armed, [])
    assert not assumed(bare, [1, 4])


def test_a_large_adventure_is_to_be_solved_first() -> None:
    with pytest.raises(NotSolved, match=r"isn't solved yet: solve it first, by 'odds a4 solve'"):
        solve(A4Setup(Situation(), objective=Win()))


@pytest.mark.parametrize("objective", [Win(), Ahead((Move(3), EnemyIcon(0), EnemyIcon(2)))])
def test_the_size_is_an_estimate_from_above(objective: Any) -> None:
    for case in adventures(5, 12):
        hero = replace(case.hero, equipment=())
        question = A4Setup(Situation(), case.adventure, hero, objective=objective, dice=case.dice)
        counted = Counting()
        question.answer(counted)
        size = question.size()
        if isinstance(objective, Win):  # what it takes to solve is checked where that is due
            size = whole_size(question.setting, case.dice)
        assert counted.states <= size.states


@pytest.mark.parametrize("xp", [1, 4, 9, 17])
def test_the_size_covers_the_level_ups_of_a_last_fight(xp: int) -> None:
    question = A4Setup(Situation([1, 6, 6]), objective=Ahead((Enemy(3, 3, xp=xp),)))
    counted = Counting()
    question.answer(counted)
    assert counted.states <= question.size().states


@pytest.mark.parametrize(
    ("place", "make"),
    [
        ("/state/pool", lambda: A4Setup(Situation([6, None]))),
        ("/state/pool", lambda: A4Setup(Situation([6], phase="setup"))),
        ("/state/pool", lambda: A4Setup(Situation(phase="pool_rolled"))),
        ("/state/pool", lambda: A4Setup(Situation([1] * 7))),
        ("/dice", lambda: A4Setup(Situation([6, 6]), dice=3)),
        ("/dice", lambda: A4Setup(Situation(), dice=0)),
        ("/dice", lambda: A4Setup(Situation(), dice=7)),
        ("/equipment", lambda: A4Setup(Situation(), equipment="Spoon")),
        ("/state/space", lambda: A4Setup(Situation([6], space=2))),
        ("/state/crystal_used", lambda: A4Setup(Situation([6], crystal_used=True))),
        ("/state/pending", lambda: A4Setup(Situation([6], pending=(Gain(0, 1),)))),
        ("/objective/at_least_one", lambda: A4Setup(Situation(), objective=AtLeastOne(7))),
        ("/objective/ahead", lambda: A4Setup(Situation(), objective=Ahead(()))),
        ("/cost", lambda: Move(7)),
    ],
)
def test_a_mistake_is_named_with_its_place(place: str, make: Callable[[], Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        make()
    assert [fault.place for fault in caught.value.faults] == [place]


def test_equipment_that_ends_the_game_is_refused() -> None:
    hero = plain(Named("thorns", (Gain(2, -1),)), hp=2)
    question = A4Setup(
        Situation([6], {"hp": 1}),
        Adventure("bare", ()),
        hero,
        objective=Ahead((Move(1),)),
        equipment="thorns",
    )
    with pytest.raises(InvalidInput, match="thorns kills the hero"):
        solve(question)
