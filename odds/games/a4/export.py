"""``odds a4 boss --export``: the boss over all attacks, defences and HP as a file."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TextIO

from odds.commands import say
from odds.errors import InvalidInput
from odds.format import joined
from odds.games.a4.parts.boss import A4Boss, all_pools
from odds.games.a4.parts.boss_export import COLUMNS, A4BossEveryHp, every_strength
from odds.games.a4.sheet import HP
from odds.running import Run
from odds.tables import Cell, plain
from odds.terminal import is_terminal

Row = tuple[Cell, ...]
SUFFIXES: Final = (".csv", ".json")


def export_boss(run: Run, body: dict[str, Any], name: str) -> None:
    """Write every row to the file ``name``.

    The cost, what is assumed, and the progress are told on standard error.
    """
    path = Path(name)
    if path.suffix not in SUFFIXES:
        raise InvalidInput.at("--export", f"the file must end in {' or '.join(SUFFIXES)}")
    boss = run.problem("/v1/a4/boss", body)
    assert isinstance(boss, A4Boss)
    given = [*(["pool"] if boss.situation.pool else []), *boss.situation.tracks]
    if ignored := [name for name in given if name in COLUMNS]:
        why = f"writes every {', '.join(COLUMNS[:4])}: leave out {joined(ignored)}"
        raise InvalidInput.at("--export", why)
    questions = list(every_strength(boss))
    hp = boss.hero.maxima[HP]
    rows = len(questions) * hp * len(all_pools(boss.number))
    cost = f"{rows:,} rows: {len(questions)} strengths, each solved at {hp} HP for every pool"
    assumed = (f"Assumed: {sentence}" for sentence in questions[0].boss.assumptions)
    write = _write_csv if path.suffix == ".csv" else _write_json
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            say("\n".join((cost, *assumed)), error=True)
            write(file, _rows(run, questions))
    except OSError as error:
        raise InvalidInput.at("--export", f"can't be written: {error}") from error


def _rows(run: Run, questions: list[A4BossEveryHp]) -> Iterator[Row]:
    from rich.console import Console
    from rich.progress import track

    quiet = not is_terminal(sys.stderr)
    for question in track(questions, "Solving", console=Console(stderr=True), disable=quiet):
        yield from run.solve(question).tables()[0].rows


def _write_csv(file: TextIO, rows: Iterable[Row]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([plain(cell) for cell in row] for row in rows)


def _write_json(file: TextIO, rows: Iterable[Row]) -> None:
    """A list with one object a line; probabilities are exact fractions as text."""
    before = "[\n"
    for row in rows:
        shown = [cell if isinstance(cell, int) else plain(cell) for cell in row]
        file.write(before + json.dumps(dict(zip(COLUMNS, shown, strict=True))))
        before = ",\n"
    file.write("\n]\n")
