"""The stages of a program one after the other, or all at once in processes of their own."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Generic

from odds.errors import ModelError
from odds.program import Program
from odds.solvers.factored_boxes import Box, contains
from odds.solvers.factored_discovery import stage_of
from odds.solvers.factored_graph import C, Stage
from odds.solvers.factored_pack import Packed, by_node, packed
from odds.solvers.factored_parts import each_apart


@dataclass(frozen=True)
class Explored(Generic[C]):
    """A stage as tables, and as a graph: that one is large and seldom used, so kept as bytes.

    ``extract`` is what was asked for of the graph with its moments, which are not kept.
    """

    packed: Packed[C]
    pickled: bytes
    extract: bytes

    @property
    def stage(self) -> Stage[C]:
        """The stage as a graph."""
        stage: Stage[C] = pickle.loads(self.pickled)
        return stage


def explore(
    program: Program[C],
    start: Mapping[C, Box],
    boundary: Callable[[C], bool],
    payoff: Callable[[Hashable], Fraction],
    ahead: Sequence[Mapping[C, Box]],
    workers: int,
    extract: Callable[[Stage[C]], bytes] | None,
) -> Generator[Explored[C], dict[C, Box], None]:
    """The stage that begins at ``start``, then whichever begins at what is sent.

    See ``odds.solvers.factored.Factored``, also for the errors.
    """

    def one(demand: Mapping[C, Box]) -> Explored[C]:
        stage = stage_of(program, demand, boundary, payoff)
        extracted = b"" if extract is None else extract(stage)
        stage = replace(stage, moments={})
        nodes = by_node(stage.roots, demand)
        return Explored(packed(stage, nodes, program.maxima), pickle.dumps(stage), extracted)

    seen: set[C] = set()
    known = iter(each_apart([partial(one, demand) for demand in (start, *ahead)], workers))
    demand: Mapping[C, Box] = start
    for number in count():
        if twice := seen & demand.keys():
            raise ModelError(f"{next(iter(twice))!r} begins two stages")
        seen |= demand.keys()
        if number <= len(ahead):
            _check(demand, (start, *ahead)[number])
            explored = next(known)
        else:
            (explored,) = each_apart([partial(one, demand)], workers)
        demand = yield explored


def _check(demand: Mapping[C, Box], foreseen: Mapping[C, Box]) -> None:
    for control, box in demand.items():
        if control not in foreseen or not contains(foreseen[control], box):
            raise ModelError(f"{control!r} with {box} was not foreseen to begin a stage")
