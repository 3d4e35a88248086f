"""``odds a4 advise``, ``play`` and ``setup --objective win`` on a small adventure."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from odds import wire
from odds.json_text import dumps
from tests.command_line import Odds
from tests.games.a4.cellar import CELLAR, EXAMPLES, SMALL


def test_advise(odds: Odds, store: str) -> None:
    state = ("--space", "1", "--phase", "action", "--pool", "5,3,1", "--attack", "3")
    done = odds("a4", "advise", *CELLAR, *state, "--store", store)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Hunt, then use the 5: you win with 34.668% under best play, off by")
    assert "search, then use the 1                       33.801%      0.868  –\n" in done.out
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
    assert done.out.encode() == dumps(wire.respond(question, body)) + b"\n"


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
