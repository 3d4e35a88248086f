"""Where long solves are kept in a test, and what is asked about them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from api.app import create_app
from api.settings import Settings
from odds.encoding import ENGINE
from tests.api.long_solve import PATH
from tests.api.service import Service, running


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


def serving(table: Table) -> Any:
    return running(create_app(Settings(processes=1, solves=table.kept)))


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
