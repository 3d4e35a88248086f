"""Random small Build quests, from a seeded generator or from hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from odds import AtLeast, BuildQuest, Complete, Die, ExpectedReward, Face, Stage, Utility, any_of

Pick = Callable[[int], int]
"""A number from 0 to below the given one."""

REWARDS = (0, 1, 1, 2, 3, Fraction(1, 2), Fraction(7, 3))
NUMBERS = (0, 1, -1, 2, Fraction(1, 2), Fraction(-5, 3))
RESOURCES = ("wood", "ore")
USELESS = ("fish", "linen", "salt")


def one_of(pick: Pick, items: tuple[Any, ...]) -> Any:
    return items[pick(len(items))]


def random_face(pick: Pick) -> str | dict[str, int] | Face:
    """Useful and useless faces, bundles, and wilds that may hold bundles and blanks."""
    kind = pick(10)
    if kind < 4:
        return one_of(pick, RESOURCES)
    if kind < 6:
        return one_of(pick, USELESS)
    if kind < 7:
        return "blank"
    bundle = {one_of(pick, RESOURCES): 1 + pick(2), one_of(pick, RESOURCES + USELESS): 1}
    if kind < 8:
        return bundle
    others = (*RESOURCES, bundle, {"wood": 2}, "blank", "fish")
    return any_of(*(one_of(pick, others) for _ in range(1 + pick(3))))


def random_dice(pick: Pick, most_rolls: int = 40) -> list[Die]:
    """One to four dice of one to three kinds, interleaved; few enough rolls to list them."""
    kinds = [Die([random_face(pick) for _ in range(1 + pick(5))]) for _ in range(1 + pick(3))]
    dice = [one_of(pick, tuple(kinds))]
    rolls = len(set(dice[0].faces))
    for _ in range(pick(4)):
        die = one_of(pick, tuple(kinds))
        rolls *= len(set(die.faces))
        if rolls > most_rolls:
            break
        dice.append(die)
    return dice


def random_stage(pick: Pick, dice: int) -> Stage:
    need = {name: 1 + pick(dice) for name in RESOURCES if pick(3)}
    if pick(8) == 0:
        need["salt"] = 1
    return Stage(need, one_of(pick, REWARDS))


def random_objective(pick: Pick, stages: list[Stage]) -> Any:
    kind = pick(8)
    if kind < 3:
        return ExpectedReward()
    if kind < 4:
        return AtLeast(one_of(pick, (0, 1, 2, Fraction(1, 2), -1)))
    if kind < 5:
        return Complete(1 + pick(len(stages)))
    rewards = sorted({stage.reward for stage in stages})
    return Utility(one_of(pick, NUMBERS), {r: one_of(pick, NUMBERS) for r in rewards})


def make_quest(pick: Pick) -> BuildQuest:
    dice = random_dice(pick)
    stages = [random_stage(pick, len(dice)) for _ in range(1 + pick(3))]
    fixed = tuple(range(1, len(stages) + 1))
    return BuildQuest(stages, dice, 1 + pick(4), random_objective(pick, stages), fixed)


def seeded(seed: int) -> BuildQuest:
    return make_quest(Random(seed).randrange)


@st.composite
def quests(draw: st.DrawFn) -> BuildQuest:
    return make_quest(lambda count: draw(st.integers(0, count - 1)))
