"""The one table of problems: every status that is answered, each with what it carries."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from api.problems import KINDS, MEDIA_TYPE, Kind, Problem, response, schema

CARRIED = {
    "not-http": {"connection": "close"},
    "too-slow": {"connection": "close"},
    "body-too-large": {"connection": "close"},
    "busy": {"retry-after": "1"},
    "not-ready": {"retry-after": "1"},
}


def test_the_statuses() -> None:
    statuses = {kind.status for kind in KINDS}
    assert statuses == {400, 404, 405, 408, 409, 413, 422, 429, 500, 503, 504}
    assert len({kind.type for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_kind(kind: Kind) -> None:
    answer = response(Problem(kind, "x" * 500, limit=3))
    assert answer.status_code == kind.status
    assert answer.headers["content-type"] == MEDIA_TYPE
    carried = {name: answer.headers.get(name) for name in ("connection", "retry-after")}
    assert {name: value for name, value in carried.items() if value} == CARRIED.get(kind.name, {})
    found = json.loads(bytes(answer.body))
    assert (found["type"], found["status"]) == (f"/problems/{kind.name}", kind.status)
    assert len(found["detail"]) == 200
    assert not list(Draft202012Validator(schema()).iter_errors(found))
