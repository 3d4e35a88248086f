"""A question in parsed JSON as a library object.

What the library's classes don't check is checked here: the forms of objects and lists, and the
numbers that only JSON limits. The contract says better, and all at once, what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from odds.errors import InvalidInput, below, check_range, check_type
from odds.forms import items, members
from odds.games.build.advice import Between, Rolled, Start, State
from odds.games.build.objective import AtLeast, Complete, ExpectedReward, Objective, Utility
from odds.games.build.quest import (
    MAX_DICE,
    MAX_FACES,
    MAX_STAGES,
    SCAVENGE,
    Die,
    Face,
    Stage,
    any_of,
    face,
)
from odds.games.build.questions import BuildMoment, BuildQuest

MAX_ALTERNATIVES: Final = 20

DICE_FORMS: Final = 'dice are "scavenge" or a list of dice'
OBJECTIVE_FORMS: Final = (
    'an objective is "expected_reward", {"at_least": r}, {"complete": s} or {"utility": {...}}'
)
STATE_FORMS: Final = "a state is a stage completed, or a stage played and what its dice show"


def read_plan(body: Mapping[str, Any]) -> BuildQuest:
    """The question for a whole plan."""
    members(body, "", ("quest",), ("objective", "fixed"))
    fixed = items(body.get("fixed", []), "/fixed")
    check_range(len(fixed), 0, MAX_STAGES, "/fixed", "the number of fixed plans")
    return _quest(body, fixed)


def read_moment(body: Mapping[str, Any]) -> BuildMoment:
    """The question for an advice."""
    members(body, "", ("quest",), ("objective", "state", "outside"))
    state, outside = body.get("state"), body.get("outside")
    quest = _quest(body)
    if state is not None and outside is not None:
        raise InvalidInput.at("/outside", "an outside option exists only at the start")
    return BuildMoment(quest, Start(outside) if state is None else _state(state))


def _quest(body: Mapping[str, Any], fixed: Sequence[int] = ()) -> BuildQuest:
    given = members(body["quest"], "/quest", ("stages",), ("dice", "attempts"))
    objective = _objective(body.get("objective", "expected_reward"))
    with below("/quest", except_for=("/objective", "/fixed")):
        listed = items(given["stages"], "/stages")
        stages = [_stage(stage, f"/stages/{i}") for i, stage in enumerate(listed)]
        dice = _dice(given.get("dice", "scavenge"))
        attempts = {"attempts": given["attempts"]} if "attempts" in given else {}
        return BuildQuest(stages, dice, objective=objective, fixed=fixed, **attempts)


def _stage(given: Any, place: str) -> Stage:
    members(given, place, ("need", "reward"))
    check_type(given["need"], dict, f"{place}/need", "an object")
    check_range(len(given["need"]), 0, MAX_FACES, f"{place}/need", "the number of resources")
    return Stage(given["need"], given["reward"], place)


def _dice(given: Any) -> tuple[Die, ...]:
    if given == "scavenge":
        return SCAVENGE
    if not isinstance(given, list):
        raise InvalidInput.at("/dice", DICE_FORMS)
    return tuple(die for i, dice in enumerate(given) for die in _alike(dice, f"/dice/{i}"))


def _alike(given: Any, place: str) -> tuple[Die, ...]:
    """Dice that are alike, as many as ``count`` says."""
    members(given, place, ("faces",), ("count",))
    count: int = given.get("count", 1)
    check_range(count, 1, MAX_DICE, f"{place}/count", "the number of dice")
    faces = items(given["faces"], f"{place}/faces")
    return Die([_face(f, f"{place}/faces/{i}") for i, f in enumerate(faces)], place) * count


def _face(given: Any, place: str) -> Face:
    match given:
        case {"any_of": [*options]} if len(given) == 1:
            check_range(len(options), 1, MAX_ALTERNATIVES, place, "the number of alternatives")
            return any_of(*options, place=f"{place}/any_of")
        case {}:
            check_range(len(given), 1, MAX_FACES, place, "the number of resources")
    return face(given, place)


def _objective(given: Any) -> Objective:
    match given:
        case "expected_reward":
            return ExpectedReward()
        case {"at_least": reward} if len(given) == 1:
            return AtLeast(reward)
        case {"complete": stage} if len(given) == 1:
            return Complete(stage)
        case {"utility": utility} if len(given) == 1:
            place = "/objective/utility"
            members(utility, place, ("failure", "rewards"))
            return Utility(utility["failure"], items(utility["rewards"], f"{place}/rewards"))
    raise InvalidInput.at("/objective", OBJECTIVE_FORMS)


def _state(given: Mapping[str, Any]) -> State:
    match given:
        case {"completed": completed, "attempts_left": left} if len(given) == 2:
            return Between(completed, left)
        case {"stage": stage, "attempts_left": left, "showing": showing} if len(given) == 3:
            shown = items(showing, "/state/showing")
            return Rolled(stage, left, [_shown(s, i) for i, s in enumerate(shown)])
    raise InvalidInput.at("/state", STATE_FORMS)


def _shown(given: Any, position: int) -> Face | int:
    return given if isinstance(given, int) else _face(given, f"/state/showing/{position}")
