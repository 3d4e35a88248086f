"""The numbered examples of the rulebook, through the public answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from odds.answers import solve
from odds.games.a4.actions import UseDie
from odds.games.a4.parts.fight import A4Fight
from odds.games.a4.parts.situation import Situation
from odds.games.a4.sheet import EnemyIcon

STRENGTH = {"attack": 4, "defence": 3}


def test_example_1_a_roll_of_2_without_modifier_brings_nobody() -> None:
    (encounter,) = solve(A4Fight(Situation((4,), enemy=EnemyIcon(total=2)))).encounters
    assert encounter.enemy is None


def test_example_2a_a_6_with_modifier_5_brings_the_last_enemy() -> None:
    answer = solve(A4Fight(Situation((4,), STRENGTH, enemy=EnemyIcon(5))))
    last = answer.encounters[-1]
    assert 11 in last.totals
    assert last.enemy is not None
    assert (last.enemy.attack, last.enemy.defence, last.enemy.xp) == (6, 6, 2)


@pytest.mark.parametrize(
    ("d6", "damage", "wins"),
    [(1, 0, True), (2, 1, True), (3, 2, False), (4, 3, False), (5, 4, False), (6, 5, False)],
)
def test_example_2b_by_the_result_of_the_adventure_die(d6: int, damage: int, wins: bool) -> None:
    """5 HP, of which the special effect took 1."""
    state = Situation(
        (None, None, None), {**STRENGTH, "hp": 4}, None, "fight_d6", False, (), EnemyIcon(total=9)
    )
    known = Situation(state.pool, state.tracks, phase="fight_d6", enemy=state.enemy, die=4, d6=d6)
    answer = solve(A4Fight(known))
    figures = answer.figures(answer.ends)
    assert figures.damage == {damage: 1}
    assert figures.dies == (damage >= 4)
    assert figures.win == wins
    assert figures.xp == (2 if wins else 0)


def test_example_2_in_one_3_hp_are_lost_in_all_at_a_result_of_3() -> None:
    answer = solve(A4Fight(Situation((4,), STRENGTH, enemy=EnemyIcon(total=11))))
    (encounter,) = answer.encounters
    assert [choice.action for choice in encounter.choices] == [UseDie(4)]
    figures = answer.figures(encounter.ends)
    sixth = Fraction(1, 6)
    assert figures.hp_lost == {1: sixth, 2: sixth, 3: sixth, 4: sixth, 5: 2 * sixth}
    assert (figures.win, figures.dies) == (2 * sixth, 2 * sixth)
    at_3 = [end for end in encounter.ends if end.lost(answer.setting.tracks) == 3]
    assert [(end.died, end.tracks[3]) for end in at_3] == [(False, 0)]
