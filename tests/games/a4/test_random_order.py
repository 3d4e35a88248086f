"""Whole adventures in random order, solved, kept and asked (A15)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from odds import A4Adventure, InvalidInput, Situation, TooLarge, solve_whole
from odds.answers import Solvers
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.sheet import Tile
from odds.games.a4.whole import WholeAdventure
from odds.program import ProgramProcess
from odds.solving import Progress, most_states, solve_staged
from tests.command_line import Odds
from tests.games.a4.naive import win_random_order

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


def test_every_state_is_within_its_bound(tmp_path: Path) -> None:
    solved = solve_staged(rooms(), tmp_path, workers=1)
    program = solved.program
    process = ProgramProcess(program, [program.start])
    exact = Solvers().backward(process, lambda state: (program.payoff(process.result(state)),))
    assert len({state.control.place for state in exact.value}) == 2 + 2 + 2 * 3 + 1
    for state, (value,) in exact.value.items():
        assert solved.value(state).low <= value <= solved.value(state).high


def test_the_value_is_told_and_advice_refused(tmp_path: Path) -> None:
    solved = solve_whole(asked(), store=tmp_path, workers=1)
    sheets = rooms().sheets
    value = win_random_order(sheets.adventure, sheets.hero, 1)
    assert solved.win.low <= value <= solved.win.high
    assert solved.text.startswith("The Cellar with The Caretaker, 1 die, tiles in random order: ")
    assert "; take " not in solved.text
    assert solved.tables() == ()
    assert solved.assumptions[0].endswith("are shuffled; the player sees the next one.")
    for ask in (solved.setup, lambda: solved.advise(Situation())):
        with pytest.raises(InvalidInput, match="/random_order: advice is for tiles in printed"):
            ask()
    with pytest.raises(InvalidInput, match="/random_order: must be true or false"):
        A4Adventure(random_order=1)  # type: ignore[arg-type]


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
    assert "bytes on disk for all states" in refused.err
