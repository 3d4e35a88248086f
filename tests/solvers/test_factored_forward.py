"""Masses under optimal play against a pass over single states with the same choices."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest

from odds.games.a4 import moments
from odds.games.a4.results import Result, Won
from odds.games.a4.rules import A4Program
from odds.program import At, ProgramProcess
from odds.solvers.algebra import error_bound
from odds.solvers.backward import backward
from odds.solvers.factored import Factored, Layer
from odds.solvers.factored_boxes import whole
from odds.solvers.factored_forward import Mass, forward, simulate
from tests.games.a4.random_adventures import Case, adventures
from tests.solvers.random_programs import RandomProgram


def payoff(result: Hashable) -> Fraction:
    return Fraction(int(str(result)), 3)


def won(result: Hashable) -> Fraction:
    return Fraction(isinstance(result, Won))


def near(mass: Mass, value: Fraction) -> bool:
    return abs(Fraction(mass[0]) - value) <= error_bound(mass[1]) * value


def layers(solved: Factored[Any]) -> dict[int, Layer[Any]]:
    return {layer.number: layer for layer in solved.layers()}


@pytest.mark.parametrize(("room", "workers"), [(10**9, 1), (5000, 1), (10**9, 2), (5000, 3)])
@pytest.mark.parametrize("seed", range(12))
def test_the_ends_pay_what_the_start_is_worth(seed: int, room: int, workers: int) -> None:
    """Whichever of equal choices is taken: all games end, and they pay the optimal value."""
    program = RandomProgram(seed)
    box = whole(program.maxima)
    solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
    known = layers(solved)
    process = ProgramProcess(program, [(0, program.maxima)])
    solution = backward(process, lambda state: (payoff(process.result(state)),))
    passages = forward(solved, 0, program.maxima, known.__getitem__, room, workers=workers)
    assert passages == forward(solved, 0, program.maxima, known.__getitem__, room)
    ends = [(result, *mass) for passage in passages for result, mass in passage.ends.items()]
    most = error_bound(max(count for *_, count in ends) + len(ends))
    assert abs(sum(Fraction(mass) for _, mass, _ in ends) - 1) <= most
    value = solution.value[process.settle(0, program.maxima)][0]
    paid = sum(payoff(result) * Fraction(mass) for result, mass, _ in ends)
    assert abs(paid - value) <= most * value
    left = Fraction(1)
    for passage in passages:
        for track in passage.counters:
            assert abs(sum(Fraction(mass) for mass, _ in track) - left) <= most
        left -= sum(Fraction(mass) for mass, _ in passage.ends.values())


def chain(case: Case) -> tuple[dict[Result, Fraction], bool]:
    """The probability of each result under optimal play, and whether no choice was a tie."""
    program = A4Program(case.adventure, case.hero)
    start = program.canonical(moments.setup(case.dice, rerolls=case.rerolls))
    process = ProgramProcess(program, [(start, case.hero.start)])
    value = backward(process, lambda state: (won(process.result(state)),)).value
    waiting = {process.settle(start, case.hero.start): Fraction(1)}
    results: dict[Result, Fraction] = {}
    unique = True
    while waiting:
        coming: dict[At[Any], Fraction] = {}
        for state, mass in waiting.items():
            if process.is_absorbing(state):
                result = process.result(state)
                results[result] = results.get(result, Fraction(0)) + mass
                continue
            dists = [process.transitions(state, action) for action in process.actions(state)]
            worth = [sum(d.probability(s) * value[s][0] for s in d) for d in dists]
            best = [dist for dist, one in zip(dists, worth, strict=True) if one == max(worth)]
            unique &= len(set(best)) == 1
            for following in best[0]:
                share = mass * best[0].probability(following)
                coming[following] = coming.get(following, Fraction(0)) + share
        waiting = coming
    return results, unique


@pytest.mark.no_cover  # tracing would take as long as the test
def test_adventures_end_as_the_chain_of_optimal_play_says() -> None:
    """Where choices are equal, only what is won is the same whichever is taken."""
    alone = 0
    for number, case in enumerate(adventures(4, 25)):
        results, unique = chain(case)
        alone += unique
        program = A4Program(case.adventure, case.hero)
        start = program.canonical(moments.setup(case.dice, rerolls=case.rerolls))
        box = tuple((value, value) for value in case.hero.start)
        solved = Factored(program, {start: box}, lambda control: not control.stack, won)
        known = layers(solved).__getitem__
        passages = forward(solved, start, case.hero.start, known, workers=1 + number % 2)
        found: dict[Hashable, list[Mass]] = {}
        for passage in passages:
            for result, mass in passage.ends.items():
                found.setdefault(result, []).append(mass)
        assert not unique or found.keys() == results.keys()
        for result in found if unique else [Won()] if Won() in found else []:
            total = sum(mass for mass, _ in found[result])
            count = max(count for _, count in found[result]) + len(found[result])
            assert near((total, count), results[result])
    assert alone >= 1


@pytest.mark.parametrize("number", range(8))
def test_games_that_are_drawn_pay_about_what_the_start_is_worth(number: int) -> None:
    program = RandomProgram(number)
    box = whole(program.maxima)
    solved = Factored(program, {0: box, 1: box}, program.is_boundary, payoff)
    games = 20_000
    known = layers(solved)
    ends = simulate(solved, 0, program.maxima, known.__getitem__, games, number)
    assert sum(ends.values()) == games
    assert ends == simulate(solved, 0, program.maxima, known.__getitem__, games, number)
    value = known[0].value(0, program.maxima)
    paid = [(float(payoff(result)), many) for result, many in ends.items()]
    mean = sum(one * many for one, many in paid) / games
    variance = sum((one - mean) ** 2 * many for one, many in paid) / games
    assert abs(mean - value) <= 4 * (variance / games) ** 0.5 + 1e-12
