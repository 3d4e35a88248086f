"""The layers of a program from the last stage to the first, over values of one kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic

import numpy as np

from odds.program import Counters
from odds.solvers.algebra import Algebra
from odds.solvers.factored_boxes import Box
from odds.solvers.factored_explore import Explored
from odds.solvers.factored_fast import Fast, Flat, places_of
from odds.solvers.factored_graph import C
from odds.solvers.factored_pack import by_node
from odds.solvers.factored_parts import empty, in_processes
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
    algebra: Algebra
    room: int
    parts: int
    workers: int


@dataclass(frozen=True)
class _Behind(Generic[C]):
    """A layer of machine numbers, and which of its arrays belongs to each control."""

    flat: Flat
    number: Mapping[C, int]


def fast_layers(
    stages: Stages[C], after: Mapping[C, Block], work: Work
) -> Iterator[Mapping[C, Block]]:
    """Layers of machine numbers, ``after`` being the one behind the last stage."""
    behind = _copied(after, work)
    for explored, wanted in reversed(stages):
        packed = explored.packed
        demand = by_node(packed.roots, wanted)
        fast = Fast(packed, demand, work.order, work.algebra, work.room, work.parts)
        exits = _exits(list(packed.exits), behind)
        nodes = packed.root_nodes
        places, length = places_of([demand.get(node) for node in nodes], work.order)
        results = Flat(places, empty(length, work.algebra, shared=work.workers > 1))
        in_processes(partial(fast.run, exits, results), len(fast.shares), work.workers)
        number = {node: i for i, node in enumerate(nodes)}
        behind = _Behind(results, {control: number[packed.roots[control]] for control in wanted})
        yield {
            control: (demand[packed.roots[control]], results.array(i, work.order))
            for control, i in behind.number.items()
        }


def _copied(after: Mapping[C, Block], work: Work) -> _Behind[C]:
    """The blocks of a layer one after the other, in the order of the run."""
    places, length = places_of([box for box, _ in after.values()], work.order)
    flat = Flat(places, empty(length, work.algebra, shared=False))
    for number, (_, array) in enumerate(after.values()):
        flat.array(number, work.order)[...] = array
    return _Behind(flat, {control: number for number, control in enumerate(after)})


def _exits(controls: Sequence[C], behind: _Behind[C]) -> Flat:
    """The arrays of the layer behind as the exits of a stage, in their order."""
    places = np.zeros((len(controls), behind.flat.places.shape[1]), np.int64)
    for number, control in enumerate(controls):
        if control in behind.number:
            places[number] = behind.flat.places[behind.number[control]]
    return Flat(places, behind.flat.values)
