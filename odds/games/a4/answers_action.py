"""The answer about an action or a rest of A4 Quest as it stands in JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from odds.games.a4.answers import CalledOut, EffectsOut, PoolOut
from odds.shapes import AnswerOut, NumberOut


class WeighedOut(CalledOut):
    """A choice whose values count one after the other: a later one only breaks ties."""

    value: Annotated[dict[str, NumberOut], Field(description="the values, the first counts first")]
    loss: dict[str, NumberOut]
    best: bool


class TracksOut(TypedDict):
    """Where the tracks stand."""

    attack: int
    defence: int
    hp: int
    xp: int
    crystals: int
    food: int


class GainsOut(TypedDict):
    """What the tracks gain on average."""

    attack: NumberOut
    defence: NumberOut
    hp: NumberOut
    xp: NumberOut
    crystals: NumberOut
    food: NumberOut


class ActionFiguresOut(TypedDict):
    """Probabilities of dying, meeting an enemy and beating it; means of gains and dice."""

    dies: NumberOut
    gains: GainsOut
    dice: NumberOut
    enemy: NumberOut
    beaten: NumberOut


class ActionEndOut(TypedDict):
    """One way in which an action ends."""

    died: bool
    pool: PoolOut | None
    tracks: TracksOut
    probability: NumberOut


class RollOut(ActionFiguresOut):
    """What a d6 offers, and what to take."""

    d6: int
    offers: list[EffectsOut]
    take: EffectsOut


class UseOut(TypedDict, total=False):
    """What an icon gives: ``rolls`` where a d6 decides, else ``offers``; neither for a rest."""

    offers: list[EffectsOut]
    rolls: list[RollOut]


class ActionChoiceOut(WeighedOut, ActionFiguresOut, UseOut):
    """A die for an icon, or a rest."""

    outcomes: list[ActionEndOut]


class ActionsOut(ActionFiguresOut, AnswerOut):
    """What each die brings for each icon, and what a rest brings."""

    choices: list[ActionChoiceOut]
    outcomes: list[ActionEndOut]
