"""Files that are whole or not there: what was left by the killed, and writes without a trace."""

from __future__ import annotations

import errno
import io
import os
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from odds import files
from odds.errors import StoreError
from odds.store import Store


def test_what_a_killed_writer_left_is_removed_in_time(tmp_path: Path) -> None:
    store = Store(tmp_path, {"game": "none"})
    store.begin(1, 0)
    old, new = (store.folder / f".writing-stage-000.f64.{name}" for name in ("old", "new"))
    for file in (old, new):
        file.write_bytes(b"half")
    an_hour_ago = time.time() - 3601
    os.utime(old, (an_hour_ago, an_hour_ago))
    store.begin(1, 0)
    assert (old.exists(), new.exists()) == (False, True)


def test_a_write_in_the_same_tick_of_the_clock_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The times of a file are only as fine as the ticks of the system's clock."""
    path = tmp_path / "file"
    path.write_bytes(b"whole")
    entry = files.Entry(5, sha256(b"whole").hexdigest())
    times = path.stat()
    for age, is_seen in ((0, True), (files.TICK + 1, False)):
        path.write_bytes(b"whole")
        os.utime(path, ns=(times.st_mtime_ns, times.st_mtime_ns))
        written = max(path.stat().st_mtime_ns, path.stat().st_ctime_ns)
        stamp = files._stamp(path, entry)
        with monkeypatch.context() as patch:
            patch.setattr(files.time, "time_ns", lambda now=written + age: now)
            patch.setattr(files, "_stamp", lambda *_, same=stamp: same)
            assert files.is_whole(path, entry)
            path.write_bytes(b"other")  # leaving no trace
            assert files.was_changed(path, entry) == is_seen
            assert files.is_still_whole(path, entry) != is_seen


class Full(io.BytesIO):
    """A file on a disk without room for it."""

    def __init__(self, fails: str) -> None:
        super().__init__()
        self._fails = fails

    def fileno(self) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # as fsync does

    def write(self, content: Any, /) -> int:
        return self.fileno() if self._fails == "write" else super().write(content)


@pytest.mark.parametrize("fails", ["write", "fsync"])
def test_a_full_disk_is_an_error_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    file = Full(fails)

    def opened(number: int, _mode: str) -> Full:
        os.close(number)
        return file

    monkeypatch.setattr(files.os, "fdopen", opened)
    with (
        pytest.raises(StoreError, match=f"^{tmp_path}: can't be written to: No space left"),
        files.Replacing(tmp_path, "file") as replacing,
    ):
        replacing.write(b"content")
    assert file.closed
    assert not list(tmp_path.iterdir())
