"""A solve on disk: what was asked, what its solver keeps, and the answer once it is whole.

A solve is done when its answer is there and is as it was written; nothing else says so.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from api.cache.keys import key_of
from odds.errors import InvalidInput
from odds.files import Replacing
from odds.json_text import dumps, loads

ASKED: Final = "asked.json"
ANSWER: Final = "answer.json"
WORK: Final = "work"
ID_LENGTH: Final = 32


class SolveFolder:
    """The folder of one solve below ``root``."""

    def __init__(self, root: Path, name: str) -> None:
        self.name = name
        self.folder = root / name

    @classmethod
    def new(cls, root: Path, path: str, body: bytes) -> SolveFolder:
        """The folder for a canonical request, made if it isn't there; equal ones have the same."""
        found = cls(root, key_of(path, body)[:ID_LENGTH])
        if found.asked() is None:
            found.work.mkdir(parents=True, exist_ok=True)
            asked = b'{"path":%s,"body":%s}' % (dumps(path), body)
            _write(found.folder, ASKED, asked)
        return found

    @property
    def work(self) -> Path:
        """What belongs to the solver."""
        return self.folder / WORK

    def asked(self) -> tuple[str, Any] | None:
        """The path and the parsed request; none where there is no such solve."""
        content = _read(self.folder / ASKED)
        if content is None:
            return None
        try:
            found = loads(content)
        except InvalidInput:
            return None
        return found["path"], found["body"]

    def answer(self) -> bytes | None:
        """The answer as JSON; none as long as it isn't there and whole."""
        return _read(self.folder / ANSWER)

    def finish(self, answer: bytes) -> None:
        """Keep the answer; what the solver has kept for itself is done with."""
        _write(self.folder, ANSWER, answer)
        shutil.rmtree(self.work, ignore_errors=True)

    def forget(self) -> None:
        """See to it that the solve isn't taken up again."""
        (self.folder / ASKED).unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove all of it."""
        self.forget()
        shutil.rmtree(self.folder, ignore_errors=True)


def folders(root: Path) -> Iterator[SolveFolder]:
    """Every solve below ``root``, the one asked for first before the others."""
    found = [(file.stat().st_mtime_ns, file.parent.name) for file in root.glob(f"*/{ASKED}")]
    return (SolveFolder(root, name) for _, name in sorted(found))


def _write(folder: Path, name: str, content: bytes) -> None:
    """Write a file that is whole or not there, after a line with its checksum."""
    with Replacing(folder, name) as file:
        file.write(sha256(content).hexdigest().encode() + b"\n" + content)


def _read(file: Path) -> bytes | None:
    try:
        digest, _, content = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    return content if sha256(content).hexdigest().encode() == digest else None
