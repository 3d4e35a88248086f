"""Strict reading of JSON text."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from odds.errors import InvalidInput
from odds.json_text import NotJson, loads


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
    with pytest.raises(NotJson) as caught:
        loads(text)
    (fault,) = caught.value.faults
    assert fault.place == place
    assert message in fault.message


@pytest.mark.parametrize("text", ['"\\ud800"', '["x\\udfff"]', '{"\\udc00": 1}'])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="half a surrogate pair") as caught:
        loads(text)
    assert not isinstance(caught.value, NotJson)
    assert str(caught.value).encode()


def test_a_whole_pair_is_a_character() -> None:
    assert loads('"\\ud83c\\udfb2"') == "🎲"


def test_a_byte_order_mark_is_ignored() -> None:
    assert loads(b"\xef\xbb\xbf[1]") == loads("\ufeff[1]") == [1]


def test_numbers_are_not_rounded() -> None:
    found = loads(b"[0.1, 5.0, 5e2, -0, 1e400, 1e-400, 12345678901234567890]")
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
    assert loads(b"[" * 32 + b"]" * 32)


def test_a_long_key_over_many_values_costs_no_memory() -> None:
    key = "k" * 100_000
    assert len(loads(json.dumps({key: [0] * 100_000}))[key]) == 100_000
