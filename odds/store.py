"""Solved programs on disk: one file a stage, mapped into memory when read, and a manifest.

A store is a folder of one solved program. Its manifest says what was solved, in which format and
by which engine, and lists every file with its size and checksum. A file is written beside its
place, flushed to the disk and moved there, and only then does the manifest name it: whatever
happens, the manifest names whole files, and a solve that was killed goes on from them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from odds.errors import StoreError, TooLarge
from odds.files import Entry, Replacing, clear, is_still_whole, is_whole, was_changed
from odds.folders import canonical, folder_of, full_identity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MAX_BYTES: Final = 3_000_000_000
"""The most that one program may take on disk."""

DISK: Final = "bytes on disk"
MANIFEST: Final = "manifest.json"
Box = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class StageEntry(Entry):
    """A stage: the roundings behind its values, and its arrays by key, one after the other."""

    roundings: int
    blocks: tuple[tuple[int, Box], ...]


@dataclass(frozen=True)
class StoredStage:
    """The values of a stage: by key a box and where its array begins in ``flat``."""

    flat: Array
    blocks: Mapping[int, tuple[Box, int]]
    roundings: int


Begin = Callable[[Callable[[], Entry]], Callable[[], Entry]]
"""Begins to write something; what it returns waits until that is done."""


def _at_once(write: Callable[[], Entry]) -> Callable[[], Entry]:
    entry = write()
    return lambda: entry


class Store:
    """The solved program of this ``identity``, in a folder of its own below ``root``.

    ``StoreError`` if what is there can't be read, or doesn't fit its manifest; ``remedy`` is what
    it says to do about damage.
    """

    def __init__(
        self, root: Path, identity: Mapping[str, Any], remedy: str = "solving again repairs it"
    ) -> None:
        self.identity = full_identity(identity)
        self.folder = folder_of(root, identity)
        self.remedy = remedy
        self.stages: dict[int, StageEntry] = {}
        self.extras: dict[str, Entry] = {}
        self.count = 0
        if self._is_begun(root):
            self._read()

    @property
    def is_complete(self) -> bool:
        """Whether every stage is there."""
        return self.count > 0 and len(self.stages) == self.count

    @property
    def size(self) -> int:
        """The bytes of all files that the manifest names."""
        return sum(entry.bytes for _, entry in self._files())

    # Reading

    def _is_begun(self, root: Path) -> bool:
        try:
            (self.folder / MANIFEST).stat()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StoreError(f"{root}: no folder for what is solved: {error.strerror}") from error
        return True

    def _damaged(self, path: Path, how: str) -> StoreError:
        return StoreError(f"{path}: {how}; {self.remedy}")

    def _read(self) -> None:
        path = self.folder / MANIFEST
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            body = found["solved"]
            if found["sha256"] != sha256(canonical(body).encode()).hexdigest():
                raise self._damaged(path, "altered, its checksum doesn't fit")
            if body["identity"] != self.identity:
                raise self._damaged(path, "of another program")
            self.count = int(body["stages"])
            self.stages = {int(n): _stage(entry) for n, entry in body["files"].items()}
            self.extras = {name: Entry(**entry) for name, entry in body["extras"].items()}
        except OSError as error:
            raise StoreError(f"{path}: can't be read: {error.strerror or error}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self._damaged(path, "damaged, not a manifest") from error

    def _files(self) -> Iterator[tuple[str, Entry]]:
        for number, entry in self.stages.items():
            yield _name(number), entry
        yield from self.extras.items()

    def check_sizes(self) -> None:
        """``StoreError`` names the first file that is missing, or shorter or longer than it was."""
        for name, entry in self._files():
            self._check_size(name, entry)

    def _check_size(self, name: str, entry: Entry) -> Path:
        path = self.folder / name
        try:
            size = path.stat().st_size
        except OSError as error:
            raise self._damaged(path, "missing, or can't be read") from error
        if size < entry.bytes:
            raise self._damaged(path, f"truncated, {size:,} of {entry.bytes:,} bytes")
        if size > entry.bytes:
            raise self._damaged(path, f"altered, {size:,} bytes where {entry.bytes:,} were written")
        return path

    def is_untouched(self) -> bool:
        """Whether all files have their sizes, and those found whole weren't changed since."""
        try:
            files = [(self._check_size(name, entry), entry) for name, entry in self._files()]
            return not any(was_changed(path, entry) for path, entry in files)
        except (OSError, StoreError):
            return False

    def verify(self) -> None:
        """Read all files through; ``StoreError`` names the first that isn't as it was written."""
        for name, entry in self._files():
            self._verify(name, entry, is_whole)

    def _verify(self, name: str, entry: Entry, whole: Callable[[Path, Entry], bool]) -> Path:
        path = self._check_size(name, entry)
        try:
            if not whole(path, entry):
                raise self._damaged(path, "altered, its checksum doesn't fit")
        except OSError as error:
            raise StoreError(f"{path}: can't be read: {error.strerror or error}") from error
        return path

    def stage(self, number: int) -> StoredStage:
        """The values of a stage, verified and mapped into memory; ``StoreError`` if damaged."""
        import numpy as np

        if number not in self.stages:
            raise StoreError(f"{self.folder}: stage {number} isn't solved yet")
        entry = self.stages[number]
        path = self._verify(_name(number), entry, is_still_whole)
        try:
            flat = np.memmap(path, np.dtype("<f8"), mode="r")
        except (OSError, ValueError) as error:
            raise StoreError(f"{path}: can't be read: {error}") from error
        blocks, start = {}, 0
        for key, box in entry.blocks:
            blocks[key] = (box, start)
            start += _size(box)
        return StoredStage(np.asarray(flat), blocks, entry.roundings)

    def extra(self, name: str) -> bytes | None:
        """A further file, verified; none if there is no such one."""
        entry = self.extras.get(name)
        if entry is None:
            return None
        return self._verify(name, entry, is_still_whole).read_bytes()

    # Writing

    def begin(self, stages: int, need: int, most: int = MAX_BYTES) -> int:
        """Make ready for so many stages of ``need`` bytes in all; the first that needn't be solved.

        Kept are the last stages in a row that are whole, and what else is whole. ``TooLarge`` if
        the need is beyond the ``most``, ``StoreError`` if the disk is too full for it.
        """
        if need > most:
            raise TooLarge(DISK, need, most)
        self.count = stages
        kept = stages
        while kept and self._is_whole(_name(kept - 1), self.stages.get(kept - 1)):
            kept -= 1
        self.stages = {n: entry for n, entry in self.stages.items() if n >= kept}
        self.extras = {n: entry for n, entry in self.extras.items() if self._is_whole(n, entry)}
        clear(self.folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(self.folder).free + self.size
        except OSError as error:
            raise StoreError(f"{self.folder}: can't be written to: {error.strerror}") from error
        if free < need:
            raise StoreError(f"{self.folder}: {need:,} bytes needed, {free:,} are free")
        self._write_manifest()
        return kept

    def _is_whole(self, name: str, entry: Entry | None) -> bool:
        if entry is None:
            return False
        try:
            self._verify(name, entry, is_whole)
        except StoreError:
            return False
        return True

    def save(
        self,
        number: int,
        blocks: Mapping[int, tuple[Box, Any]],
        roundings: int,
        begin: Begin = _at_once,
    ) -> Callable[[], None]:
        """Write a stage: by key, a box and the array of its values. Calling what returns keeps it.

        ``begin`` may write it apart.
        """
        written = begin(partial(self._write, number, [array for _, array in blocks.values()]))
        shapes = tuple((key, box) for key, (box, _) in blocks.items())

        def keep() -> None:
            entry = written()
            self.stages[number] = StageEntry(entry.bytes, entry.sha256, roundings, shapes)
            self._write_manifest()

        return keep

    def _write(self, number: int, arrays: Sequence[Any]) -> Entry:
        import numpy as np

        with self._replacing(_name(number)) as file:
            for array in arrays:
                file.write(np.ascontiguousarray(array, np.dtype("<f8")).data)
            return file.entry()

    def save_extra(self, name: str, content: bytes) -> None:
        """Write a further file."""
        with self._replacing(name) as file:
            file.write(content)
            self.extras[name] = file.entry()
        self._write_manifest()

    def _write_manifest(self) -> None:
        body = {
            "identity": self.identity,
            "stages": self.count,
            "files": {str(n): asdict(self.stages[n]) for n in sorted(self.stages)},
            "extras": {name: asdict(self.extras[name]) for name in sorted(self.extras)},
        }
        body = json.loads(canonical(body))  # as it will be read
        found = {"solved": body, "sha256": sha256(canonical(body).encode()).hexdigest()}
        with self._replacing(MANIFEST) as file:
            file.write(json.dumps(found, indent=1, sort_keys=True).encode())

    def _replacing(self, name: str) -> Replacing:
        return Replacing(self.folder, name)


def _name(number: int) -> str:
    return f"stage-{number:03}.f64"


def _size(box: Box) -> int:
    return prod(high - low + 1 for low, high in box)


def _stage(found: Mapping[str, Any]) -> StageEntry:
    blocks = tuple(
        (int(key), tuple((int(low), int(high)) for low, high in box))
        for key, box in found["blocks"]
    )
    return StageEntry(found["bytes"], found["sha256"], found["roundings"], blocks)
