"""Fights of A4 Quest against listings of the d6, and against the naive oracle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from odds.answers import solve
from odds.errors import InvalidInput
from odds.explore import explore
from odds.games.a4.actions import UseCrystal, UseDie
from odds.games.a4.moments import part
from odds.games.a4.parts.fight import A4Fight, FightAnswer, FightFigures
from odds.games.a4.parts.setup import A4Setup
from odds.games.a4.parts.setup_objective import Ahead
from odds.games.a4.parts.situation import Situation
from odds.games.a4.process import A4Process
from odds.games.a4.results import Phase
from odds.games.a4.sheet import HP, TRACKS, XP, Adventure, Enemy, EnemyIcon, ExhaustHighest, Gain
from odds.games.a4.sheet_hero import Hero
from tests.games.a4.naive import Oracle
from tests.games.a4.naive_effects import Effects, State, Todo
from tests.games.a4.random_adventures import adventures

SIXTH = Fraction(1, 6)


def ask(pool: tuple[int, ...], enemy: Any, objective: str = "win", **tracks: int) -> FightAnswer:
    dice = [die or None for die in pool]
    return solve(A4Fight(Situation(dice, tracks, enemy=enemy), objective=objective))


def listed(die: int, enemy: Enemy, attack: int, defence: int) -> tuple[Fraction, dict[int, int]]:
    """The chance to win (alive by the enemy's blow or not) and how often each damage comes."""
    damages: dict[int, int] = {}
    wins = 0
    for d6 in range(1, 7):
        damage = max(0, enemy.attack + d6 - defence - die)
        damages[damage] = damages.get(damage, 0) + 1
        wins += attack + die >= enemy.defence + d6
    return wins * SIXTH, dict(sorted(damages.items()))


@pytest.mark.parametrize("attack", [0, 2, 5])
@pytest.mark.parametrize("defence", [0, 3])
@pytest.mark.parametrize("enemy", [Enemy(2, 2, 1), Enemy(5, 3), Enemy(6, 6, 2)])
def test_each_die_is_the_listing_of_the_d6(attack: int, defence: int, enemy: Enemy) -> None:
    answer = ask((1, 3, 6, 0), enemy, attack=attack, defence=defence, hp=10)
    (encounter,) = answer.encounters
    for choice in encounter.choices:
        assert isinstance(choice.action, UseDie)
        win, damages = listed(choice.action.value, enemy, attack, defence)
        if max(damages) < 10:
            figures = answer.figures(choice.ends)
            assert (figures.win, figures.xp, figures.dies) == (win, win * enemy.xp, 0)
            assert figures.damage == {hp: many * SIXTH for hp, many in damages.items()}
            assert choice.value == (win,)


@pytest.mark.parametrize("hp", [1, 3, 5])
def test_death_counts_what_the_blow_leaves(hp: int) -> None:
    enemy = Enemy(6, 0, 1)
    answer = ask((2,), enemy, "survive", defence=2, hp=hp)
    (encounter,) = answer.encounters
    figures = answer.figures(encounter.ends)
    damages = [max(0, 6 + d6 - 4) for d6 in range(1, 7)]
    assert figures.dies == sum(damage >= hp for damage in damages) * SIXTH
    assert figures.mean_lost == sum(min(hp, damage) for damage in damages) * SIXTH
    assert figures.win == 1 - figures.dies


class Judge(Oracle):
    """The oracle, for whom a fight is worth what ``figure`` makes of it, and dying nothing."""

    def __init__(self, adventure: Adventure, hero: Any, figure: str) -> None:
        super().__init__(adventure, hero)
        self.figure = figure

    def value(self, state: State, todo: Todo) -> Fraction:
        step, *arguments = todo[0]
        if step is Effects.strike:
            return self.judged_strike(state, *arguments)
        return super().value(state, todo)

    def judged_strike(self, state: State, enemy: Enemy, die: int, roll: int) -> Fraction:
        beaten = state.tracks[0] + die >= enemy.defence + roll
        worth = {"win": int(beaten), "most_xp": enemy.xp * beaten, "survive": 1}[self.figure]
        reward = self.effects((Gain(XP, enemy.xp),)) if beaten else ()
        return self.value(state, (*reward, (Effects.put_back,), (Judge.judge, worth)))

    def judge(self, state: State, todo: Todo, worth: int) -> Fraction:
        return Fraction(worth)


@pytest.mark.parametrize("objective", ["win", "most_xp", "survive"])
def test_random_fights_are_the_oracles(objective: str) -> None:
    compared = 0
    for case in adventures(7, 25):
        enemies = {row.enemy for row in case.adventure.enemies if row.enemy}
        for enemy in enemies:
            tracks = dict(zip(TRACKS, case.tracks, strict=True))
            state = Situation([die or None for die in case.pool], tracks, enemy=enemy)
            question = A4Fight(state, case.adventure, case.hero, objective=objective)
            (encounter,) = solve(question).encounters
            judge = Judge(case.adventure, case.hero, objective)
            fight = ((Effects.moment,), (Effects.fight, enemy))
            expected = judge.value(State(case.pool, case.tracks), fight)
            means = FightFigures(encounter.ends, case.tracks)
            found = {"win": means.win, "most_xp": means.xp, "survive": 1 - means.dies}
            assert found[objective] == expected
            compared += 1
    assert compared > 25


def test_the_least_damage_is_the_fewest_hp_lost() -> None:
    for pool in ((2, 4, 6), (1, 3)):
        answer = ask(pool, Enemy(6, 9, 0, (Gain(2, -1),)), "least_damage", defence=1, hp=10)
        (encounter,) = answer.encounters
        losses = {
            die: 1 + sum(max(0, 6 + d6 - 1 - die) for d6 in range(1, 7)) * SIXTH for die in pool
        }
        assert [c.action for c in encounter.choices] == [
            UseDie(die) for die in sorted(losses, key=lambda die: losses[die])
        ]
        assert answer.worth(encounter.choices[0].value[0]) == min(losses.values())


def test_ties_go_to_the_lowest_die_and_are_named() -> None:
    answer = ask((2, 5, 6), Enemy(0, 0), attack=10, defence=10)
    (encounter,) = answer.encounters
    assert [c.action for c in encounter.choices] == [UseDie(2), UseDie(5), UseDie(6)]
    assert all(c.best for c in encounter.choices)
    assert "(3 choices tie)" in answer.text


def test_the_roll_says_who_comes() -> None:
    answer = ask((6,), EnemyIcon(0))
    came = [(e.enemy, e.totals, e.probability) for e in answer.encounters]
    assert [totals for _, totals, _ in came] == [(1, 2, 3), (4,), (5,), (6,)]
    assert came[0][0] is None
    assert answer.appears == Fraction(1, 2)
    strongest = ask((6,), EnemyIcon(5)).encounters[-1]
    assert (strongest.totals, strongest.probability) == ((9, 10, 11), Fraction(1, 2))


def test_nobody_may_come() -> None:
    answer = ask((6,), EnemyIcon(total=2))
    assert answer.text == "Nobody appears."
    assert answer.appears == 0
    assert answer.ends == {}


def test_a_space_names_its_enemy() -> None:
    by_space = solve(A4Fight(Situation((6,), space=3)))
    assert by_space.encounters == ask((6,), EnemyIcon(0)).encounters


def test_the_fourth_xp_names_the_level_up() -> None:
    answer = ask((6,), Enemy(0, 0, 2), attack=10, xp=2)
    (encounter,) = answer.encounters
    figures = answer.figures(encounter.ends)
    assert figures.levels == {0: 1}
    assert "a level-up brings Strength with 100%" in answer.text
    assert all(end.tracks[XP] == 0 for end in encounter.ends)


def test_without_an_active_die_1_hp_brings_one_back() -> None:
    answer = ask((0, 0), Enemy(0, 4), attack=0, defence=10, hp=3)
    (encounter,) = answer.encounters
    figures = answer.figures(encounter.ends)
    assert encounter.choices == ()
    wins = sum(die >= 4 + d6 for die in range(1, 7) for d6 in range(1, 7))
    assert figures.win == Fraction(wins, 36)
    assert figures.hp_lost == {1: 1}
    dead = ask((0,), Enemy(0, 0), hp=1)
    assert dead.figures(dead.ends).dies == 1


def test_the_special_can_exhaust_a_die_and_spares_the_one_set_aside() -> None:
    answer = ask((3, 6), Enemy(0, 0, 0, (ExhaustHighest(),)), attack=9)
    pools = {c.action: {end.pool for end in c.ends} for c in answer.encounters[0].choices}
    assert pools == {UseDie(3): {(0, 0)}, UseDie(6): {(0, 0)}}
    assert "The die is chosen before the enemy's special effect happens." in answer.assumptions


def test_a_die_set_aside_is_the_choice_of_it() -> None:
    enemy = Enemy(6, 6, 2, (Gain(2, -1),))
    aside = solve(A4Fight(Situation((6,), phase="fight_die", enemy=enemy, die=4)))
    (chosen,) = [c for c in ask((4, 6), enemy).encounters[0].choices if c.action == UseDie(4)]
    assert aside.ends == chosen.ends
    assert aside.encounters[0].choices == ()


def test_a_crystal_can_be_spent_once_the_enemy_is_known() -> None:
    answer = ask((0, 1), Enemy(0, 9), attack=4, crystals=1)
    (encounter,) = answer.encounters
    assert encounter.choices[0].action == UseCrystal(0)
    assert {c.action for c in encounter.choices} == {UseDie(1), UseCrystal(0)}


def test_the_size_covers_what_is_explored() -> None:
    tracks = {"xp": 3, "crystals": 2, "hp": 10}
    question = A4Fight(Situation((None,) * 4, tracks, enemy=EnemyIcon(5)))
    scene = question.setting.scene(part(Phase.ENEMY))
    starts = [(scene.met(e), question.setting.tracks) for e in question.enemies if e]
    assert len(explore(A4Process(question.setting.sheets, starts))) <= question.size().states


@pytest.mark.parametrize(
    ("state", "place"),
    [
        (Situation((6,)), "/state/enemy"),
        (Situation((6,), space=1), "/state/space"),
        (Situation(enemy=Enemy(1, 1)), "/state/pool"),
        (Situation((6,), enemy=EnemyIcon(1), phase="fight"), "/state/enemy"),
        (Situation((6,), enemy=Enemy(1, 1), phase="fight_die"), "/state/die"),
        (Situation((6,), enemy=Enemy(1, 1), phase="fight_d6", die=1), "/state/d6"),
        (Situation((6,), enemy=Enemy(1, 1), die=1), "/state/die"),
        (Situation(enemy=EnemyIcon(total=1), phase="fight_die", die=1), "/state/enemy"),
    ],
)
def test_mistakes_name_their_place(state: Situation, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        A4Fight(state)
    assert [fault.place for fault in caught.value.faults] == [place]


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must be one of: win, least_damage"):
        A4Fight(Situation((6,), enemy=Enemy(1, 1)), objective="glory")


@pytest.mark.parametrize("attack", [93, 94, 95, 99])
def test_the_strongest_enemies_hit_harder_than_any_sheet_says(attack: int) -> None:
    enemy = Enemy(attack, 99)
    answer = ask((2, 1), enemy, defence=0, hp=10)
    (encounter,) = answer.encounters
    for choice in encounter.choices:
        assert isinstance(choice.action, UseDie)
        figures = answer.figures(choice.ends)
        _, damages = listed(choice.action.value, enemy, 2, 0)
        assert figures.damage == {hp: many * SIXTH for hp, many in damages.items()}
        assert (figures.win, figures.dies) == (0, 1)
    ahead = A4Setup(Situation([1, 1, 1, 1]), objective=Ahead((enemy,)))
    assert solve(ahead).value == 0


def test_what_does_less_harm_is_said_where_dice_tie() -> None:
    answer = ask((3, 2, 0, 0), EnemyIcon(total=9))
    (encounter,) = answer.encounters
    best = [choice.action for choice in encounter.choices if choice.best]
    assert best == [UseDie(2), UseDie(3)]  # ties go to the lowest die
    assert answer.text == (
        "Use the 2 (2 choices tie): you win with 0%, die with 83.3% and lose 4.833 HP on average; "
        "as good, and with less harm, is to use the 3: you die with 66.7% and lose 4.5 HP."
    )
    assert "less harm" not in ask((6, 5), Enemy(0, 0)).text
    assert "less harm" not in ask((3, 2), EnemyIcon(total=9), "survive").text


def test_an_enemy_as_given_is_told_from_that_of_the_sheet() -> None:
    said = [a for a in ask((4, 2), Enemy(6, 6)).assumptions if "as given" in a]
    assert said == [
        "The 6/6 enemy is as given, with 0 XP and no special effect; the sheet's 6/6 enemy has 2 "
        "XP and the special effect -1 hp."
    ]
    for enemy in (Enemy(6, 6, 2, (Gain(HP, -1),)), Enemy(6, 7), EnemyIcon(total=9)):
        assert not any("as given" in a for a in ask((4, 2), enemy).assumptions)


def test_a_crystal_spent_is_not_as_good() -> None:
    """Both ways it is lost; a crystal would save 1 HP, but it would be gone."""
    hero = Hero("hero", (1, 1, 9, 0, 1, 0), (9,) * 6, ability=((Gain(HP, 1),),))
    state = Situation((2,), enemy=Enemy(5, 99))
    answer = solve(A4Fight(state, hero=hero))
    assert any(isinstance(c.action, UseCrystal) for c in answer.encounters[0].choices)
    assert "less harm" not in answer.text


def test_hp_that_a_fight_brings_are_gained() -> None:
    answer = ask((6,), Enemy(0, 0, 0, (Gain(HP, 2),)), hp=3)
    assert answer.text == "Use the 6: you win with 100%, die with 0% and gain 2 HP on average."
