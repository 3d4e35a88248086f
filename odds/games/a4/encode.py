"""What the answers about A4 Quest share, as JSON."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from odds.encoding import number
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.setting import Setting
from odds.games.a4.parts.text_actions import action_object, actions_text, shown_pool
from odds.model import Vector

if TYPE_CHECKING:
    from odds.games.a4.answers import ActionOut, CalledOut, ChoiceOut, HpLostOut, LeftOut
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
