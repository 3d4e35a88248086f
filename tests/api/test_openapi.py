"""The published description: valid, complete, and its examples can be sent as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from api.app import create_app
from api.problems import KINDS, MEDIA_TYPE
from api.settings import Settings
from odds.games import all_games
from odds.json_text import from_permalink
from odds.wire import question_at, read
from tests.api.service import Service

DESCRIBED: dict[str, Any] = create_app().openapi()
QUESTIONS = [question for game in all_games() for question in game.questions]
LONG = {question.path for game in all_games() for question in game.long}
POSTS = [
    path
    for path, operations in DESCRIBED["paths"].items()
    if "post" in operations and path not in LONG
]


def walk(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, dict | list):
            yield from walk(item)


def examples(path: str) -> dict[str, Any]:
    content = DESCRIBED["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    return {name: example["value"] for name, example in content["examples"].items()}


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": DESCRIBED["components"]})


def test_it_is_served(service: Service) -> None:
    assert service.get("/openapi.json").json() == DESCRIBED


def test_its_form() -> None:
    assert DESCRIBED["openapi"].startswith("3.1")
    assert {*POSTS} == {question.path for question in QUESTIONS} | {"/v1/estimate"}
    assert DESCRIBED["info"]["x-limits"] == Settings().stated()
    ids = [op["operationId"] for path in DESCRIBED["paths"].values() for op in path.values()]
    assert len(set(ids)) == len(ids)


def test_references_lead_somewhere_and_nothing_is_left_over() -> None:
    used = {item["$ref"] for item in walk(DESCRIBED) if isinstance(item.get("$ref"), str)}
    schemas = DESCRIBED["components"]["schemas"]
    assert used == {f"#/components/schemas/{name}" for name in schemas}


def test_the_schemas_are_schemas() -> None:
    for schema in DESCRIBED["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_games_do_not_overwrite_each_others_schemas() -> None:
    for game in all_games():
        for question in game.questions:
            request = question.request()
            defined = {*request.model_json_schema().get("$defs", {}), request.__name__}
            names = {f"{game.name}.{name}" for name in defined}
            assert names <= set(DESCRIBED["components"]["schemas"])


@pytest.mark.parametrize("path", POSTS)
def test_every_operation_tells_its_problems(path: str) -> None:
    for method, operation in DESCRIBED["paths"][path].items():
        answers = {**operation["responses"]}
        assert (answers.pop("304", None) is None) == (method == "post")
        assert {*answers} == {"200", *(str(kind.status) for kind in KINDS)}
        for status, answer in answers.items():
            expected = "application/json" if status == "200" else MEDIA_TYPE
            assert {*answer["content"]} == {expected}


@pytest.mark.parametrize("path", POSTS)
def test_examples_are_valid_and_answered_as_described(service: Service, path: str) -> None:
    post = DESCRIBED["paths"][path]["post"]
    asked = post["requestBody"]["content"]["application/json"]["schema"]
    answered = post["responses"]["200"]["content"]["application/json"]["schema"]
    assert examples(path)
    for example in examples(path).values():
        assert not list(validator(asked).iter_errors(example))
        answer = service.post(path, json=example)
        assert answer.status_code == 200
        assert not list(validator(answered).iter_errors(answer.json()))


def test_problems_are_as_described(service: Service) -> None:
    schema = validator({"$ref": "#/components/schemas/Problem"})
    quest = {"stages": [{"need": {"wood": 1}, "reward": 1}], "attempts": 2000}
    for answer in (
        service.post("/v1/build/plan", content=b"{"),
        service.post("/v1/build/plan", json={}),
        service.post("/v1/build/plan", json={"quest": quest}),
        service.get("/nothing"),
        service.ask("PUT", "/healthz"),
    ):
        assert answer.status_code >= 400
        assert not list(schema.iter_errors(answer.json()))


def test_a_get_has_its_permalink() -> None:
    for question in QUESTIONS:
        (parameter,) = DESCRIBED["paths"][question.path]["get"]["parameters"]
        assert (parameter["name"], parameter["in"], parameter["required"]) == ("q", "query", True)
        assert question_at(question.path) == question
        link = parameter["schema"]
        for name, example in examples(question.path).items():
            text = parameter["examples"][name]["value"]
            assert read(question, from_permalink(text)) == read(question, example)
            assert re.search(link["pattern"], text)
            assert not list(validator(link["contentSchema"]).iter_errors(example))
        assert not re.search(link["pattern"], "a b")


def test_readiness_tells_both_of_its_answers() -> None:
    answers = DESCRIBED["paths"]["/readyz"]["get"]["responses"]
    assert {*answers} == {"200", "503"}
    assert {*answers["503"]["content"]} == {MEDIA_TYPE}
