"""The answer about the setup of A4 Quest as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.encoding import ending, number
from odds.games.a4.encode import called
from odds.games.a4.parts.setup import SetupAnswer
from odds.games.a4.parts.text_actions import shown_pool

if TYPE_CHECKING:
    from odds.games.a4.answers_setup import EquipmentOut, SetupOut, SetupWaysOut


def encode_setup(answer: SetupAnswer) -> SetupOut:
    """Which dice to re-roll at the start."""
    return {
        "dice": answer.dice,
        "value": number(answer.certified(answer.value)),
        "before": number(answer.certified(answer.before)),
        "equipment": equipment_objects(answer),
        **_ways(answer),
        **ending(answer),
    }


def equipment_objects(answer: SetupAnswer) -> list[EquipmentOut]:
    """What each piece of equipment in question is worth."""
    return [
        {
            "name": row.name,
            "value": number(answer.certified(row.value)),
            "loss": number(answer.certified_loss(row.loss, answer.before)),
            "best": row.best,
        }
        for row in answer.equipped
        if row.name is not None
    ]


def _ways(answer: SetupAnswer) -> SetupWaysOut:
    """The choices of one pool, or what is best for each."""
    if answer.choices:
        return {
            "choices": [
                {
                    **called(choice, answer.setting),
                    "value": number(answer.certified(choice.value[0])),
                    "loss": number(answer.certified_loss(choice.loss[0], answer.value)),
                    "best": choice.best,
                }
                for choice in answer.choices
            ]
        }
    return {
        "pools": [
            {
                "pool": shown_pool(row.pool),
                "probability": number(row.probability),
                "rerolls": [list(dice) for dice in row.rerolls],
                "value": number(answer.certified(row.value)),
            }
            for row in answer.pools
        ]
    }
