"""The plainest possible answers to Get To questions, for small maps: sets, recursion, Gauss.

Maps are neighbour lists; nothing here looks at the rules code.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

Tile = Hashable
Policy = Mapping[tuple[Tile, int], Tile]
DONE = "*done*"
LONG = 20
"""Members of a sequence that are compared: more than small maps need to tell two apart."""


def grid_neighbours(rows: Sequence[str]) -> dict[Tile, list[Tile]]:
    open_tiles = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    return {
        (r, c): [t for t in open_tiles if abs(t[0] - r) + abs(t[1] - c) == 1] for r, c in open_tiles
    }


@dataclass(frozen=True)
class Naive:
    """One card. ``faces`` may repeat; tiles are in input order."""

    neighbours: Mapping[Tile, Sequence[Tile]]
    target: Tile
    faces: tuple[int, ...]
    fewer: bool

    def after(self, tile: Tile, steps: int) -> set[Tile]:
        """Where walks of exactly ``steps`` steps end."""
        here = {tile}
        for _ in range(steps):
            here = {n for t in here for n in self.neighbours[t]}
        return here

    def ends(self, tile: Tile, steps: int) -> list[Tile]:
        """Tiles where the Move may end, in input order; ``DONE`` for the target if it counts."""
        if self.fewer:
            found = set().union(*(self.after(tile, k) for k in range(steps + 1)))
            counts = True
        else:
            found = self.after(tile, steps)
            counts = bool(found) and steps > 0
            found = found or {tile}
        listed = [t for t in self.neighbours if t in found]
        return [DONE if t == self.target and counts else t for t in listed]

    @cached_property
    def options(self) -> dict[tuple[Tile, int], list[Tile]]:
        return {(t, r): self.ends(t, r) for t in self.neighbours for r in set(self.faces)}

    def best_within(self, moves: int) -> list[dict[Tile, Fraction]]:
        table = [dict.fromkeys(self.neighbours, Fraction(0)) | {DONE: Fraction(1)}]
        for _ in range(moves):
            last = table[-1]
            now = {
                t: sum(max(last[e] for e in self.options[t, r]) for r in self.faces)
                / Fraction(len(self.faces))
                for t in self.neighbours
            }
            table.append(now | {DONE: Fraction(1)})
        return table

    def policies(self) -> Iterator[Policy]:
        keys = list(self.options)
        for choice in product(*(self.options[k] for k in keys)):
            yield dict(zip(keys, choice, strict=True))

    def policy_count(self) -> int:
        count = 1
        for among in self.options.values():
            count *= len(among)
        return count

    def mean_of(self, policy: Policy) -> dict[Tile, Fraction | None]:
        """Expected Moves from each tile; none where completion isn't certain."""
        sure = self._sure(policy)
        unknowns = [t for t in self.neighbours if t in sure]
        rows = []
        for t in unknowns:
            row = [Fraction(int(t == u)) for u in unknowns] + [Fraction(1)]
            for r in self.faces:
                if (end := policy[t, r]) != DONE:
                    row[unknowns.index(end)] -= Fraction(1, len(self.faces))
            rows.append(row)
        solved = dict(zip(unknowns, gauss(rows), strict=True))
        return {t: solved.get(t) for t in self.neighbours}

    def _sure(self, policy: Policy) -> set[Tile]:
        """The tiles from which every tile that may be met can still lead to completion."""
        leads = {t: {policy[t, r] for r in self.faces} for t in self.neighbours}
        able = closure({t: {u for u in leads if t in leads[u]} for t in [*leads, DONE]}, DONE)
        met = {t: closure({**leads, DONE: set()}, t) for t in leads}
        return {t for t in leads if met[t] <= able}

    def improve(self, policy: Policy) -> dict[Tile, Fraction | None]:
        """Howard's method from a policy that is certain to complete wherever that is possible."""
        current = dict(policy)
        while True:
            means = {**self.mean_of(current), DONE: Fraction(0)}
            changed = False
            for (t, r), among in self.options.items():
                best = min(among, key=lambda e: worth(means[e]))
                if worth(means[best]) < worth(means[current[t, r]]):
                    current[t, r], changed = best, True
            if not changed:
                return means

    def some_policy(self) -> Policy:
        """A policy that always goes nearer to completion, counted in Moves with lucky rolls."""
        levels: dict[Tile, int] = {DONE: 0}
        while True:
            ready = {
                t
                for (t, _), among in self.options.items()
                if t not in levels and any(e in levels for e in among)
            }
            if not ready:
                break
            levels |= dict.fromkeys(ready, max(levels.values()) + 1)
        return {k: min(among, key=lambda e: levels.get(e, 99)) for k, among in self.options.items()}

    def sequences(
        self, allowed: Mapping[tuple[Tile, int], Sequence[Tile]], deadline: int
    ) -> list[dict[Tile, tuple[Fraction, ...]]]:
        """Best sequences P(exactly 1), P(exactly 2), ... with 0, 1, ..., ``deadline`` Moves left.

        Without a deadline only ``allowed`` ends are used, with one all of them.
        """
        table: dict[Tile, tuple[Fraction, ...]] = dict.fromkeys(self.neighbours, ())
        for _ in range(LONG):
            table = self._one_more(table, allowed, 0)
        layers = [table]
        for left in range(1, deadline + 1):
            layers.append(self._one_more(layers[-1], self.options, left))
        return layers

    def _one_more(
        self,
        table: Mapping[Tile, tuple[Fraction, ...]],
        allowed: Mapping[tuple[Tile, int], Sequence[Tile]],
        left: int,
    ) -> dict[Tile, tuple[Fraction, ...]]:
        size = len(next(iter(table.values())))

        def after(end: Tile) -> tuple[Fraction, ...]:
            if end == DONE:
                return (Fraction(1), *[Fraction(0)] * size)
            return (Fraction(0), *table[end])

        result = {}
        for t in self.neighbours:
            picked = [
                max((after(e) for e in allowed[t, r]), key=lambda s: (sum(s[:left]), s))
                for r in self.faces
            ]
            result[t] = tuple(sum(c) / Fraction(len(picked)) for c in zip(*picked, strict=True))
        return result


def worth(mean: Fraction | None) -> tuple[bool, Fraction]:
    return (True, Fraction(0)) if mean is None else (False, mean)


def closure(edges: Mapping[Tile, set[Tile]], start: Tile) -> set[Tile]:
    found, todo = {start}, [start]
    while todo:
        for t in edges[todo.pop()] - found:
            found.add(t)
            todo.append(t)
    return found


def gauss(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of a regular system, each row ending with its right-hand side."""
    rows = [row[:] for row in rows]
    for i in range(len(rows)):
        pivot = next(j for j in range(i, len(rows)) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for j in range(len(rows)):
            if j != i and rows[j][i]:
                rows[j] = [v - rows[j][i] * w for v, w in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]
