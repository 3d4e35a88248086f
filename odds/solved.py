"""Staged programs that were solved and kept, asked for the value of any state.

What is kept are the values at the starts of stages. Those within a stage are found again when they
are asked for, by a lookahead to the next stage's start; the graph that it needs is kept as well.
"""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Generic

from odds.errors import NotSolved
from odds.folders import default_folder, folder_of
from odds.numbers import Certified
from odds.program import At, C, End, StagedProgram
from odds.store import MANIFEST, Store

if TYPE_CHECKING:
    from odds.solvers.lookahead import Counted, Graph, Lookahead, Values


def _identity(program: StagedProgram[Any], all_states: bool) -> dict[str, Any]:
    return {**program.identity, "states": "all" if all_states else "reachable"}


def store_of(program: StagedProgram[Any], root: Path | None, all_states: bool) -> Store:
    """The store of a program, whether or not anything is in it."""
    identity = _identity(program, all_states)
    command = f"odds {identity.get('game', '')} solve{' --all' if all_states else ''}"
    return Store(root or default_folder(), identity, f"'{command}' repairs it")


def store_path(program: StagedProgram[Any], root: Path | None, all_states: bool) -> Path:
    """The folder of that store."""
    return folder_of(root or default_folder(), _identity(program, all_states))


def open_solved(program: StagedProgram[C], root: Path | None = None) -> Solved[C] | None:
    """A program that was solved, or none; ``StoreError`` names a file that isn't whole."""
    for all_states in (True, False):
        store = store_of(program, root, all_states)
        if store.is_complete:
            store.check_sizes()
            return Solved(program, store)
    return None


Written = tuple[Path, int | None]
"""A manifest, and when it was written, if it is there."""

_open: dict[tuple[Written, ...], Solved[Any]] = {}
"""The programs opened last, by the manifests that there were."""

MAX_OPEN: Final = 4
"""How many programs stay open."""
_changing: Final = Lock()
"""Held while the list of open programs is changed."""


def reopen_solved(program: StagedProgram[C], root: Path | None = None) -> Solved[C] | None:
    """As ``open_solved``; a program that was asked about before is still open."""
    key = tuple(_written(store_path(program, root, all_states)) for all_states in (True, False))
    found: Solved[C] | None = _open.get(key)
    # To read beyond a file's end would end the process, and what is written to is verified anew.
    if found is None or not found.store.is_untouched():
        found = open_solved(program, root)
    with _changing:
        _open.pop(key, None)
        if found is not None:
            _open[key] = found  # as the one asked last
            while len(_open) > MAX_OPEN:
                del _open[next(iter(_open))]
    return found


def _written(folder: Path) -> Written:
    try:
        return folder, (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return folder, None


def graph_name(number: int) -> str:
    """The file of a stage's graph."""
    return f"graph-{number:03}.npz"


def packed_graph(program: StagedProgram[C], number: int) -> bytes:
    """The graph of a stage, from whichever state it may begin with, as it is kept."""
    from odds.solvers.lookahead import graph_of

    start = {program.canonical(c): program.ranges for c in program.begins(number)}
    return packed(graph_of(program, start))


def packed(graph: Graph) -> bytes:
    """A graph as it is kept."""
    import numpy as np

    file = io.BytesIO()
    arrays: dict[str, Any] = {**graph.arrays()}
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def _unpacked(content: bytes) -> Graph:
    import numpy as np

    from odds.solvers.lookahead import Graph

    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return Graph(**{name: arrays[name] for name in arrays.files})


class Solved(Generic[C]):
    """A solved program; fulfils ``odds.program.SolvedProgram``.

    A stage is read when it is first asked about, and its graph made where the store has none.
    """

    def __init__(self, program: StagedProgram[C], store: Store) -> None:
        self.program = program
        self.store = store
        self._values: dict[int, Values] = {}
        self._lookaheads: dict[int, Lookahead] = {}

    def value(self, state: At[C]) -> Certified:
        """The best expected payoff from a state, with a proven bound."""
        from odds.solvers.lookahead import Outside

        node = self.program.step(state.control)
        if isinstance(node, End):
            return Certified(self.program.payoff(node.result))
        try:
            found = self._counted(state)
            return certified(found.value, found.roundings)
        except Outside:
            why = "no play from its start leads there"
            if self.store.identity["states"] != "all":
                command = f"odds {self.program.identity.get('game', '')} solve --all"
                why += f", and not all states were solved, as '{command}' does"
            raise NotSolved(f"{self.program.title}: this state isn't known: {why}") from None

    def _counted(self, state: At[C]) -> Counted:
        from odds.solvers.lookahead import Lookahead, Outside, graph_of

        program = self.program
        key, number = program.key(state.control), program.stage_of(state.control)
        if number >= self.store.count:  # No play gets so far.
            raise Outside
        if program.is_boundary(state.control):
            return self._stage(number).at(key, state.counters)
        try:
            return self.lookahead(number).at(key, state.counters)
        except Outside:  # Perhaps only because no turn leads here: start from the state itself.
            start = {state.control: tuple((value, value) for value in state.counters)}
            alone = Lookahead(graph_of(program, start), self._stage(number + 1))
            return alone.at(key, state.counters)

    def _stage(self, number: int) -> Values:
        from odds.solvers.lookahead import NOTHING, Values

        if number not in self._values:
            if number == self.store.count:
                return NOTHING
            stage = self.store.stage(number)
            self._values[number] = Values(stage.flat, stage.blocks, stage.roundings)
        return self._values[number]

    def lookahead(self, number: int) -> Lookahead:
        """A stage, ready to be asked about single states."""
        from odds.solvers.lookahead import Lookahead

        found = self._lookaheads.get(number)
        if found is None:
            content = self.store.extra(graph_name(number))
            if content is None:
                content = packed_graph(self.program, number)
            found = Lookahead(_unpacked(content), self._stage(number + 1))
            self._lookaheads[number] = found
        return found


def certified(found: float, roundings: int) -> Certified:
    """A float with so many roundings behind it, as a number within a bound."""
    from odds.solvers.algebra import error_bound

    value, bound = Fraction(found), error_bound(roundings)
    return Certified(value, value * bound / (1 - bound))
