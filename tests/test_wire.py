"""Questions and estimates."""

from __future__ import annotations

from typing import Any

import pytest

from odds import wire
from odds.answers import Limits
from odds.errors import InvalidInput, TooLarge
from odds.games.build.contract import EXAMPLE
from tests.build_requests import PLAN, small


def test_a_question_that_is_not_asked() -> None:
    with pytest.raises(InvalidInput, match="/v1/build/plan") as caught:
        wire.question_at("/v1/" + "x" * 1000)
    (fault,) = caught.value.faults
    assert fault.place == "/path"
    assert len(fault.message) <= 400


def test_an_estimate() -> None:
    found = wire.estimate_of({"path": PLAN.path, "body": {"quest": EXAMPLE}}, Limits(states=10))
    assert found["allowed"] is False
    assert found["states"] > 10
    assert found["limits"] == {"states": 10, "choices": 50_000_000, "digits": 4_000}
    assert wire.estimate_of({"path": PLAN.path, "body": {"quest": EXAMPLE}})["allowed"] is True


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({}, "/path"),
        ({"path": 1, "body": {}}, "/path"),
        ({"path": "/x", "body": {}}, "/path"),
        ({"path": PLAN.path, "body": []}, "/body"),
        ({"path": PLAN.path, "body": {}}, "/body/quest"),
        ({"path": PLAN.path, "body": small(-1)}, "/body/quest/stages/0/reward"),
        ({"path": PLAN.path, "body": small(), "more": 1}, "/more"),
    ],
)
def test_an_estimate_of_what_makes_no_sense(asked: Any, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        wire.estimate_of(asked)
    assert caught.value.faults[0].place == place


def test_too_much_is_refused_before_any_work() -> None:
    with pytest.raises(TooLarge, match="digits of the answer"):
        wire.respond(PLAN, {"quest": {**EXAMPLE, "attempts": 2000}}, Limits(10**12, 10**12, 4000))
