"""Solved programs: every state within its bound, whatever was interrupted or damaged before."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from odds.answers import Solvers
from odds.errors import NotSolved, StoreError
from odds.games.a4.control import Control
from odds.games.a4.moments import turn_start
from odds.games.a4.parts.whole_choices import Exact
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.turn import BEFORE_ACTION
from odds.games.a4.whole import WholeAdventure
from odds.program import At, ProgramProcess
from odds.solved import Solved, open_solved, reopen_solved, store_path
from odds.solving import Progress, most_states, solve_staged
from odds.store import Store
from tests.games.a4.random_adventures import adventures

EXAMPLES = Path(__file__).parent.parent / "examples"
CASES = [case for case in adventures(7, 60) if len(case.adventure.tiles) > 1][:10]
CASE = CASES[0]


def program(case: Any = CASE) -> WholeAdventure:
    return WholeAdventure(case.adventure, case.hero, case.dice)


def small() -> WholeAdventure:
    """Four turns of a few thousand states."""
    sheets = load_adventure(EXAMPLES / "cellar.toml"), load_hero(EXAMPLES / "caretaker.toml")
    return WholeAdventure(*sheets, 1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Solved[Control]:
    """That one, solved without a break."""
    return solve_staged(small(), tmp_path_factory.mktemp("whole"), workers=1)


def store_identity(solved: Solved[Control]) -> dict[str, Any]:
    return {k: v for k, v in solved.store.identity.items() if k not in ("engine", "format")}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.adventure.tiles}"[:20])
def test_every_state_is_within_its_bound(case: Any, tmp_path: Path) -> None:
    """Each choice, roll and end that a game from the setup can come to."""
    solved = solve_staged(program(case), tmp_path, workers=1)
    process = ProgramProcess(solved.program, [solved.program.start])
    exact = Solvers().backward(
        process, lambda state: (solved.program.payoff(process.result(state)),)
    )
    for state, (value,) in exact.value.items():
        found = solved.value(state)
        assert found.low <= value <= found.high
        assert found.error <= value / 10**12


def test_turns_begin_with_what_is_stored(tmp_path: Path) -> None:
    solved = solve_staged(program(), tmp_path, workers=1)
    for stage in range(1, solved.program.stages):
        stored = solved.store.stage(stage)
        for control in solved.program.begins(stage):
            box, at = stored.blocks.get(solved.program.key(control), ((), 0))
            if not box:
                continue
            state = solved.program.settle(control, tuple(low for low, _ in box))
            assert state.control == control
            assert solved.value(state).value == Fraction(float(stored.flat[at]))
            begun = solved.program.begin(control, state.counters)
            assert begun.control.stack
            close = solved.value(begun)
            assert close.low <= solved.value(state).high
            assert close.high >= solved.value(state).low


def test_all_states(tmp_path: Path) -> None:
    """With them, a state can be asked for that no game leads to."""
    case = next(case for case in CASES if case.hero.maxima[0] > 1)
    rare = case.hero.maxima
    reachable = solve_staged(program(case), tmp_path, workers=1)
    control = next(iter(reachable.program.begins(1)))
    with pytest.raises(NotSolved, match="no play from its start leads there"):
        reachable.value(At(control, rare))
    everything = solve_staged(program(case), tmp_path, all_states=True, workers=1)
    assert everything.store.folder != reachable.store.folder
    found = everything.value(At(control, rare))
    exact = Exact(Solvers(), program(case), control, rare)
    value = exact.value(exact.program.settle(control, rare)).value
    assert found.low <= value <= found.high
    again = open_solved(program(case), tmp_path)
    assert again is not None
    assert again.store.folder == everything.store.folder


def test_a_moment_that_no_turn_leads_to_is_found_from_the_state_itself(tmp_path: Path) -> None:
    """The ability was used, and yet all crystals are there."""
    solved = solve_staged(small(), tmp_path, all_states=True, workers=1)
    case = small()
    control = Control(1, (3,), True, BEFORE_ACTION)
    tracks = (2, 1, 3, 0, 1, 1)
    exact = Exact(Solvers(), case, control, tracks)
    found = solved.value(solved.program.settle(control, tracks))
    value = exact.value(exact.program.settle(control, tracks)).value
    assert found.low <= value <= found.high


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
from tests.test_solved import small
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


@pytest.mark.parametrize(
    "name", ["manifest.json", "stage-000.f64", "stage-004.f64", "graph-002.npz"]
)
def test_what_is_damaged_is_solved_again(name: str, tmp_path: Path, whole: Solved[Control]) -> None:
    files = contents(whole.store.folder)
    folder = tmp_path / whole.store.folder.name
    shutil.copytree(whole.store.folder, folder)
    content = bytearray(files[name])
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(StoreError, match=name):
        Store(tmp_path, store_identity(whole)).verify()
    again = solve_staged(small(), tmp_path, workers=1)
    assert contents(again.store.folder) == files


def test_several_workers_give_the_same_bytes(tmp_path: Path, whole: Solved[Control]) -> None:
    two = solve_staged(small(), tmp_path, workers=2)
    assert contents(two.store.folder) == contents(whole.store.folder)


def test_a_graph_that_isnt_kept_is_made(tmp_path: Path, whole: Solved[Control]) -> None:
    shutil.copytree(whole.store.folder, tmp_path / whole.store.folder.name)
    bare = open_solved(small(), tmp_path)
    assert bare is not None
    del bare.store.extras["graph-003.npz"]
    state = whole.program.begin(turn_start(1, (3,)), (3, 1, 2, 1, 0, 1))
    assert bare.value(state) == whole.value(state)


def test_what_is_open_is_reopened_until_it_changes(tmp_path: Path, whole: Solved[Control]) -> None:
    assert reopen_solved(small(), tmp_path) is None
    shutil.copytree(whole.store.folder, tmp_path / whole.store.folder.name)
    one = reopen_solved(small(), tmp_path)
    assert one is not None
    assert reopen_solved(small(), tmp_path) is one
    manifest = one.store.folder / "manifest.json"
    os.utime(manifest, ns=(1, 1))
    assert reopen_solved(small(), tmp_path) is not one
    os.truncate(one.store.folder / "stage-001.f64", 8)
    os.utime(manifest, ns=(2, 2))
    with pytest.raises(StoreError, match=r"stage-001\.f64: truncated"):
        reopen_solved(small(), tmp_path)


@pytest.mark.parametrize("name", ["stage-001.f64", "graph-000.npz"])
@pytest.mark.parametrize("place", [Fraction(0), Fraction(1, 2), Fraction(1)])
def test_what_is_altered_while_it_is_open_is_found(
    name: str, place: Fraction, tmp_path: Path, whole: Solved[Control]
) -> None:
    """At the start, those two are needed."""
    shutil.copytree(whole.store.folder, tmp_path / whole.store.folder.name)
    state = whole.program.begin(*whole.program.start)
    one = reopen_solved(small(), tmp_path)
    assert one is not None
    assert one.value(state) == whole.value(state)
    path = one.store.folder / name
    content = path.read_bytes()
    altered = bytearray(content)
    altered[int(place * (len(content) - 1))] ^= 1
    path.write_bytes(altered)
    os.utime(path, ns=(1, 1))
    for _ in range(2):
        other = reopen_solved(small(), tmp_path)
        assert other is not None
        with pytest.raises(StoreError, match=rf"{name}: altered.*; 'odds a4 solve' repairs it"):
            other.value(state)
    path.write_bytes(content)
    last = reopen_solved(small(), tmp_path)
    assert last is not None
    assert last.value(state) == whole.value(state)


@pytest.mark.parametrize(("all_states", "command"), [(False, "solve"), (True, "solve --all")])
def test_damage_says_what_repairs_it(all_states: bool, command: str, tmp_path: Path) -> None:
    solved = solve_staged(small(), tmp_path, all_states=all_states, workers=1)
    (solved.store.folder / "graph-002.npz").unlink()
    with pytest.raises(
        StoreError, match=rf"graph-002\.npz: missing.*; 'odds a4 {command}' repairs"
    ):
        open_solved(small(), tmp_path)
    solve_staged(small(), tmp_path, all_states=all_states, workers=1)
    assert open_solved(small(), tmp_path) is not None


def test_a_file_as_the_folder_is_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for ask in (open_solved, reopen_solved, solve_staged):
        with pytest.raises(StoreError, match="file: no folder for what is solved"):
            ask(small(), tmp_path / "file")


def test_more_states_are_found_at_once(tmp_path: Path) -> None:
    """Whoever has asked before gets what was solved since."""
    solve_staged(small(), tmp_path, workers=1)
    one = reopen_solved(small(), tmp_path)
    everything = solve_staged(small(), tmp_path, all_states=True, workers=1)
    other = reopen_solved(small(), tmp_path)
    assert one is not None
    assert other is not None
    assert other.store.folder == everything.store.folder != one.store.folder


def test_an_identity_is_of_all_that_matters() -> None:
    one = small()
    assert one.identity == small().identity
    assert one.identity != WholeAdventure(one.sheets.adventure, one.sheets.hero, 3).identity
    assert one.identity != program().identity
    assert one.title == "The Cellar with The Caretaker, 1 die"


def test_the_ranges_of_states() -> None:
    """A track that no effect lowers never falls below the hero's start; HP are there."""
    knight = WholeAdventure(load_adventure("into-the-abyss"), load_hero("knight"))
    assert knight.ranges == ((2, 10), (2, 10), (1, 10), (0, 3), (0, 4), (0, 5))
    lamplighter = WholeAdventure(load_adventure("drowned-clockwork"), load_hero("lamplighter"))
    assert lamplighter.ranges == ((2, 6), (0, 6), (1, 6), (0, 3), (0, 2), (0, 3))
