"""Staged programs solved once, kept in a store, and asked for the value of any state.

A solve saves each stage as soon as it is known, so that little is lost when it is stopped. What is
kept are the values at the starts of stages. Those within a stage are found again when they are
asked for, by a lookahead to the next stage's start.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from odds.errors import NotSolved, StoreError
from odds.numbers import Certified
from odds.program import Add, At, Counters, End, Look, StagedProgram
from odds.store import Store, default_folder

if TYPE_CHECKING:
    from odds.solvers.factored import Factored, Layer
    from odds.solvers.lookahead import Counted, Graph, Lookahead, Values

C = TypeVar("C")

BYTES_PER_STATE: Final = 8


@dataclass(frozen=True)
class Progress:
    """How far a solve is: ``states`` of ``all_states``, after ``stages`` of ``all_stages``.

    ``what`` is ``"exploring"``, ``"solving"`` or ``"preparing"``; ``bytes`` is what the store
    needs, once that is known.
    """

    what: str
    stages: int
    all_stages: int
    states: int = 0
    all_states: int = 0
    bytes: int = 0


Report = Callable[[Progress], object]


def _silent(_progress: Progress) -> None:
    """Nobody is told."""


def store_of(
    program: StagedProgram[C], root: Path | None = None, all_states: bool = False
) -> Store:
    """The store of a program, whether or not anything is in it."""
    identity = {**program.identity, "states": "all" if all_states else "reachable"}
    return Store(default_folder() if root is None else root, identity)


def open_solved(program: StagedProgram[C], root: Path | None = None) -> Solved[C] | None:
    """A program that was solved, or none; ``StoreError`` names a file that isn't whole."""
    for all_states in (True, False):
        store = store_of(program, root, all_states)
        if store.is_complete:
            store.check_sizes()
            return Solved(program, store)
    return None


def solve_staged(
    program: StagedProgram[C],
    root: Path | None = None,
    *,
    all_states: bool = False,
    workers: int | None = None,
    report: Report = _silent,
) -> Solved[C]:
    """Solve a program, or what is missing of it, and keep it.

    Solved are the states that can be reached from the start, or with ``all_states`` all that a
    stage may begin with. ``report`` is told how far it is, and before the first stage how much
    room it takes; what it raises ends the solve, and at most the stage under way is lost.
    """
    workers = workers or os.cpu_count() or 1
    store = store_of(program, root, all_states)
    if not _is_whole(store):
        _solve(program, store, workers, report)
    _prepare(program, store, workers, report)
    return Solved(program, store)


def _is_whole(store: Store) -> bool:
    try:
        store.verify()
    except StoreError:
        return False
    return store.is_complete


def _solve(program: StagedProgram[C], store: Store, workers: int, report: Report) -> None:
    from odds.solvers.factored import Factored
    from odds.solvers.factored_boxes import size

    report(Progress("exploring", 0, program.stages))
    control, counters = program.start
    factored = Factored(
        program,
        {control: tuple((value, value) for value in counters)},
        program.is_boundary,
        program.payoff,
        also=program.ranges if store.identity["states"] == "all" else None,
        ahead=[
            dict.fromkeys(program.begins(number), program.ranges)
            for number in range(1, program.stages)
        ],
        workers=workers,
    )
    states = [sum(map(size, demand.values())) for demand in factored.demands]
    count, need = len(states), sum(states) * BYTES_PER_STATE
    first = store.begin(count, need)

    def tell() -> None:
        known = sum(states[first:])
        report(Progress("solving", count - first, count, known, sum(states), need))

    tell()
    after = _layer(program, factored, store, first) if first < count else None
    for layer in factored.layers(workers=workers, after=after):
        blocks = {program.key(control): block for control, block in layer.blocks.items()}
        store.save(layer.number, blocks, factored.roundings[layer.number])
        first = layer.number
        tell()


def _layer(program: StagedProgram[C], factored: Factored[C], store: Store, number: int) -> Layer[C]:
    """A layer as it was saved."""
    from odds.solvers.factored import Layer

    stage = store.stage(number)
    blocks = {}
    for control in factored.demands[number]:
        box, start = stage.blocks[program.key(control)]
        shape = [high - low + 1 for low, high in box]
        length = 1
        for many in shape:
            length *= many
        blocks[control] = (box, stage.flat[start : start + length].reshape(shape))
    return Layer(number, blocks)


# Within a stage


def _graph_name(number: int) -> str:
    return f"graph-{number:03}.npz"


def _packed(graph: Graph) -> bytes:
    import numpy as np

    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **graph.arrays())
    return file.getvalue()


def _unpacked(content: bytes) -> Graph:
    import numpy as np

    from odds.solvers.lookahead import Graph

    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return Graph(**{name: arrays[name] for name in arrays.files})


def _prepare(program: StagedProgram[C], store: Store, workers: int, report: Report) -> None:
    """Keep the graphs of all stages that aren't kept yet."""
    missing = [n for n in range(store.count) if _graph_name(n) not in store.extras]
    done = store.count - len(missing)
    for number, content in _graphs(program, missing, workers):
        store.save_extra(_graph_name(number), content)
        done += 1
        report(Progress("preparing", done, store.count))


_program: StagedProgram[Any] | None = None
"""In a process that makes graphs, of what."""


def _graphs(
    program: StagedProgram[C], numbers: list[int], workers: int
) -> Iterator[tuple[int, bytes]]:
    """The graphs of these stages, made in several processes where they can be forked."""
    if workers == 1 or len(numbers) == 1 or not hasattr(os, "fork"):
        _begin(program)
        yield from map(_made, numbers)
        return
    from multiprocessing import get_context

    with get_context("fork").Pool(workers, _begin, (program,), maxtasksperchild=1) as pool:
        yield from pool.imap(_made, numbers)


def _begin(program: StagedProgram[Any]) -> None:
    global _program
    _program = program


def _made(number: int) -> tuple[int, bytes]:
    from odds.solvers.lookahead import graph_of

    program = _program
    assert program is not None
    start = {program.canonical(c): program.ranges for c in program.begins(number)}
    return number, _packed(graph_of(program, start))


class Solved(Generic[C]):
    """A solved program; fulfils ``odds.program.SolvedProgram``.

    A stage is read when it is first asked about, and its graph made where the store has none.
    """

    def __init__(self, program: StagedProgram[C], store: Store) -> None:
        self.program = program
        self.store = store
        self._values: dict[int, Values] = {}
        self._lookaheads: dict[int, Lookahead] = {}

    def settle(self, control: C, counters: Counters) -> At[C]:
        """The state that follows without choice or chance: it may be a start of a stage."""
        program, maxima = self.program, self.program.maxima
        control = program.canonical(control)
        while not program.is_boundary(control):
            node = program.step(control)
            if isinstance(node, Add):
                moved = min(maxima[node.counter], max(0, counters[node.counter] + node.amount))
                counters = (*counters[: node.counter], moved, *counters[node.counter + 1 :])
                control = node.then
            elif isinstance(node, Look):
                control = node.then[sum(cut <= counters[node.counter] for cut in node.cuts)]
            else:
                break
        return At(control, counters)

    def value(self, state: At[C]) -> Certified:
        """The best expected payoff from a state, with a proven bound."""
        from odds.solvers.lookahead import Outside

        node = self.program.step(state.control)
        if isinstance(node, End):
            return Certified(self.program.payoff(node.result))
        try:
            return _certified(self._counted(state))
        except Outside:
            why = "no play from its start leads there, and only what it leads to is kept"
            raise NotSolved(f"{self.program.title}: this state isn't known: {why}") from None

    def _counted(self, state: At[C]) -> Counted:
        from odds.solvers.lookahead import Lookahead, Outside, graph_of

        program = self.program
        key, number = program.key(state.control), program.stage_of(state.control)
        if program.is_boundary(state.control):
            return self._stage(number).at(key, state.counters)
        try:
            return self._lookahead(number).at(key, state.counters)
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

    def _lookahead(self, number: int) -> Lookahead:
        from odds.solvers.lookahead import Lookahead

        found = self._lookaheads.get(number)
        if found is None:
            content = self.store.extra(_graph_name(number))
            if content is None:
                _begin(self.program)
                _, content = _made(number)
            found = Lookahead(_unpacked(content), self._stage(number + 1))
            self._lookaheads[number] = found
        return found


def _certified(counted: Counted) -> Certified:
    """A float that is off by at most a relative error, as a number within a bound."""
    from odds.solvers.algebra import error_bound

    value, bound = Fraction(counted.value), error_bound(counted.roundings)
    return Certified(value, value * bound / (1 - bound))
