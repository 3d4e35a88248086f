"""One body of tests for all games: whatever a ``GAME`` record holds must keep the contract."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any, get_type_hints

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from odds import wire
from odds.answers import solve
from odds.encoding import ENGINE
from odds.errors import Fault, InvalidInput
from odds.game import Game, Question
from odds.games import all_games
from odds.json_text import dumps, from_permalink, loads
from odds.shapes import NumberOut

QUESTIONS = [question for game in all_games() for question in game.questions]
EXAMPLES = [
    pytest.param(question, name, id=f"{question.path}-{name}")
    for question in QUESTIONS
    for name in question.request().examples
]
NUMBER = TypeAdapter(NumberOut)
FLOATS = ("approx", "log10", "error")


def test_games_are_found_in_the_order_of_their_folders() -> None:
    names = [game.name for game in all_games()]
    assert names == sorted(names)
    assert {"build", "get_to"} <= set(names)


def test_paths_are_unique_and_of_this_version() -> None:
    paths = [question.path for question in QUESTIONS]
    assert len(set(paths)) == len(paths)
    for path in paths:
        assert path.startswith("/v1/")
        assert wire.question_at(path).path == path


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_game_says_what_it_is(game: Game) -> None:
    assert game.title
    names = [question.name for question in game.questions]
    assert len(set(names)) == len(names) > 0
    for question in game.questions:
        assert question.summary
        assert not question.summary.endswith(".")
        assert question.request().examples


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_each_flag_sets_a_part_of_some_request(game: Game) -> None:
    schemas = [question.request().model_json_schema() for question in game.questions]
    assert game.flags
    for pointer in game.flags:
        assert any(leads_somewhere(pointer.split("/")[1:], schema) for schema in schemas), pointer


def leads_somewhere(keys: list[str], schema: dict[str, Any]) -> bool:
    """Whether a request of this schema may have the member that the keys lead to."""
    found = [schema]
    for key in keys:
        forms = [form for part in found for form in alternatives(part, schema)]
        found = [f["properties"][key] for f in forms if key in f.get("properties", {})]
    return bool(found)


def alternatives(part: dict[str, Any], schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The forms that a part of a schema allows, each with its own members."""
    yield part
    if "$ref" in part:
        yield from alternatives(schema["$defs"][part["$ref"].rpartition("/")[2]], schema)
    for way in ("anyOf", "oneOf", "allOf"):
        for form in part.get(way, ()):
            yield from alternatives(form, schema)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.path)
def test_a_schema_describes_each_request(question: Question) -> None:
    schema = question.request().model_json_schema()
    Draft202012Validator.check_schema(schema)
    for found in objects(schema):
        assert not {"ge", "le", "gt", "lt"} & {
            key for key, v in found.items() if not isinstance(v, dict)
        }
        if found.get("type") == "object" and "properties" in found:
            assert found["additionalProperties"] is False
    for example in question.request().examples.values():
        assert not list(Draft202012Validator(schema).iter_errors(example))


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inner:
        yield from objects(item)


def check_number(found: dict[str, Any]) -> None:
    """An object with ``exact`` keeps to the contract's three forms."""
    assert NUMBER.validate_python(found, strict=True) == found
    if found.get("infinite"):
        assert found == {"exact": None, "infinite": True}
    elif found["exact"] is None:
        assert set(found) == {"exact", "approx", "error"}
        assert found["error"] >= 0
    else:
        value = Fraction(found["exact"])
        assert str(value) == found["exact"]
        assert max(abs(value.numerator), value.denominator) < 10**4000
        assert "log10" in found or found["approx"] == float(value)


def check_floats(value: Any, key: str = "") -> None:
    """No float stands anywhere but inside a number."""
    assert not isinstance(value, float) or key in FLOATS
    if isinstance(value, dict):
        for name, item in value.items():
            check_floats(item, name if "exact" in value else "")
    elif isinstance(value, list):
        for item in value:
            check_floats(item)


@pytest.mark.parametrize(("question", "name"), EXAMPLES)
def test_an_example_is_answered_as_the_contract_says(question: Question, name: str) -> None:
    body = question.request().examples[name]
    request = wire.read(question, loads(json.dumps(body)))
    assert wire.read(question, loads(wire.canonical(request))) == request
    assert wire.read(question, from_permalink(wire.permalink(request))) == request
    assert wire.estimate_of({"path": question.path, "body": body})["allowed"] is True

    answer = solve(request.problem())
    found = question.encode()(answer)
    shape = TypeAdapter(question.request().answer)
    assert shape.validate_python(found, strict=True) == found
    assert found["engine"] == ENGINE
    assert list(found)[-3:] == ["text", "assumptions", "engine"]
    assert found["text"] == answer.text
    for sentence in (found["text"], *found["assumptions"]):
        assert sentence == " ".join(sentence.split()) != ""
    assert found["text"].endswith(".")
    check_floats(found)
    numbers = [item for item in objects(found) if "exact" in item]
    assert numbers
    for number in numbers:
        check_number(number)

    again = wire.respond(question, loads(wire.canonical(request)))
    assert dumps(again) == dumps(found)
    assert json.dumps(json.loads(dumps(found))) == json.dumps(found)
    for table in answer.tables():
        assert table.to_text()
        assert table.to_html().count("<tr>") == len(table.rows) + 1
        assert table.to_csv().count("\n") >= len(table.rows) + 1


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.path)
def test_what_writes_an_answer_is_annotated_with_what_its_request_declares(
    question: Question,
) -> None:
    encode = question.encode()
    known = names_for_types(import_module(encode.__module__))
    assert get_type_hints(encode, localns=known)["return"] is question.request().answer


def names_for_types(module: ModuleType) -> dict[str, Any]:
    """What only type checkers see a module import."""
    found: dict[str, Any] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(ast.unparse(node.body), found)
    return found


def faults_of(question: Question, body: Any) -> tuple[Fault, ...]:
    try:
        wire.read(question, body).problem()
    except InvalidInput as error:
        return error.faults
    return ()


@pytest.mark.parametrize(("question", "name"), EXAMPLES)
def test_a_strange_member_is_accepted_or_named(question: Question, name: str) -> None:
    body = question.request().examples[name]
    for member in body:
        for strange in (None, True, -1, "", "?", [], {}, [None], {"?": 1}):
            for fault in faults_of(question, {**body, member: strange}):
                assert fault.place.split("/")[1] in {*body, member}
                assert 0 < len(fault.message) <= 400


@pytest.mark.parametrize(("question", "name"), EXAMPLES)
def test_an_unknown_member_is_an_error(question: Question, name: str) -> None:
    body = question.request().examples[name]
    with pytest.raises(InvalidInput) as caught:
        wire.read(question, {**body, "more": 1})
    assert [(f.place, f.message) for f in caught.value.faults] == [
        ("/more", "is not a known field")
    ]


@pytest.mark.parametrize(("question", "name"), EXAMPLES)
def test_a_notebook_shows_the_whole_answer(question: Question, name: str) -> None:
    answer = solve(wire.read(question, question.request().examples[name]).problem())
    shown = answer._repr_markdown_()
    assert shown.startswith(answer.text)
    for table in answer.tables():
        assert table.to_markdown() in shown
    for sentence in answer.assumptions:
        assert sentence in shown
