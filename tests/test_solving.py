"""Solving: told how far it is, stopped and gone on with, by one worker or several."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from odds.games.a4.control import Control
from odds.solved import Solved, open_solved, store_path
from odds.solving import Progress, most_states, solve_staged
from tests.small_solve import EXAMPLES, contents, small


def test_progress_and_need_are_told_before_the_first_stage(tmp_path: Path) -> None:
    told: list[Progress] = []
    solved = solve_staged(small(), tmp_path, workers=1, report=told.append)
    at_most = most_states(small())
    assert told[0] == Progress("exploring", 0, 5, 0, at_most, 8 * at_most)
    values = sum(entry.bytes for entry in solved.store.stages.values())
    assert told[1] == Progress("solving", 0, 5, 0, values // 8, values)
    assert [p.stages for p in told if p.what == "solving"] == list(range(6))
    assert told[6].states == told[6].all_states
    assert told[-1] == Progress("preparing", 5, 5)
    told.clear()
    solve_staged(small(), tmp_path, workers=1, report=told.append)
    assert told == []


class Stopped(Exception):
    """The solve is interrupted."""


@pytest.mark.parametrize("after", range(7))
def test_a_stopped_solve_goes_on_and_gives_the_same_bytes(
    after: int, tmp_path: Path, whole: Solved[Control]
) -> None:
    count = 0

    def stop(progress: Progress) -> None:
        nonlocal count
        count += progress.what == "solving"
        if count > after or (after == 6 and progress.what == "preparing"):
            raise Stopped

    with pytest.raises(Stopped):
        solve_staged(small(), tmp_path, workers=1, report=stop)
    assert open_solved(small(), tmp_path) is None or after >= 5
    told: list[Progress] = []
    again = solve_staged(small(), tmp_path, workers=1, report=told.append)
    solving = [p.stages for p in told if p.what == "solving"]
    assert solving == ([] if after >= 5 else list(range(after, 6)))
    assert contents(again.store.folder) == contents(whole.store.folder)


KILLED = """
import os, signal, sys
from pathlib import Path
from odds.solving import solve_staged
from tests.small_solve import small
def report(progress):
    if progress.what == "solving" and progress.stages == 2:
        os.kill(os.getpid(), signal.SIGKILL)
solve_staged(small(), Path(sys.argv[1]), workers=1, report=report)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_killed_solve_goes_on_and_gives_the_same_bytes(
    tmp_path: Path, whole: Solved[Control]
) -> None:
    root = EXAMPLES.parent
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert done.returncode == -signal.SIGKILL
    folder = store_path(small(), tmp_path, False)
    assert sorted(p.name for p in folder.glob("stage*")) == ["stage-003.f64", "stage-004.f64"]
    again = solve_staged(small(), tmp_path, workers=1)
    assert contents(again.store.folder) == contents(whole.store.folder)


def test_several_workers_give_the_same_bytes(tmp_path: Path, whole: Solved[Control]) -> None:
    two = solve_staged(small(), tmp_path, workers=2)
    assert contents(two.store.folder) == contents(whole.store.folder)
