"""The controls of one stage of a program that some play can reach, found box by box.

Controls alone would not do: a control can be out of reach for every value of the counters, and
there may be endlessly many such. So a box of counter values goes along, and only the branches that
it touches are followed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Final, Generic

from odds.errors import ModelError, TooLarge
from odds.program import Add, Chance, Choose, End, Look, Program
from odds.solvers.factored_boxes import Box, include, reached
from odds.solvers.factored_graph import (
    Best,
    Branch,
    C,
    Exit,
    Leaf,
    Mean,
    Shift,
    Stage,
    Vertex,
    merged,
)

MAX_CONTROLS: Final = 2_000_000
"""The most controls that one stage may have."""

UNREACHED: Final = Fraction(-1)
"""No payoff: it marks what stands behind a branch that no counter value takes."""


def stage_of(
    program: Program[C],
    start: Mapping[C, Box],
    boundary: Callable[[C], bool],
    payoff: Callable[[Hashable], Fraction],
    limit: int = MAX_CONTROLS,
) -> Stage[C]:
    """The stage that begins at the controls ``start``, each with a box of counter values.

    Any other boundary control that is met on the way belongs to the next stage. ``TooLarge`` if
    there are more than ``limit`` controls, ``ModelError`` if a payoff is negative. What no play
    comes to is a leaf of ``UNREACHED``.
    """
    found = _Discovery(program, boundary, payoff, limit)
    roots = {control: found.begin(control, box) for control, box in start.items()}
    found.explore()
    return merged(found.nodes, roots, tuple(found.exits), found.moments())


class _Discovery(Generic[C]):
    """The nodes found so far, one for every control, and the hull of what is reached of each."""

    def __init__(
        self,
        program: Program[C],
        boundary: Callable[[C], bool],
        payoff: Callable[[Hashable], Fraction],
        limit: int,
    ) -> None:
        self.program, self.boundary, self.payoff, self.limit = program, boundary, payoff, limit
        self.nodes: list[Vertex] = []
        self.exits: list[C] = []
        self._controls: list[C] = []
        self._numbers: dict[C, int] = {}
        self._boxes: list[Box | None] = []
        self._expanded: list[bool] = []
        self._todo: deque[int] = deque()
        self._waiting: list[bool] = []

    def begin(self, control: C, box: Box) -> int:
        """Start at ``control``, even if it lies on the boundary."""
        number = self._number(control, root=True)
        self._reach(number, box)
        return number

    def explore(self) -> None:
        """Follow every branch that a box touches, until no box grows."""
        maxima = self.program.maxima
        while self._todo:
            number = self._todo.popleft()
            self._waiting[number] = False
            if not self._expanded[number]:
                self._expanded[number] = True
                self.nodes[number] = self._vertex(self._controls[number])
            box = self._boxes[number]
            assert box is not None
            for target, part in reached(self.nodes[number], box, maxima):
                self._reach(target, part)

    def moments(self) -> dict[C, int]:
        """Every choice and random event that was found."""
        pairs = zip(self._controls, self.nodes, strict=True)
        return {c: i for i, (c, node) in enumerate(pairs) if isinstance(node, Best | Mean)}

    def _reach(self, number: int, box: Box) -> None:
        grown = include(self._boxes, number, box)
        if grown and not self._waiting[number] and not isinstance(self.nodes[number], Exit):
            self._waiting[number] = True
            self._todo.append(number)

    def _number(self, control: C, root: bool = False) -> int:
        """The number of a control, new or known."""
        known = self._numbers.get(control)
        if known is not None:
            return known
        number = self._numbers[control] = len(self._controls)
        if number == self.limit:
            raise TooLarge("the controls of one stage", number + 1, self.limit)
        self._controls.append(control)
        self._boxes.append(None)
        self._expanded.append(False)
        self._waiting.append(False)
        if not root and self.boundary(control):
            self.nodes.append(Exit(len(self.exits)))
            self.exits.append(control)
        else:
            self.nodes.append(Leaf(UNREACHED))  # until it is reached
        return number

    def _vertex(self, control: C) -> Vertex:
        node = self.program.step(control)
        if isinstance(node, Choose):
            return Best(tuple(self._number(then) for _, then in node.options))
        if isinstance(node, Chance):
            return Mean(tuple((w, (self._number(then),)) for then, w in node.outcomes), 0)
        if isinstance(node, Add):
            return Shift(node.counter, node.amount, (self._number(node.then),))
        if isinstance(node, Look):
            return Branch(node.counter, node.cuts, tuple(map(self._number, node.then)))
        return self._leaf(node)

    def _leaf(self, end: End) -> Leaf:
        value = Fraction(self.payoff(end.result))
        if value < 0:
            raise ModelError(f"the payoff of {end.result!r} is {value}; at least 0 is needed")
        return Leaf(value, end.result)
