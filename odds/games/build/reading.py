"""A question in JSON as a library object, where its structure is known.

It is after the contract has checked it, and where flags made it. What is left to check is what
the library's classes check, and the forms and numbers that only JSON limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from odds.errors import InvalidInput, below, check_range
from odds.games.build.advice import Between, Rolled, Start, State
from odds.games.build.objective import AtLeast, Complete, ExpectedReward, Objective, Utility
from odds.games.build.quest import MAX_DICE, MAX_FACES, SCAVENGE, Die, Face, Stage, any_of, face
from odds.games.build.questions import BuildMoment, BuildQuest

MAX_ALTERNATIVES: Final = 20

DICE_FORMS: Final = 'dice are "scavenge" or a list of dice'
OBJECTIVE_FORMS: Final = (
    'an objective is "expected_reward", {"at_least": r}, {"complete": s} or {"utility": {...}}'
)
STATE_FORMS: Final = "a state is a stage completed, or a stage played and what its dice show"


def read_plan(body: Mapping[str, Any]) -> BuildQuest:
    """The question for a whole plan."""
    return _quest(body, body.get("fixed", ()))


def read_moment(body: Mapping[str, Any]) -> BuildMoment:
    """The question for an advice."""
    state, outside = body.get("state"), body.get("outside")
    quest = _quest(body)
    if state is not None and outside is not None:
        raise InvalidInput.at("/outside", "an outside option exists only at the start")
    return BuildMoment(quest, Start(outside) if state is None else _state(state))


def _quest(body: Mapping[str, Any], fixed: list[int] | tuple[int, ...] = ()) -> BuildQuest:
    given = body["quest"]
    objective = _objective(body.get("objective", "expected_reward"))
    with below("/quest", except_for=("/objective", "/fixed")):
        stages = [_stage(stage, f"/stages/{i}") for i, stage in enumerate(given.get("stages", ()))]
        dice = _dice(given.get("dice", "scavenge"))
        attempts = {"attempts": given["attempts"]} if "attempts" in given else {}
        return BuildQuest(stages, dice, objective=objective, fixed=fixed, **attempts)


def _stage(given: Mapping[str, Any], place: str) -> Stage:
    check_range(len(given["need"]), 0, MAX_FACES, f"{place}/need", "the number of resources")
    return Stage(given["need"], given["reward"], place)


def _dice(given: Any) -> tuple[Die, ...]:
    if given == "scavenge":
        return SCAVENGE
    if not isinstance(given, list):
        raise InvalidInput.at("/dice", DICE_FORMS)
    return tuple(die for i, dice in enumerate(given) for die in _alike(dice, f"/dice/{i}"))


def _alike(given: Mapping[str, Any], place: str) -> tuple[Die, ...]:
    """Dice that are alike, as many as ``count`` says."""
    count: int = given.get("count", 1)
    check_range(count, 1, MAX_DICE, f"{place}/count", "the number of dice")
    faces = [_face(f, f"{place}/faces/{i}") for i, f in enumerate(given["faces"])]
    return Die(faces, place) * count


def _face(given: Any, place: str) -> Face:
    match given:
        case {"any_of": [*options]}:
            check_range(len(options), 1, MAX_ALTERNATIVES, place, "the number of alternatives")
            return any_of(*options, place=f"{place}/any_of")
        case {}:
            check_range(len(given), 1, MAX_FACES, place, "the number of resources")
    return face(given, place)


def _objective(given: Any) -> Objective:
    match given:
        case "expected_reward":
            return ExpectedReward()
        case {"at_least": reward}:
            return AtLeast(reward)
        case {"complete": stage}:
            return Complete(stage)
        case {"utility": {"failure": failure, "rewards": rewards}}:
            return Utility(failure, rewards)
    raise InvalidInput.at("/objective", OBJECTIVE_FORMS)


def _state(given: Mapping[str, Any]) -> State:
    match given:
        case {"completed": completed, "attempts_left": left} if len(given) == 2:
            return Between(completed, left)
        case {"stage": stage, "attempts_left": left, "showing": showing} if len(given) == 3:
            return Rolled(stage, left, [_shown(s, i) for i, s in enumerate(showing)])
    raise InvalidInput.at("/state", STATE_FORMS)


def _shown(given: Any, position: int) -> Face | int:
    return given if isinstance(given, int) else _face(given, f"/state/showing/{position}")
