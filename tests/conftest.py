"""Fixtures that several tests use."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from odds import cli
from odds.commands import Group
from odds.games.a4.control import Control
from odds.solved import Solved
from odds.solving import solve_staged
from tests.command_line import BODY, Done, Odds
from tests.small_commands import Call, small_group
from tests.small_solve import small


@pytest.fixture(autouse=True, scope="session")
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what tests solve out of the user's own folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ODDS_STORE", str(tmp_path_factory.mktemp("store")))
        yield


@pytest.fixture
def odds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Odds:
    """Run the command in this process."""

    def run(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["odds", *arguments])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        out, err = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return Done(caught.value.code, out, err)

    return run


@pytest.fixture
def question(tmp_path: Path) -> str:
    file = tmp_path / "question.json"
    file.write_text(json.dumps(BODY))
    return str(file)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Solved[Control]:
    """The adventure of ``small``, solved without a break."""
    return solve_staged(small(), tmp_path_factory.mktemp("whole"), workers=1)


@pytest.fixture
def calls() -> list[Call]:
    """What the commands of ``app`` are called with."""
    return []


@pytest.fixture
def app(calls: list[Call]) -> Group:
    """The commands of ``small_group``."""
    return small_group(calls)
