"""The OpenAPI description, from the same models that read the requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api import problems
from api.settings import Settings
from odds.games import all_games
from odds.shapes import NumberOut, Shape
from odds.wire import EstimateRequest

REF: Final = "#/components/schemas/{model}"
PERMALINK: Final[dict[str, Any]] = {
    "name": "q",
    "in": "query",
    "required": True,
    "description": "A permalink's text: the base64url of the canonical request",
    "schema": {"type": "string"},
}
NOT_MODIFIED: Final = {"description": "The answer is the one that If-None-Match names"}
WHOLE: Final = {"type": "integer", "minimum": 0}
ANSWER: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "value": {"$ref": REF.format(model="NumberOut")},
        "text": {"type": "string"},
        "assumptions": {"type": "array", "items": {"type": "string"}},
        "engine": {"type": "object"},
    },
    "required": ["assumptions", "engine"],
}
CATALOGUE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"engine": {"type": "object"}},
    "required": ["engine"],
}
ESTIMATE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "states": WHOLE,
        "choices": WHOLE,
        "digits": WHOLE,
        "allowed": {"type": "boolean"},
        "limits": {"type": "object", "additionalProperties": WHOLE},
        "engine": {"type": "object"},
    },
    "required": ["states", "choices", "digits", "allowed", "limits", "engine"],
}


def body(
    request: type[Shape], examples: Mapping[str, Any], group: str, components: dict[str, Any]
) -> dict[str, Any]:
    """A ``requestBody``; its models are put into ``components``, with names that start alike."""
    schema = request.model_json_schema(ref_template=REF.replace("{", f"{group}.{{"))
    models = {**schema.pop("$defs", {}), request.__name__: schema}
    components.update({f"{group}.{name}": model for name, model in models.items()})
    content = {
        "schema": {"$ref": REF.format(model=f"{group}.{request.__name__}")},
        "examples": {name: {"value": value} for name, value in examples.items()},
    }
    return {"required": True, "content": {"application/json": content}}


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
    components["NumberOut"] = NumberOut.model_json_schema(ref_template=REF)
    estimates: dict[str, Any] = {}
    for game in all_games():
        for question in game.questions:
            operations = described["paths"][question.path]
            request = question.request()
            asked = body(request, request.examples, game.name, components)
            operations["post"].update(requestBody=asked, responses=responses(ANSWER))
            linked = {**responses(ANSWER), "304": NOT_MODIFIED}
            operations["get"].update(parameters=[PERMALINK], responses=linked)
            for name, example in request.examples.items():
                named = f"{question.path} {name}"
                estimates[named] = {"path": question.path, "body": example}
        for catalogue in game.catalogues:
            given = {**responses(CATALOGUE), "304": NOT_MODIFIED}
            described["paths"][catalogue.path]["get"]["responses"] = given
    asked = body(EstimateRequest, estimates, "service", components)
    described["paths"]["/v1/estimate"]["post"].update(
        requestBody=asked, responses=responses(ESTIMATE)
    )
    described["info"]["x-limits"] = settings.stated()
    return described
