"""``odds a4 solve``, ``advise``, ``play`` and ``setup --objective win`` on a small adventure."""

from __future__ import annotations

import io
import json
import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from odds import screen, solving, wire
from odds import store as odds_store
from odds.errors import TooLarge
from odds.solvers import lookahead_kernel
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
    assert "'odds a4 solve' repairs it" in done.err
    assert odds("a4", "solve", *SMALL).code == 0
    assert odds("a4", "advise", *SMALL).code == 0


@pytest.mark.parametrize(
    ("command", "name"),
    [
        *product(("advise", "play", "outlook"), ("stage-001.f64", "graph-000.npz")),
        ("setup", "stage-001.f64"),
    ],
)
@pytest.mark.parametrize("place", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_an_altered_byte_is_found_by_whoever_reads_it(
    *, name: str, place: Fraction, command: str, odds: Odds, store: str, tmp_path: Path
) -> None:
    """What each needs at the setup; the size is as it was."""
    whole = tmp_path / "altered"
    shutil.copytree(store, whole)
    (file,) = whole.glob(f"*/{name}")
    content = bytearray(file.read_bytes())
    content[int(place * (len(content) - 1))] ^= 1
    file.write_bytes(content)
    more = ("--objective", "win") if command == "setup" else ()
    done = odds("a4", command, *SMALL, "--store", str(whole), *more)
    assert done.code == 2
    assert f"{name}: altered, its checksum doesn't fit; 'odds a4 solve' repairs it" in done.err
    assert "you win with" not in done.out


def test_an_outlook_finds_an_altered_byte_in_any_stage(
    odds: Odds, store: str, tmp_path: Path
) -> None:
    whole = tmp_path / "altered"
    shutil.copytree(store, whole)
    files = sorted(whole.glob("*/stage-*.f64"))[1:]
    assert len(files) == 4
    for file in files:
        plain = file.read_bytes()
        file.write_bytes(plain[:-1] + bytes([plain[-1] ^ 1]))
        done = odds("a4", "outlook", *SMALL, "--store", str(whole), "--workers", "1")
        assert done.code == 2
        assert f"{file.name}: altered" in done.err
        file.write_bytes(plain)


@pytest.mark.parametrize("command", ["solve", "advise", "play", "outlook"])
def test_a_file_for_a_store_is_an_error_of_its_own(
    command: str, odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ODDS_STORE", str(tmp_path / "file"))
    done = odds("a4", command, *SMALL)
    assert done.code == 2
    assert "file: no folder for what is solved: " in done.err
    assert done.err.count("\n") == 1


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
