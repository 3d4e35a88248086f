"""A service whose long solves count, a step each time that a test allows one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.solves import child, routes
from tests.api import long_solve
from tests.api.service import Service
from tests.api.solves.table import Table, serving


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "all_games", lambda: (long_solve.GAME,))
    monkeypatch.setattr(child, "solve_long", long_solve.solve)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def service(table: Table) -> Iterator[Service]:
    with serving(table) as found:
        yield found
