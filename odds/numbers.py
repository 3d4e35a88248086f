"""Exact numbers on their way in, and the one number that is not a fraction."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from enum import Enum
from fractions import Fraction
from typing import Final

from msgspec import Struct

from odds.errors import InvalidInput

MAX_DIGITS: Final = 100
MAX_EXPONENT: Final = 100
LONGEST_DECIMAL: Final = MAX_DIGITS + MAX_EXPONENT + 1
"""The digits of the denominator that a decimal within both limits can have."""

_INTEGER: Final = r"[+-]?[0-9]+"
_FRACTION: Final = re.compile(rf"({_INTEGER})/([0-9]+)")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")


class Infinite(Enum):
    """A mean that has no finite value, because completion is not certain."""

    INFINITE = "infinite"

    def __repr__(self) -> str:
        return "INFINITE"


INFINITE: Final = Infinite.INFINITE

Exact = int | str | Decimal | Fraction
"""What a caller may give for an exact number: ``3``, ``"1/3"``, ``"0.1"``, ``Decimal("0.1")``."""


def exact(value: Exact, place: str = "") -> Fraction:
    """The rational that ``value`` writes, without any rounding.

    Floats are refused, because ``0.1`` as a float is not one tenth; so are booleans, more than
    100 digits and exponents beyond 100 in size. ``place`` is named in the ``InvalidInput``.
    """
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal | Fraction):
        kind = type(value).__name__
        raise InvalidInput.at(place, f"expected an integer, a decimal or a fraction, not {kind}")
    if isinstance(value, Fraction):
        return _small(value, place, LONGEST_DECIMAL)
    if isinstance(value, int):
        return _small(Fraction(value), place)
    return _parse(str(value), place)


def parse_number(text: str) -> int | Decimal:
    """A JSON or TOML number as it is written: an ``int`` where it is whole, so ``5.0`` is 5.

    One with too many digits or too large an exponent is left for ``exact`` to refuse.
    """
    try:
        value = Decimal(text)
    except InvalidOperation:
        return Decimal("1E+999999")  # The exponent is beyond even what Decimal has.
    if not value.is_finite() or abs(value.adjusted()) >= MAX_DIGITS or len(text) > 2 * MAX_DIGITS:
        return value
    return int(value) if value == value.to_integral_value() else value


def _small(value: Fraction, place: str, digits: int = MAX_DIGITS) -> Fraction:
    limit = 10**digits
    if abs(value.numerator) >= limit or value.denominator >= limit:
        raise InvalidInput.at(place, f"more than {digits} digits")
    return value


def _parse(text: str, place: str) -> Fraction:
    if len(text) > 2 * MAX_DIGITS + 10:
        raise InvalidInput.at(place, f"more than {MAX_DIGITS} digits")
    if match := _FRACTION.fullmatch(text):
        numerator, denominator = int(match[1]), int(match[2])
        if denominator == 0:
            raise InvalidInput.at(place, "a fraction over 0")
        return _small(Fraction(numerator, denominator), place)
    match = _DECIMAL.fullmatch(text)
    if match is None:
        raise InvalidInput.at(place, f"not an exact number: {text[:40]!r}")
    whole, decimals, exponent = match[1], match[2] or "", match[3] or "0"
    if len(whole.lstrip("0")) + len(decimals) > MAX_DIGITS:
        raise InvalidInput.at(place, f"more than {MAX_DIGITS} digits")
    if len(exponent) > 5 or abs(int(exponent)) > MAX_EXPONENT:
        raise InvalidInput.at(place, f"an exponent beyond ±{MAX_EXPONENT}")
    return Fraction(text)


class Certified(Struct, frozen=True):
    """A number that is known within a proven bound: |true value - ``value``| <= ``error``."""

    value: Fraction
    error: Fraction = Fraction(0)

    def __add__(self, other: Certified) -> Certified:
        return Certified(self.value + other.value, self.error + other.error)

    def __sub__(self, other: Certified) -> Certified:
        return Certified(self.value - other.value, self.error + other.error)

    def times(self, factor: Fraction | int) -> Certified:
        """A multiple."""
        return Certified(self.value * factor, self.error * abs(Fraction(factor)))

    def over(self, other: Certified) -> Certified:
        """The quotient of two numbers of at least 0; ``other`` is surely above 0."""
        value, high = self.value / other.value, self.high / other.low
        return Certified(value, max(high - value, value - max(self.low, Fraction(0)) / other.high))

    @property
    def low(self) -> Fraction:
        """The least that the true value can be."""
        return self.value - self.error

    @property
    def high(self) -> Fraction:
        """The most that the true value can be."""
        return self.value + self.error
