"""What people see at a terminal: emphasis, and tables no wider than there is room for."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TextIO

from odds.tables import Table, notes, width

BOLD: Final = "1"
DIM: Final = "2"
ITALIC: Final = "3"
BEST: Final = "best"
"""The cell that marks a row to be emphasised."""
DEFAULT_ROOM: Final = 80
"""The columns of a terminal that doesn't say how many it has."""
LEAST_ROOM: Final = 20
"""The columns that text is wrapped to at least: with fewer it can't be read."""


OBEYED: Final = (
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
"""Controls, and letters that turn the direction of a line or take no room at all."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether what is written to ``stream`` is read by a person at once."""
    return stream is not None and stream.isatty()


def harmless(text: str) -> str:
    """The text with every character made visible that a terminal would obey, but ends of lines.

    They are written as JSON writes them, so that JSON stays what it is.
    """
    if text.isprintable():
        return text
    return re.sub(OBEYED, lambda found: f"\\u{ord(found[0]):04x}", text)


def room() -> int:
    """The columns of the terminal: ``$COLUMNS``, or what the terminal says."""
    given = os.environ.get("COLUMNS", "")
    found = int(given) if given.isdecimal() and len(given) < 10 else 0
    if not found and sys.__stdout__ is not None:
        with suppress(OSError, ValueError):  # It is no terminal, or is closed.
            found = os.get_terminal_size(sys.__stdout__.fileno()).columns
    return max(found or DEFAULT_ROOM, LEAST_ROOM)


def at_terminal(text: str, tables: Sequence[Table], assumptions: Sequence[str]) -> str:
    """An answer: its sentence, its tables, and what was assumed."""
    columns = room()
    parts = [_styled(wrapped(harmless(text), columns), BOLD)]
    for table in map(_harmless, tables):
        # Without emphasis it takes a blank line to tell a title from what is below.
        below = [] if _has_emphasis() else [""]
        title = [_styled(wrapped(table.title, columns), ITALIC), *below] if table.title else []
        parts.append("\n".join([*title, *(_grid(table, columns) or _records(table, columns))]))
    parts += [_styled(_noted(harmless(note), columns), DIM) for note in notes(assumptions)]
    return "\n\n".join(parts)


def _harmless(table: Table) -> Table:
    """The table with harmless texts; names have no ends of lines that could be kept."""
    rows = (
        tuple(harmless(" ".join(cell.split())) if isinstance(cell, str) else cell for cell in row)
        for row in table.rows
    )
    columns = tuple(map(harmless, table.columns))
    return Table(harmless(table.title), columns, tuple(rows))


def _grid(table: Table, columns: int) -> list[str]:
    """The table's lines; none where they don't fit, as broken ones can't be read."""
    names, rule, *rows = table.lines("─")
    if max(map(width, (rule, *rows))) > columns:
        return []
    marked = zip(rows, table.rows, strict=True)
    return [_styled(names, BOLD), rule, *(_styled(r, BOLD) if BEST in m else r for r, m in marked)]


def _records(table: Table, columns: int) -> list[str]:
    """Each row as what it is about and, below it, its other cells with their names."""
    shown = table.shown()
    first = _telling(shown)
    numbers = [table.is_numeric(i) for i in range(len(table.columns))]
    lines = []
    for row in shown:
        cells = list(zip(table.columns, row, numbers, strict=True))
        about = ", ".join(f"{name} {cell}" if n else cell for name, cell, n in cells[:first])
        rest = [(name, cell) for name, cell, _ in cells[first:] if cell not in ("", "–")]
        marks = [cell for name, cell in rest if not name]
        lines.append(_styled(wrapped(" – ".join([about, *marks]), columns), BOLD))
        named = [_together(f"{name} {cell};", columns - 2) for name, cell in rest if name]
        if named:
            lines.append(wrapped(" ".join(named).rstrip(";"), columns, "  ", "  "))
    return lines


def _together(text: str, most: int) -> str:
    """A text that isn't to be wrapped inside, if there is room for it on a line."""
    return text.replace(" ", "\xa0") if len(text) <= most else text


def _telling(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first cells tell one row from the others; the first alone if none do."""
    for many in range(1, len(rows[0]) if rows else 1):
        if len({tuple(row[:many]) for row in rows}) == len(rows):
            return many
    return 1


def _noted(note: str, columns: int) -> str:
    """The lines of a note, what follows a mark of a list below its text."""
    return "\n".join(
        wrapped(line, columns, "", "  " if line.startswith("- ") else "")
        for line in note.split("\n")
    )


def wrapped(text: str, columns: int, first: str = "", then: str = "") -> str:
    """The text in lines of so many columns at most, by its words, each whole if it fits a line.

    ``first`` stands before the first line and ``then`` before all others. textwrap counts letters,
    of which some take two columns and some take none.
    """
    lines = [first]
    begun = False
    for word in filter(None, text.split(" ")):
        if begun and width(f"{lines[-1]} {word}") > columns:
            lines.append(then)
            begun = False
        while not begun and width(lines[-1] + word) > columns:
            fits = _fitting(word, columns - width(lines[-1]))
            lines[-1] += word[:fits]
            lines.append(then)
            word = word[fits:]
        lines[-1] += f" {word}" if begun else word
        begun = True
    return "\n".join(lines).replace("\xa0", " ")


def _fitting(word: str, columns: int) -> int:
    """How many letters of a long word come before it is broken: up to a stroke, if it has one."""
    fits = 1
    while width(word[: fits + 1]) <= columns:
        fits += 1
    return word.rfind("/", 0, fits) + 1 or fits


def _has_emphasis() -> bool:
    """Whether the terminal is known to understand emphasis, and nobody has asked for none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("dumb", "unknown"):
        return False
    return os.name != "nt" or bool({"WT_SESSION", "TERM", "ANSICON"} & os.environ.keys())


def _styled(text: str, style: str) -> str:
    """The text emphasised line by line, if it can be."""
    if not _has_emphasis():
        return text
    return "\n".join(f"\x1b[{style}m{line}\x1b[0m" if line else "" for line in text.split("\n"))
