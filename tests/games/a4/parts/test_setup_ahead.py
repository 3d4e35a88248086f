"""The setup for what is ahead: every pool, every roll and every die for each step enumerated."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from odds import solve
from odds.errors import InvalidInput
from odds.games.a4.parts.ahead_steps import Move
from odds.games.a4.parts.setup import A4Setup
from odds.games.a4.parts.setup_objective import Ahead
from odds.games.a4.parts.situation import Situation
from odds.games.a4.sheet import Adventure, Enemy, EnemyIcon, EnemyRow, Gain, Reroll
from odds.games.a4.sheet_hero import Hero, Named
from tests.games.a4.parts.counting import Counting
from tests.games.a4.parts.rerolls import DIE, Worth, before, choices, found
from tests.games.a4.small import hero as small_hero


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


@pytest.mark.parametrize("xp", [1, 4, 9, 17])
def test_the_size_covers_the_level_ups_of_a_last_fight(xp: int) -> None:
    question = A4Setup(Situation([1, 6, 6]), objective=Ahead((Enemy(3, 3, xp=xp),)))
    counted = Counting()
    question.answer(counted)
    assert counted.states <= question.size().states


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


def test_a_die_recovered_before_a_fight_was_not_paid_for() -> None:
    """The 6 pays the movement, the crystal recovers it, and 2 + v must be at least 4 + d6."""
    state = Situation(pool=[6], tracks={"crystals": 1})
    value = solve(A4Setup(state, objective=Ahead((Move(1), Enemy(2, 4))))).value
    assert value == Fraction(sum(2 + v >= 4 + d6 for v in DIE for d6 in DIE), 36)


def test_a_die_rerolled_before_a_fight_was_not_paid_for() -> None:
    """The setup may re-roll the 1, and the crystal what then lies there before it is used."""
    bare = plain(attack=1, hp=9, crystals=1)
    hero = Hero(bare.name, bare.start, bare.maxima, ability=((Reroll(1),),))
    asked = A4Setup(Situation(pool=[1]), hero=hero, objective=Ahead((Enemy(0, 3),)))
    wins = [Fraction(sum(1 + v >= 3 + d6 for d6 in DIE), 6) for v in DIE]
    rerolled = sum(wins) / 6
    assert solve(asked).value == sum(max(win, rerolled) for win in wins) / 6


def test_steps_given_as_a_list_stay_as_they_were() -> None:
    steps: Any = [Move(2)]
    ahead = Ahead(steps)
    steps.append(Move(6))
    assert ahead.steps == (Move(2),)
