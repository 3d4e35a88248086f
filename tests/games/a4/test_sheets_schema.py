"""The published JSON Schemas agree with the reader: what they reject, it rejects."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from odds.errors import InvalidInput
from odds.games.a4.reading import adventure, hero
from odds.games.a4.sheet_files import adventure_schema, hero_schema
from odds.games.a4.sheet_source import AdventureGiven, HeroGiven
from odds.shapes import Shape

DATA = files("odds.games.a4") / "data"
ADVENTURES = {
    name: tomllib.loads((DATA / "adventures" / f"{name}.toml").read_text("utf-8"))
    for name in ("drowned-clockwork", "into-the-abyss")
}
HEROES = {
    name: tomllib.loads((DATA / "heroes" / f"{name}.toml").read_text("utf-8"))
    for name in ("knight", "lamplighter")
}
ADVENTURE_VALIDATOR = Draft202012Validator(adventure_schema())
HERO_VALIDATOR = Draft202012Validator(hero_schema())

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-120, 120),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        ["", "+1 hp", "fight +1", "reroll 1", "exhaust highest", "hunt", "search -1", "3-5", "7+"]
    ),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.just(["+1 hp"]),
    st.just([["+1 hp"], ["-1 food"]]),
    st.just([{}]),
    st.just({"effects": ["+1 hp"]}),
    st.just({"at": "1+", "nobody": True}),
)
KEYS = (
    "name",
    "at",
    "cost",
    "enemy",
    "enemy_total",
    "effects",
    "choose",
    "nobody",
    "boss",
    "xp",
    "x",
)


@pytest.mark.parametrize("schema", [adventure_schema(), hero_schema()])
def test_they_are_schemas_of_the_draft(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"].startswith("A4 Quest ")
    assert json.loads(json.dumps(schema)) == schema
    for shape in (schema, *schema["$defs"].values()):
        assert shape["description"]
        assert shape["additionalProperties"] is False
    assert all(value.get("description") for value in schema["properties"].values())


@pytest.mark.parametrize("name", ADVENTURES)
def test_shipped_adventures_satisfy_the_schema(name: str) -> None:
    assert list(ADVENTURE_VALIDATOR.iter_errors(ADVENTURES[name])) == []


@pytest.mark.parametrize("name", HEROES)
def test_shipped_heroes_satisfy_the_schema(name: str) -> None:
    assert list(HERO_VALIDATOR.iter_errors(HEROES[name])) == []


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_an_adventure_that_the_schema_rejects_is_rejected(data: st.DataObject) -> None:
    base = ADVENTURES[data.draw(st.sampled_from(sorted(ADVENTURES)))]
    agrees(mutated(base, data), ADVENTURE_VALIDATOR, adventure)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_a_hero_that_the_schema_rejects_is_rejected(data: st.DataObject) -> None:
    base = HEROES[data.draw(st.sampled_from(sorted(HEROES)))]
    agrees(mutated(base, data), HERO_VALIDATOR, hero)


def agrees(
    sheet: Any, validator: Draft202012Validator, read: Callable[[object, str], object]
) -> None:
    """The reader refuses what the schema refuses, and raises nothing but ``InvalidInput``."""
    try:
        read(sheet, "mine.toml")
    except InvalidInput as error:
        refused = error.faults
    else:
        refused = ()
    assert refused or validator.is_valid(sheet)
    assert all(fault.message.startswith("mine.toml: ") for fault in refused)


def mutated(sheet: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A copy with one value replaced, taken away or added."""
    result = deepcopy(sheet)
    holder, key = data.draw(st.sampled_from(list(holders(result))))
    change = data.draw(st.sampled_from(["replace", "remove", "add", "repeat"]))
    if change == "remove":
        del holder[key]
    elif change == "replace":
        holder[key] = data.draw(VALUES)
    elif isinstance(holder, dict):
        holder[data.draw(st.sampled_from(KEYS))] = data.draw(VALUES)
    else:
        extra = [holder[key]] * 15 if change == "repeat" else [data.draw(VALUES)]
        holder.extend(deepcopy(extra))
    return result


def holders(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container below ``value`` with each of its keys or indices."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from holders(value[key])


def test_mutations_reach_both_verdicts() -> None:
    changes = [(holder, key) for holder, key in holders(ADVENTURES["into-the-abyss"])]
    assert len(changes) > 200


def test_a_request_publishes_names_and_the_schema() -> None:
    class Asked(Shape):
        adventure: AdventureGiven
        hero: HeroGiven

    schema = Asked.model_json_schema()
    validator = Draft202012Validator(schema)
    assert schema["$defs"]["AdventureFile"]["title"] == "A4 Quest adventure sheet"
    knight, abyss = HEROES["knight"], ADVENTURES["into-the-abyss"]
    for body in (
        {"adventure": "into-the-abyss", "hero": knight},
        {"adventure": abyss, "hero": "knight"},
    ):
        assert validator.is_valid(body)
        assert Asked.model_validate(body).hero == body["hero"]
    assert not validator.is_valid({"adventure": "knight", "hero": "knight"})
    with pytest.raises(ValueError, match="expected the name of a sheet or a sheet"):
        Asked.model_validate({"adventure": 3, "hero": "knight"})
