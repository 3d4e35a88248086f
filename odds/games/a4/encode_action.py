"""The answer about an action or a rest of A4 Quest as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from odds.encoding import ending, number
from odds.games.a4.encode import called, named
from odds.games.a4.parts.action import ActionAnswer, ActionFigures, QuestRoll, Use, outcomes
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.ends import Ends
from odds.games.a4.parts.text_actions import effects, shown_pool
from odds.games.a4.sheet import TRACKS, Bundle

if TYPE_CHECKING:
    from odds.games.a4.answers_action import (
        ActionChoiceOut,
        ActionEndOut,
        ActionFiguresOut,
        ActionsOut,
        GainsOut,
        RollOut,
        TracksOut,
        UseOut,
    )


def encode_action(answer: ActionAnswer) -> ActionsOut:
    """What each die brings for each icon, and what a rest brings."""
    return {
        **_figures(answer.figures),
        "choices": [
            _choice(answer, choice, use)
            for choice, use in zip(answer.choices, answer.uses, strict=True)
        ],
        "outcomes": _outcomes(answer.ends),
        **ending(answer),
    }


def _figures(figures: ActionFigures) -> ActionFiguresOut:
    return {
        "dies": number(figures.dies),
        "gains": cast("GainsOut", dict(zip(TRACKS, map(number, figures.gains), strict=True))),
        "dice": number(figures.dice),
        "enemy": number(figures.meets),
        "beaten": number(figures.beats),
    }


def _outcomes(ends: Ends) -> list[ActionEndOut]:
    return [
        {
            "died": o.died,
            "pool": None if o.died else shown_pool(o.pool),
            "tracks": cast("TracksOut", dict(zip(TRACKS, o.tracks, strict=True))),
            "probability": number(p),
        }
        for o, p in outcomes(ends).items()
    ]


def _choice(answer: ActionAnswer, choice: Choice, use: Use | None) -> ActionChoiceOut:
    names = answer.objective.names
    return {
        **called(choice, answer.setting),
        "value": named(names, choice.value),
        "loss": named(names, choice.loss),
        "best": choice.best,
        **_figures(answer.figures_of(choice.ends)),
        **_use(answer, use),
        "outcomes": _outcomes(choice.ends),
    }


def _use(answer: ActionAnswer, use: Use | None) -> UseOut:
    if use is None:
        return {}
    if use.rolls:
        return {"rolls": [_roll(answer, roll) for roll in use.rolls]}
    return {"offers": _bundles(use.bundles)}


def _bundles(bundles: tuple[Bundle, ...]) -> list[list[str]]:
    return [effects(bundle) for bundle in dict.fromkeys(bundles)]


def _roll(answer: ActionAnswer, roll: QuestRoll) -> RollOut:
    return {
        "d6": roll.d6,
        "offers": _bundles(roll.bundles),
        "take": effects(roll.taken),
        **_figures(answer.figures_of(roll.ends)),
    }
