"""What is wrong with a request is said in plain words, with its place."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds import wire
from odds.errors import InvalidInput
from odds.json_text import loads
from tests.build_requests import ADVICE, PLAN, small, starts

TOP = (None, True, 1, "x", [], [{}])


@pytest.mark.parametrize("body", TOP)
def test_a_request_is_an_object(body: Any) -> None:
    with pytest.raises(InvalidInput, match=r"^must be an object$"):
        wire.read(PLAN, body)


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        ({"attempts": True}, "/quest/attempts", "must be a whole number"),
        ({"attempts": "5"}, "/quest/attempts", "must be a whole number"),
        ({"attempts": Decimal("1.5")}, "/quest/attempts", "must be a whole number"),
        ({"attempts": None}, "/quest/attempts", "must be a whole number"),
        ({"attempts": 0}, "/quest/attempts", "must be at least 1"),
        ({"attempts": 2001}, "/quest/attempts", "must be at most 2000"),
        ({"attempts": 10**5000}, "/quest/attempts", "must be at most 2000"),
        ({"extra~/": 1}, "/quest/extra~0~1", "is not a known field"),
        ({"stages": {}}, "/quest/stages", "must be a list"),
        ({"stages": []}, "/quest/stages", "needs 1 or more entries"),
        ({"stages": [1]}, "/quest/stages/0", "must be an object"),
        ({"stages": [{"reward": 1}]}, "/quest/stages/0/need", "is missing"),
        ({"stages": [{"need": [], "reward": 1}]}, "/quest/stages/0/need", "must be an object"),
        (
            {"stages": [{"need": {"wood": True}, "reward": 1}]},
            "/quest/stages/0/need/wood",
            "must be a whole number",
        ),
        (
            {"stages": [{"need": {"blank": 1}, "reward": 1}]},
            "/quest/stages/0/need",
            "a resource can't be called 'blank'",
        ),
        ({"dice": "mine"}, "/quest/dice", 'dice are "scavenge" or a list of dice'),
        ({"dice": [{"faces": []}]}, "/quest/dice/0/faces", "needs 1 or more entries"),
        ({"dice": [{"faces": ["a"] * 101}]}, "/quest/dice/0/faces", "takes 100 or fewer entries"),
        ({"dice": [{"faces": [""]}]}, "/quest/dice/0/faces/0", "needs 1 or more characters"),
        (
            {"dice": [{"faces": ["a" * 41]}]},
            "/quest/dice/0/faces/0",
            "takes 40 or fewer characters",
        ),
        ({"dice": [{"faces": ["a"], "count": 0}]}, "/quest/dice/0/count", "must be at least 1"),
        (
            {"dice": [{"faces": [{"any_of": [{"wood": 0}]}]}]},
            "/quest/dice/0/faces/0/any_of/0/wood",
            "must be at least 1",
        ),
        (
            {"dice": [{"faces": [{"any_of": ["a"], "b": 1}]}]},
            "/quest/dice/0/faces/0/b",
            "is not a known field",
        ),
    ],
)
def test_a_fault_has_its_place_and_plain_words(
    change: dict[str, Any], place: str, message: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        wire.read(PLAN, small(**change)).problem()
    assert [(f.place, f.message) for f in caught.value.faults] == [(place, message)]


@pytest.mark.parametrize(
    ("reward", "message"),
    [
        (True, "not bool"),
        (None, "not NoneType"),
        (0.5, "a float is not exact"),
        (Decimal("NaN"), "not an exact number"),
        (10**100, "more than 100 digits"),
        ("9" * 101, "more than 100 digits"),
        (loads("1" * 10_000), "more than 100 digits"),
        (loads("1e101"), "an exponent beyond ±100"),
        (loads("1e400"), "an exponent beyond ±100"),
        (loads("1e-99999999999999999999999"), "an exponent beyond ±100"),
        ("1/0", "a fraction over 0"),
        ("1 ", "not an exact number"),
        (-1, "a reward must be at least 0"),
    ],
)
def test_a_number_that_is_refused(reward: Any, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        wire.read(PLAN, small(reward)).problem()
    (fault,) = caught.value.faults
    assert fault.place == "/quest/stages/0/reward"
    assert message in fault.message


@pytest.mark.parametrize(
    ("objective", "place"),
    [
        ({"complete": 0}, "/objective/complete"),
        ({"complete": 1, "x": 1}, "/objective/x"),
        ({"utility": {"rewards": []}}, "/objective/utility/failure"),
        ({"utility": {"failure": 1, "rewards": [[1, 1], [2]]}}, "/objective/utility/rewards/1"),
        ({"at_least": "x"}, "/objective/at_least"),
        ({}, "/objective"),
        (3, "/objective"),
        ("least", "/objective"),
    ],
)
def test_a_fault_of_an_objective(objective: Any, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        wire.read(PLAN, small() | {"objective": objective})
    assert [fault.place for fault in caught.value.faults] == [place]


def test_all_faults_are_named_up_to_a_limit() -> None:
    with pytest.raises(InvalidInput) as caught:
        wire.read(PLAN, {"quest": {"stages": [{}, {}]}, "x": 1})
    assert [fault.place for fault in caught.value.faults] == [
        "/quest/stages/0/need",
        "/quest/stages/0/reward",
        "/quest/stages/1/need",
        "/quest/stages/1/reward",
        "/x",
    ]
    with pytest.raises(InvalidInput) as caught:
        wire.read(PLAN, small() | {str(i): i for i in range(1000)})
    assert len(caught.value.faults) == wire.MAX_FAULTS


def lookup(body: Any, pointer: str) -> Any:
    """RFC 6901, written down plainly."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        body = body[int(key)] if isinstance(body, list) else body[key]
    return body


def check_faults(body: Any, error: InvalidInput) -> None:
    for fault in error.faults:
        assert len(fault.place) <= 200
        assert len(fault.message) <= 300
        assert fault.message.encode()
        if fault.message.endswith("is missing"):
            parent, _, key = fault.place.rpartition("/")
            assert key not in lookup(body, parent)
        else:
            lookup(body, fault.place)


json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.text(max_size=5),
        st.sampled_from(["x" * 1000, "1/0", "wood", "any_of", Decimal("0.5"), 10**200]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [place]
    if isinstance(value, dict):
        inner = list(value.items())
    else:
        inner = list(enumerate(value)) if isinstance(value, list) else []
    for key, item in inner:
        found += places(item, (*place, key))
    return found


@st.composite
def broken(draw: st.DrawFn) -> Any:
    """A request with something else in one place, or with one more field."""
    body: Any = json.loads(json.dumps(draw(starts)))
    place = draw(st.sampled_from(places(body)))
    here = body
    for key in place[:-1]:
        here = here[key]
    if place and draw(st.booleans()):
        here[place[-1]] = draw(json_values)
    elif place and isinstance(here, dict) and draw(st.booleans()):
        del here[place[-1]]
    elif isinstance(here, dict):
        here[draw(st.sampled_from(["new", "y" * 500, "any_of", "a/b~"]))] = draw(json_values)
    return body


@given(broken())
@settings(max_examples=300, deadline=None)
def test_every_fault_points_into_the_request(body: Any) -> None:
    try:
        wire.read(ADVICE, body).problem()
    except InvalidInput as error:
        check_faults(body, error)


@given(json_values)
@settings(max_examples=100, deadline=None)
def test_anything_at_all_is_answered_with_faults(body: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        wire.read(PLAN, body)
    check_faults(body, caught.value)


def test_long_texts_are_not_repeated() -> None:
    body = small("z" * 5000) | {"y" * 5000: 1, "objective": "w" * 5000}
    body["quest"]["stages"][0]["need"] = {"x" * 5000: 1}
    with pytest.raises(InvalidInput) as caught:
        wire.read(PLAN, body)
    assert len(caught.value.faults) == 4
    check_faults(body, caught.value)
