"""Exact values from residues against exact values from fractions, by ``==``."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import isqrt, prod
from typing import Any

import pytest

from odds.program import Chance, Choose, Counters, End, Node, Program
from odds.solvers.algebra import Exact
from odds.solvers.factored import Factored
from odds.solvers.factored_boxes import whole
from odds.solvers.factored_certify import Proof, certify, primes_beyond
from odds.solvers.factored_layers import Work
from odds.solvers.factored_scale import common_scale
from tests.solvers.random_programs import RandomProgram


def payoff(result: Hashable) -> Fraction:
    return Fraction(int(str(result)), 3)


def proven(
    solved: Factored[Any], control: Any, counters: Counters, room: int = 10**6, workers: int = 1
) -> Proof:
    work = Work(solved.order, room, workers, workers)
    return certify(solved, control, counters, common_scale(solved, work), work)


@pytest.mark.parametrize("seed", range(25))
def test_random_programs_have_their_exact_values(seed: int) -> None:
    program = RandomProgram(seed)
    box = whole(program.maxima)
    solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
    first = list(solved.layers(Exact()))[-1]
    for control in (0, 1):
        for counters in (tuple(0 for _ in box), program.maxima):
            proof = proven(solved, control, counters, room=2000)
            assert proof.value == first.value(control, counters)
            assert 0 <= proof.wrong <= proof.differ <= proof.close


def test_primes_are_primes_below_the_top_and_enough() -> None:
    primes = primes_beyond(6**110)
    assert len(set(primes)) == len(primes)
    assert prod(primes) > 6**110 >= prod(primes[:-1])
    for prime in primes:
        assert prime < 2**31
        assert all(prime % divisor for divisor in range(2, isqrt(prime) + 1))


class Close(Program[str]):
    """Two alternatives of which the second wins by 6^-50, too little for floats to see."""

    maxima = (3,)

    def __init__(self, *order: str) -> None:
        self.order = order

    def step(self, control: str) -> Node[str]:
        if control == "start":
            return Choose(tuple((name, name) for name in self.order))
        if control in ("half", "equal"):
            return Chance((("won", 3), ("lost", 3)))
        if control == "more":
            return Chance((("won", 1), ("rare0", 1)))
        if control.startswith("rare"):
            left = int(control[4:])
            return Chance((("won" if left == 49 else f"rare{left + 1}", 1), ("lost", 5)))
        return End(3 if control == "won" else 0)


@pytest.mark.parametrize("order", [("half", "more"), ("more", "half"), ("more", "half", "equal")])
@pytest.mark.parametrize("workers", [1, 2])
def test_what_floats_cannot_tell_apart_is_decided_exactly(
    order: tuple[str, ...], workers: int
) -> None:
    solved = Factored(Close(*order), {"start": ((0, 3),)}, lambda _: False, payoff)
    proof = proven(solved, "start", (2,), workers=workers)
    assert proof.value == Fraction(1, 2) + Fraction(1, 2 * 6**50)
    assert proof.close == proof.differ == 4  # once for each value of the counter
    assert proof.wrong in (0, 4)
    assert float(next(iter(solved.layers())).value("start", (2,))) == 0.5


class Odd(Program[str]):
    """A total and a payoff that primes divide which would name values."""

    maxima = (1,)

    def step(self, control: str) -> Node[str]:
        if control == "start":
            return Chance((("won", 1), ("lost", 2**31 - 2)))
        return End(1 if control == "won" else 0)


def test_primes_that_divide_the_scale_are_left_out() -> None:
    large = Fraction(1, 2**31 - 19)
    solved = Factored(
        Odd(), {"start": ((0, 1),)}, lambda _: False, lambda result: large * int(str(result))
    )
    assert proven(solved, "start", (1,)).value == large / (2**31 - 1)
    assert primes_beyond(1, 2**31 - 1) == [2**31 - 19]
