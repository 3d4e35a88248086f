"""Questions that take a while, and the settings that allow them."""

from __future__ import annotations

from typing import Any, Final

RESOURCES: Final = ("clay", "fish", "linen", "ore", "stone", "wood")
ALLOWED: Final = {"states": 10**9, "choices": 10**12, "digits": 10**6}


def quest(dice: int, attempts: int, stages: int = 2) -> dict[str, Any]:
    """All six resources on ``dice`` dice of six useful faces; larger is slower."""
    need = dict.fromkeys(RESOURCES, dice // 8)
    return {
        "quest": {
            "stages": [{"need": need, "reward": stage + 1} for stage in range(stages)],
            "dice": [{"count": dice, "faces": [*RESOURCES]}],
            "attempts": attempts,
        }
    }


ENDLESS: Final = quest(30, 9)
"""Minutes of work on any machine; nobody waits for its end."""
LONG: Final = quest(9, 8)
"""Some tenths of a second: long enough to be met while it is answered."""
