"""Exact solutions of sparse linear systems with rational coefficients.

The matrix is factored once modulo a Mersenne prime p, sparsely, taking as pivot an entry whose row
and column have few others (Markowitz, Management Sci. 3, 1957). Each further solve with the same
factors gives one more p-adic digit of the solution (Dixon, Numer. Math. 40, 1982), and rational
reconstruction (Wang, 1981) turns digits into fractions. A candidate is returned only after the
system itself confirms it in integers, so neither the prime nor a bound on the size of the
solution has to be trusted. No floating point is involved and numbers never grow inside the
factorisation, which is where elimination over the rationals loses its time.

Systems whose factors turn out to be large and nearly full go to python-flint where that is
installed; it lifts digits in the same way over a dense matrix, in C.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import isqrt, lcm, prod
from typing import Any, Final

from odds.errors import ModelError

Row = Mapping[int, Fraction | int]
"""The coefficients of one equation that aren't 0, by the number of their unknown."""

_IntRow = dict[int, int]

MERSENNE_EXPONENTS: Final = (521, 607, 1279, 2203, 2281, 3217, 4253, 4423, 9689, 9941, 11213, 19937)
"""Each 2 ** e - 1 is prime; the first gives the best speed, the others judge singular systems."""

PATIENCE: Final = 1_000_000
"""The operations that a factorisation may take before flint, if present, takes over."""


def solve(rows: Sequence[Row], right: Sequence[Sequence[Fraction | int]]) -> list[list[Fraction]]:
    """The solution x of ``A x = b`` for one or more right-hand sides at once.

    ``rows`` has as many equations as unknowns; ``right[i]`` holds the right-hand sides of equation
    i, one for each system, and ``result[j]`` the values of unknown j in each. A matrix that is
    singular raises ``ModelError``.
    """
    if len(rows) != len(right):
        raise ModelError(f"{len(rows)} equations with {len(right)} right-hand sides")
    scales = [lcm(*(v.denominator for v in row.values())) for row in rows]
    matrix = [
        {column: int(v * scale) for column, v in row.items() if v}
        for row, scale in zip(rows, scales, strict=True)
    ]
    flint = _import_flint()
    try:
        factors = _factor_somewhere(matrix, PATIENCE if flint else None)
    except _FilledUp:
        factors = None
    columns = []
    for column in zip(*right, strict=True):
        side = [v * scale for v, scale in zip(column, scales, strict=True)]
        common = lcm(*(v.denominator for v in side))
        whole = [int(v * common) for v in side]
        found = _lift(matrix, factors, whole) if factors else _solve_dense(flint, matrix, whole)
        columns.append([v / common for v in found])
    return [list(values) for values in zip(*columns, strict=True)]


def _import_flint() -> Any:
    """The optional module ``flint``, none if it isn't there."""
    try:
        import flint
    except ImportError:
        return None
    return flint


def _solve_dense(flint: Any, matrix: Sequence[_IntRow], right: Sequence[int]) -> list[Fraction]:
    size = len(matrix)
    dense = flint.fmpz_mat(size, size)
    for i, row in enumerate(matrix):
        for column, value in row.items():
            dense[i, column] = value
    try:
        found = dense.solve(flint.fmpz_mat(size, 1, list(right)))
    except ZeroDivisionError as error:
        raise ModelError("the linear system is singular") from error
    return [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(size)]


class _FilledUp(Exception):
    """The factors of a matrix are too full to go on with them in Python."""


class _Factors:
    """A matrix modulo a prime as a sequence of elimination steps.

    Step i used equation ``pivot_rows[i]`` to remove unknown ``pivot_columns[i]`` from the later
    ones: ``lower[i]`` lists those equations with their multipliers, ``upper[i]`` the rest of the
    pivot's equation, divided by the pivot; ``inverses[i]`` is the pivot's inverse.
    """

    def __init__(self, prime: int) -> None:
        self.prime = prime
        self.pivot_rows: list[int] = []
        self.pivot_columns: list[int] = []
        self.inverses: list[int] = []
        self.lower: list[list[tuple[int, int]]] = []
        self.upper: list[list[tuple[int, int]]] = []

    def solve(self, right: Sequence[int]) -> list[int]:
        """One solution modulo the prime, by forward and back substitution."""
        prime = self.prime
        side = list(right)
        for row, inverse, lower in zip(self.pivot_rows, self.inverses, self.lower, strict=True):
            side[row] = value = side[row] * inverse % prime
            if value:
                for other, multiplier in lower:
                    side[other] -= multiplier * value
        solution = [0] * len(side)
        steps = zip(self.pivot_rows, self.pivot_columns, self.upper, strict=True)
        for row, column, upper in reversed(list(steps)):
            rest = sum(coefficient * solution[other] for other, coefficient in upper)
            solution[column] = (side[row] - rest) % prime
        return solution


def _factor_somewhere(matrix: Sequence[_IntRow], patience: int | None) -> _Factors:
    """Factors modulo the first prime that doesn't divide the determinant.

    ``_FilledUp`` if one elimination needs more than ``patience`` operations. By Hadamard's
    bound, a determinant that is divisible by enough primes is 0; all twelve together, some 70,000
    bits, are enough for chains of over 10,000 states.
    """
    bound_squared = prod(sum(v * v for v in row.values()) for row in matrix)
    tried = 1
    for exponent in MERSENNE_EXPONENTS:
        factors = _factor(matrix, 2**exponent - 1, patience)
        if factors is not None:
            return factors
        tried *= 2**exponent - 1
        if tried * tried > bound_squared:
            break
    raise ModelError("the linear system is singular")


def _factor(matrix: Sequence[_IntRow], prime: int, patience: int | None) -> _Factors | None:
    """The elimination steps modulo ``prime``, none if the matrix is singular there."""
    rows = [{c: v % prime for c, v in row.items() if v % prime} for row in matrix]
    holders: list[set[int]] = [set() for _ in rows]
    for number, row in enumerate(rows):
        for column in row:
            holders[column].add(number)
    buckets = _Buckets([len(row) for row in rows])
    factors = _Factors(prime)
    work = 0
    while (pivot_row := buckets.pop()) is not None:
        pivot = rows[pivot_row]
        if not pivot:
            return None
        column = min(pivot, key=lambda c: len(holders[c]))
        work += len(pivot) * len(holders[column])
        if patience is not None and work > patience:
            raise _FilledUp
        inverse = pow(pivot.pop(column), -1, prime)
        for other in pivot:
            holders[other].discard(pivot_row)
        holders[column].discard(pivot_row)
        upper = [(c, v * inverse % prime) for c, v in pivot.items()]
        lower = []
        for number in holders[column]:
            row = rows[number]
            multiplier = row.pop(column)
            lower.append((number, multiplier))
            _subtract(row, multiplier, upper, prime, holders, number)
            buckets.move(number, len(row))
        factors.pivot_rows.append(pivot_row)
        factors.pivot_columns.append(column)
        factors.inverses.append(inverse)
        factors.lower.append(lower)
        factors.upper.append(upper)
    return factors


def _subtract(
    row: _IntRow,
    multiplier: int,
    upper: list[tuple[int, int]],
    prime: int,
    holders: list[set[int]],
    number: int,
) -> None:
    """Take ``multiplier`` times the pivot's equation from equation ``number``."""
    for column, coefficient in upper:
        before = row.get(column)
        if before is None:
            row[column] = -multiplier * coefficient % prime
            holders[column].add(number)
        elif value := (before - multiplier * coefficient) % prime:
            row[column] = value
        else:
            del row[column]
            holders[column].discard(number)


class _Buckets:
    """The equations that are left, the shortest first; the lowest number among equals."""

    def __init__(self, lengths: list[int]) -> None:
        self._lengths = lengths
        self._heap = [(length, number) for number, length in enumerate(lengths)]
        heapify(self._heap)

    def move(self, number: int, length: int) -> None:
        if self._lengths[number] != length:
            self._lengths[number] = length
            heappush(self._heap, (length, number))

    def pop(self) -> int | None:
        while self._heap:
            length, number = heappop(self._heap)
            if self._lengths[number] == length:
                self._lengths[number] = -1
                return number
        return None


def _lift(matrix: Sequence[_IntRow], factors: _Factors, right: Sequence[int]) -> list[Fraction]:
    """The solution for one right-hand side, digit by digit until it is confirmed."""
    prime = factors.prime
    residual = list(right)
    total = [0] * len(right)
    modulus, digits, next_try = 1, 0, 1
    while True:
        digit = factors.solve(residual)
        total = [t + modulus * d for t, d in zip(total, digit, strict=True)]
        residual = [
            (rest - sum(v * digit[c] for c, v in row.items())) // prime
            for rest, row in zip(residual, matrix, strict=True)
        ]
        modulus *= prime
        digits += 1
        if digits >= next_try:
            if (found := _reconstruct(matrix, right, total, modulus)) is not None:
                return found
            next_try = digits + max(1, digits // 4)


def _reconstruct(
    matrix: Sequence[_IntRow], right: Sequence[int], total: Sequence[int], modulus: int
) -> list[Fraction] | None:
    """Fractions congruent to ``total``, if they solve the system."""
    bound = isqrt(modulus // 2)
    common = 1
    for value in total:
        denominator = _denominator(value * common % modulus, modulus, bound)
        common *= denominator
        if common > bound:
            return None
    numerators = [_centred(value * common % modulus, modulus) for value in total]
    for row, side in zip(matrix, right, strict=True):
        if sum(v * numerators[c] for c, v in row.items()) != side * common:
            return None
    return [Fraction(numerator, common) for numerator in numerators]


def _centred(value: int, modulus: int) -> int:
    return value - modulus if 2 * value > modulus else value


def _denominator(value: int, modulus: int, bound: int) -> int:
    """The denominator of the fraction that ``value`` stands for (half of Euclid's algorithm)."""
    if value <= bound or modulus - value <= bound:
        return 1
    before, now = modulus, value
    factor_before, factor = 0, 1
    while now > bound:
        quotient = before // now
        before, now = now, before - quotient * now
        factor_before, factor = factor, factor_before - quotient * factor
    return abs(factor)
