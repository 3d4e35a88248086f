"""How many roundings floats have behind them, state by state: the solver's bound covers it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from odds.solvers.algebra import Algebra, Array


class Roundings(Algebra):
    """The most roundings on any way to a value that ``Floats`` computes, whatever is chosen."""

    dtype = np.int32

    def constant(self, value: Fraction) -> int:
        return int(Fraction(float(value)) != value)

    def larger(self, one: Array, other: Array, out: Array) -> None:
        np.maximum(one, other, out=out)

    def plus(self, one: Array, other: Array, out: Array) -> None:
        np.maximum(one, other, out=out)
        np.add(out, 1, out=out)

    def times(self, one: Array, weight: int, out: Array) -> None:
        np.add(one, _inexact(weight), out=out)

    def over(self, one: Array, total: int, out: Array) -> None:
        np.add(one, _inexact(total), out=out)


def _inexact(factor: int) -> int:
    """Whether scaling a float by ``factor`` can round it: not by a power of two."""
    return int(factor & (factor - 1) != 0)
