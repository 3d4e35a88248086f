"""The OpenAPI description, from the same models that read the requests."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api import problems
from odds.answers import Limits
from odds.game import Question
from odds.games import all_games
from odds.shapes import NumberOut

REF: Final = "#/components/schemas/{model}"


def body(question: Question, components: dict[str, Any]) -> dict[str, Any]:
    """The ``requestBody`` of a question; its models are put into ``components``."""
    request = question.request()
    schema = request.model_json_schema(ref_template=REF)
    components.update(schema.pop("$defs", {}))
    components[request.__name__] = schema
    content = {
        "schema": {"$ref": REF.format(model=request.__name__)},
        "examples": {name: {"value": value} for name, value in request.examples.items()},
    }
    return {"required": True, "content": {"application/json": content}}


def responses() -> dict[str, Any]:
    """The answers of a question: JSON, or a problem."""
    number = {"$ref": REF.format(model="NumberOut")}
    answer = {
        "type": "object",
        "properties": {
            "value": number,
            "text": {"type": "string"},
            "assumptions": {"type": "array", "items": {"type": "string"}},
            "engine": {"type": "object"},
        },
        "required": ["assumptions", "engine"],
    }
    found: dict[str, Any] = {
        "200": {"description": "The answer", "content": {"application/json": {"schema": answer}}}
    }
    problem = {problems.MEDIA_TYPE: {"schema": {"$ref": REF.format(model="Problem")}}}
    for status in sorted({kind.status for kind in problems.KINDS}):
        titles = [kind.title for kind in problems.KINDS if kind.status == status]
        found[str(status)] = {"description": "; ".join(titles), "content": problem}
    return found


def install(app: FastAPI, limits: Limits) -> None:
    """Make ``/openapi.json`` describe every question."""

    def build() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _describe(app, limits)
        return app.openapi_schema

    app.openapi = build  # type: ignore[method-assign]


def _describe(app: FastAPI, limits: Limits) -> dict[str, Any]:
    described = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    components = described.setdefault("components", {}).setdefault("schemas", {})
    components["Problem"] = problems.schema()
    components["NumberOut"] = NumberOut.model_json_schema(ref_template=REF)
    for game in all_games():
        for question in game.questions:
            for operation in described["paths"][question.path].values():
                if operation["operationId"].startswith("post"):
                    operation["requestBody"] = body(question, components)
                operation["responses"] = responses()
    described["info"]["x-limits"] = {
        "states": limits.states,
        "choices": limits.choices,
        "digits": limits.digits,
    }
    return described
