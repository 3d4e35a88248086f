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

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic

from odds.errors import ModelError
from odds.program import Counters, Program
from odds.solvers.algebra import Algebra, Floats
from odds.solvers.factored_boxes import Box, contains, hull
from odds.solvers.factored_code import unbounded, uses
from odds.solvers.factored_explore import Explored, explore
from odds.solvers.factored_graph import C, Stage
from odds.solvers.factored_layers import Work, fast_layers, plain_layers
from odds.solvers.factored_pack import by_node, rows_needed
from odds.solvers.factored_parts import nothing
from odds.solvers.factored_run import Block

ROOM: Final = 180_000_000
"""The bytes that a process may take for the arrays of a part, unless said otherwise."""


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
    needs. Payoffs belong to the results of ends. With more than one worker stages are explored in
    processes of their own (not on Windows), which take the program's memory of its steps with
    them; and at the same time, if ``ahead`` names for each stage but the first all controls with
    which it may begin, with boxes around what can be needed of them. ``extract``, if given, is
    called with each stage where that is explored, and ``Explored.extract`` is what it returned.

    ``ModelError`` if a boundary control can come in two stages, if the states of a stage have a
    cycle, or if a stage begins otherwise than ``ahead`` says.
    """

    def __init__(
        self,
        program: Program[C],
        start: Mapping[C, Box],
        boundary: Callable[[C], bool],
        payoff: Callable[[Hashable], Fraction],
        also: Box | None = None,
        ahead: Sequence[Mapping[C, Box]] = (),
        workers: int = 1,
        extract: Callable[[Stage[C]], bytes] | None = None,
    ) -> None:
        self.program, self.maxima = program, program.maxima
        self.demands: list[dict[C, Box]] = []
        self.stages: list[Explored[C]] = []
        demand = {program.canonical(control): box for control, box in start.items()}
        stages = explore(program, demand, boundary, payoff, ahead, workers, extract)
        explored = next(stages)
        while True:
            self.stages.append(explored)
            self.demands.append(demand)
            demand = self._exits(explored, demand, also)
            if not demand:
                break
            explored = stages.send(demand)
        stages.close()
        self.order = self._order()

    def _exits(
        self, explored: Explored[C], demand: Mapping[C, Box], also: Box | None
    ) -> dict[C, Box]:
        """What is needed at the boundary behind a stage."""
        packed, counters = explored.packed, range(len(self.maxima))
        rows = rows_needed(packed.code, by_node(packed.roots, demand), counters)
        nodes = list(packed.exits.values())
        boxes = unbounded(rows[nodes], counters)
        return {
            control: box if also is None else hull(box, also)
            for control, box in zip(packed.exits, boxes, strict=True)
            if box is not None
        }

    def _order(self) -> tuple[int, ...]:
        """The counters as axes, the outermost first.

        Outermost are the two that move least for their range, since stages are cut along them;
        then those that are cut and moved most, so that what is read are long runs of memory.
        """
        counters = range(len(self.maxima))
        counts = [uses(explored.packed.code) for explored in self.stages]
        moves = [sum(int(moved[c]) for moved, _ in counts) for c in counters]
        reads = [sum(int(read[c]) for _, read in counts) for c in counters]
        boxes = [box for demand in self.demands for box in demand.values()]
        ranges = [max(box[c][1] - box[c][0] for box in boxes) for c in counters]
        still = sorted(counters, key=lambda c: -ranges[c] / (1 + moves[c]))
        return (*still[:2], *sorted(still[2:], key=lambda c: -reads[c]))

    @property
    def roundings(self) -> list[int]:
        """For each stage how many roundings a float of its layer has behind it at most."""
        known: dict[C, int] = {}
        counts = []
        for explored in reversed(self.stages):
            known = explored.packed.roundings(known)
            counts.append(max(known.values()))
        return counts[::-1]

    def layers(
        self,
        algebra: Algebra | None = None,
        room: int = ROOM,
        parts: int = 1,
        workers: int = 1,
        after: Layer[C] | None = None,
        meanwhile: Callable[[], object] = nothing,
    ) -> Iterator[Layer[C]]:
        """The values, from the last stage back to the first, over float64 unless said otherwise.

        One layer is kept while the one before it is computed, each stage in at least ``parts``
        parts (less memory, more work), more if a part would take over ``room`` bytes and can be
        cut, and on ``workers`` processes (one on Windows, which can't fork). ``after`` is a layer
        that is known already: the ones before it follow. ``meanwhile`` is called in each stage of
        floats, in this process while others are at work on it. Arrays of objects are computed one
        stage at a time, in this process. ``SolveError`` if a float underflows, since its
        error bound would not hold.
        """
        algebra = algebra or Floats()
        stages = list(zip(self.stages, self.demands, strict=True))
        if after is not None:
            stages = stages[: after.number]
        blocks = {} if after is None else after.blocks
        if not isinstance(algebra, Floats):
            layers = plain_layers(stages, blocks, algebra, self.maxima)
        else:
            work = Work(self.order, room, max(parts, workers), workers)
            layers = fast_layers(stages, blocks, work, meanwhile)
        for number, found in zip(range(len(stages) - 1, -1, -1), layers, strict=True):
            yield Layer(number, found)
