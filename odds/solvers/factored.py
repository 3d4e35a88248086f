"""Programs solved over whole boxes of counter values at once: backward induction on arrays.

The solver runs a ``Program`` as it stands. For each control it holds the optimal values over a box
of counter values as one array: a choice is a maximum of arrays, a random event a weighted mean, a
moved counter a shifted and clipped view, a look at a counter a cut into pieces, an end a constant.
With ``g`` the payoff of an end, at least 0, these are the optimality equations of
``odds.solvers.backward``.

A program is taken a *stage* at a time. Stages are separated by *boundary* controls (the starts of
turns, say), which the caller knows; every control between two boundaries belongs to one stage.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

import numpy as np

from odds.errors import ModelError
from odds.program import Counters, Program
from odds.solvers.algebra import Algebra, Floats
from odds.solvers.factored_boxes import Box, contains, hull, needed, within
from odds.solvers.factored_discovery import stage_of
from odds.solvers.factored_graph import C, Stage
from odds.solvers.factored_parts import apart, empty_arrays, in_processes, split
from odds.solvers.factored_plan import plan_of
from odds.solvers.factored_run import Block, Run


@dataclass(frozen=True)
class Layer(Generic[C]):
    """Values at the controls with which a stage begins, each on a box of counter values.

    The axes of an array are the counters in their order, its first element belongs to the lowest
    values of the box.
    """

    number: int
    blocks: Mapping[C, Block]

    def value(self, control: C, counters: Counters) -> Any:
        """The value of one state; ``ModelError`` if it was not asked for."""
        block = self.blocks.get(control)
        if block is None or not contains(block[0], tuple((c, c) for c in counters)):
            raise ModelError(f"{control!r} with {counters} is outside of what was solved")
        box, array = block
        return array[tuple(c - low for c, (low, _) in zip(counters, box, strict=True))]


class Factored(Generic[C]):
    """A program in stages, with the boxes that are needed from the ``start``.

    ``demands`` holds for each stage its first controls and the box that is needed of each.
    ``also`` adds a box at every later boundary control, for values that no play from the start
    needs. Payoffs belong to the results of ends. ``ModelError`` if a boundary control can come in
    two stages, or if the states of a stage have a cycle. With ``fork`` (not on Windows) each stage
    is explored in a process of its own, which takes the program's memory of its steps with it.
    """

    def __init__(
        self,
        program: Program[C],
        start: Mapping[C, Box],
        boundary: Callable[[C], bool],
        payoff: Callable[[Hashable], Fraction],
        also: Box | None = None,
        fork: bool = False,
    ) -> None:
        self.maxima = program.maxima
        self.demands: list[dict[C, Box]] = []
        self._stages: list[bytes] = []
        demand = {program.canonical(control): box for control, box in start.items()}
        seen: set[C] = set()

        def explore() -> tuple[bytes, dict[C, Box]]:
            stage = stage_of(program, demand, boundary, payoff)
            return pickle.dumps(stage), self._exits(stage, demand, also)

        while demand:
            if twice := seen & demand.keys():
                raise ModelError(f"{next(iter(twice))!r} begins two stages")
            seen |= demand.keys()
            stage, following = apart(explore) if fork else explore()
            self._stages.append(stage)
            self.demands.append(demand)
            demand = following

    def stage(self, number: int) -> Stage[C]:
        """A stage as a graph; they are kept packed, since they are large and used one by one."""
        stage: Stage[C] = pickle.loads(self._stages[number])
        return stage

    def _exits(self, stage: Stage[C], demand: Mapping[C, Box], also: Box | None) -> dict[C, Box]:
        """What is needed at the boundary behind ``stage``."""
        boxes = needed(stage, by_node(stage, demand), self.maxima)
        exits = {}
        for number, control in enumerate(stage.exits):
            box = boxes[stage.exit_nodes[number]]
            if box is not None:
                exits[control] = box if also is None else hull(box, also)
        return exits

    def layers(
        self, algebra: Algebra | None = None, parts: int = 1, workers: int = 1
    ) -> Iterator[Layer[C]]:
        """The values, from the last stage back to the first, over float64 unless said otherwise.

        One layer is kept while the one before it is computed, each stage in up to ``parts`` parts
        (less memory, more work) and on ``workers`` processes (one on Windows, which can't fork).
        Arrays of objects can't be shared between processes: exact values are computed in this one.
        ``FloatingPointError`` if a float underflows, since its error bound would not hold.
        """
        algebra = algebra or Floats()
        if np.dtype(algebra.dtype).hasobject:
            workers = 1
        after: Mapping[C, Block] = {}
        for number in range(len(self.demands) - 1, -1, -1):
            after = self._layer(number, after, algebra, parts, workers)
            yield Layer(number, after)

    def _layer(
        self, number: int, after: Mapping[C, Block], algebra: Algebra, parts: int, workers: int
    ) -> dict[C, Block]:
        stage = self.stage(number)
        demand = by_node(stage, self.demands[number])
        plan = plan_of(stage, demand, self.maxima)
        back = tuple(plan.order.index(c) for c in range(len(plan.order)))
        exits = [self._turned(after.get(control), plan.order) for control in stage.exits]
        arrays = empty_arrays(demand, algebra, shared=workers > 1)
        shares = split(stage, demand, parts)

        def solve(part: int) -> None:
            with np.errstate(all="raise"):
                run = Run(stage, plan, shares[part], exits, algebra, self.maxima)
                for node, array in run.results():
                    place = within(demand[node], shares[part][node])
                    arrays[node][place] = array.transpose(back)

        in_processes(solve, len(shares), workers)
        return {control: (demand[node], arrays[node]) for control, node in stage.roots.items()}

    @staticmethod
    def _turned(block: Block | None, order: tuple[int, ...]) -> Block | None:
        return None if block is None else (block[0], block[1].transpose(order))


def by_node(stage: Stage[C], demand: Mapping[C, Box]) -> dict[int, Box]:
    """A demand of controls as one of nodes."""
    boxes: dict[int, Box] = {}
    for control, box in demand.items():
        node = stage.roots[control]
        boxes[node] = hull(boxes[node], box) if node in boxes else box
    return boxes
