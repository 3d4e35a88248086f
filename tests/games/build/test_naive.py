"""The oracle against cases worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from odds import BuildQuest, Complete, Die, Stage, Utility, any_of
from odds.games.build.quest import face
from tests.games.build.naive import Naive, NaiveFixed, completing, covers, failing, score

COIN = Die(["wood", "blank"])


def naive(quest: BuildQuest) -> Naive:
    return Naive(quest, score(quest, quest.objective))


def test_a_wild_counts_once_and_a_bundle_whole() -> None:
    wild, pair = any_of("wood", "ore"), face({"wood": 2})
    assert covers((("ore", 1), ("wood", 1)), (wild, wild))
    assert not covers((("ore", 1), ("wood", 1)), (wild,))
    assert covers((("ore", 1), ("wood", 2)), (pair, wild))
    assert not covers((("wood", 4),), (pair, wild))
    assert covers((), (wild,))


def test_one_coin_three_times() -> None:
    quest = BuildQuest([Stage({"wood": 1}, 8)], [COIN], 3)
    assert naive(quest).start() == {(1, 1): Fraction(7, 8), (None, 0): Fraction(1, 8)}


def test_pushing_costs_an_attempt_and_all_dice_are_thrown() -> None:
    # After stage 1 with one attempt left: 1/2 * 3 against 1.
    quest = BuildQuest([Stage({"wood": 1}, 1), Stage({"wood": 1}, 3)], [COIN], 2)
    player = naive(quest)
    assert [(o.action, o.value) for o in player.between(1, 1)] == [
        ("push", Fraction(3, 2)),
        ("take", 1),
    ]
    assert player.start() == {
        (2, 2): Fraction(1, 4),
        (None, 1): Fraction(1, 4),
        (1, 1): Fraction(1, 4),
        (None, 0): Fraction(1, 4),
    }


def test_a_stage_without_need_costs_an_attempt() -> None:
    quest = BuildQuest([Stage({}, 1), Stage({}, 2), Stage({}, 3)], [COIN], 2)
    assert naive(quest).start() == {(2, 2): Fraction(1)}
    assert naive(quest).reachable() == {(1, 1), (2, 0)}


def test_completing_counts_even_if_the_quest_fails_later() -> None:
    quest = BuildQuest([Stage({}, 0), Stage({"ore": 1}, 1)], [COIN], 2, Complete(1))
    ends = naive(quest).throw(2, 1, (None,))
    assert ends == {(None, 1): Fraction(1)}
    assert score(quest, Complete(1))(ends) == 1
    assert (completing(ends, 1), completing(ends, 2), failing(ends)) == (1, 0, 1)


def test_who_likes_failing_keeps_what_is_useless() -> None:
    quest = BuildQuest([Stage({"wood": 2}, 1)], [COIN, COIN], 2, Utility(1, {1: 0}))
    wood, blank = COIN.faces
    best = naive(quest).rerolls(1, 1, (wood, blank))[0]
    assert (best.kept, best.value) == ((blank, None), 1)


def test_ties_keep_more_dice_and_then_what_comes_first() -> None:
    quest = BuildQuest([Stage({"iron": 1}, 1)], [COIN, COIN], 2)
    wood, blank = COIN.faces
    kept = [o.kept for o in naive(quest).rerolls(1, 1, (wood, blank))]
    assert kept == [(wood, None), (blank, None), (None, None)]


def test_a_fixed_plan_plays_each_stage_for_itself() -> None:
    quest = BuildQuest([Stage({"wood": 1}, 5), Stage({"wood": 1}, 0)], [COIN], 2)
    player = NaiveFixed(quest, score(quest, quest.objective), 2)
    ends = {
        (2, 2): Fraction(1, 4),
        (None, 1): Fraction(1, 4),
        (1, 1): Fraction(1, 4),
        (None, 0): Fraction(1, 4),
    }
    assert player.start() == ends
