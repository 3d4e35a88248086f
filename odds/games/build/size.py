"""How much work a Build quest is, and how long its answers get, counted without solving it."""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm, prod
from typing import Final

from odds.dice import multiset_count
from odds.game import Size
from odds.games.build.objective import Objective
from odds.games.build.quest import Quest, Stage
from odds.games.build.rules import DiceClasses, StageClasses

LONG: Final = 100
"""Digits from which on a number costs more than a short one."""
COMPARISONS: Final = 8
"""How many comparisons of what dice add up to cost as much as one step, at the most."""
HOPELESS: Final = 10**12
"""Choices at which counting stops: no limit allows so many."""


def quest_size(quest: Quest, objective: Objective, solves: int, dice: DiceClasses) -> Size:
    """Full rolls per stage and round, and steps up and down the lattices of parts.

    Long numbers count as several steps, and so does each comparison of what wilds may add up to.
    Where a tie can make it necessary to tell more faces apart (B9), that work is included.
    """
    digits = answer_digits(quest, objective)
    least = prod(len(kind.positions) + 1 for kind in dice.kinds)
    if least > HOPELESS:
        return Size(least, least, digits)
    states = steps = fold = 0
    needs = set()  # stages of the same need share what completes them
    for number, stage in enumerate(quest.stages):
        rounds = max(quest.attempts - number, 0)
        is_last = number == len(quest.stages) - 1
        few = dice.at(stage)
        # Those to solve with, and those that a tie may ask for.
        for classes in (few,) if few.in_order or is_last else (few, few.in_runs):
            draws = classes.draws
            nodes = prod(comb(d.count + len(d.weights), d.count) for d in draws)
            states += rounds * prod(multiset_count(d.count, len(d.weights)) for d in draws)
            steps += rounds * nodes * (1 + 2 * max(len(d.weights) for d in draws))
            if stage.need not in needs:
                fold += nodes * _comparisons(stage, classes) // COMPARISONS
        needs.add(stage.need)
        if steps + fold > HOPELESS:
            break
    return Size(states * solves, (steps * (1 + digits // LONG) + fold) * solves, digits)


def _comparisons(stage: Stage, classes: StageClasses) -> int:
    """At most so many comparisons find what some dice and one more can add up to; 0 if no wilds."""
    gives = classes.rule.gives
    most: int = max(len(give) for row in gives for give in row)
    if most == 1:
        return 0
    grid = prod(count + 1 for _, count in stage.need)
    # No two incomparable vectors agree in all entries but the one of the largest need.
    summary = grid // max(count + 1 for _, count in stage.need)
    dice = sum(len(kind.positions) for kind in classes.kinds)
    widest: int = min(min(summary, most**dice) * most, grid)
    return widest * widest


def answer_digits(quest: Quest, objective: Objective, outside: Fraction | None = None) -> int:
    """The most digits in a value, a loss or a break-even reward.

    Values are whole numbers over (rolls of all dice)**attempts and the payoffs' denominators.
    """
    payoffs = [stage.reward for stage in quest.stages]
    for number in range(1, len(quest.stages) + 1):
        payoffs += objective.stopped(quest, number), objective.failed(quest, number)
    if outside is not None:
        payoffs.append(outside)
    below = lcm(*(payoff.denominator for payoff in payoffs))
    rolls = prod(len(die.faces) for die in quest.dice)
    largest = max(1, *(-(-abs(p.numerator) // p.denominator) for p in payoffs))
    power: int = rolls**quest.attempts
    bits = below.bit_length() + power.bit_length() + (2 * largest).bit_length()
    return bits * 30103 // 100000 + 1
