"""Adventures in random order over JSON and from flags (A15)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from odds import wire
from odds.answers import Solvers
from odds.games.a4.contract_solve import SolveRequest
from odds.json_text import dumps
from tests.command_line import Odds, one_line

EXAMPLES = Path(__file__).parents[3] / "examples"
ATTIC = ("-a", str(EXAMPLES / "attic.toml"), "--hero", str(EXAMPLES / "caretaker.toml"))


def test_over_json_and_from_flags_alike(
    odds: Odds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    files = ("attic", "caretaker")
    adventure, hero = (tomllib.loads((EXAMPLES / f"{n}.toml").read_text()) for n in files)
    sheets = {"adventure": adventure, "hero": hero}
    asked = SolveRequest.model_validate({**sheets, "dice": 1, "random_order": True})
    found = asked.solve(Solvers(), tmp_path, lambda _: None)
    assert [(row["second_tile"], row["name"]) for row in found["equipment"]] == [
        (tile, name) for tile in (2, 3) for name in ("Broom", "Bucket")
    ]
    state = {"space": 2, "pool": [4], "tiles_ahead": [3, 4], "tracks": {"attack": 3}}
    question = wire.question_at("/v1/a4/advice")
    answer = dumps(wire.respond(question, {**sheets, "state": state})).decode()
    assert '"do":"use_die","die":4' in answer
    flags = ("--space", "2", "--pool", "4", "--tiles-ahead", "3 4", "--attack", "3")
    done = odds("a4", "advise", *ATTIC, *flags, "--format", "json")
    assert (done.err, done.out.strip()) == ("", answer)
    body = {**sheets, "objective": "win", "state": {"pool": [4], "tiles_ahead": [3, 2, 4]}}
    setup = dumps(wire.respond(wire.question_at("/v1/a4/setup"), body)).decode()
    flags = ("--objective", "win", "--pool", "4", "--tiles-ahead", "3,2,4", "--format", "json")
    assert odds("a4", "setup", *ATTIC, *flags).out.strip() == setup


def test_tiles_that_are_no_numbers_are_one_line(odds: Odds) -> None:
    for given in ("3,x", "-3", "3.5", "9" * 20):
        done = odds("a4", "advise", *ATTIC, "--pool", "4", "--tiles-ahead", given)
        assert "--tiles-ahead: a tile is a number from 2" in one_line(done)
    done = odds("a4", "advise", *ATTIC, "--pool", "4", "--space", "1", "--tiles-ahead", "3,2")
    assert "--tiles-ahead (/state/tiles_ahead): must be all tiles still" in one_line(done)
