"""What people see at a terminal: emphasis, and tables no wider than there is room for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from textwrap import fill
from typing import Final, TextIO

from odds.tables import Table, notes, width

BOLD: Final = "1"
DIM: Final = "2"
ITALIC: Final = "3"
DEFAULT_ROOM: Final = 80
"""The columns of a terminal that doesn't say how many it has."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether what is written to ``stream`` is read by a person at once."""
    return stream is not None and stream.isatty()


def room() -> int:
    """The columns of the terminal: ``$COLUMNS``, or what the terminal says."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        found = os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 0
    except (OSError, ValueError):  # It is no terminal, or is closed.
        found = 0
    return found or DEFAULT_ROOM


def at_terminal(text: str, tables: Sequence[Table], assumptions: Sequence[str]) -> str:
    """An answer: its sentence, its tables, and what was assumed."""
    columns = room()
    parts = [_styled(_filled(text, columns), BOLD)]
    for table in tables:
        title = [_styled(table.title, ITALIC)] if table.title else []
        parts.append("\n".join([*title, *(_grid(table, columns) or _records(table, columns))]))
    parts += [_styled(_wrapped(note, columns), DIM) for note in notes(assumptions)]
    return "\n\n".join(parts)


def _grid(table: Table, columns: int) -> list[str]:
    """The table's lines; none where they don't fit, as broken ones can't be read."""
    names, rule, *rows = table.lines("─")
    fits = max(map(width, (rule, *rows))) <= columns
    return [_styled(names, BOLD), rule, *rows] if fits else []


def _records(table: Table, columns: int) -> list[str]:
    """Each row as what it is about and, below it, its other cells with their names."""
    shown = table.shown()
    first = _telling(shown)
    lines = []
    for row in shown:
        rest = zip(table.columns[first:], row[first:], strict=True)
        pairs = [(name, cell) for name, cell in rest if cell != "–"]  # which says nothing
        marks = [cell for name, cell in pairs if not name]
        named = "; ".join(f"{name} {cell}" for name, cell in pairs if name)
        about = " – ".join([", ".join(row[:first]), *marks])
        lines.append(_styled(_filled(about, columns), BOLD))
        if named:
            lines.append(_filled(named, columns, "  ", "  "))
    return lines


def _telling(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first cells tell one row from the others; the first alone if none do."""
    for many in range(1, len(rows[0]) if rows else 1):
        if len({tuple(row[:many]) for row in rows}) == len(rows):
            return many
    return 1


def _wrapped(note: str, columns: int) -> str:
    """The lines of a note, what follows a mark of a list below its text."""
    return "\n".join(
        _filled(line, columns, "", "  " if line.startswith("- ") else "")
        for line in note.split("\n")
    )


def _filled(text: str, columns: int, first: str = "", then: str = "") -> str:
    return fill(text, columns, initial_indent=first, subsequent_indent=then, break_on_hyphens=False)


def _styled(text: str, style: str) -> str:
    """The text emphasised, line by line, where the terminal is known to understand it."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "") in ("dumb", "unknown")
    if plain or (os.name == "nt" and not {"WT_SESSION", "TERM", "ANSICON"} & os.environ.keys()):
        return text
    return "\n".join(f"\x1b[{style}m{line}\x1b[0m" if line else "" for line in text.split("\n"))
