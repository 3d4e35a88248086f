"""Rounded text: never a false 0 or 100, never a contradiction, any size."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import log10 as float_log10

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.format import (
    Share,
    decimal,
    decimals,
    fixed,
    joined,
    log10,
    nearest_double,
    one_in,
    percent,
    percents,
    scientific,
)
from odds.numbers import INFINITE, Certified

TINY = Fraction(1, 6**500)
HUGE = Fraction(10**400)

probabilities = st.fractions(min_value=0, max_value=1, max_denominator=10**6)
weights = st.lists(st.integers(0, 10**5), min_size=1, max_size=9).filter(any)


def shown(text: str) -> Fraction:
    """The number in a percentage without ``<`` or ``>``."""
    return Fraction(text.removesuffix("%"))


def bounds(text: str) -> tuple[Fraction, Fraction]:
    """Which percentages a text may stand for, rounding aside."""
    if text.startswith("<"):
        return Fraction(0), shown(text[1:])
    if text.startswith(">"):
        return shown(text[1:]), Fraction(100)
    return shown(text), shown(text)


@given(probabilities)
def test_a_percentage_is_0_or_100_only_if_it_is_exactly_that(value: Fraction) -> None:
    text = percent(value)
    assert (text == "0%") == (value == 0)
    assert (text == "100%") == (value == 1)
    low, high = bounds(text)
    assert low - Fraction(1, 20) <= 100 * value <= high + Fraction(1, 20)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (TINY, "<0.1%"),
        (1 - TINY, ">99.9%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(1, 2), "50%"),
        (Fraction(1, 2001), "<0.1%"),
        (Fraction(1, 1999), "0.1%"),
        (Fraction(19991, 20000), ">99.9%"),
        (Fraction(999, 1000), "99.9%"),
    ],
)
def test_percentages(value: Fraction, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(("value", "text"), [(0, "<0.1%"), (1, ">99.9%"), (2, ">99.9%")])
def test_what_is_known_within_an_error_is_never_certain(value: int, text: str) -> None:
    known = Certified(Fraction(value), Fraction(1, 10**15))
    assert (percent(known), str(Share(known))) == (text, text)
    exact = Certified(Fraction(value))
    assert percent(exact) == str(Share(exact)) == percent(exact.value)


def test_a_share_above_1_is_shown_as_it_is() -> None:
    assert (
        percent(Fraction(2))
        == str(Share(Fraction(2)))
        == str(Share(Certified(Fraction(2))))
        == "200%"
    )
    assert percent(Fraction(3, 2)) == "150%"
    assert percent(Fraction(10_001, 10_000)) == "100%"
    assert percent(Fraction(2), 3, padded=True) == "200.000%"


def test_a_padded_percentage_keeps_its_digits() -> None:
    assert percent(Fraction(1, 2), 3, padded=True) == "50.000%"
    assert percent(Fraction(1), 3, padded=True) == "100%"
    assert percent(Certified(Fraction(1), Fraction(1, 10**15)), 3, padded=True) == ">99.999%"


def test_percentages_with_other_numbers_of_digits() -> None:
    assert percent(Fraction(1, 3), 0) == "33%"
    assert percent(Fraction(1, 300), 0) == "<1%"
    assert percent(Fraction(299, 300), 0) == ">99%"
    assert percent(Fraction(1, 3), 3) == "33.333%"


@given(probabilities)
def test_a_share_and_its_complement_sum_to_100(value: Fraction) -> None:
    texts = percents([value, 1 - value])
    if any(text[0] in "<>" for text in texts):
        assert texts == [percent(value), percent(1 - value)]
    else:
        assert sum(map(shown, texts)) == 100


@given(weights)
def test_shares_are_shown_in_order_and_equal_ones_equal(parts: list[int]) -> None:
    values = [Fraction(part, sum(parts)) for part in parts]
    pairs = sorted(zip(values, percents(values), strict=True))
    for (value, text), (larger, other) in pairwise(pairs):
        assert bounds(text)[1] <= bounds(other)[1]
        if value == larger:
            assert text == other
    for value, text in pairs:
        assert (text == "0%") == (value == 0)
        assert (text == "100%") == (value == 1)
        if text[0] not in "<>":
            assert abs(shown(text) - 100 * value) < Fraction(1, 10)


@given(weights)
def test_shares_sum_to_100_unless_equal_or_hidden_ones_forbid_it(parts: list[int]) -> None:
    values = [Fraction(part, sum(parts)) for part in parts]
    texts = percents(values)
    if len(set(values)) == len(values) and not any(text[0] in "<>" for text in texts):
        assert sum(map(shown, texts)) == 100


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([Fraction(1)], ["100%"]),
        ([Fraction(0), Fraction(1)], ["0%", "100%"]),
        ([Fraction(1, 3)] * 3, ["33.3%"] * 3),
        ([Fraction(1, 6)] * 3 + [Fraction(1, 2)], ["16.7%"] * 3 + ["50%"]),
        ([TINY, 1 - TINY], ["<0.1%", ">99.9%"]),
        (
            [Fraction(n, 55365) for n in (50, 29, 28, 0, 36546, 11638, 34, 7040)],
            ["0.1%", "0.1%", "<0.1%", "0%", "66%", "21%", "0.1%", "12.7%"],
        ),
        ([Fraction(1, 7), Fraction(2, 7), Fraction(4, 7)], ["14.3%", "28.6%", "57.1%"]),
        (
            [Fraction(33346, 10**5), Fraction(33345, 10**5), Fraction(33309, 10**5)],
            ["33.4%", "33.3%", "33.3%"],
        ),
    ],
)
def test_shares(values: list[Fraction], texts: list[str]) -> None:
    assert percents(values) == texts


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(-5, 3), "-1.667"),
        (Fraction(3, 2), "1.5"),
        (Fraction(1, 1999), "0.001"),
        (Fraction(1, 2001), "5.00e-4"),
        (-TINY, "-8.40e-390"),
        (TINY, "8.40e-390"),
        (HUGE, "1.00e400"),
        (Fraction(10**15 - 1), "999999999999999"),
        (Fraction(10**15), "1.00e15"),
        (-HUGE, "-1.00e400"),
        (INFINITE, "infinite"),
    ],
)
def test_decimals_of_any_size(value: Fraction, text: str) -> None:
    assert decimal(value) == text


@given(st.fractions(max_denominator=10**12).filter(lambda v: 0 < abs(v) < 10**15))
def test_a_decimal_is_within_its_last_digit_and_never_a_false_0(value: Fraction) -> None:
    text = decimal(value)
    assert Fraction(text) != 0
    assert abs(Fraction(text) - value) <= max(Fraction(1, 2000), abs(value) / 200)


@given(st.fractions().filter(bool), st.integers(1, 6))
def test_scientific_keeps_its_significant_digits(value: Fraction, digits: int) -> None:
    text = scientific(value, digits)
    mantissa = abs(Fraction(text.split("e")[0]))
    assert 1 <= mantissa < 10
    assert abs(Fraction(text) - value) * 10**digits <= 5 * abs(value)


def test_scientific_carries_into_the_next_power() -> None:
    assert scientific(Fraction(9996)) == "1.00e4"
    assert scientific(Fraction(-9996, 10**9)) == "-1.00e-5"
    assert scientific(Fraction(9994)) == "9.99e3"


@given(st.fractions(max_denominator=10**9), st.integers(0, 6))
def test_fixed_has_its_digits(value: Fraction, digits: int) -> None:
    text = fixed(value, digits)
    assert len(text.partition(".")[2]) == digits
    assert abs(Fraction(text) - value) * 2 * 10**digits <= 1


def test_a_column_has_equally_many_decimals() -> None:
    values = [Fraction(133, 100), Fraction(0), INFINITE, TINY, Fraction(2)]
    assert decimals(values) == ["1.330", "0.000", "infinite", "8.40e-390", "2.000"]
    assert decimals([Fraction(3), INFINITE, Fraction(0)]) == ["3", "infinite", "0"]
    assert decimals([]) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1), "1 in 1"),
        (Fraction(1, 2), "1 in 2"),
        (Fraction(2, 3), "1 in 1.5"),
        (Fraction(1, 6**6), "1 in 46656"),
        (Fraction(99, 100), "1 in 1.01"),
        (Fraction(10**6 - 1, 10**6), "1 in 1.000001"),
        (TINY, "1 in 1.19e389"),
    ],
)
def test_one_in(value: Fraction, text: str) -> None:
    assert one_in(value) == text


@pytest.mark.parametrize(
    ("items", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_joined(items: list[str], text: str) -> None:
    assert joined(items) == text
    assert joined(items, "or") == text.replace("and", "or")


@given(st.fractions())
def test_the_nearest_double_is_what_python_rounds_to(value: Fraction) -> None:
    assert nearest_double(value) == float(value)


def test_doubles_at_the_ends_of_their_range() -> None:
    assert nearest_double(TINY) == 0.0
    assert nearest_double(Fraction(1, 10**320)) == 1e-320
    assert nearest_double(HUGE) is nearest_double(-HUGE) is None


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9))
@settings(max_examples=50)
def test_log10_of_usual_numbers(value: Fraction) -> None:
    assert log10(value) == pytest.approx(float_log10(float(value)), abs=1e-12)


def test_log10_of_any_size() -> None:
    assert log10(HUGE) == log10(-HUGE) == 400
    assert log10(Fraction(10**5000)) == 5000
    assert log10(1 / HUGE) == -400
    assert log10(HUGE - 1) == pytest.approx(400)
    assert log10(TINY) == pytest.approx(-500 * float_log10(6))
