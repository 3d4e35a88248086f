"""Small random programs over three counters, some with cycles of controls that end for all states.

Controls are numbers in windows of ``WINDOW``; the first two of each window are its boundary. Edges
lead to larger numbers, within the window or to the next one's boundary. A cycle is a step down
within the window that costs a point of the first counter, for which nothing ever gains one.
"""

from __future__ import annotations

from random import Random

from odds.program import Add, Chance, Choose, Counters, End, Look, Node, Program

WINDOW = 8
BOUNDARY = 2


class RandomProgram(Program[int]):
    """Controls 0 to ``size`` - 1 as above, and for each two more that pay for a step down."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._maxima = tuple(self._rng.randint(0, 4) for _ in range(3))
        self.size = WINDOW * self._rng.randint(1, 3)
        self._nodes: dict[int, Node[int]] = {}
        for control in range(self.size):
            self._nodes[control] = self._node(control)

    @property
    def maxima(self) -> Counters:
        return self._maxima

    def step(self, control: int) -> Node[int]:
        return self._nodes[control]

    def is_boundary(self, control: int) -> bool:
        return control < self.size and control % WINDOW < BOUNDARY

    def _node(self, control: int) -> Node[int]:
        rng = self._rng
        if not self._targets(control):
            return End(rng.randint(0, 2))
        kind = rng.choice(
            ["choose", "chance", "chance", "add", "add", "look", "look", "back", "end"]
        )
        if kind == "choose":
            return Choose(tuple((i, self._later(control)) for i in range(rng.randint(1, 3))))
        if kind == "chance":
            many = range(rng.randint(1, 4))
            return Chance(tuple((self._later(control), rng.randint(1, 4)) for _ in many))
        if kind == "add":
            counter = rng.randrange(3)
            return Add(counter, rng.randint(-3, 3 if counter else 0), self._later(control))
        if kind == "look":
            return self._look(control)
        return self._back(control) if kind == "back" else End(rng.randint(0, 2))

    def _look(self, control: int) -> Node[int]:
        counter = self._rng.randrange(3)
        most = self._maxima[counter]
        cuts = tuple(sorted(self._rng.sample(range(1, most + 2), self._rng.randint(0, most))))
        return Look(counter, cuts, tuple(self._later(control) for _ in range(len(cuts) + 1)))

    def _back(self, control: int) -> Node[int]:
        """With a point of the first counter, pay it and go down, or go on."""
        gate = self.size + 2 * control
        first = control - control % WINDOW + BOUNDARY
        earlier = self._rng.randint(min(first, control), control)
        if self.is_boundary(earlier):
            earlier = self._later(control)
        self._nodes[gate] = Choose((("on", self._later(control)), ("pay", gate + 1)))
        self._nodes[gate + 1] = Add(0, -1, earlier)
        return Look(0, (1,), (self._later(control), gate))

    def _targets(self, control: int) -> list[int]:
        window = control // WINDOW
        following = range(control + 1, min(self.size, (window + 1) * WINDOW + BOUNDARY))
        return [
            target
            for target in following
            if target // WINDOW > window or not self.is_boundary(target)
        ]

    def _later(self, control: int) -> int:
        return self._rng.choice(self._targets(control)[:6])
