"""The parts of A4 Quest as JSON: what their answers share, and the movement."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import Field

from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.movement import A4Movement, MovementAnswer, MovementFigures
from odds.games.a4.parts.situation import MAX_COST, Setting
from odds.games.a4.parts.text_actions import action_object, actions_text, shown_pool
from odds.games.a4.state_shapes import A4Request, StateShape
from odds.shapes import number


def action_objects(actions: Iterable[Hashable], setting: Setting) -> list[dict[str, Any]]:
    """Choices that follow one another."""
    return [action_object(action, setting.sheets, setting.place) for action in actions]


def choice_object(
    choice: Choice, setting: Setting, value: Any, loss: Any, figures: Mapping[str, Any]
) -> dict[str, Any]:
    """A choice with its value, its loss and its figures, already as JSON."""
    return {
        "actions": action_objects(choice.actions, setting),
        "name": actions_text(choice.actions, setting.sheets, setting.place),
        "value": value,
        "loss": loss,
        "best": choice.best,
        **figures,
    }


def distribution(name: str, spread: Mapping[int, Fraction]) -> list[dict[str, Any]]:
    """A distribution over whole numbers: objects with ``name`` and the probability."""
    return [{name: key, "probability": number(p)} for key, p in spread.items()]


def pools(spread: Mapping[tuple[int, ...], Fraction]) -> list[dict[str, Any]]:
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
        return self.on_sheets(A4Movement, self.state, cost=self.cost)

    @classmethod
    def encode(cls, answer: MovementAnswer) -> dict[str, Any]:
        return {
            "cost": answer.cost,
            **_means(answer.figures),
            "choices": [_choice(answer, choice) for choice in answer.choices],
            "distribution": distribution("hp_lost", answer.hp_lost),
            "dice_left": pools(answer.dice_left),
            "text": answer.text,
        }


def _means(figures: MovementFigures) -> dict[str, Any]:
    return {
        "dies": number(figures.dies),
        "hp_lost": number(figures.hp_lost),
        "active": number(figures.active),
        "total": number(figures.total),
    }


def _choice(answer: MovementAnswer, choice: Choice) -> dict[str, Any]:
    """Values are in the order in which they count: a later one only breaks ties."""
    names = ("dies", "hp_lost", "active", "total")
    loss = {name: number(part) for name, part in zip(names, choice.loss, strict=True)}
    return choice_object(
        choice, answer.setting, _means(answer.figures_of(choice.ends)), loss, _left(answer, choice)
    )


def _left(answer: MovementAnswer, choice: Choice) -> dict[str, Any]:
    one = MovementAnswer(answer.setting, answer.cost, (), choice.ends)
    return {
        "distribution": distribution("hp_lost", one.hp_lost),
        "dice_left": pools(one.dice_left),
    }
