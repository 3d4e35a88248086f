"""Where games go under optimal play: one pass forward over the stages of a program.

The mass of a state is the part of all games from the start that come to it. At a choice all of it
follows the best alternative (of equal ones, always the same), at a random event it is shared out.
Masses are floats with counted roundings, like values (``odds.solvers.algebra``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import fsum, isinf, prod
from typing import Final

import numpy as np

from odds.errors import SolveError
from odds.program import Counters
from odds.solvers.algebra import Array
from odds.solvers.factored import Factored, Layer
from odds.solvers.factored_boxes import Box, hull, within
from odds.solvers.factored_fast import Fast, Flat, places_of
from odds.solvers.factored_graph import C
from odds.solvers.factored_layers import Behind, copied
from odds.solvers.factored_masses import seed
from odds.solvers.factored_pack import Packed
from odds.solvers.factored_parts import empty, in_processes

ROOM: Final = 2_000_000_000
"""The bytes that the arrays of a part may take: none is given back before its masses came by.

Each process takes so many. In less room there are more parts, and what these have in common is
computed more often: a third of it takes several times as long.
"""

LANES: Final = 2
"""The parts of a stage are dealt out to so many lanes, each with exits of its own: in the same way
however many processes there are, so that masses hang on nothing else."""

Mass = tuple[float, int]
"""A mass and the roundings behind it at most: see ``algebra.error_bound``."""


@dataclass(frozen=True)
class Passage:
    """What happens in one stage."""

    ends: dict[Hashable, Mass]
    """The part of all games that ends in it, by result."""
    counters: list[list[Mass]]
    """For each counter and each of its values the part of all games that begin it so."""


Coming = Mapping[C, tuple[Box, Array]]
"""For each control with which a stage begins masses [2, ...] on a box."""


def forward(
    factored: Factored[C],
    control: C,
    counters: Counters,
    layer: Callable[[int], Layer[C]],
    room: int = ROOM,
    report: Callable[[int], object] = lambda _stage: None,
    workers: int = 1,
) -> list[Passage]:
    """The passage of every stage for games that begin in this state of the first.

    ``layer`` returns a layer of floats by its number. ``report`` is told the number of each stage
    that is done. At most ``LANES`` of the ``workers`` are of use, and on Windows, which can't fork,
    one; the passages are the same whatever their number.
    ``SolveError`` if a mass is too small for a float.
    """
    workers = min(workers, LANES) if hasattr(os, "fork") else 1
    through = partial(_through, order=factored.order, room=room, lanes=LANES, workers=workers)
    return list(_passages(factored, (control, counters), layer, 1, through, report))


def simulate(
    factored: Factored[C],
    control: C,
    counters: Counters,
    layer: Callable[[int], Layer[C]],
    games: int,
    number: int,
    room: int = ROOM,
    report: Callable[[int], object] = lambda _stage: None,
) -> dict[Hashable, int]:
    """How many of so many ``games`` end with each result, ``number`` seeding what they roll.

    The rest is as for ``forward``.
    """
    seed(number)
    ends: dict[Hashable, int] = {}
    through = partial(_through, order=factored.order, room=room, drawn=True)
    for passage in _passages(factored, (control, counters), layer, games, through, report):
        for result, (many, _) in passage.ends.items():
            ends[result] = ends.get(result, 0) + int(many)
    return ends


def _passages(
    factored: Factored[C],
    start: tuple[C, Counters],
    layer: Callable[[int], Layer[C]],
    mass: int,
    through: Callable[[Packed[C], Coming[C], Behind[C]], tuple[dict[Hashable, Mass], Coming[C]]],
    report: Callable[[int], object],
) -> Iterator[Passage]:
    control, counters = start
    point = tuple((value, value) for value in counters)
    one = np.array([float(mass), 0.0]).reshape(2, *[1] * len(counters))
    coming: Coming[C] = {factored.program.canonical(control): (point, one)}
    for number, explored in enumerate(factored.stages):
        last = number + 1 == len(factored.stages)
        behind = copied({} if last else layer(number + 1).blocks, factored.order)
        values = _of_counters(coming, factored.maxima)
        ends, coming = through(explored.packed, coming, behind)
        yield Passage(ends, values)
        report(number)


def _through(
    packed: Packed[C],
    coming: Coming[C],
    behind: Behind[C],
    *,
    order: tuple[int, ...],
    room: int,
    lanes: int = 1,
    workers: int = 1,
    drawn: bool = False,
) -> tuple[dict[Hashable, Mass], Coming[C]]:
    """The ends of a stage, and what comes to the next."""
    if not coming:  # Every game has ended before.
        return {}, {}
    demand: dict[int, Box] = {}
    for control, (box, _) in coming.items():
        node = packed.roots[control]
        demand[node] = hull(demand[node], box) if node in demand else box
    nodes = packed.root_nodes
    places, length = places_of([demand.get(node) for node in nodes], order)
    masses = np.zeros((2, length))
    results = Flat(places, (np.empty(length), masses))
    for control, (box, mass) in coming.items():
        _add(results, nodes.index(packed.roots[control]), order, box, mass)
    controls = list(packed.exits)
    exits = behind.exits(controls)
    values = exits.values[0]
    out = _zeros(lanes, len(values), workers > 1)
    leaves = _zeros(lanes, len(packed.leaves), workers > 1)
    fast = Fast(packed, demand, order, room, lanes, keep=True)

    def some(lane: int) -> None:
        for part in range(lane, len(fast.shares), lanes):
            fast.run(exits, Flat(places, (np.empty(length), None)), None, part)
            onward = Flat(exits.places, (values, out[lane]))
            fast.pass_on(onward, results, leaves[lane], part, drawn)

    in_processes(some, lanes, workers)
    ends = {
        leaf.result: (float(mass), _count(count))
        for leaf, mass, count in zip(packed.leaves, *_joined(leaves), strict=True)
        if mass
    }
    arrived = Flat(exits.places, (values, _joined(out)))
    following = {}
    for number, control in enumerate(controls):
        if control in behind.number and (found := _found(arrived, number, order)):
            following[control] = found
    return ends, following


def _zeros(lanes: int, length: int, shared: bool) -> Array:
    """Masses [lane, 2, length] for each lane to add to."""
    shape = (lanes, 2, length)
    return empty(shape, np.float64, shared) if shared else np.zeros(shape)


def _joined(masses: Array) -> Array:
    """The masses [2, length] of all lanes together, in the first one's place."""
    for other in masses[1:]:
        _increase(masses[0], other)
    first: Array = masses[0]
    return first


def _masses(flat: Flat, number: int, order: tuple[int, ...]) -> tuple[Box, Array]:
    """The box of one of the arrays, and a view of its masses, the axes the counters in order."""
    start, *ends = flat.places[number].tolist()
    axes = len(order)
    shape = [ends[axes + axis] - ends[axis] + 1 for axis in range(axes)]
    masses = flat.values[1]
    assert masses is not None
    view = masses[:, start : start + prod(shape)].reshape(2, *shape)
    back = [order.index(counter) for counter in range(axes)]
    box = tuple((ends[axis], ends[axes + axis]) for axis in back)
    return box, view.transpose(0, *(1 + axis for axis in back))


def _add(flat: Flat, number: int, order: tuple[int, ...], box: Box, new: Array) -> None:
    """Add masses on a box to those of an array."""
    around, masses = _masses(flat, number, order)
    _increase(masses[(slice(None), *within(around, box))], new)


def _increase(old: Array, new: Array) -> None:
    """Add masses [2, ...] to others; where both are there the sum is rounded."""
    both = (old[0] != 0) & (new[0] != 0)
    old[1] = np.maximum(old[1], new[1]) + both
    old[0] += new[0]


def _found(flat: Flat, number: int, order: tuple[int, ...]) -> tuple[Box, Array] | None:
    """The masses of an array, on the smallest box that holds them all; none if there are none."""
    around, masses = _masses(flat, number, order)
    places = np.nonzero(masses[0])
    if not len(places[0]):
        return None
    box = tuple(
        (low + int(place.min()), low + int(place.max()))
        for (low, _), place in zip(around, places, strict=True)
    )
    return box, masses[(slice(None), *within(around, box))].copy()


def _of_counters(coming: Coming[C], maxima: Counters) -> list[list[Mass]]:
    counters = []
    for counter, most in enumerate(maxima):
        found: list[list[Array]] = [[] for _ in range(most + 1)]
        for box, masses in coming.values():
            for value in range(box[counter][0], box[counter][1] + 1):
                found[value].append(masses.take(value - box[counter][0], axis=1 + counter))
        counters.append([_summed(some) for some in found])
    return counters


def _summed(parts: Sequence[Array]) -> Mass:
    """All masses together; their exact sum is rounded once."""
    if not parts:
        return 0.0, 0
    total = fsum(chain.from_iterable(part[0][part[0] != 0].tolist() for part in parts))
    return total, 1 + _count(max(part[1].max() for part in parts))


def _count(roundings: float) -> int:
    if isinf(roundings):
        raise SolveError("underflow: a mass is too small for a float")
    return int(roundings)
