"""Strict reading of JSON, questions and estimates."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from odds import wire
from odds.answers import Limits
from odds.errors import InvalidInput, TooLarge
from odds.games.build.contract import EXAMPLE
from tests.build_requests import PLAN, small


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (b"", "", "not JSON"),
        (b" ", "", "not JSON"),
        (b"{", "", "line 1, column 2"),
        (b"{'a': 1}", "", "not JSON"),
        (b"[1,]", "", "not JSON"),
        (b"{} {}", "", "not JSON: Extra data"),
        (b"01", "", "not JSON"),
        (b"+1", "", "not JSON"),
        (b".5", "", "not JSON"),
        (b"nul", "", "not JSON"),
        (b'"a\nb"', "", "not JSON"),
        (b"\x00", "", "not JSON"),
        (b"\xff", "", "not UTF-8"),
        ("{}".encode("utf-16"), "", "not UTF-8"),
        (b"NaN", "", "not JSON: NaN"),
        (b'{"a": [Infinity]}', "", "not JSON: Infinity"),
        (b'{"a": -Infinity}', "", "not JSON: -Infinity"),
        (b'{"a": 1, "a": 1}', "", "the key 'a' occurs twice"),
        (b'{"a": [0, {"b~/": {"c": 1, "c": 2}}]}', "/a/1/b~0~1", "the key 'c' occurs twice"),
        (b"[" * 33 + b"1" + b"]" * 33, "", "nested deeper than 32"),
        (b"[" * 200_000, "", "nested deeper than 32"),
        (b'{"a":' * 200_000, "", "nested deeper than 32"),
    ],
)
def test_what_is_not_strict_json(text: bytes, place: str, message: str) -> None:
    with pytest.raises(wire.NotJson) as caught:
        wire.loads(text)
    (fault,) = caught.value.faults
    assert fault.place == place
    assert message in fault.message


@pytest.mark.parametrize("text", ['"\\ud800"', '["x\\udfff"]', '{"\\udc00": 1}'])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="half a surrogate pair") as caught:
        wire.loads(text)
    assert not isinstance(caught.value, wire.NotJson)
    assert str(caught.value).encode()


def test_a_whole_pair_is_a_character() -> None:
    assert wire.loads('"\\ud83c\\udfb2"') == "🎲"


def test_a_byte_order_mark_is_ignored() -> None:
    assert wire.loads(b"\xef\xbb\xbf[1]") == wire.loads("\ufeff[1]") == [1]


def test_numbers_are_not_rounded() -> None:
    found = wire.loads(b"[0.1, 5.0, 5e2, -0, 1e400, 1e-400, 12345678901234567890]")
    assert found == [
        Decimal("0.1"),
        5,
        500,
        0,
        Decimal("1e400"),
        Decimal("1e-400"),
        12345678901234567890,
    ]
    assert [type(number) for number in found[:4]] == [Decimal, int, int, int]


def test_depth_that_is_allowed() -> None:
    assert wire.loads(b"[" * 32 + b"]" * 32)


def test_a_long_key_over_many_values_costs_no_memory() -> None:
    key = "k" * 100_000
    assert len(wire.loads(json.dumps({key: [0] * 100_000}))[key]) == 100_000


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
