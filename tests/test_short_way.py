"""Files and flags are read without the models of requests, and as strictly."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.game import Question
from odds.games import all_games
from tests.short_way import check

QUESTIONS = [question for game in all_games() for question in game.questions if question.read]
EXAMPLES = [(q, name) for q in QUESTIONS for name in q.request().examples]
MORE: dict[str, list[dict[str, Any]]] = {
    "/v1/build/plan": [
        {
            "quest": {
                "stages": [
                    {"need": {}, "reward": "1/2"},
                    {"need": {"ore": 2}, "reward": Decimal(2)},
                ],
                "dice": [
                    {"faces": [{"any_of": ["wood", {"ore": 2}]}, "blank", {"wood": 1, "ore": 1}]}
                ],
                "attempts": 3,
            },
            "objective": {"utility": {"failure": -1, "rewards": [["1/2", 0], [2, 1]]}},
        },
    ],
    "/v1/a4/setup": [
        {"objective": {"ahead": [{"total": 5}, {"attack": 3, "defence": 3, "xp": 1}]}},
        {"objective": "highest_total", "state": {"pool": [1, 2], "phase": "pool_rolled"}},
    ],
    "/v1/a4/fight": [
        {
            "state": {
                "pool": [3, None],
                "phase": "fight",
                "crystal_used": True,
                "pending": ["+1 hp", "reroll 1"],
                "enemy": {"attack": 1, "defence": 2, "special": ["-1 hp"]},
            },
            "objective": "survive",
        }
    ],
    "/v1/a4/advice": [
        {
            "state": {
                "space": 5,
                "phase": "fight",
                "pool": [3, None, 1, 1],
                "enemy": {"total": 5},
                "in_action": True,
                "then": ["fight +1", "+1 hp"],
            },
            "dice": 4,
        },
        {"state": {"phase": "setup", "level_up": False, "tiles_ahead": [2, 3, 4, 5, 6, 7, 8]}},
    ],
}
BODIES = [
    *((q, q.request().examples[name]) for q, name in EXAMPLES),
    *((q, body) for q in QUESTIONS for body in MORE.get(q.path, [])),
]
ALL = pytest.mark.parametrize(
    ("question", "body"), BODIES, ids=[f"{q.path} {i}" for i, (q, _) in enumerate(BODIES)]
)
STRANGE: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    7,
    13,
    100,
    10**6,
    10**18,
    Decimal("1.5"),
    "",
    "?",
]
STRANGE += ["1", "1/2", "\udcff", "x" * 81, "fight +1", [], [1], [None], ["?"], [[1, 2]], [0, True]]
STRANGE += [16**4000, -(16**4000), [16**4000], {"faces": [16**4000]}, [[16**4000, 0]]]
STRANGE += [{}, {"?": 1}, {"grid": ["."]}, {"any_of": ["wood"]}, [1] * 201]
Place = tuple[str | int, ...]


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    yield here
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in inside:
            yield from places(item, (*here, key))


def at(body: Any, place: Place) -> Any:
    for key in place:
        body = body[key]
    return body


def changed(body: Any, place: Place, value: Any) -> Any:
    """``body`` with another ``value`` at ``place``."""
    if not place:
        return value
    found = copy.deepcopy(body)
    at(found, place[:-1])[place[-1]] = value
    return found


def variants(body: Any) -> Iterator[Any]:
    """Bodies that differ in one place: another value, a member more or less, an item twice."""
    for place in places(body):
        yield from (changed(body, place, strange) for strange in STRANGE)
        here = at(body, place)
        if isinstance(here, dict):
            yield from (changed(body, place, {**here, name: 1}) for name in ("?", "rest", 1))
            for name in here:
                less = {key: value for key, value in here.items() if key != name}
                yield changed(body, place, less)
        if isinstance(here, list):
            yield changed(body, place, here * 2)
            yield changed(body, place, here[:-1])


@ALL
def test_what_is_right_is_read_alike(question: Question, body: dict[str, Any]) -> None:
    assert check(question.path, body)


@ALL
def test_what_is_wrong_in_one_place_is_never_read(question: Question, body: dict[str, Any]) -> None:
    """Nor ends the short way in anything but an error of this package."""
    assert sum(not check(question.path, variant) for variant in variants(body)) > 50


@settings(deadline=None)
@given(st.data())
def test_what_is_wrong_in_several_places_is_never_read(data: st.DataObject) -> None:
    question, body = data.draw(st.sampled_from(BODIES))
    for _ in range(data.draw(st.integers(2, 4))):
        place = data.draw(st.sampled_from(list(places(body))))
        body = changed(body, place, data.draw(st.sampled_from(STRANGE)))
    check(question.path, body)
