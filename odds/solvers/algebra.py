"""What a value is when a program is run over arrays: floats, exact numbers, counts of roundings.

A value of a program needs four operations only: the larger of two, the sum, the multiple by a
whole weight, the quotient by a whole total. Whoever supplies these can be run through the same
program:

    Floats  float64, every operation rounded once;
    Exact   fractions in arrays of objects, nothing rounded;

All values are at least 0, so no operation cancels, and a float with n roundings behind it is
within the relative error (1 + u)^n - 1 of the exact value, u = 2^-53 (Higham, *Accuracy and
Stability of Numerical Algorithms*, 2002, section 3.1; the maximum of two adds no error).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from odds.errors import SolveError

Array = NDArray[Any]

TINY: Final = float(np.finfo(np.float64).smallest_normal)
"""Below it a float has fewer than 53 bits, so the relative error of an operation has no bound."""


class Algebra(ABC):
    """Operations on arrays of values, element by element, written to ``out``."""

    dtype: DTypeLike

    @abstractmethod
    def constant(self, value: Fraction) -> Any:
        """The element that stands for ``value``, at least 0."""

    @abstractmethod
    def larger(self, one: Array, other: Array, out: Array) -> None:
        """The larger of two values."""

    @abstractmethod
    def plus(self, one: Array, other: Array, out: Array) -> None:
        """The sum of two values."""

    @abstractmethod
    def times(self, one: Array, weight: int, out: Array) -> None:
        """A positive whole multiple of a value."""

    @abstractmethod
    def over(self, one: Array, total: int, out: Array) -> None:
        """A value divided by a positive whole number."""


class Numbers(Algebra):
    """What floats and exact numbers share."""

    def larger(self, one: Array, other: Array, out: Array) -> None:
        np.maximum(one, other, out=out)

    def plus(self, one: Array, other: Array, out: Array) -> None:
        np.add(one, other, out=out)

    def times(self, one: Array, weight: int, out: Array) -> None:
        np.multiply(one, weight, out=out)


def rounded(value: Fraction) -> float:
    """The float nearest to ``value``; ``SolveError`` if that is further off than ``UNIT``."""
    try:
        found = float(value)
    except OverflowError:
        raise SolveError("overflow: a payoff is too large for a float") from None
    if value and abs(found) < TINY:
        raise SolveError("underflow: a payoff is too small for a float")
    return found


class Floats(Numbers):
    """Values as float64; to be run under ``numpy.errstate(all="raise")``, so none underflows."""

    dtype = np.float64

    def constant(self, value: Fraction) -> float:
        return rounded(value)

    def over(self, one: Array, total: int, out: Array) -> None:
        np.divide(one, total, out=out)


class Exact(Numbers):
    """Values as fractions."""

    dtype = object

    def constant(self, value: Fraction) -> Fraction:
        return value

    def over(self, one: Array, total: int, out: Array) -> None:
        np.multiply(one, np.array(Fraction(1, total), dtype=object), out=out)


UNIT: Final = Fraction(1, 2**53)
"""The unit roundoff u of float64: one operation errs by at most this, relative to its result."""


def error_bound(roundings: int) -> Fraction:
    """A bound of the relative error of a float with so many roundings behind it: n u / (1 - n u).

    >>> float(error_bound(756)) < 8.4e-14
    True
    """
    return roundings * UNIT / (1 - roundings * UNIT)
