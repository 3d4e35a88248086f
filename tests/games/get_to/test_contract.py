"""The Get To question as JSON and on the command line, and what its answers say."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from odds import wire
from odds.answers import solve
from odds.cli import Runner
from odds.errors import InvalidInput, OddsError
from odds.games.get_to.commands import commands
from odds.games.get_to.contract import PlanRequest
from odds.games.get_to.plan import GetToQuest
from odds.games.get_to.quest import DoneWithin, Grid, TileMap
from odds.json_text import loads

PATH = "/v1/get-to/plan"
BODY: dict[str, Any] = {"map": {"grid": ["...", "##."]}, "owner": [0, 0], "deck": [[1, 2]]}


def ask(**changed: Any) -> dict[str, Any]:
    body = {**BODY, "steps": 2, **changed}
    return wire.respond(wire.question_at(PATH), loads(json.dumps(body)))


def test_an_answer_in_full() -> None:
    one, zero = {"exact": "1", "approx": 1.0}, {"exact": "0", "approx": 0.0}
    forecast = {
        "mean": {"exact": "2", "approx": 2.0},
        "distribution": [zero, one],
        "later": zero,
        "never": zero,
        "within": [zero, one],
        "best_within": [zero, one],
    }
    best = [{"steps": 2, "tiles": [[0, 1], [0, 2]]}]
    card = {"tile": [1, 2], "count": 1, "reachable": True, **forecast, "best": best}
    found = ask(within=2)
    assert found.pop("engine")["name"] == "quest-odds"
    assert found == {
        "cards": [card],
        "deck": forecast,
        "text": "The quest takes 2 Move actions on average: end the next Move on (0, 1).",
        "assumptions": [],
    }


def test_defaults() -> None:
    given = {"fewer_allowed": True, "within": 10, "objective": "fewest_expected"}
    assert ask() == ask(**given)
    assert len(ask()["deck"]["within"]) == 10


def test_out_of_reach_is_an_answer() -> None:
    found = ask(deck=[[1, 0], [0, 0]], within=1)
    blocked = found["cards"][0]
    assert blocked["mean"] == {"exact": None, "infinite": True}
    assert blocked["never"]["exact"] == "1"
    assert blocked["reachable"] is False
    assert found["deck"]["mean"] == {"exact": None, "infinite": True}
    assert found["deck"]["never"]["exact"] == "1/2"
    assert ask(deck=[[1, 0]], objective={"within": 3}, within=1)["deck"]["mean"] is None


def test_names_come_back_as_given() -> None:
    graph = {"tiles": [7, "b"], "joins": [[7, "b"]]}
    found = ask(map=graph, owner=7, deck=["b", 7], steps={"faces": [1, 1, 2]})
    assert [card["tile"] for card in found["cards"]] == ["b", 7]
    assert [move["steps"] for move in found["cards"][0]["best"]] == [1, 2]


@pytest.mark.parametrize("name", PlanRequest.examples)
def test_examples_fit_the_schema_and_run(name: str) -> None:
    body = PlanRequest.examples[name]
    Draft202012Validator(PlanRequest.model_json_schema()).validate(body)
    answer = wire.respond(wire.question_at(PATH), body)
    assert answer["text"].startswith("The quest ")


MISTAKES: list[tuple[str, dict[str, Any]]] = [
    ("/map", {"map": 3}),
    ("/map/joins", {"map": {"tiles": ["a"]}}),
    ("/map/tiles", {"map": {"grid": ["..."], "tiles": []}}),
    ("/map/grid/1", {"map": {"grid": ["...", ".."]}}),
    ("/map/grid/0", {"map": {"grid": ["x"]}}),
    ("/map/joins/0/1", {"map": {"tiles": [1], "joins": [[1, 2]]}}),
    ("/owner", {"owner": [1, 0]}),
    ("/owner", {"owner": [0]}),
    ("/owner", {"owner": True}),
    ("/owner", {"owner": "a"}),
    ("/owner/1", {"owner": [0, -1]}),
    ("/deck", {"deck": []}),
    ("/deck/1", {"deck": [[0, 0], [4, 4]]}),
    ("/steps", {"steps": -1}),
    ("/steps", {"steps": "d6"}),
    ("/steps/faces/1", {"steps": {"faces": [1, 1001]}}),
    ("/fewer_allowed", {"fewer_allowed": 1}),
    ("/within", {"within": 0}),
    ("/objective", {"objective": "fewest"}),
    ("/objective/within", {"objective": {"within": 0}}),
    ("/objective/more", {"objective": {"within": 1, "more": 1}}),
    ("/more", {"more": 1}),
]


@pytest.mark.parametrize(("place", "changed"), MISTAKES)
def test_mistakes_name_their_place(place: str, changed: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        ask(**changed)
    assert [fault.place for fault in caught.value.faults] == [place]


def run(*flags: str) -> str:
    with redirect_stdout(StringIO()) as out:
        commands(Runner()).run("odds get-to", ["plan", *flags])
    return out.getvalue()


def as_json(*flags: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*flags, "--format", "json"))
    return found


def test_flags_ask_the_same_question() -> None:
    grid = ("--grid", "...", "--grid", "##.", "--owner", "0,0", "--card", "1,2")
    assert as_json(*grid, "--steps", "2") == ask()
    exact = as_json(*grid, "--steps", "d6", "--exactly", "--within", "3")
    assert exact == ask(steps={"faces": [1, 2, 3, 4, 5, 6]}, fewer_allowed=False, within=3)
    timed = as_json(*grid, "--steps", "1,2", "--objective", "within=2")
    assert timed == ask(steps={"faces": [1, 2]}, objective={"within": 2})


def test_joins_as_flags() -> None:
    found = as_json(
        *("--join", "city, 7", "--join", "7,mine", "--owner", "city", "--card", "mine"),
        *("--steps", "1", "--objective", "fewest_expected"),
    )
    graph = {"tiles": ["city", 7, "mine"], "joins": [["city", 7], [7, "mine"]]}
    assert found == ask(map=graph, owner="city", deck=["mine"], steps=1)


def test_a_file_with_flags_on_top(tmp_path: Any) -> None:
    file = tmp_path / "quest.json"
    file.write_text(json.dumps({**BODY, "steps": 2}), encoding="utf-8")
    assert as_json("--quest", str(file), "--within", "4") == ask(within=4)


@pytest.mark.parametrize(
    "flags", [("--steps", "d6x"), ("--grid", ".", "--join", "a,b"), ("--objective", "within=x")]
)
def test_flags_that_make_no_sense(flags: tuple[str, ...]) -> None:
    with pytest.raises(OddsError):
        run(*flags)


ROW = Grid(["....#"])
SENTENCES: list[tuple[GetToQuest, str]] = [
    (
        GetToQuest(ROW, (0, 0), [(0, 3)], [1, 2]),
        "The quest takes 2.25 Move actions on average: "
        "end the next Move on (0, 1) with 1 and on (0, 2) with 2.",
    ),
    (
        GetToQuest(ROW, (0, 0), [(0, 3)], range(1, 8)),
        "The quest takes 1.306 Move actions on average.",
    ),
    (GetToQuest(ROW, (0, 0), [(0, 3), (0, 1)], 3), "The quest takes 1 Move action on average."),
    (
        GetToQuest(ROW, (0, 0), [(0, 3), (0, 4)], 3),
        "The quest can be completed only with a probability of 50%.",
    ),
    (
        GetToQuest(ROW, (0, 0), [(0, 4)], 3),
        "The quest can't be completed: no Move action can end on what the cards name.",
    ),
    (
        GetToQuest(ROW, (0, 0), [(0, 3), (0, 4)], 3, objective=DoneWithin(2)),
        "The quest is done within 2 Move actions with a probability of 50%.",
    ),
]


@pytest.mark.parametrize(("quest", "sentence"), SENTENCES)
def test_sentences(quest: GetToQuest, sentence: str) -> None:
    assert solve(quest).text == sentence


def test_tables_name_a_few_ties() -> None:
    star = TileMap(["hub", *range(8), "end"], [*(("hub", i) for i in range(8)), (7, "end")])
    cards, best, moves = solve(GetToQuest(star, "hub", ["end", 0], 1, within=2)).tables()
    assert [row[0] for row in cards.rows] == ["end", "0", "whole deck"]
    assert best.rows == (("end", 1, "7", "", 1), ("0", 1, "0", "", 1))
    assert [row[0] for row in moves.rows] == [1, 2]
    (_, best, _) = solve(GetToQuest(star, "hub", ["end"], 0)).tables()
    assert best.rows == (("end", 0, "hub", "", 1),)
    lost = GetToQuest(TileMap([*range(7), "far"], [(0, i) for i in range(1, 7)]), 0, ["far"], 1)
    assert solve(lost).tables()[1].rows == (("far", 1, "0", "1, 2, 3, 4 and 2 more", 7),)
