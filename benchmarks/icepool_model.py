"""A build quest in icepool: pools give the rolls, dice of fractions give the means.

The rolls of each number of dice are expanded once a stage. Laying the kept dice into the pool
(``(pool + kept).expand()``) reads better, but takes four times as long.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations

import icepool
from quests import Quest, Roll, faces_told_apart

Value = Callable[[Roll], Fraction]
Mean = Callable[["icepool.Die[Roll]", Value], Fraction]


def mean_by_map(rolls: "icepool.Die[Roll]", value: Value) -> Fraction:
    """The mean value of a roll as icepool offers it."""
    return rolls.map(value, star=False).mean()


def mean_by_hand(rolls: "icepool.Die[Roll]", value: Value) -> Fraction:
    """The mean value of a roll summed in plain Python, which spares sorting the values."""
    return sum(ways * value(roll) for roll, ways in rolls.items()) / rolls.denominator()


def solve(quest: Quest, merged: bool, mean: Mean) -> Fraction:
    """The value of ``quest``, from nothing."""
    icepool.Pool.clear_cache()
    needs = [dict(stage.need) for stage in quest.stages]
    rewards = [Fraction(stage.reward) for stage in quest.stages]
    dice = [icepool.Die(faces_told_apart(need, merged)) for need in needs]

    @cache
    def rolls(stage: int, count: int) -> "icepool.Die[Roll]":
        return dice[stage].pool(count).expand()

    @cache
    def completed(stage: int, attempts: int) -> Fraction:
        if attempts == 0 or stage + 1 == len(needs):
            return rewards[stage]
        return max(rewards[stage], rolled(stage + 1, attempts, ()))

    @cache
    def rolled(stage: int, attempts: int, kept: Roll) -> Fraction:
        return mean(
            rolls(stage, quest.dice - len(kept)),
            lambda roll: showing(stage, attempts - 1, tuple(sorted(kept + roll))),
        )

    @cache
    def showing(stage: int, attempts: int, shown: Roll) -> Fraction:
        if all(shown.count(resource) >= count for resource, count in needs[stage].items()):
            return completed(stage, attempts)
        if attempts == 0:
            return Fraction(0)
        keeps = {kept for size in range(len(shown)) for kept in combinations(shown, size)}
        return max(rolled(stage, attempts, kept) for kept in keeps)

    return rolled(0, quest.attempts, ())
