"""B9: exact ties, named, and broken in the one order that the rules give."""

from __future__ import annotations

from fractions import Fraction

import pytest

from odds import Advice, BuildQuest, Complete, Die, Stage, Utility, solve
from tests.games.build.agreement import Agreement

COIN = Die(["wood", "blank"])
BUNDLED = Die(["salt", "wood", "fish", {"wood": 2, "salt": 1}])
LIKES_FAILING = Utility(1, {1: 0, 2: 0})


def rerolled(advice: Advice) -> list[tuple[int, ...] | None]:
    return [choice.reroll for choice in advice.choices]


def test_taking_and_pushing_tie_and_taking_fails_less() -> None:
    quest = BuildQuest([Stage({"wood": 1}, 1), Stage({"wood": 1}, 2)], [COIN], 2)
    advice = solve(quest).advise(1, 1)
    assert (advice.tie, advice.decision, advice.take, advice.push) == (True, "take", 1, 1)
    assert [c.best for c in advice.choices] == [True, True]
    assert advice.break_even == 2
    assert [o.probability for o in advice.outcomes] == [1]


def test_a_tie_with_certain_pushing_is_still_taken() -> None:
    quest = BuildQuest([Stage({"wood": 1}, 1), Stage({}, 1)], [COIN], 3)
    advice = solve(quest).advise(1, 1)
    assert (advice.tie, advice.decision) == (True, "take")


def test_faces_worth_the_same_are_told_apart_where_a_tie_depends_on_their_order() -> None:
    """Salt and fish are worth the same to stage 1, but wood stands between them.

    Who likes failing fails with 3/4 whichever die is thrown again: completing stage 1 now leaves
    the throw at stage 2, which fails with 3/4, and not completing it leaves one more throw at
    stage 1, which fails with 3/4 too. Keeping wood comes before keeping fish, and completes
    stage 1 more often (1/2 against 1/4), which the outcomes show.
    """
    stages = [Stage({"wood": 2}, 1), Stage({"salt": 2}, 2)]
    quest = BuildQuest(stages, BUNDLED * 2, 3, LIKES_FAILING)
    plan = solve(quest)
    advice = plan.reroll(1, 2, ["wood", "fish"])
    assert [c.value for c in advice.choices] == [Fraction(3, 4)] * 3
    assert rerolled(advice) == [(1,), (0,), (0, 1)]
    assert [o.probability for o in advice.outcomes] == [
        Fraction(1, 8),
        Fraction(1, 8),
        Fraction(3, 4),
    ]
    assert rerolled(plan.reroll(1, 2, ["fish", "wood"])) == [(0,), (1,), (0, 1)]
    assert rerolled(plan.reroll(1, 2, ["wood", "salt"])) == [(0,), (1,), (0, 1)]
    Agreement(quest).check_all()


def test_chances_of_a_stage_follow_the_reported_policy_where_all_fail() -> None:
    """Every way fails for certain, and only how often stage 1 is completed tells them apart."""
    die = Die(["wood", "blank", {"wood": 1, "fish": 1}])
    for attempts in range(1, 6):
        stages = [Stage({"wood": 2}, 1), Stage({"iron": 1}, 2)]
        Agreement(BuildQuest(stages, die * 2, attempts, LIKES_FAILING, (1, 2))).check_all()


@pytest.mark.parametrize("order", [["wood", "fish", "blank"], ["fish", "wood", "blank"]])
def test_keeping_the_first_listed_face_comes_first(order: list[str]) -> None:
    quest = BuildQuest([Stage({"iron": 1}, 1)], Die(order) * 3, 2)
    advice = solve(quest).reroll(1, 1, list(reversed(order)))
    assert rerolled(advice) == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    assert advice.tie


def test_the_first_listed_kind_of_die_is_kept_first() -> None:
    other = Die(["wood", "wood", "blank"])
    quest = BuildQuest([Stage({"iron": 1}, 1)], [COIN, other, COIN], 2)
    advice = solve(quest).reroll(1, 1, ["blank", "wood", "wood"])
    # Kept are: both coins; wood on a coin; blank on the other coin; and so on.
    assert rerolled(advice)[:3] == [(1,), (0,), (2,)]


def test_like_sets_of_dice_are_one_choice_with_its_lowest_positions() -> None:
    quest = BuildQuest([Stage({"wood": 3}, 1)], COIN * 4, 2)
    advice = solve(quest).reroll(1, 1, ["blank", "wood", "blank", "blank"])
    ways = {choice.reroll: choice.ways for choice in advice.choices}
    assert ways == {
        (0, 2, 3): 1,
        (0, 2): 3,
        (0,): 3,
        (0, 1, 2, 3): 1,
        (0, 1, 2): 3,
        (0, 1): 3,
        (1,): 1,
    }
    assert rerolled(advice)[0] == (0, 2, 3)


def test_once_the_stage_counts_all_is_equal_and_taking_is_safe() -> None:
    quest = BuildQuest([Stage({"wood": 1}, 1), Stage({"wood": 1}, 2)], [COIN], 3, Complete(1))
    advice = solve(quest).advise(1, 2)
    assert (advice.decision, advice.tie, advice.take, advice.push) == ("take", True, 1, 1)
    assert advice.break_even is None


def test_who_likes_failing_delays_on_purpose() -> None:
    quest = BuildQuest([Stage({"wood": 2}, 1)], COIN * 2, 2, Utility(1, {1: 0}))
    advice = solve(quest).reroll(1, 1, ["wood", "blank"])
    assert [(c.reroll, c.value) for c in advice.choices] == [
        ((0,), Fraction(1)),
        ((0, 1), Fraction(3, 4)),
        ((1,), Fraction(1, 2)),
    ]
