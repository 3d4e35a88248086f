"""Answers in a file of SQLite's, kept over restarts.

The file is a convenience: whatever is wrong with it costs time, never an answer.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

LOG: Final = logging.getLogger("odds.api")
FORMAT: Final = 1
"""The version of the table, which the file itself states (``user_version``)."""
BUSY_SECONDS: Final = 1.0
"""How long to wait for another process that writes to the file."""

_CREATE: Final = f"""
CREATE TABLE answers (
  key TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  request TEXT NOT NULL,
  answer TEXT NOT NULL,
  digest TEXT NOT NULL,
  used INTEGER NOT NULL
);
CREATE INDEX answers_used ON answers (used);
PRAGMA user_version = {FORMAT};
"""
_NEXT: Final = "(SELECT coalesce(max(used), 0) + 1 FROM answers)"

T = TypeVar("T")


class Store:
    """The answers in ``file``, which takes about ``most`` bytes; every method may be called
    from any thread, and none raises an error of the file's."""

    def __init__(self, file: Path, most: int) -> None:
        self.file = file
        self.most = most
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None

    def open(self) -> None:
        """Open the file; a damaged one is set aside, and one is started anew."""
        with self._lock:
            try:
                self._connection = self._opened()
            except sqlite3.Error as error:
                self._failed(error)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._disconnect()

    def get(self, key: str) -> bytes | None:
        """The answer kept under ``key``."""
        return self._guarded(lambda connection: _get(connection, key))

    def put(self, key: str, path: str, request: bytes, answer: bytes) -> None:
        """Keep an answer; those not used for longest make room for it."""
        if len(request) + len(answer) > self.most // 4:
            return
        row = (key, path, request.decode(), answer.decode(), _digest(answer))
        self._guarded(lambda connection: _put(connection, row, self.most))

    def _guarded(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        with self._lock:
            if self._connection is None:
                return None
            try:
                with self._connection:
                    return work(self._connection)
            except sqlite3.Error as error:
                self._failed(error)
                return None

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=BUSY_SECONDS, check_same_thread=False)
        try:
            _prepare(connection)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _failed(self, error: sqlite3.Error) -> None:
        """Start anew where the file is damaged; else do without it this once."""
        if not _is_damage(error):
            LOG.warning("the cache file is of no use just now: %s", error)
            return
        LOG.error("the cache file is damaged and is set aside: %s", error)
        self._disconnect()
        try:
            self.file.replace(self.file.with_name(self.file.name + ".damaged"))
            for suffix in ("-wal", "-shm"):
                self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
            self._connection = self._opened()
        except (OSError, sqlite3.Error) as again:
            LOG.error("there is no cache file from now on: %s", again)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Damaged(sqlite3.DatabaseError):
    """A file that SQLite can read but that isn't as it was written."""


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return isinstance(error, _Damaged) or code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _prepare(connection: sqlite3.Connection) -> None:
    """Make a new file ready, and check one that exists."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise _Damaged(found)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        # Where two processes start at once, the second waits here and then finds the table.
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in _CREATE.split(";"):
                connection.execute(statement)
            version = FORMAT
        connection.commit()
    if version != FORMAT:
        raise _Damaged(f"its format is {version}, not {FORMAT}")


def _get(connection: sqlite3.Connection, key: str) -> bytes | None:
    # As a BLOB, because bytes that are no text would be an error.
    select = "SELECT CAST(answer AS BLOB), digest FROM answers WHERE key = ?"
    row = connection.execute(select, (key,)).fetchone()
    if row is None:
        return None
    answer: bytes = row[0]
    if _digest(answer) != row[1]:
        raise _Damaged("an answer in it has changed")
    connection.execute(f"UPDATE answers SET used = {_NEXT} WHERE key = ?", (key,))
    return answer


def _put(connection: sqlite3.Connection, row: tuple[str, str, str, str, str], most: int) -> None:
    connection.execute(f"INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, {_NEXT})", row)
    while _size(connection) > most:
        (count,) = connection.execute("SELECT count(*) FROM answers").fetchone()
        if count <= 1:
            return
        oldest = "SELECT key FROM answers ORDER BY used LIMIT ?"
        connection.execute(f"DELETE FROM answers WHERE key IN ({oldest})", (max(count // 10, 1),))


def _size(connection: sqlite3.Connection) -> int:
    """The bytes of the file that hold something."""
    pages, free, each = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * each)


def _digest(answer: bytes) -> str:
    return sha256(answer).hexdigest()
