"""Everything that a plan says equals what the plainest player finds, on random small quests."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from odds import BuildQuest
from tests.games.build.agreement import Agreement
from tests.games.build.random_quests import quests, seeded


@pytest.mark.parametrize("block", range(8))
def test_seeded_quests(block: int) -> None:
    for seed in range(25 * block, 25 * block + 25):
        Agreement(seeded(seed)).check_all()


@settings(deadline=None, max_examples=40)
@given(quests())
def test_any_quest(quest: BuildQuest) -> None:
    Agreement(quest).check_all()


def test_the_seeded_quests_hold_every_odd_case() -> None:
    sample = [seeded(seed) for seed in range(200)]
    faces = {face for quest in sample for die in quest.dice for face in die.faces}
    assert any(() in face.options and len(face.options) > 1 for face in faces)
    assert any(sum(n for _, n in o) > 1 for face in faces for o in face.options)
    assert any(len(set(quest.dice)) > 1 for quest in sample)
    assert any(len(die.faces) > len(set(die.faces)) for quest in sample for die in quest.dice)
    assert any(not stage.need for quest in sample for stage in quest.stages)
    assert any(quest.attempts < len(quest.stages) for quest in sample)
    assert {type(quest.objective).__name__ for quest in sample} == {
        "ExpectedReward",
        "AtLeast",
        "Complete",
        "Utility",
    }
