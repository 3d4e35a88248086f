"""The layers of a program from the last stage to the first, over values of one kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic

import numpy as np

from odds.program import Counters
from odds.solvers.algebra import Algebra
from odds.solvers.factored_boxes import Box
from odds.solvers.factored_explore import Explored
from odds.solvers.factored_fast import Fast, Flat, Kind, places_of
from odds.solvers.factored_graph import C
from odds.solvers.factored_pack import Packed, by_node
from odds.solvers.factored_parts import empty, in_processes, nothing
from odds.solvers.factored_plan import plan_of
from odds.solvers.factored_run import Block, Run

Stages = Sequence[tuple[Explored[C], Mapping[C, Box]]]
"""Stages, each with what is asked of it."""


def plain_layers(
    stages: Stages[C], after: Mapping[C, Block], algebra: Algebra, maxima: Counters
) -> Iterator[Mapping[C, Block]]:
    """Layers of values of any kind, ``after`` being the one behind the last stage."""
    for explored, wanted in reversed(stages):
        stage = explored.stage
        demand = by_node(stage.roots, wanted)
        plan = plan_of(stage, demand, maxima)
        back = np.argsort(plan.order)
        exits = [
            (after[exit_][0], after[exit_][1].transpose(plan.order)) if exit_ in after else None
            for exit_ in stage.exits
        ]
        with np.errstate(all="raise"):
            run = Run(stage, plan, demand, exits, algebra, maxima)
            found = {node: array.transpose(back).copy() for node, array in run.results()}
        after = {
            control: (demand[node], found[node])
            for control, node in stage.roots.items()
            if node in demand
        }
        yield after


@dataclass(frozen=True)
class Work:
    """How layers of machine numbers are computed; see ``Factored.layers``."""

    order: tuple[int, ...]
    room: int
    parts: int
    workers: int


@dataclass(frozen=True)
class Behind(Generic[C]):
    """A layer of machine numbers, and which of its arrays belongs to each control."""

    flat: Flat
    number: Mapping[C, int]

    @classmethod
    def nothing(cls, order: Sequence[int], primes: int = 0) -> Behind[C]:
        """The layer behind the last stage."""
        places, _ = places_of([], order)
        residues = np.empty((primes, 0), np.uint32) if primes else None
        return cls(Flat(places, (np.empty(0), residues)), {})

    def exits(self, controls: Sequence[C]) -> Flat:
        """Its arrays as the exits of a stage, in their order."""
        places = np.zeros((len(controls), self.flat.places.shape[1]), np.int64)
        for number, control in enumerate(controls):
            if control in self.number:
                places[number] = self.flat.places[self.number[control]]
        return Flat(places, self.flat.values)


class LaidOut(Generic[C]):
    """A stage that is ready to be run for the controls ``wanted``."""

    def __init__(
        self, packed: Packed[C], wanted: Mapping[C, Box], work: Work, primes: int = 0
    ) -> None:
        self.packed, self.wanted, self.work = packed, wanted, work
        self.demand = by_node(packed.roots, wanted)
        self.fast: Fast[C] = Fast(packed, self.demand, work.order, work.room, work.parts, primes)

    def run(
        self, behind: Behind[C], kind: Kind | None, meanwhile: Callable[[], object]
    ) -> Behind[C]:
        """The layer in front of ``behind``, all parts of the stage between them having been run."""
        fast, packed, work = self.fast, self.packed, self.work
        nodes, shared = packed.root_nodes, work.workers > 1
        places, length = places_of([self.demand.get(node) for node in nodes], work.order)
        residues = empty((fast.primes, length), np.uint32, shared) if fast.primes else None
        results = Flat(places, (empty(length, np.float64, shared), residues))
        one = partial(fast.run, behind.exits(list(packed.exits)), results, kind)
        in_processes(one, len(fast.shares), work.workers, meanwhile)
        number = {node: i for i, node in enumerate(nodes)}
        return Behind(results, {control: number[packed.roots[control]] for control in self.wanted})


Kinds = Callable[[LaidOut[C]], Kind | None]
"""What values are followed in a stage, once it is laid out."""


def run_all(
    stages: Stages[C],
    behind: Behind[C],
    work: Work,
    primes: int,
    kinds: Kinds[C],
    also: Callable[[], object] = nothing,
) -> Iterator[tuple[LaidOut[C], Behind[C]]]:
    """Run the stages from the last to the first; ``behind`` is what is behind the last of them.

    While one is run the next is laid out, and ``also`` is done.
    """
    laid: list[LaidOut[C]] = []

    def lay_out(number: int) -> None:
        if number >= 0:
            explored, wanted = stages[number]
            laid.append(LaidOut(explored.packed, wanted, work, primes))

    def meanwhile(number: int) -> None:
        also()
        lay_out(number)

    lay_out(len(stages) - 1)
    for number in range(len(stages) - 1, -1, -1):
        stage = laid.pop()
        behind = stage.run(behind, kinds(stage), partial(meanwhile, number - 1))
        yield stage, behind


def fast_layers(
    stages: Stages[C], after: Mapping[C, Block], work: Work, meanwhile: Callable[[], object]
) -> Iterator[Mapping[C, Block]]:
    """Layers of floats, ``after`` being the one behind the last stage."""
    first = copied(after, work.order)
    for stage, behind in run_all(stages, first, work, 0, lambda _stage: None, meanwhile):
        roots, demand = stage.packed.roots, stage.demand
        yield {
            control: (demand[roots[control]], behind.flat.array(i, work.order))
            for control, i in behind.number.items()
        }


def copied(after: Mapping[C, Block], order: Sequence[int]) -> Behind[C]:
    """The blocks of a layer one after the other, in the order of the run."""
    places, length = places_of([box for box, _ in after.values()], order)
    flat = Flat(places, (np.empty(length), None))
    for number, (_, array) in enumerate(after.values()):
        flat.array(number, order)[...] = array
    return Behind(flat, {control: number for number, control in enumerate(after)})
