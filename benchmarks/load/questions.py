"""What the service is asked: the rulebook's example, as often as one likes without repeating it."""

from __future__ import annotations

import json
from typing import Any, Final

from odds import wire
from odds.json_text import loads

ADVICE: Final = "/v1/build/advice"
PLAN: Final = "/v1/build/plan"
STAGES: Final = (({"wood": 2}, "1"), ({"wood": 3}, "2"), ({"wood": 1}, "3"))
RESOURCES: Final = ("clay", "fish", "linen", "ore", "stone", "wood")


def quest(number: int) -> dict[str, Any]:
    """The example; ``number`` changes a reward a little, so that nothing kept can answer it."""
    stages = [{"need": need, "reward": reward} for need, reward in STAGES]
    stages[0]["reward"] = f"{1_000_000 + number}/1000000"
    return {"stages": stages, "dice": "scavenge", "attempts": 5}


def advice(number: int) -> bytes:
    """What to do after stage 2 with 3 attempts left."""
    state = {"completed": 2, "attempts_left": 3}
    return json.dumps({"quest": quest(number), "state": state}).encode()


def plan(number: int) -> bytes:
    """The whole plan."""
    return json.dumps({"quest": quest(number)}).encode()


def link(path: str, body: bytes) -> str:
    """A path with the permalink of a question."""
    request = wire.read(wire.question_at(path), loads(body))
    return f"{path}?q={wire.permalink(request)}"


def endless(number: int) -> bytes:
    """Minutes of work."""
    need = dict.fromkeys(RESOURCES, 3)
    stages = [{"need": need, "reward": reward + 1} for reward in range(2)]
    dice = [{"count": 30, "faces": [*RESOURCES]}]
    found = {"quest": {"stages": stages, "dice": dice, "attempts": 9}, "fixed": [1] * number}
    return json.dumps(found).encode()
