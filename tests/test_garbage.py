"""Answers leave nothing behind that only the collector would find.

Solves keep it from its turns and what they made is old to it at once, so garbage in cycles would
stay; and to look for it in the midst of answers would stop them for up to a second.
"""

from __future__ import annotations

import gc
from typing import Any

import pytest

from odds import wire
from odds.game import Question
from odds.games.a4.steps import forget
from odds.json_text import dumps
from odds.wire import all_games

EXAMPLES = [
    (question, name, example)
    for game in all_games()
    for question in game.questions
    for name, example in question.request().examples.items()
]


@pytest.mark.parametrize(
    ("question", "example"),
    [(question, example) for question, _, example in EXAMPLES],
    ids=[f"{question.path}: {name}" for question, name, _ in EXAMPLES],
)
def test_an_answer_leaves_no_cycle(question: Question, example: Any) -> None:
    dumps(wire.respond(question, example))  # what is loaded and kept is there afterwards
    gc.collect()
    for again in (True, False):
        dumps(wire.respond(question, example))
        if again:
            forget()
        assert gc.collect() == 0
