"""Advice on a whole adventure over HTTP: refused until it is solved, then with its bound."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from odds import open_whole, solve_whole, wire
from odds.games.a4.parts.adventure import A4Adventure
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.sheet_data import adventure_of, hero_of
from odds.json_text import dumps
from odds.solved import Solved
from tests.api.service import Service

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = EXAMPLES / "cellar.toml", EXAMPLES / "caretaker.toml"


def body(**state: Any) -> dict[str, Any]:
    adventure, hero = (tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES)
    return {"adventure": adventure, "hero": hero, "state": state, "dice": 2}


def solved_in(question: A4Adventure) -> Path:
    """Solve it, and say in which folder it is kept."""
    solved = solve_whole(question, workers=1).solved
    assert isinstance(solved, Solved)
    return solved.store.folder


def test_what_isnt_solved_is_a_conflict_until_it_is(service: Service) -> None:
    asked = body()
    refused = service.post("/v1/a4/advice", json=asked)
    assert refused.status_code == 409
    problem = refused.json()
    assert problem["type"] == "/problems/not-solved"
    assert "The Cellar with The Caretaker, 2 dice isn't solved yet" in problem["detail"]
    question = A4Adventure(load_adventure(FILES[0]), load_hero(FILES[1]), dice=2)
    solved = solve_whole(question, workers=1)
    answer = service.post("/v1/a4/advice", json=asked)
    assert answer.status_code == 200
    assert answer.content == dumps(wire.respond(wire.question_at("/v1/a4/advice"), asked))
    found = answer.json()
    assert found["value"]["exact"] is None
    assert abs(found["value"]["approx"] - float(solved.win.value)) <= found["value"]["error"]
    assert open_whole(question).win == solved.win


def test_a_damaged_store_is_a_fault_that_says_no_path(service: Service, tmp_path: Path) -> None:
    question = A4Adventure(load_adventure(FILES[0]), load_hero(FILES[1]), dice=1)
    folder = solved_in(question)
    (folder / "manifest.json").write_text("{}")
    asked = {**body(), "dice": 1}
    refused = service.post("/v1/a4/advice", json=asked)
    assert (refused.status_code, refused.json()["type"]) == (500, "/problems/store")
    assert str(folder) not in refused.text


@pytest.mark.parametrize(("dice", "name"), [(1, "stage-001.f64"), (3, "graph-000.npz")])
def test_an_altered_byte_is_a_fault_that_is_logged(
    dice: int, name: str, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    # A hero of its own: what other tests have solved of the same sheets might serve as well.
    asked = {**body(), "dice": dice}
    asked["hero"] = {**asked["hero"], "name": "The Caretaker's aunt"}
    question = A4Adventure(adventure_of(asked["adventure"]), hero_of(asked["hero"]), dice=dice)
    folder = solved_in(question)
    file = folder / name
    plain = file.read_bytes()
    file.write_bytes(plain[:-1] + bytes([plain[-1] ^ 1]))
    refused = service.post("/v1/a4/advice", json=asked)
    assert (refused.status_code, refused.json()["type"]) == (500, "/problems/store")
    assert str(folder) not in refused.text
    assert f"{file}: altered, its checksum doesn't fit" in caplog.text
    file.write_bytes(plain)
    assert service.post("/v1/a4/advice", json=asked).status_code == 200


def test_a_solve_is_taken_on_and_then_asked(service: Service) -> None:
    asked = body()
    adventure, hero = asked["adventure"], asked["hero"]
    hero = {**hero, "name": "The Caretaker's niece"}
    state = {**asked, "hero": hero, "dice": 1}
    assert service.post("/v1/a4/advice", json=state).status_code == 409
    taken = service.post("/v1/a4/solves", json={"adventure": adventure, "hero": hero, "dice": 1})
    assert taken.status_code == 202
    while (found := service.get(taken.headers["Location"]).json())["status"] != "done":
        assert found["status"] in ("waiting", "solving")
        time.sleep(0.05)
    answer = service.post("/v1/a4/advice", json=state)
    assert answer.status_code == 200
    assert found["answer"]["value"] == answer.json()["value"]
    assert [piece["name"] for piece in found["answer"]["equipment"]] == ["Broom", "Bucket"]


def test_what_is_no_sheet_is_not_taken_on(service: Service) -> None:
    refused = service.post("/v1/a4/solves", json={"adventure": "nowhere"})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "/adventure"
