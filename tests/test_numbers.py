"""Reading exact numbers, and refusing what isn't exact."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.errors import InvalidInput
from odds.numbers import INFINITE, MAX_DIGITS, Infinite, exact, parse_number


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        (3, 3),
        (-3, -3),
        ("3", 3),
        ("+3", 3),
        ("-0", 0),
        ("1/3", Fraction(1, 3)),
        ("-2/4", Fraction(-1, 2)),
        ("0.1", Fraction(1, 10)),
        ("-0.25", Fraction(-1, 4)),
        ("1e2", 100),
        ("1.5E-3", Fraction(3, 2000)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Decimal("1E+3"), 1000),
        (Fraction(7, 3), Fraction(7, 3)),
        ("1e100", 10**100),
    ],
)
def test_numbers_are_read_without_rounding(given_: Any, expected: Fraction | int) -> None:
    found = exact(given_)
    assert found == expected
    assert isinstance(found, Fraction)


@given(st.fractions(max_denominator=10**30))
def test_what_is_written_is_read(value: Fraction) -> None:
    assert exact(str(value)) == exact(value) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, places=9))
def test_decimals_are_read_as_written(value: Decimal) -> None:
    assert exact(value) == Fraction(value)


@pytest.mark.parametrize("value", [0.1, True, False, None, [1], 1j, float("nan")])
def test_what_is_not_exact_is_refused(value: Any) -> None:
    with pytest.raises(
        InvalidInput, match=r"^/reward: expected an integer, a decimal or a fraction"
    ):
        exact(value, "/reward")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1/",
        "/2",
        "1/-2",
        ".5",
        "5.",
        "1_000",
        "0x10",
        "1 2",
        "--1",
        "1e",
        "1.5/2",
        "٣",
        "NaN",
        "Infinity",
        "1/2/3",
    ],
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="not an exact number"):
        exact(text)


@pytest.mark.parametrize("value", [Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity")])
def test_decimals_that_are_no_number(value: Decimal) -> None:
    with pytest.raises(InvalidInput, match="not an exact number"):
        exact(value)


def test_a_fraction_over_0() -> None:
    with pytest.raises(InvalidInput, match="a fraction over 0"):
        exact("1/0")


@pytest.mark.parametrize(
    "value",
    [
        10**MAX_DIGITS,
        -(10**MAX_DIGITS),
        "1" * (MAX_DIGITS + 1),
        "0." + "1" * (MAX_DIGITS + 1),
        f"1/{10**MAX_DIGITS}",
        "9" * 10_000,
    ],
)
def test_too_many_digits(value: int | str) -> None:
    with pytest.raises(InvalidInput, match="more than 100 digits"):
        exact(value, "/x")


@pytest.mark.parametrize("text", ["1e101", "1e-101", "1e999999999", "0e123456789"])
def test_exponents_are_limited(text: str) -> None:
    with pytest.raises(InvalidInput, match="an exponent beyond ±100"):
        exact(text)


def test_the_limits_themselves_are_allowed() -> None:
    most = 10**MAX_DIGITS - 1
    assert exact(most) == exact(str(most)) == most
    assert exact("1e-100") == Fraction(1, 10**100)


def test_a_fraction_may_be_as_long_as_a_decimal_with_an_exponent() -> None:
    smallest = exact("0." + "0" * 99 + "1e-100")
    assert exact(smallest) == smallest == Fraction(1, 10**200)
    with pytest.raises(InvalidInput, match="more than 201 digits"):
        exact(Fraction(1, 10**201), "/x")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5", 5),
        ("5.0", 5),
        ("5e2", 500),
        ("-0.0", 0),
        ("0.5", Decimal("0.5")),
        ("1e-2", Decimal("0.01")),
    ],
)
def test_numbers_are_parsed_as_whole_where_they_are(text: str, number: int | Decimal) -> None:
    parsed = parse_number(text)
    assert (parsed, type(parsed)) == (number, type(number))


@pytest.mark.parametrize("text", ["inf", "1e100", "1e400", "9" * 10_000, "1e999999999999999999999"])
def test_what_is_too_long_is_left_to_be_refused(text: str) -> None:
    assert isinstance(parse_number(text), Decimal)


def test_infinite() -> None:
    assert repr(INFINITE) == "INFINITE"
    assert INFINITE is Infinite("infinite")
    assert pickle.loads(pickle.dumps(INFINITE)) is INFINITE
