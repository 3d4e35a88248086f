"""Loops are compiled whether or not what is compiled can be kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from odds.solvers.factored_kernel import compiled, inlined
from odds.solvers.factored_pack import _narrowed


@pytest.mark.parametrize("decorate", [compiled, inlined])
def test_without_a_place_for_it_nothing_is_kept(
    decorate: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = numba.njit

    def nowhere(*function: Any, **how: Any) -> Any:
        if how.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return real(*function, **how)

    monkeypatch.setattr(numba, "njit", nowhere)

    def twice(number: int) -> int:
        return 2 * number

    assert decorate(twice)(21) == 42


@pytest.mark.parametrize("value", [2**31 - 1, -(2**31), 2**31, -(2**31) - 1, 2**40])
def test_tables_are_narrowed_only_if_nothing_is_lost(value: int) -> None:
    table = np.array([0, value], np.int64)
    assert _narrowed(table).tolist() == [0, value]
    assert (_narrowed(table).dtype == np.int32) == (-(2**31) <= value < 2**31)
