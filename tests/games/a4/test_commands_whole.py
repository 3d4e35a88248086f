"""``odds a4 solve``, ``advise``, ``play`` and ``setup --objective win`` on a small adventure."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from odds import screen, wire
from odds.solving import Progress
from tests.command_line import Odds

EXAMPLES = Path(__file__).parents[3] / "examples"
CELLAR = ("-a", str(EXAMPLES / "cellar.toml"), "--hero", str(EXAMPLES / "caretaker.toml"))
SMALL = (*CELLAR, "--difficult")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cellars"))


@pytest.fixture
def store(folder: str, odds: Odds, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ODDS_STORE", "")  # so that what the commands set is undone
    assert odds("a4", "solve", *SMALL, "--store", folder, "--workers", "1").code == 0
    return folder


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


def test_advise(odds: Odds, store: str) -> None:
    state = ("--space", "1", "--phase", "action", "--pool", "5,3,1", "--attack", "3")
    done = odds("a4", "advise", *CELLAR, *state, "--store", store)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Hunt, then use the 5: you win with 34.668% under best play, off by")
    assert "search, then use the 1                       33.801%  0.868      –\n" in done.out
    setup = odds("a4", "advise", *SMALL, "--store", store, "-f", "json")
    found = json.loads(setup.out)
    assert found["choices"][0]["actions"] == [{"do": "equip", "name": "Broom"}]
    assert found["value"]["exact"] is None
    assert 0 < found["value"]["error"] < 1e-12
    assert found["decided"] is True


def test_advise_asks_what_the_contract_asks(odds: Odds, store: str) -> None:
    done = odds(
        *("a4", "advise", *CELLAR, "--store", store, "-f", "json", "--space", "2", "--phase"),
        *("fight_d6", "--pool", "1,-", "--die", "5", "--d6", "4", "--total", "6", "--attack", "3"),
    )
    body = {
        "adventure": wire_sheet("cellar"),
        "hero": wire_sheet("caretaker"),
        "state": {
            "space": 2,
            "phase": "fight_d6",
            "pool": [1, None],
            "die": 5,
            "d6": 4,
            "enemy": {"total": 6},
            "tracks": {"attack": 3},
        },
    }
    question = wire.question_at("/v1/a4/advice")
    assert done.out.encode() == wire.dumps(wire.respond(question, body)) + b"\n"


def wire_sheet(name: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


def test_the_setup_answers_from_the_store(odds: Odds, store: str) -> None:
    done = odds("a4", "setup", *SMALL, "--objective", "win", "--store", store)
    assert done.code == 0
    assert done.out.startswith("Take Broom: with 3 dice and the best re-rolls you win with 62.7%")
    found = json.loads(
        odds("a4", "setup", *SMALL, "--objective", "win", "--store", store, "-f", "json").out
    )
    assert found["value"]["exact"] is None
    assert 0 < found["value"]["error"] < 1e-12
    assert [piece["best"] for piece in found["equipment"]] == [True, False]
    assert len(found["pools"]) == 56


def test_play(odds: Odds, store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n2 5 1\nu\n6 6 6\nq\n"))
    done = odds("a4", "play", *SMALL, "--store", store)
    assert done.code == 0
    assert done.out.startswith("The Cellar with The Caretaker, 3 dice.\nType the number")
    assert "Your choice [1]: " in done.out
    assert "Taken back." in done.out
    assert done.out.endswith("The game ends here.\n")


@pytest.mark.parametrize("command", ["play", "advise"])
def test_what_isnt_solved_says_how(
    command: str, odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    done = odds("a4", command)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("odds: Into the Abyss with Knight, 4 dice isn't solved yet")
    assert done.err.count("\n") == 1
    assert "'odds a4 solve'" in done.err


def test_a_damaged_store_is_named(
    odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    assert odds("a4", "solve", *SMALL).code == 0
    (file,) = tmp_path.glob("*/stage-002.f64")
    file.write_bytes(file.read_bytes()[:-8])
    done = odds("a4", "advise", *SMALL)
    assert done.code == 2
    assert "stage-002.f64: truncated" in done.err
    assert odds("a4", "solve", *SMALL).code == 0
    assert odds("a4", "advise", *SMALL).code == 0
