"""Long solves: asked for, watched, deleted; done only when there is an answer."""

from __future__ import annotations

import httpx
import pytest
from jsonschema import Draft202012Validator

from api.app import create_app
from api.settings import Settings
from api.solves import routes, solves
from tests.api.long_solve import PATH
from tests.api.service import Service
from tests.api.serving import gone
from tests.api.solves.table import Table, seen, start, wait, wait_for


def test_from_its_start_to_its_answer(service: Service, table: Table) -> None:
    place = start(service, table.body())
    found = wait_for(service, place, "solving", "0")
    assert found["seconds_left"] is None
    table.gate("a", 2)
    found = wait_for(service, place, "solving", "1/2")
    assert found["seconds_left"] >= 0
    assert "answer" not in found
    table.gate("a", 4)
    found = wait_for(service, place, "done", "1")
    assert found["answer"] == {"counted": 4}
    assert found["seconds_left"] is None
    assert start(service, {"gate": str(table.folder / "a"), "steps": 4}) == place
    assert seen(service, place)["status"] == "done"
    assert len(table.runs("a")) == 1


def test_one_at_a_time_and_deleting_one_stops_it(service: Service, table: Table) -> None:
    first, second = start(service, table.body("a")), start(service, table.body("b"))
    wait_for(service, first, "solving", "0")
    assert seen(service, second)["status"] == "waiting"
    wait(service, lambda: len(table.runs("a")) == 1)
    ((_, process, helper),) = table.runs("a")
    answer = service.ask("DELETE", first)
    assert (answer.status_code, answer.content) == (204, b"")
    wait(service, lambda: gone(process) and gone(helper))
    for method in ("GET", "DELETE"):
        assert service.ask(method, first).json()["type"] == "/problems/not-found"
    wait_for(service, second, "solving", "0")
    assert service.ask("DELETE", second).status_code == 204
    assert not [*table.kept.iterdir()]
    # Nothing is left of it: asked again, it begins anew.
    table.gate("a", 4)
    again = start(service, {"gate": str(table.folder / "a"), "steps": 4})
    assert wait_for(service, again, "done", "1")["answer"] == {"counted": 4}
    assert [step for step, _, _ in table.runs("a")] == [0, 0]


def test_one_that_waits_can_be_deleted_and_so_can_one_that_is_done(
    service: Service, table: Table
) -> None:
    first, second = start(service, table.body("a")), start(service, table.body("b"))
    assert service.ask("DELETE", second).status_code == 204
    assert service.get(second).status_code == 404
    table.gate("a", 4)
    wait_for(service, first, "done", "1")
    assert service.ask("DELETE", first).status_code == 204
    assert service.get(first).status_code == 404
    assert table.runs("b") == []


@pytest.mark.parametrize(
    ("trouble", "kind", "runs"),
    [
        ("invalid", "/problems/invalid", 1),
        ("large", "/problems/too-large", 1),
        ("secret", "/problems/internal", 1),
        ("die", "/problems/internal", solves.TRIES),
    ],
)
def test_what_fails_says_so(
    service: Service, table: Table, trouble: str, kind: str, runs: int
) -> None:
    place = start(service, table.body(trouble=trouble))
    found = wait_for(service, place, "failed", "0")
    assert found["problem"]["type"] == kind
    assert "secret" not in str(found)
    assert "answer" not in found
    assert len(table.runs("a")) == runs
    # The next one is solved, and this one tried again where it is asked for again.
    other = start(service, table.body("b"))
    table.gate("b", 4)
    wait_for(service, other, "done", "1")
    assert start(service, table.body(trouble=trouble)) == place
    wait_for(service, place, "failed", "0")
    assert len(table.runs("a")) == 2 * runs
    wait(service, lambda: all(gone(helper) for _, _, helper in table.runs("a")))


def test_what_is_refused(service: Service, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def kind(answer: httpx.Response) -> tuple[int, str]:
        return answer.status_code, answer.json()["type"]

    assert kind(service.post(PATH, content=b"{")) == (400, "/problems/not-json")
    wrong = service.post(PATH, json={"steps": 1.5, "more": 1})
    assert kind(wrong) == (422, "/problems/invalid")
    pointers = [error["pointer"] for error in wrong.json()["errors"]]
    assert pointers == ["/steps", "/gate", "/more"]
    for name in ("0" * 32, "..", "a", "%2e%2e"):
        assert service.get(f"{PATH}/{name}").status_code == 404
    assert kind(service.get(PATH)) == (405, "/problems/wrong-method")
    start(service, table.body("a"))
    monkeypatch.setattr(solves, "MOST_WAITING", 1)
    full = service.post(PATH, json=table.body("b"))
    assert kind(full) == (503, "/problems/busy")
    assert full.headers["retry-after"] == "1"


def test_before_it_starts_it_takes_nothing_on(table: Table) -> None:
    service = Service(create_app(Settings(processes=1, solves=table.kept)))
    with service.runner:
        answer = service.post(PATH, json=table.body())
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/not-ready")
    assert not table.kept.exists()


def test_without_long_questions_there_are_no_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "all_games", lambda: ())
    service = Service(create_app(Settings(processes=1)))
    with service.runner:
        assert service.post(PATH, json={}).status_code == 404


def test_the_description(service: Service, table: Table) -> None:
    described = service.app.openapi()
    post = described["paths"][PATH]["post"]
    there = described["paths"][PATH + "/{name}"]
    assert "Location" in post["responses"]["202"]["headers"]
    assert "200" not in post["responses"]
    assert {"204", "404"} <= {*there["delete"]["responses"]}
    schema = there["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**schema, "components": described["components"]})
    place = start(service, table.body())
    assert not list(validator.iter_errors(seen(service, place)))
    assert list(validator.iter_errors({**seen(service, place), "answer": {"more": 1}}))
    table.gate("a", 4)
    assert not list(validator.iter_errors(wait_for(service, place, "done", "1")))
