"""Files that are either whole or not there: written beside their place, then moved to it.

Whether one is still whole is told by its checksum, found once as long as nobody writes to it.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Final

from odds.errors import StoreError

BESIDE: Final = ".writing-"
"""How the names of files begin that aren't whole yet."""

ABANDONED: Final = 3600
"""Nobody writes to a file that was not written to for so many seconds."""


@dataclass(frozen=True)
class Entry:
    """The size of a file in bytes, and its checksum."""

    bytes: int
    sha256: str


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """``StoreError`` where the ``folder`` can't be written to."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{folder}: can't be written to: {error.strerror or error}") from error


class Replacing:
    """A file that takes the place of the one of its ``name`` once it is whole."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._digest, self._bytes = sha256(), 0

    def __enter__(self) -> Replacing:
        with _writing(self._folder):
            number, path = tempfile.mkstemp(prefix=f"{BESIDE}{self._name}.", dir=self._folder)
        self._path = Path(path)
        self._file: IO[bytes] = os.fdopen(number, "wb")
        return self

    def write(self, content: bytes | memoryview) -> None:
        """Write more."""
        with _writing(self._folder):
            self._file.write(content)
        self._digest.update(content)
        self._bytes += memoryview(content).nbytes

    def entry(self) -> Entry:
        """What is written so far, as the manifest lists it."""
        return Entry(self._bytes, self._digest.hexdigest())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                with _writing(self._folder):
                    self._keep()
        finally:
            with suppress(OSError):  # What couldn't be written can't be when it's closed either.
                self._file.close()
            self._path.unlink(missing_ok=True)

    def _keep(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()  # before it is moved, as Windows has it
        self._path.replace(self._folder / self._name)
        _flush_folder(self._folder)


def clear(folder: Path) -> None:
    """Remove what was left by those who were killed while they wrote, long enough ago."""
    latest = time.time() - ABANDONED
    with suppress(OSError):  # then it stays
        for path in folder.glob(f"{BESIDE}*"):
            if path.stat().st_mtime < latest:
                path.unlink()


def _flush_folder(folder: Path) -> None:
    """See to it that a file that was moved stays so after a crash, where there is a way to."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


Stamp = tuple[int, int, int, str]
"""When a file was written to and when it was changed in any way, in ns; its size and checksum."""

TICK: Final = 100_000_000
"""So many ns after a file was written to, another write surely shows in its times."""

UNSETTLED: Final[Stamp] = (-1, -1, -1, "")
"""Of a file that may be written to without a trace; so next time it is read through again."""

_whole: Final[dict[Path, Stamp]] = {}
"""The files that this process has read through and found whole, as they were then."""


def _stamp(path: Path, entry: Entry) -> Stamp:
    found = path.stat()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, entry.sha256


def is_whole(path: Path, entry: Entry) -> bool:
    """Whether a file is as it was written: read through, whatever was found before."""
    stamp = _stamp(path, entry)  # first, so that what is written meanwhile counts as later
    _whole.pop(path, None)
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    if digest.hexdigest() != entry.sha256:
        return False
    is_settled = time.time_ns() - max(stamp[:2]) > TICK
    _whole[path] = stamp if is_settled else UNSETTLED
    return True


def is_still_whole(path: Path, entry: Entry) -> bool:
    """As ``is_whole``, but a file that was found whole is read again only if it was changed."""
    return _whole.get(path) == _stamp(path, entry) or is_whole(path, entry)


def was_changed(path: Path, entry: Entry) -> bool:
    """Whether a file was changed in any way after it was found whole."""
    stamp = _stamp(path, entry)
    return _whole.get(path, stamp) != stamp
