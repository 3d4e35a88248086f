"""The boss of A4 Quest against a plain recursion, and against the naive oracle."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest

from odds.answers import solve
from odds.errors import InvalidInput
from odds.explore import explore
from odds.games.a4.actions import UseCrystal, UseDie
from odds.games.a4.parts.boss import A4Boss, BossAnswer, all_pools
from odds.games.a4.parts.boss_export import A4BossEveryHp, every_strength
from odds.games.a4.parts.situation import Situation
from odds.games.a4.process import A4Process
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.sheet import TRACKS, Adventure, Boss, Space, Tile, Wave
from odds.games.a4.sheet_hero import Hero
from tests.games.a4.naive import Oracle
from tests.games.a4.naive_effects import State
from tests.games.a4.random_adventures import adventures

WAVES = ((10, 8), (11, 7), (12, 6))


def naive(attack: int, defence: int) -> object:
    """Into the Abyss without a crystal: the chance to win from any wave, pool and HP."""

    @cache
    def wave(number: int, pool: tuple[int, ...], hp: int, boss_hp: int) -> Fraction:
        if hp <= 0:
            return Fraction(0)
        if boss_hp <= 0:
            return Fraction(1)
        if number == len(WAVES):
            return Fraction(0)
        active = [die for die in pool if die]
        if not active:
            rest = pool[1:]
            back = [wave(number, tuple(sorted((*rest, n))), hp - 1, boss_hp) for n in range(1, 7)]
            return Fraction(sum(back), 6)
        strong, tough = WAVES[number]
        values = []
        for die in set(active):
            dice = list(pool)
            dice[dice.index(die)] = 0
            left = hp - max(0, strong - defence - die)
            hurt = boss_hp - max(0, attack + die - tough)
            values.append(
                wave(number + 1, tuple(sorted(dice)), left, hurt) if left > 0 else Fraction(0)
            )
        return max(values)

    return wave


def ask(pool: tuple[int, ...] = (), dice: int | None = None, **state: int) -> BossAnswer:
    tracks = {name: value for name, value in state.items() if name in TRACKS}
    rest = {name: value for name, value in state.items() if name not in TRACKS}
    situation = Situation([die or None for die in pool], tracks, **rest)
    return solve(A4Boss(situation, dice=dice))


@pytest.mark.parametrize(("attack", "defence"), [(6, 6), (4, 7), (9, 3), (10, 10), (2, 2)])
@pytest.mark.parametrize(("hp", "dice"), [(5, 3), (2, 4)])
def test_every_pool_is_that_of_the_plain_recursion(
    attack: int, defence: int, hp: int, dice: int
) -> None:
    wave = naive(attack, defence)
    answer = ask(dice=dice, attack=attack, defence=defence, hp=hp)
    assert [row.pool for row in answer.rows] == list(all_pools(dice))
    assert len(answer.rows) == {3: 84, 4: 210}[dice]
    for row in answer.rows:
        assert row.win == wave(0, row.pool, hp, 6)


@pytest.mark.parametrize("wave", [1, 2, 3])
@pytest.mark.parametrize("boss_hp", [1, 4, 6])
def test_any_wave_and_boss_hp(wave: int, boss_hp: int) -> None:
    expected = naive(7, 5)
    for row in ask(dice=2, attack=7, defence=5, hp=4, wave=wave, boss_hp=boss_hp).rows:
        assert row.win == expected(wave - 1, row.pool, 4, boss_hp)


def test_the_reported_dice_of_each_wave_win_as_claimed() -> None:
    for row in ask(dice=3, attack=6, defence=6, hp=5).rows:
        if len(row.line) == 3 or (row.win == 1 and row.line):
            hp, boss_hp = 5, 6
            for action, (strong, tough) in zip(row.line, WAVES, strict=False):
                assert isinstance(action, UseDie)
                hp -= max(0, strong - 6 - action.value)
                boss_hp -= max(0, 6 + action.value - tough)
            assert (hp > 0 and boss_hp <= 0) == (row.win == 1)
        assert (not row.line) == (not row.best)


def test_random_bosses_are_the_oracles() -> None:
    compared = 0
    for case in adventures(3, 60):
        if case.adventure.boss is None:
            continue
        tracks = dict(zip(TRACKS, case.tracks, strict=True))
        pool = [die or None for die in case.pool]
        answer = solve(A4Boss(Situation(pool, tracks), case.adventure, case.hero))
        oracle = Oracle(case.adventure, case.hero)
        start = ((Oracle.wave, 0, case.adventure.boss.hp),)
        assert answer.rows[0].win == oracle.value(State(case.pool, case.tracks), start)
        compared += 1
    assert compared > 25


def test_the_made_up_sheet_is_the_oracles_for_every_pool() -> None:
    adventure, hero = load_adventure("drowned-clockwork"), load_hero("lamplighter")
    tracks = (4, 4, 3, 1, 1, 0)
    state = Situation(tracks=dict(zip(TRACKS, tracks, strict=True)))
    oracle = Oracle(adventure, hero)
    for row in solve(A4Boss(state, adventure, hero, dice=2)).rows:
        assert row.win == oracle.value(State(row.pool, tracks), ((Oracle.wave, 0, 5),))


def test_one_pool_lists_every_choice_with_its_loss() -> None:
    answer = ask((0, 3, 5, 6), attack=6, defence=4, hp=5)
    wave = naive(6, 4)
    assert answer.rows[0].win == wave(0, (0, 3, 5, 6), 5, 6)
    assert {choice.action for choice in answer.choices} == {UseDie(3), UseDie(5), UseDie(6)}
    for choice in answer.choices:
        assert choice.loss[0] == answer.rows[0].win - choice.value[0]
        assert choice.best == (choice.loss[0] == 0)


def test_a_crystal_helps() -> None:
    pool = (0, 0, 0, 6)
    without, with_one = ask(pool, attack=6, defence=6), ask(pool, attack=6, defence=6, crystals=1)
    used = ask(pool, attack=6, defence=6, crystals=1, crystal_used=True)
    assert with_one.rows[0].win > without.rows[0].win == used.rows[0].win
    assert UseCrystal(0) in {choice.action for choice in with_one.choices}


def test_no_d6_is_added_unless_the_sheet_says_so() -> None:
    plain = ask((6, 6), attack=6, defence=6)
    assert "No d6 is added to a wave's attack and defence." in plain.assumptions
    boss = Boss(2, (Wave(3, 0),), adds_die=True)
    sheet = Adventure("rolled", (Tile(0, (Space(boss=True),)),), boss=boss)
    hero = Hero("hero", (0, 0, 3, 0, 0, 0), (9, 9, 9, 3, 0, 0))
    rolled = solve(A4Boss(Situation((6,)), sheet, hero))
    assert "A d6 is added to both values of each wave, as the sheet says." in rolled.assumptions
    # Attack 3 + d6 against 6 leaves HP for a d6 up to 5; 6 against 0 + d6 is 2 HP up to 4.
    assert rolled.rows[0].win == Fraction(4, 6)
    known = Situation(phase="wave_d6", die=6, d6=5)
    assert solve(A4Boss(known, sheet, hero)).rows[0].win == 0


def test_a_wave_whose_effect_is_done() -> None:
    adventure, hero = load_adventure("drowned-clockwork"), load_hero("knight")
    states = [
        Situation((6, 5), {"attack": 3, "defence": 4}, phase=phase, wave=2)
        for phase in ("wave", "wave_ready")
    ]
    wins = [solve(A4Boss(state, adventure, hero)).rows[0].win for state in states]
    assert wins == [Fraction(2, 3), 1]


def test_texts() -> None:
    table = ask(attack=6, defence=6)
    assert table.text.startswith("With wave 1 about to begin and the boss at 6 HP you win with 0%")
    one = ask((6, 3), attack=6, defence=6)
    assert one.text.startswith("Use the 3, then use the 6 (2 choices tie): you win with 100%")
    assert ask((0,), attack=6, defence=6, hp=1).text.startswith("There is nothing to choose")


def test_the_export_holds_every_row() -> None:
    boss = A4Boss(Situation(), dice=1)
    questions = list(every_strength(boss))
    assert len(questions) == 121
    answer = solve(questions[6 * 11 + 6])
    assert (len(answer.rows), answer.text[:20]) == (70, "Attack 6 and defence")
    wave = naive(6, 6)
    for hp, row in answer.rows:
        assert row.win == wave(0, row.pool, hp, 6)
    (table,) = answer.tables()
    assert len(table.rows) == 70
    assert answer.assumptions[1].startswith("The sheets are")
    with pytest.raises(InvalidInput, match="give none"):
        A4BossEveryHp(A4Boss(Situation((6,))))


@pytest.mark.parametrize("dice", [3, 4])
def test_the_size_covers_what_is_explored(dice: int) -> None:
    tracks = {"attack": 4, "defence": 4, "hp": 10, "crystals": 1}
    question = A4Boss(Situation(tracks=tracks), dice=dice)
    starts = [
        (question.setting.scene((), pool).wave(0, 6), question.setting.tracks)
        for pool in combinations_with_replacement(range(7), dice)
    ]
    assert len(explore(A4Process(question.setting.sheets, starts))) <= question.size().states


@pytest.mark.parametrize(
    ("state", "dice", "place"),
    [
        (Situation(wave=4), None, "/state/wave"),
        (Situation(wave=0), None, "/state/wave"),
        (Situation(boss_hp=7), None, "/state/boss_hp"),
        (Situation((6,)), 3, "/dice"),
        (Situation(), 7, "/dice"),
        (Situation(phase="wave_d6", die=1, d6=1), None, "/state/phase"),
        (Situation(enemy=None, icon=1), None, "/state/icon"),
    ],
)
def test_mistakes_name_their_place(state: Situation, dice: int | None, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        A4Boss(state, dice=dice)
    assert [fault.place for fault in caught.value.faults] == [place]


def test_mistakes_of_a_sheet_that_adds_a_d6() -> None:
    sheet = Adventure(
        "rolled", (Tile(0, (Space(boss=True),)),), boss=Boss(1, (Wave(0, 0),), adds_die=True)
    )
    with pytest.raises(InvalidInput, match="/state/die"):
        A4Boss(Situation(phase="wave_d6", d6=1), sheet)
    with pytest.raises(InvalidInput, match="one pool only"):
        A4Boss(Situation(phase="wave_d6", die=1, d6=1), sheet, dice=2)
    with pytest.raises(InvalidInput, match="has no boss"):
        A4Boss(Situation(), Adventure("none", (Tile(0, (Space(),)),)))


@pytest.mark.parametrize(("strength", "chance"), [(0, "0%"), (10, "100%")])
def test_one_chance_for_every_pool_is_said_once(strength: int, chance: str) -> None:
    tracks = {"attack": strength, "defence": 10, "hp": 10}
    text = solve(A4Boss(Situation(tracks=tracks), dice=1)).text
    assert text == (
        f"With wave 1 about to begin and the boss at 6 HP you win with {chance}, whatever the pool."
    )
