"""The inner loop of a lookahead: the value of single states of a stage, compiled by numba.

A *point* is a tuple of counter values as one number, each counter in bits of its own, and a
*state* a node and a point as one. Every state that the value hangs on is evaluated once and kept
in a table with open addressing: the memoised recursion of backward induction, with a stack of its
own. Arrays go to the inner functions one by one, since tuples of them are costly to pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from odds.solvers.algebra import TINY
from odds.solvers.factored_kernel import compiled

BEST: Final = 0
MEAN: Final = 1
SHIFT: Final = 2
BRANCH: Final = 3
LEAF: Final = 4
EXIT: Final = 5

KIND: Final = 0
COUNTER: Final = 1
AMOUNT: Final = 2
FIRST: Final = 3
END: Final = 4
TOTAL: Final = 5
"""The columns of a node: its kind; the counter of a shift or a branch; the amount of a shift, or
the number of a leaf or an exit; its edges; the sum of a mean's weights."""

TARGET: Final = 0
WEIGHT: Final = 1
"""The columns of an edge. The weight of a branch's edge is the least counter value that takes it,
unless a later edge's is reached as well."""

DONE: Final = 0
FULL: Final = 1
OUTSIDE: Final = 2
UNDERFLOW: Final = 3
UNKNOWN: Final = 4
"""What becomes of a state: its value is known; the table or the stack is too small; it hangs on
what isn't in the graph, or on a value that isn't given; a value underflows; it is still to be
evaluated."""


class Digits(NamedTuple):
    """Where each counter stands in a point, and how many bits a point has."""

    shifts: Any
    masks: Any
    maxima: Any
    bits: int


class Given(NamedTuple):
    """The values at the ends and the exits of a stage, with the roundings behind each."""

    leaf: Any
    leaf_roundings: Any
    flat: Any
    """The values at the exits, in one array that may be read-only."""
    start: Any
    """[exits] where the values of an exit begin; -1 if there are none."""
    low: Any
    """[exits, counters] the lowest counter values among them."""
    high: Any
    roundings: int


class Table(NamedTuple):
    """The states known so far, each with its value and the roundings behind it; size 2^n."""

    state: Any
    """-1 where nothing is kept."""
    value: Any
    roundings: Any
    kept: Any
    """[1] how many."""


class Stack(NamedTuple):
    """The states whose evaluation has begun: node, point and next edge; value and roundings."""

    at: Any
    value: Any
    roundings: Any


def digits_of(maxima: Sequence[int]) -> Digits:
    """Counters of these maxima, the last in the lowest bits."""
    widths = [most.bit_length() for most in maxima]
    shifts = [sum(widths[i + 1 :]) for i in range(len(widths))]
    masks = [(1 << width) - 1 for width in widths]
    places, ones, tops = (np.array(row, np.int64) for row in (shifts, masks, maxima))
    return Digits(places, ones, tops, sum(widths))


def new_table(bits: int) -> Table:
    """Room for three quarters of 2^bits states."""
    size = 1 << bits
    state, kept = np.full(size, -1, np.int64), np.zeros(1, np.int64)
    return Table(state, np.empty(size), np.empty(size, np.int64), kept)


def new_stack(depth: int) -> Stack:
    """Room for a path of so many states."""
    return Stack(np.empty((depth, 3), np.int64), np.empty(depth), np.empty(depth, np.int64))


@compiled
def _place(states: Any, state: int) -> int:
    """Where ``state`` is kept, or is to be."""
    mask = len(states) - 1
    at = (state * 0x9E3779B97F4A7C1 >> 20) & mask
    while states[at] != -1 and states[at] != state:
        at = (at + 1) & mask
    return at


@compiled
def _settle(
    nodes: Any, edges: Any, shifts: Any, masks: Any, maxima: Any, node: int, point: int
) -> tuple[int, int]:
    """The node and the point that follow without choice or chance."""
    while True:
        kind = nodes[node, KIND]
        if kind != SHIFT and kind != BRANCH:
            return node, point
        counter = nodes[node, COUNTER]
        value = point >> shifts[counter] & masks[counter]
        edge = nodes[node, FIRST]
        if kind == SHIFT:
            moved = min(max(value + nodes[node, AMOUNT], 0), maxima[counter])
            point += (moved - value) << shifts[counter]
        else:
            while edge + 1 < nodes[node, END] and edges[edge + 1, WEIGHT] <= value:
                edge += 1
        node = edges[edge, TARGET]


@compiled
def _exit(start: Any, low: Any, high: Any, shifts: Any, masks: Any, number: int, point: int) -> int:
    """Where the value of an exit stands; -1 if it isn't given."""
    if start[number] < 0:
        return -1
    offset = 0
    for counter in range(len(shifts)):
        value = point >> shifts[counter] & masks[counter]
        if value < low[number, counter] or value > high[number, counter]:
            return -1
        offset *= high[number, counter] - low[number, counter] + 1
        offset += value - low[number, counter]
    at: int = start[number] + offset
    return at


@compiled
def _rounds(factor: int) -> int:
    """Whether scaling by ``factor`` can round: not by a power of two."""
    return 1 if factor & (factor - 1) else 0


@compiled
def _include(
    nodes: Any,
    edges: Any,
    stack: Any,
    values: Any,
    counts: Any,
    depth: int,
    value: float,
    roundings: int,
) -> None:
    """Take the value at the next edge into account."""
    node, edge = stack[depth, 0], stack[depth, 2]
    stack[depth, 2] = edge + 1
    if nodes[node, KIND] == BEST:
        values[depth] = max(values[depth], value)
        counts[depth] = max(counts[depth], roundings)
        return
    weight = edges[edge, WEIGHT]
    values[depth] += value * weight
    counts[depth] = max(counts[depth], roundings + _rounds(weight))
    if edge > nodes[node, FIRST]:
        counts[depth] += 1


@compiled
def _end(
    node: Any, leaf: Any, roundings: Any, flat: Any, place: int, behind: int
) -> tuple[int, float, int]:
    """Whether the value at a leaf, or at an exit that stands at ``place``, is known; the value."""
    if node[KIND] == LEAF:
        value = leaf[node[AMOUNT]]
        return (OUTSIDE if value < 0.0 else DONE), value, roundings[node[AMOUNT]]
    if place < 0:
        return OUTSIDE, 0.0, 0
    return DONE, flat[place], behind


@compiled
def _look_up(states: Any, known: Any, roundings: Any, state: int) -> tuple[int, float, int]:
    """Whether a state is in the table, its value and its roundings."""
    place = _place(states, state)
    if states[place] == -1:
        return UNKNOWN, 0.0, 0
    return DONE, known[place], roundings[place]


@compiled
def _finish(node: Any, value: float, roundings: int) -> tuple[float, int]:
    """The value of a node once all its edges are in."""
    if node[KIND] == MEAN:
        return value / node[TOTAL], roundings + _rounds(node[TOTAL])
    return value, roundings


@compiled
def _keep(
    states: Any, known: Any, counts: Any, kept: Any, state: int, value: float, roundings: int
) -> int:
    """Put a state into the table; whether there is room for more, or it underflowed."""
    place = _place(states, state)
    states[place] = state
    known[place] = value
    counts[place] = roundings
    kept[0] += 1
    if 0.0 < value < TINY:
        return UNDERFLOW
    return DONE if kept[0] <= len(states) // 4 * 3 else FULL


@compiled
def evaluate(
    nodes: Any, edges: Any, digits: Any, given: Any, table: Any, stack: Any, node: int, point: int
) -> tuple[int, float, int]:
    """How it ends, the value of a state and the roundings behind it; the table stays filled."""
    leaf, leaf_roundings, flat, start, low, high, behind = given
    states, known, known_roundings, kept = table
    at, values, counts = stack
    shifts, masks, maxima, bits = digits
    depth = -1
    while True:
        node, point = _settle(nodes, edges, shifts, masks, maxima, node, point)
        if nodes[node, KIND] < LEAF:
            state = node << bits | point
            status, value, roundings = _look_up(states, known, known_roundings, state)
        else:
            place = 0
            if nodes[node, KIND] == EXIT:
                place = _exit(start, low, high, shifts, masks, nodes[node, AMOUNT], point)
            status, value, roundings = _end(nodes[node], leaf, leaf_roundings, flat, place, behind)
        if status == UNKNOWN and depth + 1 < len(at):
            depth += 1
            at[depth, 0], at[depth, 1], at[depth, 2] = node, point, nodes[node, FIRST]
            values[depth], counts[depth] = 0.0, 0
        elif status == UNKNOWN:
            return FULL, 0.0, 0
        elif status != DONE or depth < 0:
            return status, value, roundings
        else:
            _include(nodes, edges, at, values, counts, depth, value, roundings)
        while at[depth, 2] == nodes[at[depth, 0], END]:
            node, state = at[depth, 0], at[depth, 0] << bits | at[depth, 1]
            value, roundings = _finish(nodes[node], values[depth], counts[depth])
            status = _keep(states, known, known_roundings, kept, state, value, roundings)
            depth -= 1
            if status != DONE or depth < 0:
                return status, value, roundings
            _include(nodes, edges, at, values, counts, depth, value, roundings)
        node, point = edges[at[depth, 2], TARGET], at[depth, 1]


def is_compiled() -> bool:
    """Whether the loop needn't be compiled any more, in this process or from an earlier one."""
    loop: Any = evaluate
    if not hasattr(loop, "stats") or loop.signatures:  # without: numba is told not to compile
        return True
    folder = loop.stats.cache_path
    return folder is not None and any(Path(folder).glob(f"{Path(__file__).stem}.evaluate-*.nbi"))
