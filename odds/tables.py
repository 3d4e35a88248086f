"""Tables of exact cells, rendered as text, Markdown, CSV or HTML."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from odds.format import Both, Share, decimals, nearest_double
from odds.numbers import Certified, Infinite

Number = Fraction | Infinite | Certified
Cell = str | int | Number | Share | Both | None


class Table(Struct, frozen=True):
    """Rows of exact cells under named columns; a ``Share`` cell is shown as a percentage."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def shown(self) -> list[list[str]]:
        """The rows as a person reads them; numbers of a column have equally many decimals."""
        columns = [_column([row[i] for row in self.rows]) for i in range(len(self.columns))]
        return [[column[i] for column in columns] for i in range(len(self.rows))]

    def lines(self, dash: str = "-") -> list[str]:
        """The names of the columns, a rule and the rows, aligned; numbers to the right."""
        shown = [[" ".join(t.split()) for t in line] for line in (self.columns, *self.shown())]
        columns = [list(column) for column in zip(*shown, strict=True)]
        widths = [max(map(width, column)) for column in columns]
        for i, (column, wide) in enumerate(zip(columns, widths, strict=True)):
            if self.is_numeric(i):
                columns[i] = [" " * (wide - width(text)) + text for text in column]
            else:
                columns[i] = [text + " " * (wide - width(text)) for text in column]
        names, *rows = ("  ".join(line).rstrip() for line in zip(*columns, strict=True))
        return [names, "  ".join(dash * wide for wide in widths), *rows]

    def to_text(self) -> str:
        """Aligned columns below the title."""
        return "\n".join([*([self.title, ""] if self.title else []), *self.lines()])

    def to_markdown(self) -> str:
        """A GitHub-flavoured Markdown table."""

        def row(cells: list[str]) -> str:
            return "| " + " | ".join(map(_markdown, cells)) + " |"

        marks = ["---:" if self.is_numeric(i) else "---" for i in range(len(self.columns))]
        head = [f"**{_markdown(self.title)}**", ""] if self.title else []
        return "\n".join([*head, row(list(self.columns)), row(marks), *map(row, self.shown())])

    def to_csv(self) -> str:
        """Comma-separated values; numbers are exact fractions."""
        import csv  # Loaded when needed: it isn't for most answers.

        buffer = io.StringIO(newline="")
        # What would end a line for any reader is quoted if it is among what ends one here.
        writer = csv.writer(buffer, lineterminator="\r\n")
        lines = []
        for row in (self.columns, *([plain(cell) for cell in row] for row in self.rows)):
            writer.writerow(row)
            lines.append(buffer.getvalue().removesuffix("\r\n") + "\n")
            buffer.seek(0)
            buffer.truncate()
        return "".join(lines)

    def to_html(self) -> str:
        """A plain ``<table>``; the exact value of a number is its tooltip."""
        head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in self.columns)
        rows = [zip(*row, strict=True) for row in zip(self.rows, self.shown(), strict=True)]
        body = "".join(
            f"<tr>{''.join(_html_cell(cell, text) for cell, text in row)}</tr>" for row in rows
        )
        caption = f"<caption>{escaped(self.title)}</caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _repr_html_(self) -> str:
        return self.to_html()

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __str__(self) -> str:
        return self.to_text()

    def is_numeric(self, column: int) -> bool:
        """Whether the column holds numbers only."""
        cells = [row[column] for row in self.rows if row[column] is not None]
        return bool(cells) and all(
            cell.is_number if isinstance(cell, Both) else not isinstance(cell, str)
            for cell in cells
        )


def width(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide letter, none for an accent."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # Loaded when needed: it is for few texts.

    none = ("Mn", "Me", "Cf", "Cc")  # marks on a letter, formats and controls
    return sum(
        0 if category(letter) in none else 2 if east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def escaped(text: str) -> str:
    """``text`` within HTML."""
    from html import escape  # Loaded when needed: it isn't for most answers.

    return escape(text)


def _html_cell(cell: Cell, shown: str) -> str:
    exact = isinstance(cell, Fraction | Certified | Share | Both)
    title = f' title="{escaped(plain(cell))}"' if exact else ""
    return f"<td{title}>{escaped(shown)}</td>"


def _column(cells: Sequence[Cell]) -> list[str]:
    """The cells of a column as a person reads them."""
    values = [c.value if isinstance(c, Certified) else c for c in cells]
    numbers = iter(decimals([v for v in values if isinstance(v, Fraction | Infinite)]))
    return [next(numbers) if isinstance(v, Fraction | Infinite) else _shown(v) for v in values]


def _shown(cell: str | int | Share | Both | None) -> str:
    return "–" if cell is None else str(cell)


def _markdown(text: str) -> str:
    """``text`` on one line, with all that Markdown would read as a mark put behind a backslash."""
    marks = r"[\\`*_~|\[\]]|<(?=[A-Za-z/!?])|&(?=[A-Za-z#])"
    return re.sub(marks, r"\\\g<0>", " ".join(text.split()))


def notes(assumptions: Sequence[str]) -> list[str]:
    """What was assumed, as at most one paragraph: a sentence, or a list of them."""
    if len(assumptions) < 2:
        return [f"Assumed: {sentence}" for sentence in assumptions]
    return ["\n".join(["Assumed:", "", *(f"- {sentence}" for sentence in assumptions)])]


def document(text: str, tables: Sequence[Table], assumptions: Sequence[str]) -> str:
    """An answer as Markdown: its sentence, its tables, and what was assumed."""
    assumed = notes([_markdown(sentence) for sentence in assumptions])
    return "\n\n".join([_markdown(text), *(table.to_markdown() for table in tables), *assumed])


def plain(cell: Cell) -> str:
    """A cell in full, for other programs: a fraction, or a decimal of what isn't known exactly."""
    if isinstance(cell, Both):
        return cell.plain
    value = cell.value if isinstance(cell, Share) else cell
    if isinstance(value, Certified):
        if isinstance(cell, Share) and value.error and value.value > 1:  # by its error alone
            return "1.0"
        return str(nearest_double(value.value) if value.error else value.value)
    if isinstance(value, Infinite):
        return "infinite"
    return "" if value is None else str(value)
