"""Where an acyclic chain ends: against sums over all its paths."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from odds.explore import Move
from odds.solvers.forward import ends_of


def random_moves(random: Random, size: int) -> list[Move | None]:
    """A chain in which every state leads to higher numbers only; the last one is an end."""
    moves: list[Move | None] = []
    for number in range(size - 1):
        targets = random.sample(
            range(number + 1, size), random.randint(0, min(3, size - 1 - number))
        )
        weights = tuple(random.randint(1, 4) for _ in targets)
        moves.append(Move(tuple(targets), weights, sum(weights)) if targets else None)
    return [*moves, None]


def along_all_paths(moves: list[Move | None], start: int) -> dict[int, Fraction]:
    move = moves[start]
    if move is None:
        return {start: Fraction(1)}
    found: dict[int, Fraction] = {}
    for target, weight in zip(move.targets, move.weights, strict=True):
        for end, p in along_all_paths(moves, target).items():
            found[end] = found.get(end, Fraction(0)) + p * Fraction(weight, move.total)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_ends_are_the_sums_over_all_paths(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 12)
    moves = random_moves(random, size)
    position = {number: size - number for number in range(size)}
    for start in range(size):
        weights = ends_of(moves, position, start)
        total = sum(weights.values())
        found = {end: Fraction(weight, total) for end, weight in weights.items()}
        assert found == along_all_paths(moves, start)


def test_a_long_chain_of_certain_steps() -> None:
    size = 5_000
    moves = [Move((number + 1,), (1,), 1) for number in range(size)]
    position = {number: size - number for number in range(size + 1)}
    assert ends_of([*moves, None], position, 0) == {size: 1}
