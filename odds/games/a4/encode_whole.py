"""The answers about whole adventures of A4 Quest as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.encoding import ending, number
from odds.games.a4.encode_setup import equipment_objects
from odds.games.a4.parts.adventure import SolvedAdventure
from odds.games.a4.parts.advice import AdviceAnswer
from odds.games.a4.parts.text_actions import action_object
from odds.games.a4.parts.text_advice import choice_text

if TYPE_CHECKING:
    from odds.games.a4.answers_whole import AdviceOut, WholeOut


def encode_advice(answer: AdviceAnswer) -> AdviceOut:
    """What to do in a whole adventure, best first."""
    return {
        "value": number(answer.value),
        "choices": [
            {
                "actions": [
                    action_object(action, answer.setting.sheets, answer.place)
                    for action in choice.actions
                ],
                "name": choice_text(answer, choice),
                "value": number(choice.value),
                "loss": number(choice.loss),
                "best": choice.best,
            }
            for choice in answer.choices
        ],
        "decided": answer.is_decided,
        **ending(answer),
    }


def encode_solved(solved: SolvedAdventure) -> WholeOut:
    """A whole adventure that is solved; in random order each opening has its second tile."""
    return {
        "value": number(solved.win),
        "equipment": [
            {**piece, "second_tile": tile if solved.question.random_order else None}
            for tile, setup in solved.openings.items()
            for piece in equipment_objects(setup)
        ],
        **ending(solved),
    }
