"""Large bodies are read one at a time; small ones pass them."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from api.reading import LARGE_BODY
from odds import json_text
from odds.games.build.contract import EXAMPLE
from tests.api.service import Service

PATH = "/v1/build/plan"
SMALL = json.dumps({"quest": EXAMPLE}).encode()


def test_one_large_body_at_a_time(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    held, inside, most, lock = threading.Event(), [0], [0], threading.Lock()
    loads = json_text.loads

    def slow_loads(text: bytes) -> Any:
        if len(text) >= LARGE_BODY:
            with lock:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            held.wait(60)
            with lock:
                inside[0] -= 1
        return loads(text)

    monkeypatch.setattr(json_text, "loads", slow_loads)

    async def story() -> None:
        large = SMALL + b" " * LARGE_BODY
        asked = [
            asyncio.create_task(service.client.post(PATH, content=large + b" " * number))
            for number in range(5)
        ]
        while not inside[0]:
            await asyncio.sleep(0.001)
        assert (await service.client.post(PATH, content=SMALL)).status_code == 200
        assert not any(task.done() for task in asked)
        held.set()
        for task in asked:
            assert (await task).status_code == 200

    service.run(story())
    assert most == [1]
