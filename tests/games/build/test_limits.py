"""Too much work is refused before any of it is done, and estimates count all of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from odds import (
    BuildMoment,
    BuildQuest,
    Die,
    InvalidInput,
    Limits,
    Rolled,
    Stage,
    Start,
    TooLarge,
    Utility,
    any_of,
    estimate,
    solve,
)
from odds.games.build.quest import MAX_ATTEMPTS, MAX_DICE, MAX_READING, MAX_STAGES

COIN = Die(["wood", "blank"])
SIX = Die(["wood", "stone", "ore", "linen", "fish", "blank"])
INTERLEAVED = Die([face for i in range(9) for face in ({"wood": 1, f"r{i}": 1}, f"r{i}")])
WOOD = Stage({"wood": 1}, 1)


@pytest.mark.parametrize(
    ("stages", "dice", "attempts", "place"),
    [
        (0, 1, 1, "/stages"),
        (MAX_STAGES + 1, 1, 1, "/stages"),
        (1, 0, 1, "/dice"),
        (1, MAX_DICE + 1, 1, "/dice"),
        (1, 1, 0, "/attempts"),
        (1, 1, MAX_ATTEMPTS + 1, "/attempts"),
        (1, 1, True, "/attempts"),
    ],
)
def test_counts_out_of_range(stages: int, dice: int, attempts: int, place: str) -> None:
    with pytest.raises(InvalidInput, match=r"from [01] to") as caught:
        BuildQuest([WOOD] * stages, COIN * dice, attempts)
    assert [fault.place for fault in caught.value.faults] == [place]


def test_the_largest_counts_are_allowed() -> None:
    quest = BuildQuest([WOOD] * MAX_STAGES, [COIN], MAX_ATTEMPTS)
    assert quest.size().states > 100_000
    assert len(BuildQuest([WOOD], COIN * MAX_DICE, 1).dice) == MAX_DICE


GIANTS = {
    "many dice": BuildQuest([Stage({"wood": 9, "ore": 9, "fish": 9}, 1)], SIX * 100, 100),
    "many kinds": BuildQuest(
        [Stage({f"r{i}": 1 for i in range(100)}, 1)] * 200,
        [Die([f"r{(i + j) % 100}" for j in range(100)]) for i in range(100)],
        2000,
    ),
    "many wilds": BuildQuest(
        [Stage({f"r{i}": 3 for i in range(10)}, 1)],
        Die([any_of(*(f"r{i}" for i in range(10))), "blank"]) * 20,
        5,
    ),
    "faces that a tie tells apart": BuildQuest([Stage({"wood": 9}, 1), WOOD], INTERLEAVED * 20, 9),
    "long numbers": BuildQuest([WOOD] * 200, [SIX], 2000),
}


@pytest.mark.parametrize("name", [*GIANTS][:3])
def test_giants_are_refused(name: str) -> None:
    with pytest.raises(TooLarge, match=r"needed, at most"):
        solve(GIANTS[name])
    assert not estimate(GIANTS[name])[1]


def test_a_giant_set_of_alternatives_is_refused_unread() -> None:
    wild = any_of(*({f"r{i % 30}": i + 1} for i in range(1000)))
    stages = [Stage({"wood": i + 1}, 1) for i in range(2)]
    with pytest.raises(TooLarge, match="comparisons") as caught:
        BuildQuest(stages, [Die([wild])])
    assert (caught.value.estimate, caught.value.limit) == (2 * 1000**2, MAX_READING)


def test_long_numbers_count_for_more() -> None:
    short, long = (BuildQuest([WOOD], [COIN], attempts).size() for attempts in (100, 1000))
    assert long.choices > 15 * short.choices
    assert not estimate(GIANTS["long numbers"])[1]


def test_wilds_count_for_more() -> None:
    stage = Stage({"wood": 3, "ore": 3}, 1)
    plain = BuildQuest([stage], Die(["wood", "ore", "fish"]) * 5)
    wild = BuildQuest([stage], Die(["wood", "ore", any_of("wood", "ore")]) * 5)
    assert wild.size().states == plain.size().states
    assert wild.size().choices > plain.size().choices


def test_faces_that_a_tie_may_tell_apart_count_too() -> None:
    listed = Die(["wood", "blank", "fish"]), Die(["blank", "wood", "fish"])
    in_order, mixed = (BuildQuest([WOOD, WOOD], die * 5).size() for die in listed)
    assert mixed.states > 2 * in_order.states
    last_only = [BuildQuest([WOOD], die * 5).size().states for die in listed]
    assert last_only[0] == last_only[1]
    assert not estimate(GIANTS["faces that a tie tells apart"])[1]


def test_fixed_plans_multiply_the_work() -> None:
    alone, three = BuildQuest([WOOD]), BuildQuest([WOOD], fixed=(1, 1))
    assert three.size().states == 3 * alone.size().states
    assert three.size().choices == 3 * alone.size().choices


def test_an_answer_of_more_than_4000_digits_is_refused() -> None:
    die = Die([*["wood"] * 99, "blank"])
    with pytest.raises(TooLarge, match="digits of the answer: 4,002 needed, at most 4,000"):
        solve(BuildQuest([WOOD], [die], 1000))
    assert solve(BuildQuest([WOOD], [die], 900)).value == 1 - Fraction(1, 100**900)
    small = Limits(digits=10)
    with pytest.raises(TooLarge, match="digits of the answer: 26 needed, at most 10 allowed"):
        solve(BuildQuest([WOOD], attempts=3), small)


def digits(value: Fraction) -> int:
    return max(len(str(abs(value.numerator))), len(str(value.denominator)))


def test_no_answer_has_more_digits_than_estimated() -> None:
    long = Fraction(10**99 + 7, 10**98 + 9)
    objective = Utility(-long, {1: 1 / long, Fraction(1, 7): long / 3})
    stages = [WOOD, Stage({"wood": 2}, "1/7")]
    quest = BuildQuest(stages, SIX * 2, 3, objective, (1, 2))
    plan = solve(quest)
    values = [plan.value, *(fixed.value for fixed in plan.fixed)]
    values += [choice.loss for choice in plan.advise(1, 1).choices]
    moment = BuildMoment(quest, Start(1 / (long + 1)))
    values += [choice.loss for choice in solve(moment).choices]
    assert max(map(digits, values)) <= moment.size().digits
    assert moment.size().digits <= 10 * max(map(digits, values))


def test_too_many_ways_to_throw_again_are_refused() -> None:
    """Known from what the dice show, so that nothing is solved."""
    dice = [Die([f"r{i}", "blank"]) for i in range(17)]
    quest = BuildQuest([Stage({}, 1), Stage({"iron": 1}, 1)], dice, 3)
    moment = BuildMoment(quest, Rolled(2, 1, ("blank",) * 17))
    with pytest.raises(TooLarge, match="choices of dice to throw again: 131,071 needed"):
        solve(moment)


def test_stages_of_the_same_need_share_what_completes_them() -> None:
    dice = Die([any_of("wood", "ore"), "blank"]) * 5
    one, two = Stage({"wood": 3, "ore": 3}, 1), Stage({"wood": 3, "ore": 2}, 1)
    alike, unlike = BuildQuest([one, one], dice).size(), BuildQuest([one, two], dice).size()
    assert alike.states == unlike.states
    assert alike.choices < unlike.choices
