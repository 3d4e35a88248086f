"""What re-rolling dice at the setup is worth, by plain enumeration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from odds.games.a4.actions import RerollDice
from odds.games.a4.parts.setup import SetupAnswer

DIE = range(1, 7)
Worth = Callable[[tuple[int, ...]], Fraction]


def rerolled(pool: tuple[int, ...], positions: Sequence[int], worth: Worth) -> Fraction:
    """The mean over all rolls of the dice at ``positions``."""
    total = Fraction(0)
    for roll in product(DIE, repeat=len(positions)):
        dice = list(pool)
        for position, value in zip(positions, roll, strict=True):
            dice[position] = value
        total += worth(tuple(sorted(dice)))
    return total / 6 ** len(positions)


def choices(pool: tuple[int, ...], worth: Worth) -> dict[tuple[int, ...], Fraction]:
    """For each multiset of at most two dice, what re-rolling it is worth."""
    return {
        tuple(sorted(pool[i] for i in positions)): rerolled(pool, positions, worth)
        for size in range(3)
        for positions in combinations(range(len(pool)), size)
    }


def before(dice: int, worth: Worth) -> Fraction:
    best = cache(lambda pool: max(choices(pool, worth).values()))
    pools = [tuple(sorted(pool)) for pool in product(DIE, repeat=dice)]
    return sum(map(best, pools), Fraction(0)) / len(pools)


def found(answer: SetupAnswer) -> dict[tuple[int, ...], Fraction]:
    values = {}
    for choice in answer.choices:
        assert isinstance(choice.action, RerollDice)
        values[choice.action.dice] = choice.value[0]
    return values
