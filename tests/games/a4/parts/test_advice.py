"""Advice on whole adventures: choices at every moment, and answers from the store."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from odds.answers import Limits, Solvers, solve
from odds.errors import InvalidInput, NotSolved
from odds.games.a4.parts.adventure import A4Adventure, SolvedAdventure
from odds.games.a4.parts.advice import A4Advice
from odds.games.a4.parts.setup import A4Setup
from odds.games.a4.parts.setup_objective import Win
from odds.games.a4.parts.situation import Situation
from odds.games.a4.parts.whole_choices import Exact, choices
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.sheet import (
    ATTACK,
    HP,
    Adventure,
    Boss,
    Enemy,
    EnemyIcon,
    EnemyRow,
    Gain,
    Hunt,
    Quest,
    Row,
    Space,
    Tile,
    Wave,
)
from odds.games.a4.sheet_hero import Hero
from odds.games.a4.whole import WholeAdventure
from odds.numbers import Certified
from odds.program import Choose, ProgramProcess
from odds.solved import Solved
from odds.solving import solve_staged
from odds.wholes import open_whole, solve_whole
from tests.games.a4.random_adventures import adventures

EXAMPLES = Path(__file__).parents[4] / "examples"
CELLAR = load_adventure(EXAMPLES / "cellar.toml"), load_hero(EXAMPLES / "caretaker.toml")


@pytest.fixture(scope="module")
def cellar(tmp_path_factory: pytest.TempPathFactory) -> SolvedAdventure:
    return solve_whole(
        A4Adventure(*CELLAR, dice=2), store=tmp_path_factory.mktemp("cellar"), workers=1
    )


MUCH = Limits(states=10**15, choices=10**15)
CASES = [
    case
    for case in adventures(11, 60)
    if case.hero.ability and case.dice == 1 and len(case.adventure.tiles) == 2
][:4]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.space))
def test_choices_at_every_moment_are_those_of_the_exact_solver(case: Any, tmp_path: Path) -> None:
    program = WholeAdventure(case.adventure, case.hero, case.dice)
    solved = solve_staged(program, tmp_path, workers=1)
    exact = Exact(Solvers(), program, *program.start)
    process = ProgramProcess(program, [program.start])
    moments = 0
    for state in Solvers().backward(process, lambda _: (Fraction(0),)).value:
        if not isinstance(program.step(state.control), Choose):
            continue
        moments += 1
        expected, found = choices(exact, state), choices(solved, state)
        true = {choice.actions: choice for choice in expected}
        assert {choice.actions for choice in found} == set(true)
        assert sum(choice.best for choice in found) >= sum(choice.best for choice in expected)
        for choice in found:
            value, loss = true[choice.actions].value.value, true[choice.actions].loss.value
            assert choice.value.low <= value <= choice.value.high
            assert choice.loss.low <= loss <= choice.loss.high
            assert choice.best or not true[choice.actions].best
        assert [c.value.value for c in found] == sorted(
            (c.value.value for c in found), reverse=True
        )
    assert moments > 5


# Answers


def test_a_solved_adventure_answers_as_the_exact_one_does(cellar: SolvedAdventure) -> None:
    exact = A4Setup(Situation(), *CELLAR, objective=Win(), dice=2).answer(
        Solvers(MUCH, Path("nowhere"))
    )
    assert cellar.win.low <= exact.before <= cellar.win.high
    found = cellar.setup()
    assert found.bound > 0
    for one, other in zip(found.equipped, exact.equipped, strict=True):
        assert (one.name, one.best) == (other.name, other.best)
        assert abs(one.value - other.value) <= one.value * found.bound
    for row, true in zip(found.pools, exact.pools, strict=True):
        assert (row.pool, row.probability) == (true.pool, true.probability)
        assert set(row.rerolls) >= set(true.rerolls)
        assert abs(row.value - true.value) <= row.value * found.bound
    pool = cellar.setup(Situation([6, 1]), equipment="Broom")
    assert pool.choices[0].best


def test_advice_of_a_solved_adventure(cellar: SolvedAdventure) -> None:
    answer = cellar.advise(Situation(pool=[5, 3], space=1, phase="action", tracks={"attack": 3}))
    assert answer.value.error > 0
    assert answer.is_decided
    assert answer.text.startswith("Hunt, then use the 5: you win with ")
    assert " under best play, off by at most " in answer.text
    assert answer.choices[0].best
    assert not answer.choices[1].best
    assert answer.assumptions[0].startswith("The tiles lie in the order")
    roll = cellar.advise(Situation(pool=[5, None], space=2, phase="enemy", tracks={"attack": 3}))
    assert roll.text.startswith("There is nothing to choose: you win with ")
    assert (roll.choices, roll.tables()) == ((), ())
    with pytest.raises(InvalidInput, match="solved for 2 dice, not 3"):
        cellar.advise(Situation(pool=[5, 3, 3], space=1))
    with pytest.raises(NotSolved, match="no play from its start leads there"):
        cellar.advise(Situation(pool=[5, 3], space=1, tracks={"attack": 4, "crystals": 1}))


def test_what_ties_within_the_error_is_said_to(cellar: SolvedAdventure) -> None:
    tied = Certified(Fraction(1, 2), Fraction(1, 10**15))
    answer = cellar.advise(Situation(pool=[5, 3], space=1, phase="action", tracks={"attack": 3}))
    both = replace(
        answer, choices=tuple(replace(c, value=tied, best=True) for c in answer.choices[:2])
    )
    assert not both.is_decided
    assert "(2 choices tie within the error)" in both.text
    sure = replace(answer, value=Certified(Fraction(1), Fraction(1, 10**15)))
    assert "you win with >99.999% under" in sure.text


def test_open_whole(cellar: SolvedAdventure, tmp_path: Path) -> None:
    question = A4Adventure(*CELLAR, dice=2)
    assert isinstance(cellar.solved, Solved)
    assert open_whole(question, cellar.solved.store.folder.parent).win == cellar.win
    with pytest.raises(NotSolved, match="The Cellar with The Caretaker, 2 dice isn't solved yet"):
        open_whole(question, tmp_path)
    assert cellar.text.startswith("The Cellar with The Caretaker, 2 dice: you win with ")
    assert cellar.tables()[0].title == "Equipment"
    assert cellar.assumptions


def test_a_large_adventure_is_to_be_solved_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    with pytest.raises(NotSolved, match="isn't solved yet: solve it first"):
        solve(A4Advice(Situation()))


@pytest.mark.parametrize("enemy", [None, EnemyIcon(total=1)], ids=["nobody", "an enemy"])
@pytest.mark.parametrize("space", [0, 1])
def test_a_turn_may_begin_at_a_choice(space: int, enemy: EnemyIcon | None) -> None:
    """Nothing is looked at before it: without an ability, and moving is free or can be paid."""
    tiles = (Tile(0, (Space(enemy, (Hunt(),)),)), Tile(1, (Space(boss=True),)))
    adventure = Adventure(
        "tiny",
        tiles,
        (EnemyRow(1, None, Enemy(1, 1)),),
        hunt=(Row(1, 6, ((Gain(ATTACK, 1),),)),),
        boss=Boss(1, (Wave(1, 1),)),
    )
    hero = Hero("plain", (1, 1, 2, 0, 0, 0), (2, 2, 2, 3, 0, 0))
    asked = [
        solve(A4Advice(Situation(pool=[6, 5], space=space, phase=phase), adventure, hero))
        for phase in ("turn", "movement")
    ]
    assert asked[0].choices == asked[1].choices
    assert asked[0].value == asked[1].value == asked[0].choices[0].value
    assert asked[0].value.error == 0


QUIET = Hero("quiet", (0, 0, 2, 0, 0, 0), (3, 1, 3, 3, 0, 0))


def walk_of(*spaces: Space) -> Adventure:
    """A tile of these spaces, where a hunt helps and a quest kills."""
    return Adventure(
        "walk",
        (Tile(0, spaces),),
        (EnemyRow(1, None, Enemy(1, 1)),),
        hunt=(Row(1, 6, ((Gain(ATTACK, 1),),)),),
        quest=(Row(1, 6, ((Gain(HP, -3),),)),),
    )


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        (Situation([3], space=1, phase="end_of_turn"), Situation([3], space=3, phase="action")),
        (
            Situation([3, None], space=1, phase="end_of_turn"),
            Situation([3, None], space=3, phase="action"),
        ),
        (
            Situation([3], space=1, phase="icon_die", die=5, icon=0),
            Situation([3, None], {"attack": 1}, space=3, phase="action"),
        ),
        (Situation([3], space=1, phase="turn"), Situation([3], space=3, phase="action")),
        (Situation([3], space=2, phase="turn"), Situation([3], space=3, phase="action")),
        (Situation([3], space=1, phase="movement"), Situation([3], space=3, phase="action")),
    ],
    ids=str,
)
@pytest.mark.parametrize("names", [("hunt", "quest"), ("quest", "hunt"), ("quest",), ("hunt",)])
def test_choices_are_those_of_the_space_where_they_are_due(
    asked: Situation, due: Situation, names: tuple[str, ...], tmp_path: Path
) -> None:
    """Where there is nothing to do, the turn of a later space comes first."""
    icons = {"hunt": Hunt(), "quest": Quest()}
    first, last = Space(icons=(Hunt(), Quest())), Space(icons=tuple(map(icons.get, names)))
    adventure = walk_of(first, Space(), last)
    dice = len(due.pool)
    found = solve(A4Advice(asked, adventure, QUIET))
    expected = solve(A4Advice(due, adventure, QUIET))
    assert found.choices == expected.choices
    assert found.text == expected.text
    assert [row[0] for row in found.tables()[0].rows] == [
        row[0] for row in expected.tables()[0].rows
    ]
    wins = {"hunt": Fraction(1), "quest": Fraction(0)}
    named = {
        row[0]: c.value.value for row, c in zip(found.tables()[0].rows, found.choices, strict=True)
    }
    assert named == {f"{name}, then use the 3": wins[name] for name in names}
    solved = solve_whole(
        A4Adventure(adventure, QUIET, dice=dice), store=tmp_path, workers=1, all_states=True
    )
    exact = solve(A4Advice(Situation(phase="setup"), adventure, QUIET, dice=dice)).value.value
    assert solved.win.low <= exact <= solved.win.high
    kept = solved.advise(asked)
    assert [c.actions for c in kept.choices] == [c.actions for c in expected.choices]
    assert kept.tables()[0].rows[0][0] == expected.tables()[0].rows[0][0]


@pytest.mark.parametrize("all_states", [False, True])
def test_where_no_play_gets_to_is_not_solved(tmp_path: Path, all_states: bool) -> None:
    """Whoever comes to the first space dies there, so nothing behind it is solved."""
    deadly, hunted = Space(EnemyIcon(modifier=0), (Hunt(),)), Space(icons=(Hunt(),))
    adventure = replace(
        walk_of(deadly, hunted, hunted), enemies=(EnemyRow(1, None, Enemy(90, 90)),)
    )
    solved = solve_whole(
        A4Adventure(adventure, QUIET, dice=1), store=tmp_path, workers=1, all_states=all_states
    )
    assert solved.win.value == 0
    for phase in ("action", "turn", "end_of_turn"):
        with pytest.raises(NotSolved) as caught:
            solved.advise(Situation([3], space=2, phase=phase))
        assert ("not all states were solved" in str(caught.value)) != all_states


def test_without_a_phase_it_says_which_moment_it_is(cellar: SolvedAdventure) -> None:
    def said(**given: Any) -> list[str]:
        answer = cellar.advise(Situation(**given))
        return [sentence for sentence in answer.assumptions if "phase" in sentence]

    moved = "No phase is given, so a turn starts; what follows is on space 3."
    assert said(pool=[5, 3], space=2) == [moved]
    assert said(pool=[5, 3], space=1) == ["No phase is given, so a turn starts."]
    assert said(pool=[5, 3], space=2, phase="turn") == []
    assert said() == []


def test_the_number_of_dice_counts_the_one_set_aside(cellar: SolvedAdventure) -> None:
    state = Situation(pool=[5], die=3, d6=1, space=2, phase="fight_d6", enemy=EnemyIcon(total=4))
    assert cellar.advise(state).value.value > 0
    with pytest.raises(
        InvalidInput, match="there are 2 in the state with the die set aside, not 3"
    ):
        A4Advice(state, *CELLAR, dice=3).check()


def test_programs_read_what_is_known_and_people_a_percentage(cellar: SolvedAdventure) -> None:
    answer = cellar.advise(Situation(pool=[5, 3], space=1))
    (table,) = answer.tables()
    for line, choice in zip(table.to_csv().splitlines()[1:], answer.choices, strict=True):
        *_, win, loss, _ = line.rsplit(",", 3)
        assert abs(Fraction(win) - choice.value.value) <= choice.value.error
        assert abs(Fraction(loss) / 100 - choice.loss.value) <= choice.loss.error
    setup = cellar.setup()
    for pool in setup.tables()[-1].to_csv().splitlines()[1:]:
        assert "/" not in pool.rsplit(",", 1)[1]  # not known exactly, so no fraction
