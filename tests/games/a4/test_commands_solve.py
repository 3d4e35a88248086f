"""``odds a4 solve`` on a small adventure: what it says, and how it is stopped and goes on."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from odds import screen, solving
from odds import store as odds_store
from odds.errors import TooLarge
from odds.solvers import lookahead_kernel
from odds.solving import Progress
from tests.command_line import Odds
from tests.games.a4.cellar import SMALL


def test_solve_says_what_it_needs_and_finds(odds: Odds, store: str, tmp_path: Path) -> None:
    done = odds("a4", "solve", *SMALL, "--store", str(tmp_path))
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "The Cellar with The Caretaker, 3 dice."
    assert lines[1] == "65,573 states at starts of turns take 0.5 MB on disk."
    assert lines[2].startswith("The Cellar with The Caretaker, 3 dice: you win with 62.698%")
    again = odds("a4", "solve", *SMALL, "--store", store)
    assert again.out.splitlines() == [lines[0], *lines[2:]]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar(
    odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert odds("a4", "solve", *SMALL).code == 0
    assert "solving 5/5" in terminal.getvalue()
    assert "left:" in terminal.getvalue()


def test_an_interrupted_solve_goes_on(
    odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    told: list[Progress] = []

    def interrupt(_self: Any, done: Progress) -> None:
        told.append(done)
        if (done.what, done.stages) == ("solving", 2):
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(screen._Told, "report", interrupt)
        done = odds("a4", "solve", *SMALL)
    assert done.code == 130
    assert done.out.endswith("the same command goes on from there.\n")
    monkeypatch.setattr(screen._Told, "report", lambda _, done: told.append(done))
    told.clear()
    assert odds("a4", "solve", *SMALL).code == 0
    assert [p.stages for p in told if p.what == "solving"] == [2, 3, 4, 5]


def test_too_much_names_the_flag_that_allows_it(
    odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    for module in (odds_store, solving):
        monkeypatch.setattr(module, "MAX_BYTES", 1000)
    done = odds("a4", "solve", *SMALL)
    assert done.code == 2
    assert "bytes on disk for all states: " in done.err
    assert done.err.endswith("at most 4,000 allowed; '--max-gb 1' allows so much\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "most", "enough"),
    [
        (TooLarge("bytes on disk for all states", 20_000_000_000, 12_000_000_000), None, 5),
        (TooLarge("bytes on disk for all states", 16_000_000_001, 8_000_000_000), 2 * 10**9, 5),
        (TooLarge("bytes on disk", 4_000_000_000, 3_000_000_000), None, 4),
    ],
)
def test_how_much_is_to_be_allowed(error: TooLarge, most: int | None, enough: int) -> None:
    found = screen.more_room(error, most)
    assert str(found) == f"solve: {error}; '--max-gb {enough}' allows so much"


def test_what_no_room_helps_stays_as_it_is() -> None:
    error = TooLarge("the controls of one stage", 5, 4)
    assert screen.more_room(error, None) is error


def test_a_solve_stopped_at_once_keeps_nothing(
    odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    monkeypatch.setattr(screen._Told, "report", interrupt)
    done = odds("a4", "solve", *SMALL)
    assert done.code == 130
    assert done.out.endswith("Stopped. Nothing is solved so far, so nothing is kept.\n")


@pytest.mark.parametrize("compiled", [True, False])
def test_the_first_solve_says_that_it_compiles(
    compiled: bool, odds: Odds, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookahead_kernel, "is_compiled", lambda: compiled)
    done = odds("a4", "solve", *SMALL, "--store", store)
    assert done.code == 0
    assert done.err == ("" if compiled else f"{FIRST}\n")


FIRST = "The first solve compiles the solver, for up to half a minute."


def test_whether_the_solver_is_compiled(
    store: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert lookahead_kernel.is_compiled()
    stats = SimpleNamespace(cache_path=str(tmp_path))
    loop = SimpleNamespace(signatures=[], stats=stats)
    monkeypatch.setattr(lookahead_kernel, "evaluate", loop)
    assert not lookahead_kernel.is_compiled()
    (tmp_path / "lookahead_kernel.evaluate-1.py311.nbi").write_text("")
    assert lookahead_kernel.is_compiled()
    stats.cache_path = None
    assert not lookahead_kernel.is_compiled()
