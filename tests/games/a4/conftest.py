"""The Cellar, solved once for all tests of a module."""

from __future__ import annotations

import pytest

from tests.command_line import Odds
from tests.games.a4.cellar import SMALL


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cellars"))


@pytest.fixture
def store(folder: str, odds: Odds, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ODDS_STORE", "")  # so that what the commands set is undone
    assert odds("a4", "solve", *SMALL, "--store", folder, "--workers", "1").code == 0
    return folder
