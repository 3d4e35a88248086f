"""Long solves go on after what stopped them, and leave nothing behind that runs."""

from __future__ import annotations

import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from api.solves import child
from api.solves.folder import ANSWER, SolveFolder
from api.solves.solves import Solves
from odds.json_text import dumps
from tests.api.service import Service
from tests.api.serving import gone, until
from tests.api.solves.table import Table, seen, serving, start, wait, wait_for

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


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


def test_one_that_is_just_starting_is_stopped_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, begun = Solves._begin, []

    def slowly(self: Solves, folder: SolveFolder) -> Connection:
        begun.append(folder)
        time.sleep(0.5)
        pipe = begin(self, folder)
        begun.append(self._process)
        return pipe

    monkeypatch.setattr(Solves, "_begin", slowly)
    with serving(table) as service:
        start(service, table.body())
        wait(service, lambda: bool(begun))
    process = begun[1]
    assert not process.is_alive()


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
    body = dumps({"steps": 4, "gate": table.gate("a")}).decode()
    script = table.folder / "script.py"
    script.write_text(SCRIPT)
    path = {"PYTHONPATH": str(Path(__file__).parents[3])}
    process = subprocess.Popen([sys.executable, script, table.kept, body], env=path)
    try:
        until(lambda: len(table.runs("a")) == 1)
        ((_, solving, helper),) = table.runs("a")
        assert not gone(solving)
    finally:
        process.kill()
        process.wait(60)
    until(lambda: gone(solving) and gone(helper))
