"""Answers printed for people: a sentence first, then tables, then what was assumed."""

from __future__ import annotations

import sys
from typing import Any

import typer

from odds.tables import Table, document, escaped, notes

Tables = tuple[Table, ...]


def show(text: str, tables: Tables, assumptions: tuple[str, ...], output: str) -> None:
    """Print an answer in one of the formats of ``odds.game.FORMATS`` other than JSON."""
    if output == "csv":
        typer.echo("\n".join(table.to_csv() for table in tables), nl=False)
    elif output == "html":
        typer.echo("\n".join(_html(text, tables, assumptions)))
    elif output == "markdown":
        typer.echo(document(text, tables, assumptions))
    elif sys.stdout.isatty():
        _on_terminal(text, tables, assumptions)
    else:
        parts = [text, *(table.to_text() for table in tables), *notes(assumptions)]
        typer.echo("\n\n".join(parts))


def _html(text: str, tables: Tables, assumptions: tuple[str, ...]) -> list[str]:
    items = "".join(f"<li>{escaped(sentence)}</li>" for sentence in assumptions)
    listed = [f"<p>Assumed:</p><ul>{items}</ul>"] if items else []
    return [f"<p>{escaped(text)}</p>", *(table.to_html() for table in tables), *listed]


def _on_terminal(text: str, tables: Tables, assumptions: tuple[str, ...]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(text, style="bold"))
    for table in tables:
        console.print()
        # A table that doesn't fit would lose digits; its rows one below the other don't.
        fits = _width(table) <= console.width
        console.print(_grid(table) if fits else _records(table))
    for note in notes(assumptions):
        console.print()
        console.print(Text(note, style="dim"))


def _width(table: Table) -> int:
    lines = [list(table.columns), *table.shown()]
    return sum(max(len(line[i]) for line in lines) + 3 for i in range(len(table.columns))) + 1


def _grid(table: Table) -> Any:
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(title=Text(table.title), title_justify="left", header_style="bold")
    for i, name in enumerate(table.columns):
        grid.add_column(Text(name), justify="right" if table.is_numeric(i) else "left")
    for row in table.shown():
        grid.add_row(*map(Text, row))
    return grid


def _records(table: Table) -> Any:
    """Each row as its first cell and, below it, the others with their names."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    parts: list[Any] = [Text(table.title, style="italic")]
    for row in table.shown():
        pairs = list(zip(table.columns[1:], row[1:], strict=True))
        marks = [cell for name, cell in pairs if not name and cell != "–"]
        named = [f"{name} {cell}" for name, cell in pairs if name]
        parts.append(Text(" – ".join([row[0], *marks]), style="bold"))
        parts.append(Padding(Text("; ".join(named)), (0, 0, 0, 2)))
    return Group(*parts)
