"""Numbers in and out of the contract."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from odds.shapes import Number, Shape

NUMBER = TypeAdapter(Number)


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
