"""The only place where exact numbers become rounded text or floats.

Rounding is half to even on the exact value. A share that is not exactly 0 or 1 is never shown as
0% or 100%.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from odds.numbers import Infinite


@dataclass(frozen=True)
class Share:
    """A probability, to be shown as a percentage."""

    value: Fraction


def fixed(value: Fraction, digits: int) -> str:
    """``value`` with exactly ``digits`` decimals."""
    scaled = round(value * 10**digits)
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(scaled), 10**digits)
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def decimal(value: Fraction | Infinite, digits: int = 3) -> str:
    """``value`` with at most ``digits`` decimals; enough of them to show that it isn't 0."""
    if isinstance(value, Infinite):
        return "infinite"
    if value and abs(value) < Fraction(1, 2 * 10**digits):
        return scientific(value)
    text = fixed(value, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def scientific(value: Fraction, digits: int = 3) -> str:
    """``value`` as a power of ten, for what is too small or too large for a plain decimal."""
    exponent = _floor_log10(abs(value))
    mantissa = value / Fraction(10) ** exponent
    text = fixed(mantissa, digits - 1)
    if abs(Fraction(text)) >= 10:
        exponent, text = exponent + 1, fixed(mantissa / 10, digits - 1)
    return f"{text}e{exponent}"


def _floor_log10(value: Fraction) -> int:
    guess = len(str(value.numerator)) - len(str(value.denominator))
    return guess if value >= Fraction(10) ** guess else guess - 1


def percent(value: Fraction, digits: int = 1) -> str:
    """A probability as a percentage; ``<0.1%`` and ``>99.9%`` rather than a false 0 or 100."""
    step = Fraction(1, 10**digits)
    hundredfold = value * 100
    rounded = Fraction(fixed(hundredfold, digits))
    if rounded == 0 and value != 0:
        return f"<{fixed(step, digits)}%"
    if rounded == 100 and value != 1:
        return f">{fixed(100 - step, digits)}%"
    return f"{_trim(fixed(hundredfold, digits))}%"


def percents(values: Sequence[Fraction], digits: int = 1) -> list[str]:
    """Percentages of shares that sum to 1, rounded so that the shown ones sum to 100 too.

    The largest remainders are rounded up. Where a share is too small to be shown it reads as
    ``<0.1%`` and the others are rounded on their own.
    """
    scale = 10 ** (digits + 2)
    exact = [value * scale for value in values]
    floors = [int(value) for value in exact]
    missing = scale - sum(floors)
    by_remainder = sorted(range(len(values)), key=lambda i: floors[i] - exact[i])
    for index in by_remainder[: max(missing, 0)]:
        floors[index] += 1
    hidden = any(v and f in (0, scale) and v != 1 for v, f in zip(values, floors, strict=True))
    if sum(values) != 1 or hidden:
        return [percent(value, digits) for value in values]
    return [f"{_trim(fixed(Fraction(floor, 10**digits), digits))}%" for floor in floors]


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def one_in(value: Fraction) -> str:
    """A probability as "1 in N"."""
    if value == 0:
        return "never"
    return "always" if value == 1 else f"1 in {decimal(1 / value, 1)}"


def fraction(value: Fraction) -> str:
    """``value`` in full: ``4651/2592``, and ``2`` for an integer."""
    return str(value)


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
    """The decimal logarithm of a positive number of any size, for plots."""
    from math import log10 as log

    exponent = _floor_log10(value)
    return exponent + log(nearest_double(value / Fraction(10) ** exponent) or 1.0)
