"""One way of writing a question; permalinks; the same bytes each time."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings

from odds import wire
from odds.encoding import ENGINE
from odds.json_text import NotJson, dumps, from_permalink, loads
from tests.build_requests import ADVICE, PLAN, plans, small, starts


@pytest.mark.parametrize("reward", ["1", "1.0", '"1"', '"1.0"', "1e0", '"2/2"', '"+1"', "10E-1"])
@pytest.mark.parametrize("attempts", ["2", "2.0", "20e-1"])
def test_equal_questions_are_equal_bytes(reward: str, attempts: str) -> None:
    text = json.dumps(small()).replace('"reward": 1', f'"reward": {reward}')
    asked = loads(text.replace('"attempts": 2', f'"attempts": {attempts}'))
    assert wire.canonical(wire.read(PLAN, asked)) == wire.canonical(wire.read(PLAN, small()))
    assert dumps(wire.respond(PLAN, asked)) == dumps(wire.respond(PLAN, small()))


def test_canonical_json_has_no_spaces_fixed_order_and_no_defaults() -> None:
    body = {"objective": "expected_reward", **small("0.5"), "fixed": []}
    assert wire.canonical(wire.read(PLAN, body)).decode() == (
        '{"quest":{"attempts":2,"dice":[{"faces":["wood","blank"]}],'
        '"stages":[{"need":{"wood":1},"reward":"1/2"}]}}'
    )


@pytest.mark.parametrize(
    "text",
    [
        "1e100",
        "1e-100",
        f"{'9' * 100}e100",
        f"0.{'0' * 99}1e-100",
        f"0.{'7' * 100}e-100",
        "1000e100",
    ],
)
def test_the_longest_numbers_can_be_read_again(text: str) -> None:
    request = wire.read(PLAN, small(text))
    again = wire.read(PLAN, loads(wire.canonical(request)))
    assert again == request
    assert again.problem() == request.problem()


@given(plans)
@settings(max_examples=100, deadline=None)
def test_canonical_is_a_fixpoint(body: dict[str, Any]) -> None:
    request = wire.read(PLAN, body)
    again = wire.read(PLAN, loads(wire.canonical(request)))
    assert again == request
    assert wire.canonical(again) == wire.canonical(request)


@given(starts)
@settings(max_examples=100, deadline=None)
def test_a_permalink_is_its_question(body: dict[str, Any]) -> None:
    request = wire.read(ADVICE, body)
    link = wire.permalink(request)
    assert set(link) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    assert wire.read(ADVICE, from_permalink(link)) == request


@pytest.mark.parametrize("text", ["!", "a", "e30=e30", "e 30", "é", "e30+", "/w"])
def test_a_permalink_that_is_not_base64url(text: str) -> None:
    with pytest.raises(NotJson, match="q is not base64url"):
        from_permalink(text)


def test_padding_of_a_permalink_may_stay() -> None:
    assert from_permalink(base64.urlsafe_b64encode(b'{"a":1}').decode()) == {"a": 1}


@given(plans)
@settings(max_examples=25, deadline=None)
def test_answers_are_the_same_bytes_each_time(body: dict[str, Any]) -> None:
    first = dumps(wire.respond(PLAN, body))
    assert first == dumps(wire.respond_to(PLAN, wire.read(PLAN, body)))
    assert b" :" not in first
    assert json.loads(first)["engine"] == ENGINE
