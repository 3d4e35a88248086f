"""The OpenAPI description, from the same models that read the requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import TypedDictSchema

from api import problems
from api.settings import Settings
from api.solves.routes import SolveOut, long_questions
from odds.game import LongQuestion, Question
from odds.games import all_games
from odds.json_text import PERMALINK
from odds.shapes import Shape
from odds.wire import EstimateOut, EstimateRequest, permalink, read

REF: Final = "#/components/schemas/{model}"
NOT_MODIFIED: Final = {"description": "The answer is the one that If-None-Match names"}
WHOLE: Final = {"type": "integer", "minimum": 0}
CATALOGUE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"engine": {"type": "object"}},
    "required": ["engine"],
}


class Closed(GenerateJsonSchema):
    """Says that an answer has the fields described and no others."""

    def typed_dict_schema(self, schema: TypedDictSchema) -> dict[str, Any]:
        """The schema of a ``TypedDict``."""
        return {**super().typed_dict_schema(schema), "additionalProperties": False}


def defined(schema: dict[str, Any], name: str, group: str, components: dict[str, Any]) -> Any:
    """A reference to ``schema``, put into ``components`` with its models; names start alike."""
    models = {**schema.pop("$defs", {}), name: schema}
    components.update({f"{group}.{key}": model for key, model in models.items()})
    return {"$ref": REF.format(model=f"{group}.{name}")}


def body(
    request: type[Shape], examples: Mapping[str, Any], group: str, components: dict[str, Any]
) -> dict[str, Any]:
    """A ``requestBody``."""
    schema = request.model_json_schema(ref_template=REF.replace("{", f"{group}.{{"))
    content = {
        "schema": defined(schema, request.__name__, group, components),
        "examples": {name: {"value": value} for name, value in examples.items()},
    }
    return {"required": True, "content": {"application/json": content}}


def linked(question: Question, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The parameter of a GET, which holds what ``asked`` holds as a body."""
    content = asked["content"]["application/json"]
    links = {
        name: {"value": permalink(read(question, example["value"]))}
        for name, example in content["examples"].items()
    }
    return {
        "name": "q",
        "in": "query",
        "required": True,
        "description": "A permalink's text: the base64url of the canonical request",
        "schema": {
            "type": "string",
            "pattern": PERMALINK,
            "contentEncoding": "base64url",
            "contentMediaType": "application/json",
            "contentSchema": content["schema"],
        },
        "examples": links,
    }


def answer(shape: Any, group: str, components: dict[str, Any]) -> dict[str, Any]:
    """What comes back where a ``TypedDict`` is the answer, with all of its fields."""
    template = REF.replace("{", f"{group}.{{")
    schema = TypeAdapter(shape).json_schema(ref_template=template, schema_generator=Closed)
    return responses(defined(schema, shape.__name__, group, components))


def responses(answer: dict[str, Any]) -> dict[str, Any]:
    """What comes back: JSON, or a problem."""
    found: dict[str, Any] = {
        "200": {"description": "The answer", "content": {"application/json": {"schema": answer}}}
    }
    problem = {problems.MEDIA_TYPE: {"schema": {"$ref": REF.format(model="Problem")}}}
    for status in sorted({kind.status for kind in problems.KINDS}):
        titles = [kind.title for kind in problems.KINDS if kind.status == status]
        found[str(status)] = {"description": "; ".join(titles), "content": problem}
    return found


def describe_long(
    paths: dict[str, Any], question: LongQuestion, group: str, components: dict[str, Any]
) -> None:
    """Describe what is asked and answered about a long solve."""
    request = question.request()
    answered = answer(SolveOut, group, components)
    final = answer(get_type_hints(request.solve)["return"], group, components)["200"]
    schema = components[f"{group}.{SolveOut.__name__}"]
    schema["properties"]["answer"] = final["content"]["application/json"]["schema"]
    schema["properties"]["problem"] = {"$ref": REF.format(model="Problem")}
    asked = body(request, request.examples, group, components)
    place = {"Location": {"description": "Where to see it", "schema": {"type": "string"}}}
    started = {**answered, "202": {**answered["200"], "description": "Taken on", "headers": place}}
    del started["200"]
    paths[question.path]["post"].update(requestBody=asked, responses=started)
    there = paths[f"{question.path}/{{name}}"]
    there["get"]["responses"] = answered
    there["delete"]["responses"] = {**answered, "204": {"description": "Stopped and forgotten"}}
    del there["delete"]["responses"]["200"]


def install(app: FastAPI, settings: Settings) -> None:
    """Make ``/openapi.json`` describe every question."""

    def build() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _describe(app, settings)
        return app.openapi_schema

    app.openapi = build  # type: ignore[method-assign]


def _describe(app: FastAPI, settings: Settings) -> dict[str, Any]:
    described = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    components = described.setdefault("components", {}).setdefault("schemas", {})
    components["Problem"] = problems.schema()
    estimates: dict[str, Any] = {}
    for game in all_games():
        for question in game.questions:
            operations = described["paths"][question.path]
            request = question.request()
            asked = body(request, request.examples, game.name, components)
            answered = answer(request.answer, game.name, components)
            operations["post"].update(requestBody=asked, responses=answered)
            operations["get"].update(
                parameters=[linked(question, asked)], responses={**answered, "304": NOT_MODIFIED}
            )
            for name, example in request.examples.items():
                named = f"{question.path} {name}"
                estimates[named] = {"path": question.path, "body": example}
        for catalogue in game.catalogues:
            given = {**responses(CATALOGUE), "304": NOT_MODIFIED}
            described["paths"][catalogue.path]["get"]["responses"] = given
    for game, long_question in long_questions():
        describe_long(described["paths"], long_question, game.name, components)
    for unused in ("HTTPValidationError", "ValidationError"):  # every problem is one of ours
        components.pop(unused, None)
    asked = body(EstimateRequest, estimates, "service", components)
    answered = answer(EstimateOut, "service", components)
    described["paths"]["/v1/estimate"]["post"].update(requestBody=asked, responses=answered)
    described["info"]["x-limits"] = settings.stated()
    return described
