"""Solving a staged program, and keeping what is found.

Each stage is saved as soon as it is known, so that little is lost when a solve is stopped: it goes
on from what is there, and gives the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from odds.errors import StoreError, TooLarge
from odds.program import C, StagedProgram
from odds.solved import Solved, graph_name, packed, packed_graph, store_of, store_path
from odds.store import DISK, MANIFEST, MAX_BYTES, Box, Store
from odds.workers import workers_of

if TYPE_CHECKING:
    from odds.solvers.factored import Factored, Layer
    from odds.solvers.factored_graph import Stage

BYTES_PER_STATE: Final = 8

EXPLORED: Final = 4
"""How many times the bytes allowed all states may take, for it to be explored how many it needs."""

SOLVING: Final = Fraction(9, 10)
"""The share of the time that solving takes; the rest is for preparing what asking needs."""


@dataclass(frozen=True)
class Progress:
    """How far a solve is: ``states`` of ``all_states``, after ``stages`` of ``all_stages``.

    ``what`` is ``"exploring"``, ``"solving"``, ``"preparing"``, ``"counting"``, ``"certifying"`` or
    ``"following"``; ``bytes`` is what the store needs, or of a certificate the memory. While it is
    explored what is needed of a solve, that and ``all_states`` are what it needs at most.
    """

    what: str
    stages: int
    all_stages: int
    states: int = 0
    all_states: int = 0
    bytes: int = 0

    @property
    def share(self) -> Fraction:
        """How much of everything is done, roughly, from 0 to 1."""
        if self.what == "preparing":
            return SOLVING + (1 - SOLVING) * Fraction(self.stages, self.all_stages)
        return SOLVING * Fraction(self.states, max(1, self.all_states))


Report = Callable[[Progress], object]


def silent(_progress: Progress) -> None:
    """Nobody is told."""


def solve_staged(
    program: StagedProgram[C],
    root: Path | None = None,
    *,
    all_states: bool = False,
    workers: int | None = None,
    report: Report = silent,
    max_bytes: int | None = None,
) -> Solved[C]:
    """Solve a program, or what is missing of it, and keep it.

    Solved are the states that can be reached from the start, or with ``all_states`` those with any
    values of the counters at every control that play comes to. ``report`` is told how far it is,
    and before the first stage how much room it takes; what it raises ends the solve, and at most
    the stage under way is lost. ``TooLarge`` if it would take more than ``max_bytes`` on disk, by
    default ``MAX_BYTES``.
    """
    workers = workers_of(workers)
    store = _ready_store(program, root, all_states)
    if not _is_whole(store):
        most = MAX_BYTES if max_bytes is None else max_bytes
        _solve(program, store, workers, report, most)
    _prepare(program, store, workers, report)
    return Solved(program, store)


def _ready_store(program: StagedProgram[Any], root: Path | None, all_states: bool) -> Store:
    """The store, without a manifest that says nothing any more."""
    try:
        return store_of(program, root, all_states)
    except StoreError:
        with suppress(OSError):  # then it is said again what is wrong
            (store_path(program, root, all_states) / MANIFEST).unlink(missing_ok=True)
        return store_of(program, root, all_states)


def _is_whole(store: Store) -> bool:
    if not store.is_complete:
        return False  # What there is of it is read through when the store is begun.
    try:
        store.verify()
    except StoreError:
        return False
    return True


def most_states(program: StagedProgram[Any]) -> int:
    """How many states there are at the starts of stages, whether or not play comes to them."""
    starts = sum(len(list(program.begins(number))) for number in range(1, program.stages))
    return 1 + starts * prod(high - low + 1 for low, high in program.ranges)


def _solve(
    program: StagedProgram[C], store: Store, workers: int, report: Report, max_bytes: int
) -> None:
    most = most_states(program)
    need = most * BYTES_PER_STATE
    if need > EXPLORED * max_bytes:
        raise TooLarge(f"{DISK} for all states", need, EXPLORED * max_bytes)
    report(Progress("exploring", 0, program.stages, 0, most, need))
    all_states = store.identity["states"] == "all"
    factored = explored(program, workers, silent, all_states, partial(_packed, program))
    states = states_of(factored)
    count, need = len(states), sum(states) * BYTES_PER_STATE
    first = store.begin(count, need, max_bytes)
    for number, stage in enumerate(factored.stages):
        # The first was explored from the start alone, each other from all that it may begin with.
        if number and graph_name(number) not in store.extras:
            store.save_extra(graph_name(number), stage.extract)

    def tell() -> None:
        known = sum(states[first:])
        report(Progress("solving", count - first, count, known, sum(states), need))

    tell()
    after = stored_layer(program, factored, store, first) if first < count else None

    def kept(number: int) -> None:
        nonlocal first
        first = number
        tell()

    saver = _Saver(store, kept, workers > 1 and hasattr(os, "fork"))
    try:
        for layer in factored.layers(workers=workers, after=after, meanwhile=saver.finish):
            blocks = {program.key(control): block for control, block in layer.blocks.items()}
            saver.save(layer.number, blocks, factored.roundings[layer.number])
    finally:
        saver.finish()


class _Saver:
    """Saves a stage, and tells that it is ``kept``.

    If so asked it does so ``apart`` from this process, while the next stage is being solved.
    """

    def __init__(self, store: Store, kept: Callable[[int], object], apart: bool) -> None:
        self._store, self._kept, self._apart = store, kept, apart
        self._pending: tuple[int, Callable[[], None]] | None = None

    def save(self, number: int, blocks: Mapping[int, tuple[Box, Any]], roundings: int) -> None:
        """Save a stage, or begin to."""
        from odds.solvers.factored_parts import begun

        begin = partial(begun, apart=self._apart)
        self._pending = number, self._store.save(number, blocks, roundings, begin)
        if not self._apart:
            self.finish()

    def finish(self) -> None:
        """Wait until what was begun is saved."""
        if self._pending is not None:
            (number, keep), self._pending = self._pending, None
            keep()
            self._kept(number)


def _packed(program: StagedProgram[C], stage: Stage[C]) -> bytes:
    from odds.solvers.lookahead import graph_from

    return packed(graph_from(program, stage))


def explored(
    program: StagedProgram[C],
    workers: int,
    report: Report,
    all_states: bool = False,
    extract: Callable[[Stage[C]], bytes] | None = None,
) -> Factored[C]:
    """The program with what is needed of it from its start, or of all states; nothing solved."""
    from odds.solvers.factored import Factored

    report(Progress("exploring", 0, program.stages))
    control, counters = program.start
    return Factored(
        program,
        {control: tuple((value, value) for value in counters)},
        program.is_boundary,
        program.payoff,
        also=program.ranges if all_states else None,
        ahead=[
            dict.fromkeys(program.begins(number), program.ranges)
            for number in range(1, program.stages)
        ],
        workers=workers,
        extract=extract,
    )


def states_of(factored: Factored[C]) -> list[int]:
    """How many states each stage begins with."""
    from odds.solvers.factored_boxes import size

    return [sum(map(size, demand.values())) for demand in factored.demands]


def stored_layer(
    program: StagedProgram[C], factored: Factored[C], store: Store, number: int
) -> Layer[C]:
    """A layer as it was saved."""
    from odds.solvers.factored import Layer

    stage = store.stage(number)
    blocks = {}
    for control in factored.demands[number]:
        box, start = stage.blocks[program.key(control)]
        shape = [high - low + 1 for low, high in box]
        blocks[control] = (box, stage.flat[start : start + prod(shape)].reshape(shape))
    return Layer(number, blocks)


def _prepare(program: StagedProgram[C], store: Store, workers: int, report: Report) -> None:
    """Keep the graphs of all stages that aren't kept yet."""
    missing = [n for n in range(store.count) if graph_name(n) not in store.extras]
    done = store.count - len(missing)
    for number, content in _graphs(program, missing, workers):
        store.save_extra(graph_name(number), content)
        done += 1
        report(Progress("preparing", done, store.count))


def _graphs(
    program: StagedProgram[C], numbers: list[int], workers: int
) -> Iterator[tuple[int, bytes]]:
    """The graphs of these stages, made in several processes where they can be forked."""
    from odds.solvers.factored_parts import each_apart

    works = [partial(packed_graph, program, number) for number in numbers]
    yield from zip(numbers, each_apart(works, workers if hasattr(os, "fork") else 1), strict=True)
