"""The setup against plain enumeration: every pool, every choice of dice, every roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from odds import solve
from odds.errors import InvalidInput, NotSolved
from odds.games.a4.actions import RerollDice
from odds.games.a4.parts.ahead_steps import Move
from odds.games.a4.parts.setup import A4Setup
from odds.games.a4.parts.setup_objective import Ahead, AtLeastOne, HighestTotal, Win
from odds.games.a4.parts.situation import Situation
from odds.games.a4.parts.whole_bounds import whole_size
from odds.games.a4.sheet import EnemyIcon, Gain
from odds.games.a4.sheet_hero import Hero, Named
from tests.games.a4 import naive
from tests.games.a4.parts.counting import Counting
from tests.games.a4.parts.rerolls import Worth, before, choices, found
from tests.games.a4.random_adventures import adventures
from tests.games.a4.small import BOSS, do, icon_then_boss, needs, one_tile
from tests.games.a4.small import hero as small_hero

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
