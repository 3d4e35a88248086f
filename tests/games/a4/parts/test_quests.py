"""What each d6 of a quest brings, also where all bring the same, against the choice as a whole."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from odds import solve
from odds.games.a4.parts.action import A4Action, ActionAnswer, Use
from odds.games.a4.parts.ends import Ends, mixed
from odds.games.a4.parts.situation import Situation
from odds.games.a4.sheet import (
    ATTACK,
    HP,
    XP,
    Adventure,
    Enemy,
    EnemyRow,
    Gain,
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
from tests.games.a4.random_adventures import Case, adventures

ENEMIES = (EnemyRow(2, None, Enemy(3, 4, 2)),)
LEARNS = (Gain(ATTACK, 1),)
ONE_RESULT: list[tuple[Row, ...]] = [
    (),
    (Row(1, 6, (LEARNS,)),),
    (Row(1, 2, (LEARNS,)), Row(3, 6, (LEARNS,))),
    (Row(1, 6, ((Gain(HP, -1),),)),),
    (Row(1, 6, ((Gain(HP, -9),),)),),
    (Row(1, 6, ((Recover(1),),)),),
    (Row(1, 6, ((StartFight(1), *LEARNS),)),),
    (Row(1, 6, ((Reroll(1), *LEARNS), (StartFight(1), *LEARNS))),),
]


def check(answer: ActionAnswer) -> int:
    """Every roll of every choice: together they are the choice; how many there were."""
    rolls = 0
    for choice, use in zip(answer.choices, answer.uses, strict=True):
        if isinstance(use, Use) and use.rolls:
            assert [roll.d6 for roll in use.rolls] == [1, 2, 3, 4, 5, 6]
            together = mixed((roll.ends, 1) for roll in use.rolls)
            assert shares(together) == shares(choice.ends)
            assert all(roll.taken in (*roll.bundles, ()) for roll in use.rolls)
            rolls += len(use.rolls)
    return rolls


def shares(ends: Ends) -> dict[object, Fraction]:
    return dict(ends.items())


@pytest.mark.parametrize("quest", ONE_RESULT, ids=lambda _: "")
@pytest.mark.parametrize("pool", [(2,), (2, None), (5, 2)])
def test_a_quest_with_one_result(quest: tuple[Row, ...], pool: tuple[int | None, ...]) -> None:
    tiles = (Tile(0, (Space(icons=(Quest(),)),)),)
    hero = Hero("hero", (2, 1, 3, 0, 0, 0), (9, 4, 5, 3, 1, 3))
    adventure = Adventure("quest", tiles, ENEMIES, quest=quest)
    answer = solve(A4Action(Situation(pool, space=1), adventure, hero))
    assert check(answer) == 6 * len(answer.choices) >= 6


@pytest.mark.parametrize("case", list(adventures(5, 60)), ids=lambda _: "")
def test_quests_of_random_sheets(case: Case) -> None:
    rows = case.adventure.quest
    quests: list[tuple[Row, ...]] = [rows, *((Row(1, 6, row.options),) for row in rows)]
    found = 0
    for quest in quests:
        adventure = replace(case.adventure, quest=quest)
        spaces = [space for tile in adventure.tiles for space in tile.spaces]
        for number, space in enumerate(spaces, 1):
            if any(isinstance(icon, Quest) for icon in space.icons):
                state = Situation([die or None for die in case.pool], space=number)
                found += check(solve(A4Action(state, adventure, case.hero)))
    quests_there = any(isinstance(icon, Quest) for space in spaces for icon in space.icons)
    assert found or not (quests_there and any(case.pool))


@pytest.mark.parametrize("xp", [0, 2, 3])
@pytest.mark.parametrize("level_ups", [0, 1])
def test_points_are_gained_whether_or_not_a_level_up_brings_anything(
    xp: int, level_ups: int
) -> None:
    bonuses = (Named("stronger", (Gain(ATTACK, 1),)),) * level_ups
    hero = Hero("hero", (1, 1, 3, 0, 0, 0), (9, 9, 9, 3, 9, 9), (), bonuses)
    search = (Row(0, None, ((Gain(XP, 2),), (Gain(HP, -1),))),)
    adventure = Adventure("xp", (Tile(0, (Space(icons=(Search(),)),)),), search=search)
    answer = solve(A4Action(Situation([4], {"xp": xp}, 1), adventure, hero))
    assert answer.figures.gains[XP] == 2
    assert answer.choices[0].value[1] >= 2
