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
    assert "GB on disk for all states is over 4 times the " in done.err
    assert done.err.endswith(" GB allowed; '--max-gb 1' explores what it needs\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("what", "need", "limit", "most", "text"),
    [
        (
            *("bytes on disk for all states", 20_000_000_000, 12_000_000_000, None),
            "20 GB on disk for all states is over 4 times the 3 GB allowed; '--max-gb 5' explores",
        ),
        (
            *("bytes on disk for all states", 213_199_257_608, 4 * 10**9, 10**9),
            "213.2 GB on disk for all states is over 4 times the 1 GB allowed; '--max-gb 54' expl",
        ),
        (
            *("bytes on disk", 4_000_000_000, 3_000_000_000, None),
            "bytes on disk: 4,000,000,000 needed, at most 3,000,000,000 allowed; '--max-gb 4' all",
        ),
    ],
)
def test_how_much_is_to_be_allowed(
    what: str, need: int, limit: int, most: int | None, text: str
) -> None:
    found = screen.more_room(TooLarge(what, need, limit), most)
    assert str(found).startswith(f"solve: {text}")


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


FIRST = "The solver is compiled at its first use, which takes a minute."


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
