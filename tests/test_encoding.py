"""Numbers as answers have them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from odds.encoding import number
from odds.numbers import INFINITE
from odds.shapes import NumberOut


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (2, {"exact": "2", "approx": 2.0}),
        (Fraction(0), {"exact": "0", "approx": 0.0}),
        (Fraction(6, 4), {"exact": "3/2", "approx": 1.5}),
        (Fraction(-1, 3), {"exact": "-1/3", "approx": -1 / 3}),
        (Fraction(4651, 2592), {"exact": "4651/2592", "approx": 1.7943672839506173}),
        (INFINITE, {"exact": None, "infinite": True}),
        (Fraction(10**400), {"exact": str(10**400), "log10": 400.0}),
        (Fraction(1, 10**400), {"exact": f"1/{10**400}", "approx": 0.0, "log10": -400.0}),
        (Fraction(-1, 10**310), {"exact": f"-1/{10**310}", "approx": -1e-310, "log10": -310.0}),
    ],
)
def test_a_number_of_an_answer(value: Any, shown: dict[str, Any]) -> None:
    assert number(value) == shown
    assert list(number(value)) == list(shown)
    assert TypeAdapter(NumberOut).validate_python(shown, strict=True) == shown


@given(st.fractions())
def test_what_is_exact_reads_back_and_what_is_approximate_is_nearest(value: Fraction) -> None:
    shown = number(value)
    assert Fraction(shown["exact"] or "") == value
    assert shown["approx"] == float(value)
    assert ("log10" in shown) == (0 < abs(float(value)) < 2.2250738585072014e-308)
