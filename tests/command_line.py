"""Running the command ``odds`` in a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from odds import wire
from odds.games.build.contract import EXAMPLE


class Done(NamedTuple):
    code: int
    out: str
    err: str


Odds = Callable[..., Done]


STAGES = ("--stage", "2 wood = 1", "--stage", "3 wood = 2", "--stage", "1 wood = 3")
BODY = {"quest": {"stages": EXAMPLE["stages"], "attempts": 5}}
PLAN = wire.question_at("/v1/build/plan")
ADVICE = wire.question_at("/v1/build/advice")
TEXT = "Played best, the quest is worth 0.944 on average; it fails with 18.5%."


def one_line(done: Done) -> str:
    """The message of a failure, which is one line."""
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("odds: ")
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1
    return done.err.removeprefix("odds: ").strip()
