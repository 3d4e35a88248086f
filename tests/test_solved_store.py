"""The store: what is read is what was written, and every kind of damage is found and named."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from odds import files
from odds.errors import StoreError, TooLarge
from odds.folders import default_folder
from odds.store import MANIFEST, Store

IDENTITY = {"game": "test", "sheet": "abc"}
BOX = ((1, 2), (0, 2))


@pytest.fixture(autouse=True)
def _clock_without_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are settled as soon as they are written."""
    monkeypatch.setattr(files, "TICK", 0)


def filled(root: Path, stages: int = 3) -> Store:
    store = Store(root, IDENTITY)
    assert store.begin(stages, 8 * 7 * stages) == stages
    for number in reversed(range(stages)):
        blocks = {7: (BOX, np.arange(6.0).reshape(2, 3) + number), 9: (((0, 0),) * 2, np.ones(1))}
        store.save(number, blocks, 10 + number)()
    store.save_extra("more.bin", b"abc")
    return store


def again(root: Path) -> Store:
    store = Store(root, IDENTITY)
    store.check_sizes()
    return store


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    filled(tmp_path)
    store = again(tmp_path)
    assert store.is_complete
    assert store.size == 3 * 7 * 8 + 3
    stage = store.stage(2)
    assert stage.roundings == 12
    assert stage.blocks == {7: (BOX, 0), 9: (((0, 0), (0, 0)), 6)}
    assert stage.flat.tolist() == [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 1.0]
    assert not stage.flat.flags.writeable
    assert store.extra("more.bin") == b"abc"
    assert store.extra("less.bin") is None
    store.verify()


def test_an_array_is_written_in_its_own_order_whatever_its_memory(tmp_path: Path) -> None:
    store = Store(tmp_path, IDENTITY)
    store.begin(1, 48)
    store.save(0, {1: (((0, 2), (0, 1)), np.arange(6.0).reshape(2, 3).T)}, 0)()
    assert again(tmp_path).stage(0).flat.tolist() == [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]


def test_nothing_is_there_at_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "none", IDENTITY)
    assert not store.is_complete
    assert store.size == 0
    with pytest.raises(StoreError, match="stage 1 isn't solved yet"):
        store.stage(1)


def test_another_identity_is_another_store(tmp_path: Path) -> None:
    filled(tmp_path)
    assert not Store(tmp_path, {**IDENTITY, "sheet": "abd"}).is_complete


def test_nothing_is_left_over(tmp_path: Path) -> None:
    store = filled(tmp_path)
    names = ["manifest.json", "more.bin", "stage-000.f64", "stage-001.f64", "stage-002.f64"]
    assert sorted(contents(store.folder)) == names


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1)


def lengthen(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def alter(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("name", ["stage-001.f64", "more.bin"])
@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (truncate, "truncated"),
        (empty, "truncated, 0 of"),
        (lengthen, "altered, .* bytes where"),
        (Path.unlink, "missing"),
    ],
)
def test_a_wrong_size_is_found_when_a_store_is_opened(
    tmp_path: Path, name: str, damage: Callable[[Path], None], why: str
) -> None:
    store = filled(tmp_path)
    damage(store.folder / name)
    with pytest.raises(StoreError, match=f"{name}: {why}"):
        again(tmp_path)
    with pytest.raises(StoreError, match=f"{name}: {why}"):
        store.verify()


@pytest.mark.parametrize("name", ["stage-000.f64", "more.bin"])
def test_an_altered_byte_is_found_by_the_checksum(tmp_path: Path, name: str) -> None:
    store = filled(tmp_path)
    alter(store.folder / name)
    with pytest.raises(StoreError, match=f"{name}: altered, its checksum"):
        again(tmp_path).verify()


@pytest.mark.parametrize("at", range(0, 7 * 8, 5))
def test_an_altered_byte_of_a_stage_is_found_before_its_values_are_used(
    tmp_path: Path, at: int
) -> None:
    store = filled(tmp_path)
    assert store.stage(2).flat[0] == 2
    assert store.is_untouched()
    path = store.folder / "stage-002.f64"
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(1, 1))
    assert not store.is_untouched()
    for _ in range(2):
        with pytest.raises(
            StoreError, match=r"stage-002\.f64: altered, its checksum .* repairs it"
        ):
            again(tmp_path).stage(2)
    assert again(tmp_path).stage(1).flat[0] == 1


def test_a_file_that_was_found_whole_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)
    again(tmp_path).stage(1)
    read: list[Path] = []
    plain = Path.open

    def opened(path: Path, *args: Any, **more: Any) -> Any:
        read.append(path)
        return plain(path, *args, **more)

    monkeypatch.setattr(Path, "open", opened)
    store = again(tmp_path)
    read.clear()
    store.stage(1)
    assert read == []
    store.stage(2)
    assert [path.name for path in read] == ["stage-002.f64"]
    os.utime(store.folder / "stage-001.f64", ns=(1, 1))
    store.stage(1)
    assert [path.name for path in read] == ["stage-002.f64", "stage-001.f64"]


def test_a_missing_file_is_no_untouched_one(tmp_path: Path) -> None:
    store = filled(tmp_path)
    (store.folder / "more.bin").unlink()
    assert not store.is_untouched()


def test_an_altered_extra_is_found_when_it_is_read(tmp_path: Path) -> None:
    store = filled(tmp_path)
    alter(store.folder / "more.bin")
    with pytest.raises(StoreError, match=r"more\.bin: altered"):
        store.extra("more.bin")


def test_a_stage_that_is_truncated_later_is_found_when_it_is_read(tmp_path: Path) -> None:
    store = filled(tmp_path)
    truncate(store.folder / "stage-002.f64")
    with pytest.raises(StoreError, match=r"stage-002\.f64: truncated"):
        store.stage(2)


@pytest.mark.parametrize("damage", [truncate, empty, alter])
def test_a_damaged_manifest_is_found(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    store = filled(tmp_path)
    damage(store.folder / MANIFEST)
    with pytest.raises(StoreError, match=r"manifest\.json: (damaged|altered)"):
        again(tmp_path)


@pytest.mark.parametrize("content", ["[]", "{}", '{"solved": {}, "sha256": ""}', "\ud7ff"])
def test_something_else_is_no_manifest(tmp_path: Path, content: str) -> None:
    store = filled(tmp_path)
    (store.folder / MANIFEST).write_text(content, encoding="utf-8")
    with pytest.raises(StoreError, match=r"manifest\.json: (damaged|altered)"):
        again(tmp_path)


def test_a_manifest_of_another_program_is_found(tmp_path: Path) -> None:
    store, other = filled(tmp_path), Store(tmp_path, {**IDENTITY, "sheet": "abd"})
    store.folder.rename(other.folder)
    with pytest.raises(StoreError, match=r"manifest\.json: of another program"):
        Store(tmp_path, {**IDENTITY, "sheet": "abd"})


def test_an_edited_number_in_the_manifest_is_found(tmp_path: Path) -> None:
    path = filled(tmp_path).folder / MANIFEST
    found = json.loads(path.read_text())
    found["solved"]["files"]["1"]["roundings"] = 0
    path.write_text(json.dumps(found))
    with pytest.raises(StoreError, match=r"manifest\.json: altered"):
        again(tmp_path)


def test_a_file_isnt_replaced_by_half_of_one(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = contents(store.folder)
    with suppress(ZeroDivisionError), store._replacing("stage-001.f64") as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert contents(store.folder) == before


@pytest.mark.parametrize(
    ("damaged", "kept"),
    [([], 0), (["stage-000.f64"], 1), (["stage-002.f64"], 3), (["stage-001.f64"], 2)],
)
def test_a_solve_goes_on_from_the_last_stages_that_are_whole(
    tmp_path: Path, damaged: list[str], kept: int
) -> None:
    store = filled(tmp_path)
    before = contents(store.folder)
    for name in damaged:
        alter(store.folder / name)
    store = Store(tmp_path, IDENTITY)
    assert store.begin(3, 168) == kept
    assert sorted(store.stages) == list(range(kept, 3))
    assert store.extra("more.bin") == b"abc"
    for number in reversed(range(kept)):
        blocks = {7: (BOX, np.arange(6.0).reshape(2, 3) + number), 9: (((0, 0),) * 2, np.ones(1))}
        store.save(number, blocks, 10 + number)()
    assert contents(store.folder) == before


def test_too_much_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="bytes on disk: 3,000,000,001 needed"):
        Store(tmp_path, IDENTITY).begin(1, 3_000_000_001)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_found_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": 99})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(StoreError, match="100 bytes needed, 99 are free"):
        Store(tmp_path, IDENTITY).begin(1, 100)


def test_a_folder_that_cant_be_made(tmp_path: Path) -> None:
    store = Store(tmp_path / "file", IDENTITY)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="can't be written to"):
        store.begin(1, 8)


def test_what_is_no_folder_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"file: no folder for what is solved: \w"):
        Store(tmp_path / "file", IDENTITY)


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.delenv("ODDS_STORE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert default_folder() == tmp_path / "quest-odds" / "solved"
