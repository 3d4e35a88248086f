"""The recursion that one writes first: memoised, in fractions, over every roll and every keep."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from quests import Quest, Roll, faces_told_apart


def solve(quest: Quest, merged: bool) -> Fraction:
    """The value of ``quest``, from nothing."""
    needs = [dict(stage.need) for stage in quest.stages]
    rewards = [Fraction(stage.reward) for stage in quest.stages]

    @cache
    def rolls(stage: int, dice: int) -> dict[Roll, Fraction]:
        faces = faces_told_apart(needs[stage], merged)
        counts = Counter(tuple(sorted(roll)) for roll in product(faces, repeat=dice))
        return {roll: Fraction(count, len(faces) ** dice) for roll, count in counts.items()}

    @cache
    def completed(stage: int, attempts: int) -> Fraction:
        if attempts == 0 or stage + 1 == len(needs):
            return rewards[stage]
        return max(rewards[stage], rolled(stage + 1, attempts, ()))

    @cache
    def rolled(stage: int, attempts: int, kept: Roll) -> Fraction:
        return sum(
            (
                chance * showing(stage, attempts - 1, tuple(sorted(kept + roll)))
                for roll, chance in rolls(stage, quest.dice - len(kept)).items()
            ),
            Fraction(0),
        )

    @cache
    def showing(stage: int, attempts: int, dice: Roll) -> Fraction:
        if all(dice.count(resource) >= count for resource, count in needs[stage].items()):
            return completed(stage, attempts)
        if attempts == 0:
            return Fraction(0)
        keeps = {kept for size in range(len(dice)) for kept in combinations(dice, size)}
        return max(rolled(stage, attempts, kept) for kept in keeps)

    return rolled(0, quest.attempts, ())
