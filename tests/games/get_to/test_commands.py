"""``odds get-to plan``: flags become the body of the question."""

from __future__ import annotations

import json
from typing import Any

import pytest

from odds import wire
from tests.command_line import Odds, one_line

GRID = ("--grid", "...", "--grid", ".#.")
PLAN = wire.question_at("/v1/get-to/plan")


def same(odds: Odds, arguments: tuple[str, ...], body: dict[str, Any]) -> bool:
    done = odds("get-to", "plan", *arguments, "--format", "json")
    assert done.err == ""
    return bool(json.loads(done.out) == wire.respond(PLAN, body))


@pytest.mark.parametrize("tile", ["1,2", "(1, 2)", " 1 , 2 "])
def test_a_square_is_written_as_it_is_printed(odds: Odds, tile: str) -> None:
    body = {"map": {"grid": ["...", ".#."]}, "owner": [0, 0], "deck": [[1, 2]], "steps": 1}
    assert same(odds, (*GRID, "--owner", "0,0", "--card", tile, "--steps", "1"), body)


@pytest.mark.parametrize(
    ("text", "steps"), [("2", 2), ("d3", {"faces": [1, 2, 3]}), ("1,4", {"faces": [1, 4]})]
)
def test_steps(odds: Odds, text: str, steps: Any) -> None:
    body = {
        "map": {"tiles": ["a", "b"], "joins": [["a", "b"]]},
        "owner": "a",
        "deck": ["b", "b"],
        "steps": steps,
        "fewer_allowed": False,
        "within": 3,
        "objective": {"within": 2},
    }
    flags = ("--join", "a, b", "--owner", "a", "--card", "b", "--card", "b", "--steps", text)
    more = ("--exactly", "--within", "3", "--objective", "within=2")
    assert same(odds, (*flags, *more), body)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*GRID, "--steps", "two"), "--steps: 'two' is not like '3', 'd6' or '1,2,3'"),
        ((*GRID, "--owner", "0,0", "--steps", "1"), "--card (/deck): is missing"),
        ((*GRID, "--owner", "(0, 0", "--card", "0,1", "--steps", "1"), "--owner (/owner)"),
    ],
)
def test_a_mistake_is_one_line(odds: Odds, arguments: tuple[str, ...], message: str) -> None:
    assert message in one_line(odds("get-to", "plan", *arguments))
