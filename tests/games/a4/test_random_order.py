"""Whole adventures in random order, solved, kept and asked (A15)."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from odds import (
    A4Adventure,
    A4Advice,
    A4Boss,
    A4Movement,
    A4Setup,
    InvalidInput,
    Limits,
    Situation,
    TooLarge,
    solve,
    solve_whole,
)
from odds.answers import Solvers
from odds.games.a4.actions import Equip
from odds.games.a4.parts.adventure import SolvedAdventure
from odds.games.a4.playing import new_game
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.sheet import Tile
from odds.games.a4.whole import WholeAdventure
from odds.program import End, ProgramProcess
from odds.solved import store_of
from odds.solving import Progress, most_states, solve_staged
from tests.command_line import Odds
from tests.games.a4.naive import win_random_order
from tests.games.a4.test_playing import Script, Turner

EXAMPLES = Path(__file__).parents[3] / "examples"
ABYSS = load_adventure("into-the-abyss"), load_hero("knight")


def rooms(dice: int = 1, random_order: bool = True) -> WholeAdventure:
    """The cellar with one more room, so that there are two orders."""
    adventure = load_adventure(EXAMPLES / "cellar.toml")
    hero = load_hero(EXAMPLES / "caretaker.toml")
    first, second, last = adventure.tiles
    tiles = (first, second, Tile(5, second.spaces[:1]), last)
    return WholeAdventure(replace(adventure, tiles=tiles), hero, dice, random_order)


def asked(dice: int = 1) -> A4Adventure:
    sheets = rooms().sheets
    return A4Adventure(sheets.adventure, sheets.hero, dice=dice, random_order=True)


SHEETS = rooms().sheets.adventure, rooms().sheets.hero
MUCH = Limits(states=10**12, choices=10**12)


@pytest.mark.no_cover  # tracing would take as long as the test
def test_every_state_is_within_its_bound(tmp_path: Path) -> None:
    solved = solve_staged(rooms(), tmp_path, workers=1)
    program = solved.program
    process = ProgramProcess(program, [program.start])
    exact = Solvers().backward(process, lambda state: (program.payoff(process.result(state)),))
    assert len({state.control.place for state in exact.value}) == 2 + 2 + 2 * 3 + 1
    for state, (value,) in exact.value.items():
        assert solved.value(state).low <= value <= solved.value(state).high


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> SolvedAdventure:
    return solve_whole(asked(), store=tmp_path_factory.mktemp("rooms"), workers=1)


def test_the_value_is_the_oracles(solved: SolvedAdventure) -> None:
    sheets = rooms().sheets
    value = win_random_order(sheets.adventure, sheets.hero, 1)
    assert solved.win.low <= value <= solved.win.high
    assert solved.text.startswith("The Cellar with The Caretaker, 1 die, tiles in random order: ")
    assert solved.assumptions[0].endswith("are shuffled; the player sees the next one.")


def test_equipment_is_chosen_seeing_the_second_tile(solved: SolvedAdventure) -> None:
    """The mean over the tiles that may be second is the value of the whole."""
    best = [setup.before for setup in solved.openings.values()]
    assert list(solved.openings) == [2, 3]
    assert abs(sum(best) / 2 - solved.win.value) < Fraction(1, 10**12)
    (table,) = solved.tables()
    assert table.columns == ("second tile", "Broom", "Bucket", "best")
    assert [row[0] for row in table.rows] == ["2", "3"]
    pieces = {row[-1] for row in table.rows}
    assert f"; take {pieces.pop()} at the setup" in solved.text if len(pieces) == 1 else pieces


def at(space: int, ahead: tuple[int, ...], **more: Any) -> Situation:
    return Situation(space=space, tiles_ahead=ahead, **more)


def test_advice_is_that_of_the_place(solved: SolvedAdventure) -> None:
    """At the start of a turn for every place, solved and exactly."""
    program = solved.question.program
    numbers = program.sheets.numbers
    seen = 0
    for place in program.sheets.course.turns:
        if not program.sheets.onward[place]:
            continue
        ahead = tuple(tile + 1 for tile in program.sheets.course.ahead(place))
        asked_at = at(numbers[place], ahead, pool=[4], phase="turn")
        answer = solved.advise(asked_at)
        exact = solve(A4Advice(asked_at, *SHEETS), limits=MUCH)
        assert answer.value.low <= exact.value.value <= answer.value.high
        assert [c.actions for c in answer.choices if c.best] == [
            c.actions for c in exact.choices if c.best
        ]
        seen += 1
    assert seen == 2 + 2 + 2 * 3


def test_the_setup_is_advised_on(solved: SolvedAdventure) -> None:
    for tile, other in ((2, 3), (3, 2)):
        answer = solved.advise(Situation(tiles_ahead=[tile, other, 4]))
        assert answer.value.low <= solved.openings[tile].before <= answer.value.high
        assert {choice.actions[0] for choice in answer.choices} == {Equip(0), Equip(1)}
        rolled = Situation(pool=[2], phase="pool_rolled", tiles_ahead=[tile, other, 4])
        advised, setup = solved.advise(rolled), solved.setup(rolled)
        assert setup.assumptions[0] == advised.assumptions[0] == solved.assumptions[0]
        exact = solve(A4Setup(rolled, *SHEETS, objective="win"), limits=MUCH)
        assert advised.value.low <= exact.value <= advised.value.high
        assert abs(setup.value - exact.value) <= setup.bound * setup.value


@pytest.mark.parametrize(
    "situation",
    [
        at(1, (2, 3)),  # the last tile always comes
        at(1, (2, 4)),
        at(1, (4, 2, 3)),  # it is the last
        at(1, (1, 2, 3, 4)),
        at(1, (2, 2, 3, 4)),
        at(1, (2, 3, 5)),
        at(1, ()),
        at(3, (2, 4)),  # it is on it
        at(0, (3, 4)),
        at(5, (4,), phase="action", pool=[1]),
        at(5, (2,), phase="wave", pool=[1]),
    ],
)
def test_tiles_that_cannot_be_ahead_are_refused(
    solved: SolvedAdventure, situation: Situation
) -> None:
    with pytest.raises(InvalidInput, match="/state/tiles_ahead: must be all tiles still to come"):
        solved.advise(replace(situation, pool=situation.pool or [3]))


def test_the_order_must_be_that_of_the_question(solved: SolvedAdventure, tmp_path: Path) -> None:
    for ask in (solved.setup, lambda: solved.advise(Situation(pool=[3], space=1))):
        with pytest.raises(InvalidInput, match=r"/state/tiles_ahead: .* tiles in random order"):
            ask()
    printed = solve_whole(replace(asked(), random_order=False), store=tmp_path, workers=1)
    with pytest.raises(InvalidInput, match=r"/state/tiles_ahead: .* tiles in printed order"):
        printed.advise(at(1, (2, 3, 4), pool=[3]))
    with pytest.raises(InvalidInput, match="/random_order: must be true or false"):
        A4Adventure(random_order=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "part",
    [
        lambda state: A4Movement(state, *SHEETS, cost=2),
        lambda state: A4Setup(state, *SHEETS),
        lambda state: A4Boss(state, *SHEETS),
    ],
)
def test_parts_have_no_use_for_the_tiles_ahead(part: Callable[[Situation], object]) -> None:
    with pytest.raises(InvalidInput, match="/state/tiles_ahead: belongs to advice"):
        part(Situation(tiles_ahead=[2, 3, 4]))


def test_of_one_or_two_tiles_there_is_one_order(tmp_path: Path) -> None:
    adventure, hero = SHEETS
    first, *_, last = adventure.tiles
    for tiles, second in (((first, last), 2), ((last,), None)):
        small = A4Adventure(replace(adventure, tiles=tiles), hero, dice=1, random_order=True)
        found = solve_whole(small, store=tmp_path, workers=1)
        assert list(found.openings) == [second]
        assert found.tables()[0].columns[0] == "piece"
        why = "there are none" if second is None else "they are from 2 to 2, which comes last"
        with pytest.raises(InvalidInput, match=f"/state/tiles_ahead: .*; {why}"):
            found.advise(Situation(tiles_ahead=[3]))


def test_a_space_that_is_not_given_is_asked_for(solved: SolvedAdventure) -> None:
    with pytest.raises(InvalidInput, match="/state/space: give the hero's space"):
        solved.advise(Situation(pool=[3], tiles_ahead=[4, 3]))
    with pytest.raises(InvalidInput, match="/state/tiles_ahead: "):
        Situation(tiles_ahead={2, 3})  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(20))
def test_games_at_the_table_come_to_their_end(solved: SolvedAdventure, seed: int) -> None:
    table = Turner(seed, wild=seed % 2 == 1)
    game = new_game(solved.question.program, solved.solved, table)
    game.play()
    assert isinstance(solved.question.program.step(game.state.control), End)
    assert re.search(
        r"^Which tile is turned up behind the first, by its number: 2 or 3\? [23]$",
        table.text,
        re.MULTILINE,
    )
    assert re.search(r"^Before the first space, tile [23] ahead: ", table.text, re.MULTILINE)


def test_only_a_tile_that_may_come_is_taken(solved: SolvedAdventure) -> None:
    script = Script(["1", "4", "x", "3", "u", "2", "q"])
    new_game(solved.question.program, solved.solved, script).play()
    assert script.text.count("2 or 3, please.") == 3
    assert "Before the first space, tile 3 ahead: " in script.text
    assert "Taken back." in script.text
    assert script.text.split("Which tile")[-1].count("tile 2 ahead") == 1
    assert "ahead" not in script.text.split("Which tile")[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_told_to_be_solved_is_kept(tmp_path: Path, workers: int) -> None:
    """So whatever ends a solve, at most the stage under way is lost."""
    kept: list[tuple[int, int]] = []

    def look(progress: Progress) -> None:
        if progress.what == "solving":
            stages = store_of(rooms(), tmp_path, all_states=False).stages
            kept.append((progress.stages, len(stages)))

    solve_staged(rooms(), tmp_path, workers=workers, report=look)
    assert kept == [(stage, stage) for stage in range(7)]


class Stopped(Exception):
    """The solve is interrupted."""


def test_a_stopped_solve_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.what == "solving" and progress.stages == 3:
            raise Stopped

    told: list[Progress] = []
    with pytest.raises(Stopped):
        solve_staged(rooms(), tmp_path / "one", workers=1, report=stop)
    one = solve_staged(rooms(), tmp_path / "one", workers=1, report=told.append)
    assert [p.stages for p in told if p.what == "solving"] == [3, 4, 5, 6]
    other = solve_staged(rooms(), tmp_path / "other", workers=2)
    files = [{p.name: p.read_bytes() for p in s.store.folder.iterdir()} for s in (one, other)]
    assert files[0] == files[1]
    printed = solve_staged(rooms(random_order=False), tmp_path / "one", workers=1)
    assert printed.store.folder != one.store.folder


def test_what_takes_too_much_is_refused_before_any_work(tmp_path: Path) -> None:
    told: list[Progress] = []
    abyss = WholeAdventure(*ABYSS, random_order=True)
    assert len(abyss.sheets.course.places) == 6 + 16 * 81 + 1
    with pytest.raises(TooLarge, match="bytes on disk for all states") as why:
        solve_staged(abyss, tmp_path, report=told.append)
    assert why.value.estimate == 8 * most_states(abyss) > 10**11
    assert why.value.limit == 12 * 10**9
    assert told == []
    need = 8 * most_states(rooms())
    with pytest.raises(TooLarge, match=f"for all states: {need:,} needed"):
        solve_staged(rooms(), tmp_path, workers=1, max_bytes=need // 4 - 1)
    with pytest.raises(TooLarge, match="bytes on disk: ") as why:
        solve_staged(rooms(), tmp_path, workers=1, max_bytes=need // 4, report=told.append)
    assert why.value.limit == need // 4 < why.value.estimate < need
    assert [(p.what, p.bytes) for p in told] == [("exploring", need)]


def test_the_command_line_solves_and_refuses(odds: Odds, tmp_path: Path) -> None:
    flags = ("a4", "solve", "--random-order", "--store", str(tmp_path))
    small = ("-a", str(EXAMPLES / "cellar.toml"), "--hero", str(EXAMPLES / "caretaker.toml"))
    done = odds(*flags, *small, "--difficult", "--workers", "1")
    assert done.code == 0
    assert "3 dice, tiles in random order: you win with 62.698%" in done.out
    refused = odds(*flags, "--adventure", "into-the-abyss", "--hero", "knight")
    assert refused.code != 0
    assert "GB on disk for all states" in refused.err
