"""The answer about a movement of A4 Quest as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from odds.encoding import ending, number
from odds.games.a4.encode import called, hp_losses, pools
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.movement import MovementAnswer, MovementFigures

if TYPE_CHECKING:
    from odds.games.a4.answers import (
        MovementChoiceOut,
        MovementEndsOut,
        MovementMeansOut,
        MovementOut,
    )


def encode_movement(answer: MovementAnswer) -> MovementOut:
    """Which die pays for a movement."""
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
