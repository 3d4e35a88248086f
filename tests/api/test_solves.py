"""Long solves: watched, stopped, gone on with; done only when there is an answer."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from api.app import create_app
from api.settings import Settings
from api.solves import child, routes, solves
from api.solves.folder import ANSWER, SolveFolder
from odds import wire
from odds.shapes import ENGINE
from tests.api import long_solve
from tests.api.long_solve import PATH
from tests.api.service import Service, running
from tests.api.serving import gone, until

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


class Table:
    """Where solves are kept, and the gates of their steps."""

    def __init__(self, folder: Path) -> None:
        self.kept = folder / "kept"
        self.folder = folder

    def gate(self, name: str, steps: int = 0) -> str:
        """Allow so many steps of a solve."""
        file = self.folder / name
        file.write_text(str(steps))
        return str(file)

    def runs(self, name: str) -> list[tuple[int, int, int]]:
        """The step that each run began with, its process, and the one that it started."""
        log = self.folder / f"{name}.log"
        lines = log.read_text().splitlines() if log.exists() else []
        return [(int(s), int(p), int(h)) for s, p, h in (line.split() for line in lines)]

    def body(self, name: str = "a", steps: int = 4, **more: Any) -> dict[str, Any]:
        return {"steps": steps, "gate": self.gate(name), **more}


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "all_games", lambda: (long_solve.GAME,))
    monkeypatch.setattr(child, "solve_long", long_solve.solve)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def serving(table: Table) -> Any:
    return running(create_app(Settings(processes=1, solves=table.kept)))


@pytest.fixture
def service(table: Table) -> Iterator[Service]:
    with serving(table) as found:
        yield found


def start(service: Service, body: dict[str, Any]) -> str:
    """Where a solve is to be seen."""
    answer = service.post(PATH, json=body)
    assert answer.status_code == 202, answer.text
    assert answer.json()["id"] == answer.headers["location"].removeprefix(PATH + "/")
    return answer.headers["location"]


def seen(service: Service, place: str) -> dict[str, Any]:
    answer = service.get(place)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, Any] = answer.json()
    assert found["engine"] == ENGINE
    return found


def wait(service: Service, condition: Callable[[], bool]) -> None:
    async def story() -> None:
        async with asyncio.timeout(60):
            while not await asyncio.to_thread(condition):
                await asyncio.sleep(0.01)

    service.run(story())


def wait_for(service: Service, place: str, status: str, progress: str) -> dict[str, Any]:
    """How a solve stands once it stands so."""
    end = time.monotonic() + 60
    while True:
        found = seen(service, place)
        if (found["status"], found["progress"]["exact"]) == (status, progress):
            return found
        assert found["status"] != "done"
        assert time.monotonic() < end, found
        service.run(asyncio.sleep(0.01))


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


def test_it_goes_on_after_a_restart_and_its_answer_stays(table: Table) -> None:
    with serving(table) as service:
        place = start(service, table.body())
        table.gate("a", 3)
        wait_for(service, place, "solving", "3/4")
    ((_, process, helper),) = table.runs("a")
    until(lambda: gone(process) and gone(helper))
    with serving(table) as service:
        wait_for(service, place, "solving", "3/4")  # What it says comes from the new process.
        table.gate("a", 4)
        assert wait_for(service, place, "done", "1")["answer"] == {"counted": 4}
    assert [step for step, _, _ in table.runs("a")] == [0, 3]
    with serving(table) as service:
        assert seen(service, place)["answer"] == {"counted": 4}
    assert len(table.runs("a")) == 2


def test_a_killed_process_is_replaced(service: Service, table: Table) -> None:
    place = start(service, table.body())
    table.gate("a", 2)
    wait_for(service, place, "solving", "1/2")
    child.kill(table.runs("a")[0][1])
    wait(service, lambda: len(table.runs("a")) == 2)
    assert seen(service, place)["status"] != "done"
    table.gate("a", 4)
    assert wait_for(service, place, "done", "1")["answer"] == {"counted": 4}
    assert [step for step, _, _ in table.runs("a")] == [0, 2]


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


def test_a_damaged_answer_is_none(table: Table) -> None:
    with serving(table) as service:
        table.gate("a", 4)
        place = start(service, {"steps": 4, "gate": str(table.folder / "a")})
        wait_for(service, place, "done", "1")
    folder = SolveFolder(table.kept, place.rpartition("/")[2])
    answer = folder.folder / ANSWER
    answer.write_bytes(answer.read_bytes().replace(b"4", b"5"))
    assert folder.answer() is None
    with serving(table) as service:
        assert wait_for(service, place, "done", "1")["answer"] == {"counted": 4}


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


SCRIPT = """
import asyncio, sys
from pathlib import Path
from api.solves.solves import Solves
from tests.api.long_solve import PATH, solve

async def main():
    solves = Solves(Path(sys.argv[1]), solve)
    await solves.start()
    await solves.add(PATH, sys.argv[2].encode())
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@linux
def test_nothing_is_left_when_the_service_is_killed(table: Table) -> None:
    body = wire.dumps({"steps": 4, "gate": table.gate("a")}).decode()
    script = table.folder / "script.py"
    script.write_text(SCRIPT)
    path = {"PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen([sys.executable, script, table.kept, body], env=path)
    try:
        until(lambda: len(table.runs("a")) == 1)
        ((_, solving, helper),) = table.runs("a")
        assert not gone(solving)
    finally:
        process.kill()
        process.wait(60)
    until(lambda: gone(solving) and gone(helper))
