"""Exact linear systems against textbook elimination, with and without flint."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds import linalg
from odds.errors import ModelError
from odds.linalg import solve
from tests.naive_models import gauss

SMALL = st.fractions(-4, 4, max_denominator=5)
SYSTEMS = st.integers(1, 6).flatmap(
    lambda n: st.tuples(
        st.lists(
            st.lists(st.just(Fraction(0)) | SMALL, min_size=n, max_size=n), min_size=n, max_size=n
        ),
        st.lists(st.lists(SMALL, min_size=2, max_size=2), min_size=n, max_size=n),
    )
)


def sparse(matrix: list[list[Fraction]]) -> list[dict[int, Fraction]]:
    return [{column: v for column, v in enumerate(row) if v} for row in matrix]


@pytest.fixture(params=["sparse", "flint at once", "no flint"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way through the module."""
    if request.param == "flint at once":
        pytest.importorskip("flint")
        monkeypatch.setattr(linalg, "PATIENCE", -1)
    if request.param == "no flint":
        monkeypatch.setitem(__import__("sys").modules, "flint", None)


@pytest.mark.usefixtures("way")
class TestEveryWay:
    @pytest.mark.no_cover  # tracing would take as long as the test
    def test_random_systems(self) -> None:
        @given(SYSTEMS)
        @settings(deadline=None, max_examples=60)
        def check(system: tuple[list[list[Fraction]], list[list[Fraction]]]) -> None:
            matrix, right = system
            columns = [[side[c] for side in right] for c in range(2)]
            try:
                expected = [gauss(matrix, column) for column in columns]
            except ZeroDivisionError:
                with pytest.raises(ModelError, match="singular"):
                    solve(sparse(matrix), right)
            else:
                found = solve(sparse(matrix), right)
                assert found == [list(pair) for pair in zip(*expected, strict=True)]

        check()

    def test_solutions_of_many_digits(self) -> None:
        """A Hilbert matrix, which has a tiny determinant, times a known vector."""
        size = 30
        matrix = [[Fraction(1, i + j + 1) for j in range(size)] for i in range(size)]
        solution = [Fraction(7**j, j + 1) for j in range(size)]
        right = [
            [sum((a * x for a, x in zip(row, solution, strict=True)), Fraction(0))]
            for row in matrix
        ]
        assert solve(sparse(matrix), right) == [[x] for x in solution]

    def test_a_larger_sparse_system(self) -> None:
        random = Random(5)
        size = 150
        rows: list[dict[int, Fraction | int]] = [{i: 6} for i in range(size)]
        for i, row in enumerate(rows):
            for _ in range(5):
                target = random.randrange(max(0, i - 9), min(size, i + 10))
                row[target] = row.get(target, 0) - 1
        right = [[random.randint(0, 5)] for _ in range(size)]
        found = solve(rows, right)
        for row, side in zip(rows, right, strict=True):
            assert sum(v * found[column][0] for column, v in row.items()) == side[0]
        assert max(x[0].denominator for x in found) > 10**30

    def test_solutions_of_thousands_of_digits(self) -> None:
        rows = [{i: 10**300 + i, (i + 1) % 12: 1} for i in range(12)]
        right = [[i + 1] for i in range(12)]
        found = solve(rows, right)
        assert [sum(v * found[column][0] for column, v in row.items()) for row in rows] == list(
            range(1, 13)
        )
        assert found[0][0].denominator > 10**3000

    def test_singular(self) -> None:
        rows: list[dict[int, Fraction | int]] = [{0: 1, 1: 2}, {0: Fraction(1, 2), 1: 1}]
        with pytest.raises(ModelError, match="singular"):
            solve(rows, [[1], [1]])


def test_a_prime_that_divides_the_determinant_is_passed_over() -> None:
    first = 2 ** linalg.MERSENNE_EXPONENTS[0] - 1
    assert solve([{0: first, 1: first}, {1: 1}], [[first], [2]]) == [[-1], [2]]
    with pytest.raises(ModelError, match="singular"):
        solve([{0: first, 1: first}, {0: 1, 1: 1}], [[1], [1]])

    huge = 3**60_000
    with pytest.raises(ModelError, match="singular"):
        solve([{0: huge, 1: huge}, {0: huge, 1: huge}], [[1], [1]])


def test_a_small_fraction_that_only_looks_like_the_solution_is_not_returned() -> None:
    """Modulo the first prime, a much smaller fraction is congruent to this one."""
    assert solve([{0: 10**300}], [[1]]) == [[Fraction(1, 10**300)]]


def test_nothing_and_mismatches() -> None:
    assert solve([], []) == []
    assert solve([{0: 2}], [[0]]) == [[0]]
    with pytest.raises(ModelError, match="1 equations with 2 right-hand sides"):
        solve([{0: 1}], [[1], [2]])
