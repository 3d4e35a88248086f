"""The published schema of Build quests and the reader agree."""

from __future__ import annotations

import json
from copy import deepcopy
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from odds import wire
from odds.errors import InvalidInput
from odds.game import Question
from odds.games.build import GAME
from odds.games.build.quest import MAX_ATTEMPTS, MAX_COUNT, MAX_DICE, MAX_FACES, MAX_STAGES
from odds.json_text import loads
from tests.build_requests import ADVICE, PLAN, plans, small, starts

SCHEMAS = {q.path: Draft202012Validator(q.request().model_json_schema()) for q in GAME.questions}


def reads(question: Question, body: Any) -> bool:
    """Whether the reader takes ``body``, which is JSON as Python's ``json`` reads it."""
    try:
        wire.read(question, loads(json.dumps(body)))
    except InvalidInput:
        return False
    return True


@pytest.mark.parametrize("question", GAME.questions, ids=lambda q: q.name)
def test_the_schemas_are_schemas(question: Question) -> None:
    Draft202012Validator.check_schema(SCHEMAS[question.path].schema)
    text = json.dumps(SCHEMAS[question.path].schema)
    assert '"ge"' not in text
    assert '"le"' not in text


@pytest.mark.parametrize(
    ("model", "field", "limits"),
    [
        ("QuestShape", "attempts", {"minimum": 1, "maximum": MAX_ATTEMPTS}),
        ("QuestShape", "stages", {"minItems": 1, "maxItems": MAX_STAGES}),
        ("DieShape", "count", {"minimum": 1, "maximum": MAX_DICE}),
        ("DieShape", "faces", {"minItems": 1, "maxItems": MAX_FACES}),
        ("CompleteShape", "complete", {"minimum": 1, "maximum": MAX_STAGES}),
        ("BetweenShape", "completed", {"minimum": 1, "maximum": MAX_STAGES}),
        ("RolledShape", "attempts_left", {"minimum": 0, "maximum": MAX_ATTEMPTS}),
        ("RolledShape", "showing", {"minItems": 1, "maxItems": MAX_DICE}),
    ],
)
def test_the_limits_are_in_the_schema(model: str, field: str, limits: dict[str, int]) -> None:
    published = SCHEMAS[ADVICE.path].schema["$defs"][model]["properties"][field]
    assert limits.items() <= published.items()


def test_the_limit_of_a_count_is_in_the_schema() -> None:
    need = SCHEMAS[PLAN.path].schema["$defs"]["StageShape"]["properties"]["need"]
    assert need["additionalProperties"] == {"type": "integer", "minimum": 1, "maximum": MAX_COUNT}


@given(plans)
@settings(max_examples=25, deadline=None)
def test_plans_are_valid(body: dict[str, Any]) -> None:
    assert not list(SCHEMAS[PLAN.path].iter_errors(body))
    assert reads(PLAN, body)


@given(starts)
@settings(max_examples=25, deadline=None)
def test_starts_are_valid(body: dict[str, Any]) -> None:
    assert not list(SCHEMAS[ADVICE.path].iter_errors(body))
    assert reads(ADVICE, body)


STRANGE = [None, True, False, 0, -1, 1.5, 5.0, 2001, 10**30, "", "wood", "1/3", "x" * 41, [], {}]
STRANGE += [[1], [[1]], {"any_of": []}, {"any_of": ["wood"]}, {"wood": 0}, {"wood": 1}]
STRANGE += [{"at_least": 1}, {"complete": 1}, {"count": 1}, "scavenge", "expected_reward"]


def inside(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, item in items:
        found.append((*place, key))
        if isinstance(item, dict | list):
            found += inside(item, (*place, key))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    body = json.loads(json.dumps(draw(starts)))
    if draw(st.booleans()):
        showing = ["wood", 0, {"any_of": ["wood", {"stone": 2}]}]
        body["state"] = {"stage": 1, "attempts_left": 1, "showing": showing}
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.sampled_from(inside(body)))
        here = body
        for key in place[:-1]:
            here = here[key]
        if draw(st.integers(0, 4)):
            here[place[-1]] = deepcopy(draw(st.sampled_from(STRANGE)))
        elif isinstance(here, dict):
            here["more"] = here.pop(place[-1])
    return body


@given(mutated())
@settings(max_examples=200, deadline=None)
def test_the_schema_and_the_reader_refuse_the_same_forms(body: Any) -> None:
    assert reads(ADVICE, body) == (not list(SCHEMAS[ADVICE.path].iter_errors(body)))


def answer(body: dict[str, Any], question: Question = ADVICE) -> dict[str, Any]:
    return wire.respond(question, body)


COIN = small(1, attempts=3)
TWO = {
    "quest": {
        "stages": [{"need": {"wood": 1}, "reward": 1}, {"need": {"wood": 1}, "reward": 4}],
        "dice": [{"faces": ["wood", "blank"]}],
        "attempts": 2,
    }
}


def test_the_fields_of_an_advice_come_in_the_order_of_the_contract() -> None:
    found = answer({**TWO, "state": {"completed": 1, "attempts_left": 1}})
    assert list(found) == [
        "decision", "tie", "value", "choices", "success", "outcomes",
        "take", "push", "break_even", "text", "assumptions", "engine",
    ]  # fmt: skip
    assert list(found["choices"][0]) == ["action", "reroll", "ways", "value", "loss", "best"]
    assert found["decision"] == "push"
    assert found["take"]["exact"] == "1"
    assert found["push"]["exact"] == "2"
    assert found["break_even"]["exact"] == "2"
    assert found["success"]["exact"] == "1/2"
    assert [outcome["completed"] for outcome in found["outcomes"]] == [2, None]
    assert found["assumptions"] == []


def test_the_start_and_an_outside_option() -> None:
    assert answer(TWO)["decision"] == "push"
    assert "take" not in answer(TWO)
    better = answer({**TWO, "outside": "100"})
    assert better["decision"] == "decline"
    assert [choice["action"] for choice in better["choices"]] == ["decline", "push"]


def test_a_reroll_by_faces_and_by_indices() -> None:
    state = {"stage": 1, "attempts_left": 2}
    by_name = answer({**COIN, "state": {**state, "showing": ["blank"]}})
    assert by_name == answer({**COIN, "state": {**state, "showing": [1]}})
    assert by_name["decision"] == "reroll"
    assert by_name["choices"][0]["reroll"] == [0]
    assert by_name["value"]["exact"] == "3/4"


def test_the_fields_of_a_plan_come_in_the_order_of_the_contract() -> None:
    found = answer({**TWO, "fixed": [1, 2]}, PLAN)
    assert list(found)[:2] == ["value", "outcomes"]
    assert list(found)[-3:] == ["text", "assumptions", "engine"]
    assert list(found["table"][0]) == [
        "completed", "attempts_left", "take", "push", "decision", "tie", "success",
    ]  # fmt: skip
    assert [plan["stop_after"] for plan in found["fixed"]] == [1, 2]
    assert [plan["complete"]["exact"] for plan in found["fixed"]] == ["3/4", "1/4"]
    assert sum(float(o["probability"]["approx"]) for o in found["outcomes"]) == 1.0
    assert "fixed" not in answer(TWO, PLAN)


def test_the_default_dice_are_named_as_an_assumption() -> None:
    stages = [{"need": {"wood": 1}, "reward": 1}]
    by_default = answer({"quest": {"stages": stages}}, PLAN)
    assert len(by_default["assumptions"]) == 1
    assert by_default == answer({"quest": {"stages": stages, "dice": "scavenge"}}, PLAN)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({**TWO, "state": {"completed": 3, "attempts_left": 0}}, "/state/completed"),
        ({**TWO, "state": {"completed": 1, "attempts_left": 2}}, "/state/attempts_left"),
        ({**TWO, "state": {"completed": 0, "attempts_left": 1}}, "/state/completed"),
        ({**TWO, "state": {"completed": 1, "attempts_left": 1}, "outside": 1}, "/outside"),
        (
            {**TWO, "state": {"stage": 1, "attempts_left": 1, "showing": ["wood"]}},
            "/state/showing",
        ),
        (
            {**TWO, "state": {"stage": 1, "attempts_left": 1, "showing": ["gold"]}},
            "/state/showing/0",
        ),
        ({**TWO, "state": {"stage": 1, "attempts_left": 1, "showing": [2]}}, "/state/showing/0"),
        (
            {**TWO, "state": {"stage": 1, "attempts_left": 1, "showing": [Decimal("0.5")]}},
            "/state/showing/0",
        ),
        ({**TWO, "objective": {"complete": 3}}, "/objective/complete"),
        (
            {**TWO, "objective": {"utility": {"failure": 0, "rewards": [[1, 1]]}}},
            "/objective/utility/rewards",
        ),
    ],
)
def test_a_moment_that_makes_no_sense(body: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        answer(body)
    assert [fault.place for fault in caught.value.faults] == [place]


@pytest.mark.parametrize("stop", [0, 3, 201])
def test_a_fixed_plan_stops_after_one_of_the_stages(stop: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        answer({**TWO, "fixed": [1, stop]}, PLAN)
    assert [fault.place for fault in caught.value.faults] == ["/fixed/1"]
