"""Square roots, as people read them and in full."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.format import root


@given(
    st.fractions(min_value=0, max_denominator=10**9) | st.integers(0, 10**400).map(Fraction),
    st.integers(0, 20),
)
def test_a_root_is_rounded_to_the_nearest(value: Fraction, digits: int) -> None:
    shown = root(value, digits)
    assert_near_root(shown.plain, value)
    if "e" in shown.text:  # too small to be told from 0, or too large
        assert value
        assert not Fraction(1, 10**digits) <= value < 10**30
        return
    assert len(shown.text.partition(".")[2]) == digits
    half = Fraction(1, 2 * 10**digits)
    least, most = Fraction(shown.text) - half, Fraction(shown.text) + half
    assert max(0, least) ** 2 <= value <= most**2


@given(st.fractions(min_value=0))
def test_the_root_of_a_square_is_exact(value: Fraction) -> None:
    assert root(value**2).plain == str(value)


@pytest.mark.parametrize(
    "value",
    [
        Fraction(2, 10**600),
        Fraction(5, 10**643),
        Fraction(2, 10**800),
        Fraction(2 * 10**800),
        Fraction(3, 7),
    ],
)
def test_roots_of_any_size(value: Fraction) -> None:
    shown = root(value)
    assert_near_root(shown.plain, value)
    assert (len(shown.text) < 12, Fraction(shown.text) > 0) == (True, True)


def assert_near_root(plain: str, value: Fraction) -> None:
    assert abs(Fraction(plain) ** 2 - value) <= value / 2**50
