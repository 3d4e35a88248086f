"""Setup and action of A4 Quest over the wire and on the command line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import jsonschema
import pytest

from odds import wire
from odds.errors import InvalidInput, NotSolved
from odds.games.a4 import GAME
from odds.json_text import dumps, loads
from tests.games.a4.running import as_json, run

SETUP, ACTION = "/v1/a4/setup", "/v1/a4/action"
MINE = [question for question in GAME.questions if question.path in (SETUP, ACTION)]
EXAMPLES = [(q, name) for q in MINE for name in q.request().examples]


def ask(path: str, **body: Any) -> dict[str, Any]:
    return wire.respond(wire.question_at(path), body)


@pytest.mark.parametrize(("question", "name"), EXAMPLES)
def test_examples_fit_their_schema_and_run(question: Any, name: str) -> None:
    body = question.request().examples[name]
    jsonschema.validate(body, question.request().model_json_schema())
    answer = wire.respond(question, body)
    assert answer["text"].endswith(".")
    assert dumps(answer) == dumps(wire.respond(question, loads(dumps(body))))
    assert wire.estimate_of({"path": question.path, "body": body})["allowed"]
    request = wire.read(question, body)
    assert wire.read(question, loads(wire.canonical(request))) == request


def test_invented_values_are_marked_where_the_sheets_matter() -> None:
    ahead = ask(SETUP, dice=1, objective={"ahead": [{"cost": 3}]})
    for answer in (ahead, ask(ACTION, state={"space": 1, "pool": [3]})):
        assert any("invented" in sentence for sentence in answer["assumptions"])
    assert ask(SETUP, dice=1)["assumptions"] == []


def test_a_pool_lists_every_choice_best_first() -> None:
    answer = ask(SETUP, state={"pool": [6, 1]})
    assert [(c["actions"], c["value"]["exact"], c["best"]) for c in answer["choices"]] == [
        ([{"do": "reroll_dice", "dice": [1]}], "19/2", True),
        ([{"do": "reroll_dice", "dice": []}], "7", False),
        ([{"do": "reroll_dice", "dice": [1, 6]}], "7", False),
        ([{"do": "reroll_dice", "dice": [6]}], "9/2", False),
    ]
    losses = [Fraction(c["loss"]["exact"]) for c in answer["choices"]]
    assert losses == [0, Fraction(5, 2), Fraction(5, 2), 5]
    assert answer["value"]["exact"] == "19/2"
    assert answer["equipment"] == []


def test_without_a_pool_there_is_a_row_for_each() -> None:
    answer = ask(SETUP, dice=3, objective={"at_least_one": 6})
    assert len(answer["pools"]) == 56
    assert answer["value"] == answer["before"]
    (row,) = [row for row in answer["pools"] if row["pool"] == [5, 5, 1]]
    assert row["rerolls"] == [[1, 5], [5, 5]]
    assert row["value"]["exact"] == "11/36"
    assert row["probability"]["exact"] == "1/72"


def test_equipment_is_compared_by_name() -> None:
    answer = ask(SETUP, dice=1, objective={"ahead": [{"attack": 2, "defence": 7}]})
    assert [row["name"] for row in answer["equipment"]] == ["Shield", "Sword", "Provisions"]
    assert [row["best"] for row in answer["equipment"]] == [False, True, False]
    fight = {"attack": 2, "defence": 7, "xp": 0, "special": []}
    named = ask(SETUP, dice=1, equipment="Sword", objective={"ahead": [fight]})
    assert named["before"] == answer["equipment"][1]["value"]
    assert [row["name"] for row in named["equipment"]] == ["Sword"]


def test_winning_the_shipped_adventure_says_what_it_waits_for() -> None:
    with pytest.raises(NotSolved, match="isn't solved yet: solve it first"):
        ask(SETUP, objective="win")


def test_an_action_shows_rows_rolls_and_outcomes() -> None:
    answer = ask(ACTION, state={"space": 1, "pool": [6, None]}, objective={"weights": {"hp": 1}})
    found = {choice["name"]: choice for choice in answer["choices"]}
    search = found["search -2, then use the 6, then take +1 hp"]
    assert search["offers"] == [["+1 hp"], ["+1 defence"], ["+1 attack"]]
    assert search["value"] == {"sum": {"exact": "1", "approx": 1.0}}
    assert search["outcomes"] == [
        {
            "died": False,
            "pool": [None, None],
            "tracks": {
                "attack": 2, "defence": 2, "hp": 6, "xp": 0, "crystals": 0, "food": 1,
            },
            "probability": {"exact": "1", "approx": 1.0},
        }
    ]  # fmt: skip
    quest = found["quest, then use the 6"]
    assert [roll["d6"] for roll in quest["rolls"]] == [1, 2, 3, 4, 5, 6]
    assert quest["rolls"][0]["offers"] == [["-1 hp"]]
    assert Fraction(quest["rolls"][0]["gains"]["hp"]["exact"]) == -1
    rest = found["rest, re-rolling the 6 too"]
    assert "offers" not in rest
    total = sum(Fraction(outcome["probability"]["exact"]) for outcome in rest["outcomes"])
    assert (total, len(rest["outcomes"])) == (1, 21)


def test_a_death_leaves_no_pool() -> None:
    answer = ask(ACTION, state={"space": 4, "pool": [None], "tracks": {"hp": 1, "food": 0}})
    assert [o["pool"] for o in answer["outcomes"]] == [None]
    assert answer["dies"]["exact"] == "1"


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        (SETUP, {"state": {"pool": [6, None]}}, "/state/pool"),
        (SETUP, {"objective": "luck"}, "/objective"),
        (SETUP, {"objective": {}}, "/objective"),
        (SETUP, {"objective": {"at_least_one": 7}}, "/objective/at_least_one"),
        (SETUP, {"objective": {"at_least_one": True}}, "/objective/at_least_one"),
        (SETUP, {"objective": {"ahead": []}}, "/objective/ahead"),
        (SETUP, {"objective": {"ahead": [{"cost": 7}]}}, "/objective/ahead/0/cost"),
        (SETUP, {"objective": {"ahead": [{"cost": 1, "x": 1}]}}, "/objective/ahead/0/x"),
        (SETUP, {"objective": {"ahead": [{"attack": 1}]}}, "/objective/ahead/0/defence"),
        (SETUP, {"dice": 7}, "/dice"),
        (SETUP, {"equipment": "Spoon"}, "/equipment"),
        (SETUP, {"luck": 1}, "/luck"),
        (ACTION, {}, "/state"),
        (ACTION, {"state": {"pool": [6]}}, "/state/space"),
        (ACTION, {"state": {"pool": [6], "space": 1}, "objective": "win"}, "/objective"),
        (
            ACTION,
            {"state": {"pool": [6], "space": 1}, "objective": {"weights": {}}},
            "/objective/weights",
        ),
        (
            ACTION,
            {"state": {"pool": [6], "space": 1}, "objective": {"weights": {"hp": "x"}}},
            "/objective/weights/hp",
        ),
    ],
)
def test_mistakes_name_their_place(path: str, body: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ask(path, **body)
    assert place in [fault.place for fault in caught.value.faults]


# The command line


def test_setup_asks_what_the_contract_asks() -> None:
    assert as_json("setup", "-p", "6,2") == ask(SETUP, state={"pool": [6, 2]})
    assert as_json("setup", "--difficult", "--objective", "at_least_one=5") == ask(
        SETUP, dice=3, objective={"at_least_one": 5}
    )
    steps = [{"cost": 2}, {"modifier": -1}, {"total": 6}, {"attack": 3, "defence": 4}]
    text = "cost 2, enemy -1, total 6, 3/4"
    assert as_json("setup", "-p", "65", "--equipment", "Sword", "--objective", text) == ask(
        SETUP, state={"pool": [6, 5]}, equipment="Sword", objective={"ahead": steps}
    )
    with pytest.raises(NotSolved):
        run("setup", "--objective", "win")


def test_action_asks_what_the_contract_asks() -> None:
    weights = {"hp": "1/2", "death": "-5"}
    asked = ask(ACTION, state={"space": 1, "pool": [6, 2]}, objective={"weights": weights})
    text = "hp=1/2, death = -5"
    assert as_json("action", "-p", "62", "-s", "1", "--objective", text) == asked
    state = {"space": 1, "pool": [6], "phase": "icon", "icon": 1, "tracks": {"hp": 2}}
    assert as_json("action", "-p", "6", "-s", "1", "--icon", "1", "--hp", "2") == ask(
        ACTION, state=state
    )
    survive = ask(ACTION, state={"space": 1, "pool": [6]}, objective="survive")
    assert as_json("action", "-p", "6", "-s", "1", "--objective", "survive") == survive


def test_tables_are_printed() -> None:
    assert "re-roll nothing" in run("setup", "-p", "6,2")
    assert run("setup", "--difficult", "-f", "csv").count("\n") == 57
    assert "Equipment" in run("setup", "--difficult", "--objective", "cost 2")
    shown = run("action", "-p", "6,2", "-s", "1")
    assert "The quest with the 2" in shown
    assert "100%, 3" in shown


@pytest.mark.parametrize("text", ["luck", "cost", "enemy +0 cost 2", "at_least_one=x", "6/x"])
def test_an_objective_of_the_setup_is_read_strictly(text: str) -> None:
    with pytest.raises(InvalidInput, match="--objective"):
        run("setup", "-p", "6", "--objective", text)


@pytest.mark.parametrize("text", ["hp=1, food", "hp=1, hp=2"])
def test_weights_are_read_strictly(text: str) -> None:
    with pytest.raises(InvalidInput, match="--objective"):
        run("action", "-p", "6", "-s", "1", "--objective", text)
