"""Answers printed for people: a sentence first, then tables, then what was assumed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from odds.commands import say
from odds.errors import InvalidInput, OddsError, StoreError, TooLarge
from odds.format import decimal
from odds.tables import Table, document, escaped, notes
from odds.terminal import at_terminal, is_terminal

if TYPE_CHECKING:
    from odds.program import StagedProgram
    from odds.solving import Progress, Report

Tables = tuple[Table, ...]


def show(text: str, tables: Tables, assumptions: tuple[str, ...], output: str) -> None:
    """Print an answer in one of the formats of ``odds.running.FORMATS`` other than JSON."""
    if output == "csv":
        say("\n".join(table.to_csv() for table in tables), end="")
    elif output == "html":
        say("\n".join(_html(text, tables, assumptions)))
    elif output == "markdown":
        say(document(text, tables, assumptions))
    elif is_terminal(sys.stdout):
        say(at_terminal(text, tables, assumptions), styled=True)
    else:
        parts = [text, *(table.to_text() for table in tables), *notes(assumptions)]
        say("\n\n".join(parts))


def _html(text: str, tables: Tables, assumptions: tuple[str, ...]) -> list[str]:
    items = "".join(f"<li>{escaped(sentence)}</li>" for sentence in assumptions)
    listed = [f"<p>Assumed:</p><ul>{items}</ul>"] if items else []
    return [f"<p>{escaped(text)}</p>", *(table.to_html() for table in tables), *listed]


def tell_first() -> None:
    """Say why nothing happens yet, where the solver is still to be compiled."""
    from odds.solvers.lookahead_kernel import is_compiled

    if not is_compiled():
        say("The solver is compiled at its first use, which takes a minute.", error=True)


@contextmanager
def showing(*, apart: bool = False) -> Iterator[Report]:
    """A way to be told how far a solve is: what it needs, and on a terminal a bar.

    ``apart``: also what it needs is told on standard error, as the answer is to stand alone.
    """
    if not is_terminal(sys.stderr):
        yield _Told(apart).report
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn())
    times = (TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn())
    with Bar(*columns, *times, console=Console(stderr=True), transient=True) as bar:
        yield _Told(apart, bar).report


def _need(told: Progress) -> str:
    """The room that is needed."""
    size = decimal(Fraction(told.bytes, 10**6), 1)
    states = f"{told.all_states:,} states at starts of turns"
    if told.what == "solving":
        return f"{states} take {size} MB on disk."
    if told.what == "exploring":
        return f"At most {states} take up to {size} MB on disk."
    return f"{states} take up to {size} MB of memory."


def more_room(error: TooLarge, most: int | None) -> OddsError:
    """What is too large for the ``most`` bytes on disk, with the flag that allows it."""
    from odds.store import DISK, MAX_BYTES

    if not error.what.startswith(DISK):
        return error
    allowed = most or MAX_BYTES
    enough = ceil(Fraction(error.estimate, error.limit) * allowed / 10**9)
    if error.limit == allowed:
        return InvalidInput.at("solve", f"{error}; '--max-gb {enough}' allows so much")
    # How much of that is needed isn't known before it is explored.
    many = error.limit // allowed
    why = f"{_gb(error.estimate)} GB on disk for all states is over {many} times the "
    return InvalidInput.at(
        "solve", f"{why}{_gb(allowed)} GB allowed; '--max-gb {enough}' explores what it needs"
    )


def _gb(count: int) -> str:
    return decimal(Fraction(count, 10**9), 1)


def stopped(program: StagedProgram[Any], all_states: bool) -> str:
    """What to say when a solve was stopped: whether the next one goes on from anything."""
    from odds.solved import store_of

    try:
        kept = bool(store_of(program, None, all_states).stages)
    except StoreError:
        kept = False
    if kept:
        return "Stopped. What is solved is kept: the same command goes on from there."
    return "Stopped. Nothing is solved so far, so nothing is kept."


class _Told:
    """Tells what a solve needs once that is known, and keeps a bar, if there is one."""

    def __init__(self, apart: bool, bar: Any = None) -> None:
        self._apart, self._bar, self._what = apart, bar, ""
        self._task = bar.add_task("", total=None) if bar else None

    def report(self, done: Progress) -> None:
        """Show how far the solve is."""
        from odds.store import MAX_BYTES

        begins, self._what = done.what != self._what, done.what
        if begins and done.bytes > (MAX_BYTES if done.what == "exploring" else 0):
            say(_need(done), error=self._apart)
        if self._bar is None:
            return
        made, total = done.stages, done.all_stages
        if done.all_states:
            made, total = done.states, done.all_states
        shown = {"description": f"{done.what} {done.stages}/{done.all_stages}", "completed": made}
        if begins:  # So that the time left is not told from what was there before.
            self._bar.reset(self._task, total=None if done.what == "exploring" else total, **shown)
        else:
            self._bar.update(self._task, total=total, **shown)
        if made == total:  # The next may begin before the bar is drawn again by itself.
            self._bar.refresh()
