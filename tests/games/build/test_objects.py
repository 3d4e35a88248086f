"""The library's objects: equal by what they say, immutable, and pleasant to make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from odds import (
    SCAVENGE,
    BuildQuest,
    Complete,
    Die,
    ExpectedReward,
    Face,
    Stage,
    Utility,
    any_of,
    solve,
)
from odds.games.build.quest import Quest, face

WOOD = Stage({"wood": 1}, 1)

MAKERS: dict[str, Callable[[], Any]] = {
    "face": lambda: face({"wood": 1, "ore": 2}),
    "wild": lambda: any_of("wood", {"ore": 2}, "blank"),
    "die": lambda: Die(["wood", any_of("wood", "ore")]),
    "stage": lambda: Stage({"wood": 1}, "0.1"),
    "quest": lambda: BuildQuest([WOOD], SCAVENGE, 4, Complete(1), [1]),
    "utility": lambda: Utility(0, {1: 2, 3: 1}),
}


@pytest.mark.parametrize("name", MAKERS)
def test_equal_hash_and_frozen(name: str) -> None:
    one, other = MAKERS[name](), MAKERS[name]()
    assert one == other
    assert hash(one) == hash(other)
    for field in one.__dataclass_fields__:
        with pytest.raises(FrozenInstanceError):
            setattr(one, field, None)
    with pytest.raises(FrozenInstanceError):
        one.unheard_of = 1


@pytest.mark.parametrize(
    "other",
    [
        BuildQuest([WOOD], SCAVENGE, 4, Complete(1)),
        BuildQuest([WOOD], SCAVENGE, 4, ExpectedReward(), [1]),
        BuildQuest([WOOD], SCAVENGE, 5, Complete(1), [1]),
        BuildQuest([WOOD], SCAVENGE[:4], 4, Complete(1), [1]),
        BuildQuest([WOOD, WOOD], SCAVENGE, 4, Complete(1), [1]),
        Quest([WOOD], SCAVENGE, 4),
    ],
)
def test_quests_that_ask_for_something_else_differ(other: Quest) -> None:
    quest = BuildQuest([WOOD], SCAVENGE, 4, Complete(1), [1])
    assert quest != other
    assert len({quest, other}) == 2
    assert repr(quest) != repr(other)


def test_order_of_resources_does_not_matter_and_order_of_faces_does() -> None:
    assert Stage({"a": 1, "b": 2}, 1) == Stage({"b": 2, "a": 1}, 1)
    assert Die(["wood", "ore"]) != Die(["ore", "wood"])
    assert Utility(0, {1: 2, 3: 1}) == Utility(0, [(3, 1), (1, 2)])


def test_what_faces_are_called() -> None:
    assert str(any_of("wood", {"ore": 2, "fish": 1}, "blank")) == "wood or fish + 2 ore or blank"
    assert face(face("wood")) == face({"wood": 1}) == Face(((("wood", 1),),))
    assert (str(Stage({}, 0)), str(Stage({"wood": 2, "ore": 1}, 0))) == ("nothing", "1 ore, 2 wood")


def test_a_plan_knows_its_question() -> None:
    quest = BuildQuest([WOOD], attempts=2)
    plan = solve(quest)
    assert (plan.quest, plan.objective, plan.fixed) == (quest, ExpectedReward(), ())
    assert plan.advise(1, 0).assumptions == quest.assumptions
    assert plan.advise(1, 0).stage == 2
    assert plan.start().stage == 1
    assert plan.reroll(1, 1, ["blank"] * 5).stage == 1


def test_an_index_and_a_face_show_the_same() -> None:
    plan = solve(BuildQuest([Stage({"wood": 2}, 1)], Die(["fish", "wood", "wood"]) * 2, 2))
    by_face = plan.reroll(1, 1, ["wood", "fish"])
    for index in (1, 2):
        by_index = plan.reroll(1, 1, [index, 0])
        assert by_index.choices == by_face.choices
        assert by_index.outcomes == by_face.outcomes
