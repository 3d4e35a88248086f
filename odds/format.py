"""The only place where exact numbers become rounded text or floats.

Rounding is half to even on the exact value. A share that is not exactly 0 or 1 is never shown as
0% or 100%.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, isqrt
from sys import float_info
from typing import Final

from msgspec import Struct

from odds.numbers import Certified, Infinite

LONGEST: Final = 10**15
"""From here on a number is shown as a power of ten."""


class Share(Struct, frozen=True):
    """A probability, to be shown as a percentage: as ``text``, or rounded on its own."""

    value: Fraction | Certified
    text: str = ""

    def __str__(self) -> str:
        return self.text or percent(self.value)


class Both(Struct, frozen=True):
    """What a person reads, and the same in full for other programs; maybe a single number."""

    text: str
    plain: str
    is_number: bool = False

    def __str__(self) -> str:
        return self.text


def root(value: Fraction, digits: int = 3) -> Both:
    """The square root: to so many decimals, and in full as a fraction or with a double's digits."""
    exact = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    if exact**2 == value:
        text = fixed(exact, digits) if "e" not in decimal(exact, digits) else decimal(exact, digits)
        return Both(text, str(exact), is_number=True)
    # An irrational root is never half way between two roundings, so the next bits decide.
    scale = 10**digits
    nearest = (isqrt(4 * scale**2 * value.numerator // value.denominator) + 1) // 2
    bits = max(0, 128 - value.numerator.bit_length() + value.denominator.bit_length())
    close = Fraction(isqrt((value.numerator << 2 * bits) // value.denominator), 1 << bits)
    double = nearest_double(close)
    has_digits = double is not None and double >= float_info.min
    plain = str(double) if has_digits else scientific(close, 17)
    text = _pointed(nearest, digits) if nearest and close < LONGEST else scientific(close)
    return Both(text, plain, is_number=True)


def fixed(value: Fraction, digits: int) -> str:
    """``value`` with exactly ``digits`` decimals."""
    return _pointed(_rounded(value, digits), digits)


def _rounded(value: Fraction, digits: int) -> int:
    """``value * 10**digits`` as a whole number, half to even."""
    scale: int = 10**digits
    whole, rest = divmod(value.numerator * scale, value.denominator)
    twice = 2 * rest
    if twice > value.denominator or (twice == value.denominator and whole % 2):
        whole += 1
    return whole


def _pointed(scaled: int, digits: int) -> str:
    """``scaled`` with its last ``digits`` digits behind the point."""
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(scaled), 10**digits)
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def decimal(value: Fraction | Infinite, digits: int = 3) -> str:
    """``value`` with at most ``digits`` decimals; a power of ten if it is too small or large."""
    if isinstance(value, Infinite):
        return "infinite"
    if value and not Fraction(1, 2 * 10**digits) <= abs(value) < LONGEST:
        return scientific(value)
    return _trim(fixed(value, digits))


def digits_apart(one: Fraction, other: Fraction, digits: int = 3) -> int:
    """How many decimals show two different numbers differently: ``digits``, or more if need be."""
    while one != other and decimal(one, digits) == decimal(other, digits) and digits < 30:
        digits += 1
    return digits


def decimals(values: Sequence[Fraction | Infinite], digits: int = 3) -> list[str]:
    """``values`` of one column: with equally many decimals, or none if all are whole."""
    whole = all(isinstance(v, Infinite) or v.denominator == 1 for v in values)
    shown = [decimal(value, digits) for value in values]
    if whole:
        return shown
    return [
        text if isinstance(value, Infinite) or "e" in text else fixed(value, digits)
        for text, value in zip(shown, values, strict=True)
    ]


def scientific(value: Fraction, digits: int = 3) -> str:
    """A ``value`` other than 0 as a power of ten, with ``digits`` significant digits."""
    exponent = _floor_log10(abs(value))
    mantissa = value / Fraction(10) ** exponent
    text = fixed(mantissa, digits - 1)
    if abs(Fraction(text)) >= 10:
        exponent, text = exponent + 1, fixed(mantissa / 10, digits - 1)
    return f"{text}e{exponent}"


def _floor_log10(value: Fraction) -> int:
    """Exact for a positive number of any size; bit lengths give a guess that is off by a few."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    guess = bits * 30103 // 100000
    while Fraction(10) ** guess > value:
        guess -= 1
    while Fraction(10) ** (guess + 1) <= value:
        guess += 1
    return guess


def percent(value: Fraction | Certified, digits: int = 1, *, padded: bool = False) -> str:
    """A probability as a percentage; ``<0.1%`` and ``>99.9%`` rather than a false 0 or 100.

    What is known only within an error is never said to be impossible or certain. ``padded``: with
    all its digits, unless it is 0 or 1.
    """
    known = value if isinstance(value, Certified) else Certified(value)
    shown = min(known.value, Fraction(1)) if known.error else known.value
    rounded, full = _rounded(shown, digits + 2), 10 ** (digits + 2)
    if rounded == 0 and (shown or known.error):
        return f"<{_pointed(1, digits)}%"
    if rounded == full and (shown < 1 or known.error):
        return f">{_pointed(full - 1, digits)}%"
    text = _pointed(rounded, digits)
    return f"{text if padded and shown not in (0, 1) else _trim(text)}%"


def percents(values: Sequence[Fraction], digits: int = 1) -> list[str]:
    """Percentages of shares that sum to 1, rounded so that the shown ones sum to 100 too.

    The largest remainders are rounded up; what is left at nothing reads ``<0.1%``. Each is rounded
    on its own where that can't be done with equal shares shown equal.
    """
    scale = 10 ** (digits + 2)
    floors = [floor(value * scale) for value in values]
    tied: dict[Fraction, list[int]] = {}
    for index, value in enumerate(values):
        tied.setdefault(value, []).append(index)
    missing = scale - sum(floors)
    for value in sorted(tied, key=lambda v: floor(v * scale) - v * scale):
        if len(tied[value]) > missing:
            break
        missing -= len(tied[value])
        for index in tied[value]:
            floors[index] += 1
    if missing:
        return [percent(value, digits) for value in values]
    tiny = Fraction(1, 10 * scale)  # shown for what would read 0% or 100% and isn't
    bounded = [max(tiny, min(1 - tiny, Fraction(f, scale))) for f in floors]
    shown = [v if v in (0, 1) else bound for v, bound in zip(values, bounded, strict=True)]
    return [percent(share, digits) for share in shown]


def complement(shown: str) -> str:
    """What a percentage leaves of 100%, to as many decimals: ``>99.9%`` for ``<0.1%``."""
    sign = {"<": ">", ">": "<"}.get(shown[0], "")
    number = Fraction(shown.strip("<>%"))
    digits = len(shown.strip("<>%").partition(".")[2])
    return f"{sign}{fixed(100 - number, digits)}%"


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def one_in(value: Fraction) -> str:
    """A positive probability as "1 in N"; only 1 is "1 in 1"."""
    digits = 1
    while value != 1 and round(10**digits / value) == 10**digits:
        digits += 1
    return f"1 in {decimal(1 / value, digits)}"


def joined(items: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def nearest_double(value: Fraction) -> float | None:
    """The double nearest to ``value``; none where it is too large for one."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return None


def log10(value: Fraction) -> float:
    """The decimal logarithm of the size of a number other than 0, for plots."""
    from math import log10 as log

    exponent = _floor_log10(abs(value))
    mantissa = abs(value) / Fraction(10) ** exponent
    return exponent + log(mantissa.numerator / mantissa.denominator)


def double_above(value: Fraction) -> float:
    """A double that is at least ``value``: how far something is off at most."""
    from math import inf, nextafter

    near = nearest_double(value)
    if near is None:
        return inf
    return near if Fraction(near) >= value else nextafter(near, inf)
