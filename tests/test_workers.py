"""How many processes work at once."""

from __future__ import annotations

from typing import Any

import pytest

from odds.errors import InvalidInput
from odds.workers import cores, workers_of


def test_by_default_there_is_one_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    assert workers_of(None) == cores() >= 1
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    assert cores() >= 1


@pytest.mark.parametrize("given", [0, -1, 1001, 10**5000, True, "2", 2.0], ids=lambda _: "")
def test_a_number_has_limits(given: Any) -> None:
    assert (workers_of(1), workers_of(1000)) == (1, 1000)
    with pytest.raises(InvalidInput, match=r"/workers: the number of workers must be .*from 1 to"):
        workers_of(given)
