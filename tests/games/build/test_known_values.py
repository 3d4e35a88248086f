"""Values known beforehand: the rulebook's example, more resources, and long quests."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from odds import (
    SCAVENGE,
    AtLeast,
    Between,
    BuildMoment,
    BuildQuest,
    Complete,
    Die,
    ExpectedReward,
    Rolled,
    Stage,
    Start,
    any_of,
    solve,
)

EXAMPLE = [Stage({"wood": 2}, 1), Stage({"wood": 3}, 2), Stage({"wood": 1}, 3)]
THREE = [
    Stage({"wood": 2, "stone": 1}, 1),
    Stage({"wood": 1, "ore": 2}, 2),
    Stage({"stone": 3, "ore": 2}, 3),
]
ONE_IN_SIX = Die(["wood"] + ["blank"] * 5)


def test_the_rulebooks_example() -> None:
    quest = BuildQuest(EXAMPLE)
    plan = solve(quest)
    assert (quest.dice, quest.attempts, quest.objective) == (SCAVENGE, 5, ExpectedReward())
    assert plan.value == Fraction(3354158148597972391, 3553786003741212672)
    expected = [
        (3, Fraction(439667406451, 156728328192), "push"),
        (2, Fraction(50700551, 20155392), "push"),
        (1, Fraction(4651, 2592), "take"),
    ]
    for left, push, decision in expected:
        advice = plan.advise(completed=2, attempts_left=left)
        assert (advice.push, advice.take, advice.decision) == (push, 2, decision)
    assert plan.assumptions == (
        "The faces of the scavenge dice are assumed: wood, stone, ore, linen, fish, blank.",
    )
    assert BuildQuest(EXAMPLE, ONE_IN_SIX * 5).assumptions == ()


def test_the_sentence_of_the_example() -> None:
    advice = solve(BuildQuest(EXAMPLE)).advise(completed=2, attempts_left=3)
    assert advice.text == (
        "Push: 2.805 on average against 2 for taking it; "
        "you complete stage 3 with 93.5%, and with 6.5% you get nothing."
    )


def test_wood_on_two_of_six_faces() -> None:
    die = Die(["wood", "wood", "ore", "linen", "fish", "blank"])
    assert solve(BuildQuest(EXAMPLE, die * 5)).value == Fraction(1928633672681, 847288609443)


def test_three_resources() -> None:
    assert solve(BuildQuest(THREE)).value == Fraction(57637625290266649, 65810851921133568)


def test_wood_and_blank_alone_say_the_same() -> None:
    assert solve(BuildQuest(EXAMPLE, ONE_IN_SIX * 5)).value == solve(BuildQuest(EXAMPLE)).value


def test_a_hundred_stages_of_five_wood() -> None:
    stages = [Stage({"wood": 5}, 1)] * 100
    plan = solve(BuildQuest(stages, ONE_IN_SIX * 5, 100, Complete(100)))
    assert plan.value == Fraction(1, 6**500)
    assert "a 0% chance" not in plan.text


def test_many_attempts_with_one_die() -> None:
    plan = solve(BuildQuest([Stage({"wood": 1}, 1)], [ONE_IN_SIX], 1500))
    assert plan.value == 1 - Fraction(5, 6) ** 1500
    assert plan.outcomes[-1].probability == Fraction(5, 6) ** 1500
    moment = BuildMoment(plan.quest, Rolled(1, 1499, ("blank",)))
    assert solve(moment).value == 1 - Fraction(5, 6) ** 1499


@pytest.mark.parametrize("dice", [1, 3, 20, 60])
def test_one_attempt_is_a_binomial_tail(dice: int) -> None:
    need = (dice + 1) // 2
    plan = solve(BuildQuest([Stage({"wood": need}, 1)], ONE_IN_SIX * dice, 1))
    ways = sum(comb(dice, k) * 5 ** (dice - k) for k in range(need, dice + 1))
    assert plan.value == Fraction(ways, 6**dice)


def test_keeping_useful_dice_for_one_resource_is_a_race() -> None:
    """Each die shows wood within a attempts with 1 - (5/6)**a, and all five must."""
    plan = solve(BuildQuest([Stage({"wood": 5}, 1)], ONE_IN_SIX * 5, 7))
    assert plan.value == (1 - Fraction(5, 6) ** 7) ** 5


def test_a_wild_is_matched_and_not_grabbed() -> None:
    """The wild has to be ore, whichever die comes first and whichever alternative is listed."""
    for wild in (any_of("wood", "ore"), any_of("ore", "wood")):
        for dice in ([Die([wild]), Die(["wood"])], [Die(["wood"]), Die([wild])]):
            assert solve(BuildQuest([Stage({"wood": 1, "ore": 1}, 1)], dice, 1)).value == 1


def test_a_useful_die_may_have_to_be_thrown_again() -> None:
    """One die gives wood alone, the other wood or ore: wood on the second is in the way."""
    first, second = Die(["wood", "blank"]), Die(["wood", "ore", "ore", "ore"])
    quest = BuildQuest([Stage({"wood": 1, "ore": 1}, 1)], [first, second], 2)
    advice = solve(quest).reroll(1, 1, ["blank", "wood"])
    assert [(c.reroll, c.value) for c in advice.choices] == [
        ((0, 1), Fraction(3, 8)),
        ((1,), 0),
        ((0,), 0),
    ]


def test_a_reward_of_at_least_nothing_is_certain() -> None:
    plan = solve(BuildQuest(EXAMPLE, objective=AtLeast(0)))
    assert plan.value == 1
    assert all(row.take == 1 for row in plan.rows)


def test_the_outside_option() -> None:
    plan = solve(BuildQuest([Stage({"wood": 1}, 1)], [Die(["wood", "blank"])], 1))
    low, even, high = plan.start("0.4"), plan.start("1/2"), plan.start(1)
    assert (low.decision, low.value, low.tie) == ("push", Fraction(1, 2), False)
    assert (even.decision, even.value, even.tie) == ("push", Fraction(1, 2), True)
    assert (high.decision, high.value, high.tie) == ("decline", 1, False)
    assert [(c.action, c.loss) for c in high.choices] == [("decline", 0), ("push", Fraction(1, 2))]
    assert [(c.action, c.loss) for c in low.choices] == [("push", 0), ("decline", Fraction(1, 10))]
    assert (high.outcomes, high.success) == ((), Fraction(1, 2))
    assert solve(BuildMoment(plan.quest, Start(Fraction(1)))) == high
    assert solve(BuildMoment(plan.quest)) == plan.start()


def test_fixed_plans_of_the_example() -> None:
    plan = solve(BuildQuest(EXAMPLE, fixed=(1, 2, 3)))
    assert [f.stop_after for f in plan.fixed] == [1, 2, 3]
    # Stopping after stage 1 is two dice in wood within five attempts: a race of five dice.
    hit = 1 - Fraction(5, 6) ** 5
    reach = 1 - (1 - hit) ** 5 - 5 * hit * (1 - hit) ** 4
    assert (plan.fixed[0].value, plan.fixed[0].complete) == (reach, reach)
    assert all(f.value <= plan.value for f in plan.fixed)
    assert all(sum(o.probability for o in f.outcomes) == 1 for f in plan.fixed)


def test_the_break_even_reward() -> None:
    coin = Die(["wood", "blank"])
    stages = [Stage({"wood": 1}, 2), Stage({"wood": 1}, 0), Stage({"wood": 1}, 6)]
    plan = solve(BuildQuest(stages, [coin], 4))
    # One attempt left: 1/2 of the reward. Two: 1/4 of 6 are sure, the rest takes 1/4 of it.
    assert plan.advise(1, 1).break_even == 4
    assert plan.advise(1, 2).break_even == 2
    assert solve(BuildMoment(plan.quest, Between(1, 2))) == plan.advise(1, 2)
    assert plan.advise(1, 0).break_even is None


def test_no_break_even_reward() -> None:
    """Stage 2 can't be completed; but where nothing is at stake, any reward is enough."""
    coin = Die(["wood", "blank"])
    for reward, found in ((1, None), (0, 0)):
        quest = BuildQuest([Stage({}, reward), Stage({"iron": 1}, 9)], [coin], 2)
        assert solve(quest).advise(1, 1).break_even == found


def test_a_reward_that_pushing_beats_anyway() -> None:
    stages = [Stage({}, 1), Stage({}, 5), Stage({}, 9)]
    advice = solve(BuildQuest(stages, attempts=3)).advise(1, 2)
    assert (advice.push, advice.break_even) == (9, 0)
