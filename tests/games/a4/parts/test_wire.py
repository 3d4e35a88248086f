"""The parts of A4 Quest over the wire and on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

from odds import wire
from odds.errors import InvalidInput
from odds.games.a4 import GAME
from odds.games.a4.parts.situation import PHASES
from odds.games.a4.state_shapes import PhaseName
from odds.json_text import dumps, loads
from tests.games.a4.running import HERO, as_json, run

MOVEMENT, FIGHT, BOSS = (f"/v1/a4/{name}" for name in ("movement", "fight", "boss"))
MINE = [question for question in GAME.questions if question.path in (MOVEMENT, FIGHT, BOSS)]
EXAMPLES = [(q, name) for q in MINE for name in q.request().examples]


def ask(path: str, **body: Any) -> dict[str, Any]:
    return wire.respond(wire.question_at(path), body)


@pytest.mark.parametrize(("question", "name"), EXAMPLES)
def test_examples_fit_their_schema_and_run(question: Any, name: str) -> None:
    body = question.request().examples[name]
    jsonschema.validate(body, question.request().model_json_schema())
    answer = wire.respond(question, body)
    assert answer["text"].endswith(".")
    assert any("invented" in sentence for sentence in answer["assumptions"])
    assert dumps(answer) == dumps(wire.respond(question, loads(dumps(body))))
    assert wire.estimate_of({"path": question.path, "body": body})["allowed"]


@pytest.mark.parametrize(("question", "name"), EXAMPLES)
def test_canonical_requests_are_the_same_question(question: Any, name: str) -> None:
    request = wire.read(question, question.request().examples[name])
    assert wire.read(question, loads(wire.canonical(request))) == request


def test_effects_survive_the_canonical_form() -> None:
    question = wire.question_at(FIGHT)
    state = {
        "pool": [1, 2],
        "pending": ["reroll 1", "-1 hp"],
        "enemy": {"attack": 1, "defence": 2, "special": ["exhaust highest"]},
    }
    request = wire.read(question, {"state": state})
    again = loads(wire.canonical(request))
    assert again == {"state": state}
    assert wire.read(question, again) == request


def test_a_movement_lists_every_choice_best_first() -> None:
    answer = ask(MOVEMENT, state={"pool": [6, 2, None]}, cost=2)
    assert [c["actions"] for c in answer["choices"]] == [
        [{"do": "use_die", "die": 2}],
        [{"do": "use_die", "die": 6}],
    ]
    assert [c["best"] for c in answer["choices"]] == [True, False]
    assert answer["choices"][1]["loss"]["total"] == {"exact": "4", "approx": 4.0}
    assert answer["dice_left"] == [
        {"pool": [6, None, None], "probability": {"exact": "1", "approx": 1.0}}
    ]


def test_a_fight_gives_values_in_the_sense_of_its_objective() -> None:
    enemy = {"attack": 6, "defence": 6, "xp": 2, "special": ["-1 hp"]}
    state = {"pool": [4, 6], "tracks": {"attack": 4, "defence": 3, "hp": 10}, "enemy": enemy}
    answer = ask(FIGHT, state=state, objective="least_damage")
    (encounter,) = answer["encounters"]
    assert encounter["enemy"] == enemy
    best, worse = encounter["choices"]
    assert best["value"]["exact"] == "2"
    assert Fraction(worse["value"]["exact"]) - 2 == Fraction(worse["loss"]["exact"])


@pytest.mark.parametrize("enemy", [{"total": 1}, {"modifier": -99}], ids=str)
def test_where_nobody_can_appear_there_is_no_overall(enemy: dict[str, int]) -> None:
    answer = ask(FIGHT, state={"pool": [3], "enemy": enemy})
    assert answer["overall"] is None
    assert answer["appears"]["exact"] == "0"
    assert [met["enemy"] for met in answer["encounters"]] == [None]


def test_a_boss_table_has_a_row_for_each_pool() -> None:
    answer = ask(BOSS, dice=3)
    assert len(answer["pools"]) == 84
    assert answer["pools"][0]["pool"] == [None, None, None]
    one = ask(BOSS, state={"pool": [6, 5, 4], "tracks": {"attack": 6, "defence": 6}})
    assert one["value"]["exact"] == "1"
    assert one["choices"][0]["best"]


def test_level_ups_are_named() -> None:
    state = {"pool": [6], "tracks": {"xp": 3}, "enemy": {"attack": 0, "defence": 0, "xp": 1}}
    answer = ask(FIGHT, state=state)
    assert answer["overall"]["level_ups"] == [
        {"name": "Strength", "probability": {"exact": "1", "approx": 1.0}}
    ]


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        (MOVEMENT, {"state": {"pool": [7]}, "cost": 1}, "/state/pool/0"),
        (MOVEMENT, {"state": {"pool": [True]}, "cost": 1}, "/state/pool/0"),
        (MOVEMENT, {"state": {"pool": [1], "luck": 1}, "cost": 1}, "/state/luck"),
        (MOVEMENT, {"state": {"pool": [1], "tracks": {"hp": 0}}, "cost": 1}, "/state/tracks/hp"),
        (MOVEMENT, {"state": {"pool": [1], "tracks": {"hp": 11}}, "cost": 1}, "/state/tracks/hp"),
        (FIGHT, {"state": {"pool": [1]}}, "/state/enemy"),
        (FIGHT, {"state": {"pool": [1], "enemy": {"attack": 1}}}, "/state/enemy/defence"),
        (FIGHT, {"state": {"pool": [1], "enemy": {"total": 4}}, "objective": "x"}, "/objective"),
        (
            FIGHT,
            {"state": {"pool": [1], "pending": ["fight +1"], "enemy": {"total": 4}}},
            "/state/pending/0",
        ),
        (BOSS, {"state": {"wave": 4}}, "/state/wave"),
        (BOSS, {"hero": "nobody"}, "/hero"),
        (BOSS, {"state": {"space": 3}}, "/state/space"),
        (FIGHT, {"state": {"pool": [1], "space": 0, "enemy": {"total": 4}}}, "/state/space"),
        (FIGHT, {"state": {"pool": [1], "space": 18, "enemy": {"total": 4}}}, "/state/space"),
        (
            FIGHT,
            {"state": {"pool": [1] * 6, "die": 1, "phase": "fight_die", "enemy": {"total": 4}}},
            "/state/pool",
        ),
        (
            MOVEMENT,
            {"state": {"pool": [2, None], "phase": "movement_failed"}, "cost": 2},
            "/state/phase",
        ),
        (
            MOVEMENT,
            {"state": {"pool": [None], "phase": "movement_failed"}, "cost": 0},
            "/state/phase",
        ),
        (BOSS, {"adventure": {"name": "empty"}}, "/adventure/tiles"),
    ],
)
def test_mistakes_name_their_place(path: str, body: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ask(path, **body)
    assert place in [fault.place for fault in caught.value.faults]


# The command line


def test_commands_ask_what_the_contract_asks() -> None:
    assert as_json("movement", "-p", "6,2,-,-", "--cost", "2") == ask(
        MOVEMENT, state={"pool": [6, 2, None, None]}, cost=2
    )
    assert as_json("movement", "-p", "11", "--cost", "2", "--hp", "1", "--failed") == ask(
        MOVEMENT,
        state={"pool": [1, 1], "phase": "movement_failed", "tracks": {"hp": 1}},
        cost=2,
    )
    assert as_json("fight", "-p", "62", "-s", "3", "--xp", "3", "--objective", "survive") == ask(
        FIGHT, state={"pool": [6, 2], "space": 3, "tracks": {"xp": 3}}, objective="survive"
    )
    assert as_json("fight", "-p", "6", "--enemy", "6/6/2", "--attack", "4") == ask(
        FIGHT,
        state={
            "pool": [6],
            "enemy": {"attack": 6, "defence": 6, "xp": 2},
            "tracks": {"attack": 4},
        },
    )
    assert as_json("boss", "--difficult", "--attack", "6", "--wave", "2", "--boss-hp", "3") == ask(
        BOSS, dice=3, state={"wave": 2, "boss_hp": 3, "tracks": {"attack": 6}}
    )


def test_an_enemy_can_be_rolled_for_or_met_by_its_total() -> None:
    by_modifier = as_json("fight", "-p", "6", "--modifier", "0", "-a", "into-the-abyss")
    assert by_modifier == ask(FIGHT, state={"pool": [6], "enemy": {"modifier": 0}})
    by_total = as_json("fight", "-p", "6", "--total", "9", "--crystals", "1", "--crystal-used")
    assert by_total == ask(
        FIGHT,
        state={
            "pool": [6],
            "enemy": {"total": 9},
            "tracks": {"crystals": 1},
            "crystal_used": True,
        },
    )


def test_the_schema_lists_every_phase() -> None:
    assert get_args(PhaseName) == tuple(PHASES)


def test_tables_are_printed() -> None:
    assert "use the 2" in run("movement", "-p", "6,2", "--cost", "2")
    assert "the 2/2 enemy" in run("fight", "-p", "6,2", "-s", "3")
    assert run("boss", "--difficult", "--attack", "6", "-f", "csv").count("\n") == 85
    assert "Choices" in run("boss", "-p", "64", "--attack", "6", "--defence", "6")


def test_a_request_file_and_sheets_from_files(tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    request.write_text('{"state": {"pool": [6, 2], "tracks": {"hp": 3}}, "cost": 2}')
    hero = tmp_path / "hero.toml"
    hero.write_text(HERO)
    answer = as_json("movement", "--request", str(request), "--hero", str(hero), "--hp", "1")
    assert "The sheets are Into the Abyss and Squire." in answer["assumptions"]
    request.write_text('{"state": {"tracks": 5}}')
    with pytest.raises(InvalidInput, match="/state/tracks"):
        run("movement", "--request", str(request), "-p", "6", "--cost", "1", "--hp", "1")
    request.write_text('{"state": 5}')
    with pytest.raises(InvalidInput, match="/state"):
        run("movement", "--request", str(request), "-p", "6", "--cost", "1")
    with pytest.raises(InvalidInput, match="is no sheet"):
        run("movement", "-p", "6", "--cost", "1", "--hero", "nobody")


@pytest.mark.parametrize("text", ["7", "6,x", "6,2,12"])
def test_a_pool_is_read_strictly(text: str) -> None:
    with pytest.raises(InvalidInput, match="--pool"):
        run("movement", "-p", text, "--cost", "1")
    with pytest.raises(InvalidInput, match="--enemy"):
        run("fight", "-p", "6", "--enemy", text)


def test_the_schemas_describe_the_shipped_sheets() -> None:
    schema = json.loads(run("schema", "hero"))
    assert schema["title"] == "A4 Quest hero sheet"
    assert json.loads(run("schema", "adventure"))["title"] == "A4 Quest adventure sheet"
    with pytest.raises(InvalidInput, match="adventure, hero"):
        run("schema", "boss")
