"""The shapes of a Build quest in a request: quest, objective, state."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Discriminator, Field, Tag

from odds.games.build.quest import (
    MAX_ATTEMPTS,
    MAX_COUNT,
    MAX_DICE,
    MAX_FACES,
    MAX_NAME,
    MAX_STAGES,
    RESERVED,
)
from odds.games.build.reading import DICE_FORMS, MAX_ALTERNATIVES, OBJECTIVE_FORMS
from odds.shapes import Number, Shape

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Count = Annotated[int, Field(ge=1, le=MAX_COUNT)]
_RESERVED: Final[dict[str, Any]] = {"not": {"enum": list(RESERVED)}}
Resource = Annotated[str, Field(min_length=1, max_length=MAX_NAME, json_schema_extra=_RESERVED)]
BundleShape = Annotated[dict[Resource, Count], Field(min_length=1, max_length=MAX_FACES)]
AttemptsLeft = Annotated[int, Field(ge=0, le=MAX_ATTEMPTS)]
FaceIndex = Annotated[int, Field(ge=0, lt=MAX_FACES)]
StageNumber = Annotated[int, Field(ge=1, le=MAX_STAGES)]


def _form(value: Any) -> str | None:
    """Which form of a face ``value`` is meant to be."""
    if isinstance(value, str):
        return "name"
    if isinstance(value, Shape) or (isinstance(value, dict) and "any_of" in value):
        return "any_of"
    return "bundle" if isinstance(value, dict) else None


Alternative = Annotated[
    Annotated[Name, Tag("name")] | Annotated[BundleShape, Tag("bundle")],
    Discriminator(
        _form,
        custom_error_type="face",
        custom_error_message="an alternative is a resource, 'blank' or a bundle",
    ),
]


class AnyOf(Shape):
    """A wild: one of the alternatives counts, chosen anew at each check."""

    any_of: Annotated[list[Alternative], Field(min_length=1, max_length=MAX_ALTERNATIVES)]


FaceShape = Annotated[
    Annotated[Name, Tag("name")]
    | Annotated[AnyOf, Tag("any_of")]
    | Annotated[BundleShape, Tag("bundle")],
    Discriminator(
        _form,
        custom_error_type="face",
        custom_error_message="a face is a resource, 'blank', a bundle or {\"any_of\": [...]}",
    ),
]


class DieShape(Shape):
    """Dice that are alike; faces are equally likely, one listed twice is twice as likely."""

    count: Annotated[int, Field(ge=1, le=MAX_DICE)] = 1
    faces: Annotated[list[FaceShape], Field(min_length=1, max_length=MAX_FACES)]


class StageShape(Shape):
    """What a stage needs, and its reward."""

    need: Annotated[dict[Resource, Count], Field(max_length=MAX_FACES)]
    reward: Number


def _dice_form(value: Any) -> str | None:
    if isinstance(value, list):
        return "list"
    return "name" if value == "scavenge" else None


DiceShape = Annotated[
    Annotated[Literal["scavenge"], Tag("name")]
    | Annotated[list[DieShape], Field(min_length=1, max_length=MAX_DICE), Tag("list")],
    Discriminator(
        _dice_form,
        custom_error_type="dice",
        custom_error_message=DICE_FORMS,
    ),
]


class QuestShape(Shape):
    """The quest card and the dice; ``"scavenge"`` stands for the assumed default dice."""

    stages: Annotated[list[StageShape], Field(min_length=1, max_length=MAX_STAGES)]
    dice: DiceShape = "scavenge"
    attempts: Annotated[int, Field(ge=1, le=MAX_ATTEMPTS)] = 5


class AtLeastShape(Shape):
    """The probability of a reward of at least this."""

    at_least: Number


class CompleteShape(Shape):
    """The probability of completing this stage, even if the quest fails later."""

    complete: StageNumber


Pair = Annotated[list[Number], Field(min_length=2, max_length=2)]


class UtilityTable(Shape):
    """The utility of failing, and of each reward that occurs."""

    failure: Number
    rewards: Annotated[list[Pair], Field(max_length=MAX_STAGES)]


class UtilityShape(Shape):
    """The expected utility."""

    utility: UtilityTable


_AIMS: Final = {"at_least": AtLeastShape, "complete": CompleteShape, "utility": UtilityShape}


def _aim(value: Any) -> str | None:
    if value == "expected_reward":
        return "name"
    for tag, shape in _AIMS.items():
        if isinstance(value, shape) or (isinstance(value, dict) and tag in value):
            return tag
    return None


ObjectiveShape = Annotated[
    Annotated[Literal["expected_reward"], Tag("name")]
    | Annotated[AtLeastShape, Tag("at_least")]
    | Annotated[CompleteShape, Tag("complete")]
    | Annotated[UtilityShape, Tag("utility")],
    Discriminator(
        _aim,
        custom_error_type="objective",
        custom_error_message=OBJECTIVE_FORMS,
    ),
]


def _shown(value: Any) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return "index"
    return _form(value)


Shown = Annotated[
    Annotated[Name, Tag("name")]
    | Annotated[AnyOf, Tag("any_of")]
    | Annotated[BundleShape, Tag("bundle")]
    | Annotated[FaceIndex, Tag("index")],
    Discriminator(
        _shown,
        custom_error_type="face",
        custom_error_message="what a die shows is a face, or the index of one of its faces",
    ),
]


class BetweenShape(Shape):
    """A stage has just been completed: take or push?"""

    completed: StageNumber
    attempts_left: AttemptsLeft


class RolledShape(Shape):
    """In the middle of a stage: which dice to throw again?"""

    stage: StageNumber
    attempts_left: AttemptsLeft
    showing: Annotated[list[Shown], Field(min_length=1, max_length=MAX_DICE)]


def _moment(value: Any) -> str:
    between = isinstance(value, BetweenShape) or (isinstance(value, dict) and "completed" in value)
    return "between" if between else "rolled"


StateShape = Annotated[
    Annotated[BetweenShape, Tag("between")] | Annotated[RolledShape, Tag("rolled")],
    Discriminator(_moment),
]
