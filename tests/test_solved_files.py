"""What is solved as it is opened again from its files; damage to them is found and repaired."""

from __future__ import annotations

import os
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from odds.errors import StoreError
from odds.games.a4.control import Control
from odds.games.a4.moments import turn_start
from odds.solved import Solved, open_solved, reopen_solved
from odds.solving import solve_staged
from odds.store import Store
from tests.small_solve import contents, small


def store_identity(solved: Solved[Control]) -> dict[str, Any]:
    return {k: v for k, v in solved.store.identity.items() if k not in ("engine", "format")}


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
