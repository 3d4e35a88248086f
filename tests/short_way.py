"""Comparing the short way to read a request with the contract's."""

from __future__ import annotations

from typing import Any

import pytest

from odds import wire
from odds.answers import solve
from odds.errors import InvalidInput, TooLarge


def check(path: str, body: Any) -> bool:
    """Whether the short way reads ``body``: then as the contract does, or it has no answer."""
    question = wire.question_at(path)
    assert question.read is not None
    try:
        found = question.read(body)
    except (InvalidInput, TooLarge):
        return False
    try:
        expected = wire.read(question, body).problem()
    except InvalidInput:
        with pytest.raises(InvalidInput):
            solve(found)
        return False
    assert found == expected
    return True
