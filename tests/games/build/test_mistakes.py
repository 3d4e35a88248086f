"""Every malformed quest, objective and state is refused with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from odds import (
    AtLeast,
    BuildQuest,
    Complete,
    Die,
    Face,
    InvalidInput,
    Stage,
    Utility,
    any_of,
    solve,
)
from odds.games.build.quest import MAX_COUNT, MAX_FACES, MAX_NAME, face

COIN = Die(["wood", "blank"])
QUEST = BuildQuest([Stage({"wood": 1}, 1), Stage({"wood": 2}, 2)], COIN * 2, 3)

MISTAKES: dict[str, tuple[str, str, Callable[[], Any]]] = {
    "no bundle": ("/faces/1", "a face is", lambda: Die(["wood", {}])),
    "no face": ("/faces/0", "a face is", lambda: Die([3])),
    "no faces": ("/faces", f"1 to {MAX_FACES} faces", lambda: Die([])),
    "many faces": ("/faces", f"1 to {MAX_FACES} faces", lambda: Die(["wood"] * (MAX_FACES + 1))),
    "count 0": ("/faces/0/wood", f"from 1 to {MAX_COUNT}, not 0", lambda: Die([{"wood": 0}])),
    "escaped": ("/need/a~1b", "from 1", lambda: Stage({"a/b": 0}, 1)),
    "count true": ("/wood", "whole number", lambda: face({"wood": True})),
    "count half": ("/wood", "whole number", lambda: face({"wood": 0.5})),
    "count huge": ("/wood", "not 1001", lambda: face({"wood": MAX_COUNT + 1})),
    "no alternatives": ("/dice/0", "at least one alternative", lambda: any_of(place="/dice/0")),
    "empty alternative": ("/1", "a face is", lambda: any_of("wood", {})),
    "empty face": ("", "at least one alternative", lambda: Face(())),
    "called blank": ("", "can't be called 'blank'", lambda: face({"blank": 1})),
    "called any_of": ("", "can't be called 'any_of'", lambda: face("any_of")),
    "no name": ("", f"1 to {MAX_NAME} characters", lambda: face(" ")),
    "long name": ("", f"1 to {MAX_NAME} characters", lambda: face("w" * (MAX_NAME + 1))),
    "needs blank": ("/need", "can't be called", lambda: Stage({"blank": 1}, 1)),
    "needs none of it": ("/need/wood", "from 1", lambda: Stage({"wood": 0}, 1)),
    "negative reward": ("/reward", "at least 0", lambda: Stage({"wood": 1}, "-1/3")),
    "float reward": ("/reward", "not float", lambda: Stage({}, 0.5)),
    "stage 0": ("/objective/complete", "from 1 to 2", lambda: ask(Complete(0))),
    "stage 3": ("/objective/complete", "from 1 to 2", lambda: ask(Complete(3))),
    "stage true": ("/objective/complete", "from 1 to 2", lambda: ask(Complete(True))),
    "bad bound": ("/objective/at_least", "not an exact", lambda: AtLeast("many")),
    "bad failure": ("/objective/utility/failure", "not an exact", lambda: Utility("", {})),
    "bad utility": ("/objective/utility/rewards/0/1", "not an exact", lambda: Utility(0, {1: "x"})),
    "reward missing": ("/objective/utility/rewards", "1, 2", lambda: ask(Utility(0, {1: 1}))),
    "reward unknown": (
        "/objective/utility/rewards",
        "exactly these rewards: 1, 2",
        lambda: ask(Utility(0, {1: 1, 2: 1, 3: 1})),
    ),
    "reward twice": (
        "/objective/utility/rewards",
        "listed twice",
        lambda: Utility(0, [(1, 1), ("1.0", 2)]),
    ),
    "fixed 0": ("/fixed/0", "from 1 to 2, not 0", lambda: ask(fixed=(0,))),
    "fixed 3": ("/fixed/1", "from 1 to 2, not 3", lambda: ask(fixed=(1, 3))),
    "fixed true": ("/fixed/0", "whole number", lambda: ask(fixed=(True,))),
    "outside": ("/outside", "not an exact", lambda: solve(QUEST).start("cheap")),
    "completed 0": ("/state/completed", "from 1 to 2", lambda: solve(QUEST).advise(0, 1)),
    "completed 3": ("/state/completed", "from 1 to 2", lambda: solve(QUEST).advise(3, 0)),
    "left -1": ("/state/attempts_left", "from 0 to 2", lambda: solve(QUEST).advise(1, -1)),
    "left 3": ("/state/attempts_left", "from 0 to 2", lambda: solve(QUEST).advise(1, 3)),
    "left true": ("/state/attempts_left", "from 0 to 2", lambda: solve(QUEST).advise(1, True)),
    "rolled 0": ("/state/stage", "from 1 to 2", lambda: reroll(0, 1, "wood", "blank")),
    "rolled 3": ("/state/stage", "from 1 to 2", lambda: reroll(3, 1, "wood", "blank")),
    "none left": ("/state/attempts_left", "from 1 to 1", lambda: reroll(2, 0, "wood", "blank")),
    "too many left": ("/state/attempts_left", "from 1 to 1", lambda: reroll(2, 2, 0, 1)),
    "one die": ("/state/showing", "needs 2 faces", lambda: reroll(2, 1, "wood")),
    "no such face": ("/state/showing/1", "has no face ore", lambda: reroll(2, 1, "wood", "ore")),
    "no such index": ("/state/showing/0", "from 0 to 1", lambda: reroll(2, 1, 2, 0)),
    "index true": ("/state/showing/0", "from 0 to 1", lambda: reroll(2, 1, True, 0)),
    "odd face": ("/state/showing/0", "can't be called", lambda: reroll(2, 1, "any_of", 0)),
    "complete": ("/state/showing", "already complete stage 1", lambda: reroll(1, 1, "wood", 1)),
}


def ask(objective: Any = None, fixed: tuple[int, ...] = ()) -> BuildQuest:
    return BuildQuest(QUEST.stages, QUEST.dice, 3, objective, fixed)


def reroll(stage: int, left: int, *showing: Any) -> Any:
    return solve(QUEST).reroll(stage, left, showing)


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake(name: str) -> None:
    place, message, make = MISTAKES[name]
    with pytest.raises(InvalidInput) as caught:
        make()
    (fault,) = caught.value.faults
    assert fault.place == place
    assert message in fault.message


def test_out_of_reach_states_say_so() -> None:
    plan = solve(BuildQuest([Stage({"wood": 1}, 1)], [COIN], 1))
    with pytest.raises(InvalidInput, match="out of reach"):
        plan.reroll(1, 1, ["blank"])


def test_what_no_die_shows_is_said() -> None:
    """A misspelt resource isn't wrong, but it is worth a word."""
    typo = BuildQuest([Stage({"wood": 1, "wod": 1}, 1), Stage({"gold": 1}, 2)])
    assert typo.assumptions[1:] == ("No die shows gold.", "No die shows wod.")
    wild = BuildQuest([Stage({"wood": 1, "ore": 1}, 1)], [Die([any_of("wood", {"ore": 2})])])
    assert wild.assumptions == ()


def test_what_the_dice_can_not_show_at_once_is_said() -> None:
    def said(need: dict[str, int], *dice: Die) -> tuple[str, ...]:
        return BuildQuest([Stage(need, 1)], dice).assumptions

    pair, wild = Die([{"wood": 2, "ore": 1}, "blank"]), Die([any_of("wood", {"ore": 3})])
    assert said({"wood": 3, "ore": 4}, pair, wild) == ()  # one by one
    assert said({"wood": 4}, pair, wild) == ("The dice show at most 3 wood.",)
    assert said({"ore": 5, "fish": 1}, pair, wild) == (
        "No die shows fish.",
        "The dice show at most 4 ore.",
    )
    stages = [Stage({"wood": 1}, 1), Stage({"wood": 9}, 2), Stage({"wood": 8}, 3)]
    assert BuildQuest(stages, [pair]).assumptions == ("The dice show at most 2 wood.",)
