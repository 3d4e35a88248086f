"""How many processes work on something large at the same time."""

from __future__ import annotations

import os
from typing import Final

from odds.errors import check_range

MAX_WORKERS: Final = 1_000


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_of(given: int | None) -> int:
    """As many as are ``given``, 1 to ``MAX_WORKERS``; by default one for each core."""
    if given is None:
        return cores()
    check_range(given, 1, MAX_WORKERS, "/workers", "the number of workers")
    return given
