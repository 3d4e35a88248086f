"""Numbers in and out of the contract."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from odds.numbers import INFINITE
from odds.shapes import Number, NumberOut, Shape, number

NUMBER = TypeAdapter(Number)


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


@pytest.mark.parametrize(
    ("given_", "value"),
    [
        (1, 1),
        ("1/3", Fraction(1, 3)),
        (Decimal("0.1"), Fraction(1, 10)),
        ("-2.50", Fraction(-5, 2)),
    ],
)
def test_a_number_of_a_request(given_: Any, value: Fraction) -> None:
    assert NUMBER.validate_python(given_) == value


@pytest.mark.parametrize("given_", [0.1, True, None, "x", "", "1 / 3", [1], Decimal("Infinity")])
def test_what_is_no_number(given_: Any) -> None:
    with pytest.raises(ValidationError):
        NUMBER.validate_python(given_)


@given(st.fractions(max_denominator=10**30))
def test_a_number_is_written_as_it_can_be_read(value: Fraction) -> None:
    written = NUMBER.dump_python(value, mode="json")
    assert isinstance(written, int) == (value.denominator == 1)
    assert NUMBER.validate_python(written) == value


@given(st.integers(1, 10**100 - 1), st.integers(0, 100), st.integers(-100, 100))
def test_every_decimal_that_can_be_read_can_be_written(
    digits: int, places: int, exponent: int
) -> None:
    text = str(digits).rjust(places + 1, "0")
    whole, decimals = text[: len(text) - places], text[len(text) - places :]
    given_ = f"{whole}.{decimals}e{exponent}" if decimals else f"{whole}e{exponent}"
    value = NUMBER.validate_python(given_)
    assert value == Fraction(given_)
    assert NUMBER.validate_python(NUMBER.dump_python(value, mode="json")) == value


def test_shapes_are_strict_and_immutable() -> None:
    class Point(Shape):
        x: int

    with pytest.raises(ValidationError):
        Point.model_validate({"x": True})
    with pytest.raises(ValidationError):
        Point.model_validate({"x": 1, "y": 2})
    point = Point(x=1)
    with pytest.raises(ValidationError, match="frozen"):
        point.x = 2
