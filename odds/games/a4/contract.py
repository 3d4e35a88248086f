"""The parts of A4 Quest as JSON: what their answers share, and the movement."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import Field

from odds.encoding import ending, number
from odds.games.a4.answers import (
    ActionOut,
    CalledOut,
    ChoiceOut,
    HpLostOut,
    LeftOut,
    MovementChoiceOut,
    MovementEndsOut,
    MovementMeansOut,
    MovementOut,
)
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.movement import A4Movement, MovementAnswer, MovementFigures
from odds.games.a4.parts.setting import Setting
from odds.games.a4.parts.situation import MAX_COST
from odds.games.a4.parts.text_actions import action_object, actions_text, shown_pool
from odds.games.a4.questions import read_movement
from odds.games.a4.state_shapes import A4Request, StateShape
from odds.model import Vector
from odds.shapes import NumberOut


def action_objects(actions: Iterable[Hashable], setting: Setting) -> list[ActionOut]:
    """Choices that follow one another."""
    return [action_object(action, setting.sheets, setting.place) for action in actions]


def called(choice: Choice, setting: Setting) -> CalledOut:
    """What a choice is."""
    return {
        "actions": action_objects(choice.actions, setting),
        "name": actions_text(choice.actions, setting.sheets, setting.place),
    }


def choice_object(choice: Choice, setting: Setting, value: Fraction) -> ChoiceOut:
    """A choice with its ``value`` and its loss."""
    return {
        **called(choice, setting),
        "value": number(value),
        "loss": number(choice.loss[0]),
        "best": choice.best,
    }


def named(names: Sequence[str], value: Vector) -> dict[str, NumberOut]:
    """The components of a value; they count one after the other."""
    return {name: number(part) for name, part in zip(names, value, strict=True)}


def hp_losses(spread: Mapping[int, Fraction]) -> list[HpLostOut]:
    """A distribution over HP lost."""
    return [{"hp_lost": key, "probability": number(p)} for key, p in spread.items()]


def pools(spread: Mapping[tuple[int, ...], Fraction]) -> list[LeftOut]:
    """A distribution over pools."""
    return [{"pool": shown_pool(pool), "probability": number(p)} for pool, p in spread.items()]


class MovementRequest(A4Request):
    """Which die to exhaust for a movement, or to re-roll after a failed one."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "which die": {"state": {"pool": [6, 2, None, None]}, "cost": 2},
        "too low": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "state": {"pool": [3, 4, None, None], "tracks": {"hp": 3, "crystals": 1}},
            "cost": 5,
        },
        "next tile": {"state": {"space": 1, "pool": [1, 1, None], "tracks": {"hp": 2}}},
    }

    state: StateShape
    cost: Annotated[int, Field(ge=0, le=MAX_COST)] | None = Field(
        None, description="instead of the state's space, whose next space has a cost"
    )

    def problem(self) -> A4Movement:
        return read_movement(self.model_dump())

    @classmethod
    def encode(cls, answer: MovementAnswer) -> MovementOut:
        return {
            "cost": answer.cost,
            **_means(answer.figures),
            "choices": [_choice(answer, choice) for choice in answer.choices],
            **_ends(answer),
            **ending(answer),
        }


def _means(figures: MovementFigures) -> MovementMeansOut:
    return {
        "dies": number(figures.dies),
        "hp_lost": number(figures.hp_lost),
        "active": number(figures.active),
        "total": number(figures.total),
    }


def _choice(answer: MovementAnswer, choice: Choice) -> MovementChoiceOut:
    """Values are in the order in which they count: a later one only breaks ties."""
    one = MovementAnswer(answer.setting, answer.cost, (), choice.ends)
    return {
        **called(choice, answer.setting),
        "value": _means(one.figures),
        "loss": _loss(*choice.loss),
        "best": choice.best,
        **_ends(one),
    }


def _loss(dies: Fraction, hp_lost: Fraction, active: Fraction, total: Fraction) -> MovementMeansOut:
    return {
        "dies": number(dies),
        "hp_lost": number(hp_lost),
        "active": number(active),
        "total": number(total),
    }


def _ends(answer: MovementAnswer) -> MovementEndsOut:
    return {
        "distribution": hp_losses(answer.hp_lost),
        "dice_left": pools(answer.dice_left),
    }
