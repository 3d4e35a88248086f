"""Random small models, and the plainest way to solve each kind: the oracles of the solver tests.

Nothing here is clever. Policies are enumerated, chains are solved by textbook elimination over
``Fraction``, and states that never reach a goal are found by walking. Only the interface of a
model and the class of distributions are taken from the library.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random

from odds.dist import Dist
from odds.model import DecisionProcess, MarkovChain

Row = dict[int, int]
Table = dict[int, dict[str, Row]]
"""State -> action -> next state -> weight; an absorbing state has no actions."""


class TableProcess(DecisionProcess[int, str]):
    """A decision process that is written down in full."""

    def __init__(self, table: Table, start: Iterable[int] | None = None) -> None:
        self.table = table
        self.start = tuple(table if start is None else start)

    def initial(self) -> Iterable[int]:
        return self.start

    def is_absorbing(self, state: int) -> bool:
        return not self.table[state]

    def actions(self, state: int) -> Sequence[str]:
        return tuple(self.table[state])

    def transitions(self, state: int, action: str) -> Dist[int]:
        return Dist(self.table[state][action])


class TableChain(MarkovChain[int]):
    """A Markov chain that is written down in full; an absorbing state has an empty row."""

    def __init__(self, rows: Mapping[int, Row], start: Iterable[int] | None = None) -> None:
        self.rows = rows
        self.start = tuple(rows if start is None else start)

    def initial(self) -> Iterable[int]:
        return self.start

    def is_absorbing(self, state: int) -> bool:
        return not self.rows[state]

    def step(self, state: int) -> Dist[int]:
        return Dist(self.rows[state])


def random_table(random: Random, size: int, acyclic: bool = False, actions: int = 3) -> Table:
    """States 0 ... size-1; the last two are absorbing. Acyclic: every step leads to a higher one.

    Few targets and small weights, so that ties, traps, loops and dead ends are all common.
    """

    def row(state: int) -> Row:
        targets = range(state + 1 if acyclic else 0, size)
        return {random.choice(targets): random.randint(1, 3) for _ in range(random.randint(1, 3))}

    table: Table = {size - 2: {}, size - 1: {}}
    for state in range(size - 2):
        table[state] = {"abcdef"[i]: row(state) for i in range(random.randint(1, actions))}
    return dict(sorted(table.items()))


def random_rows(random: Random, size: int, acyclic: bool = False) -> dict[int, Row]:
    """A random chain in the same manner."""
    table = random_table(random, size, acyclic, actions=1)
    return {state: dict(choices.get("a", {})) for state, choices in table.items()}


def all_policies(table: Table) -> Iterator[dict[int, str]]:
    """Every deterministic policy."""
    choosing = [state for state, choices in table.items() if choices]
    for picks in product(*(table[state] for state in choosing)):
        yield dict(zip(choosing, picks, strict=True))


def induced(table: Table, policy: Mapping[int, str]) -> dict[int, Row]:
    """The rows of the chain that a policy makes."""
    return {s: dict(choices[policy[s]]) if choices else {} for s, choices in table.items()}


def gauss(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """The solution of a square system, by Gauss and Jordan; ZeroDivisionError if singular."""
    size = len(matrix)
    rows = [
        [Fraction(v) for v in row] + [Fraction(b)] for row, b in zip(matrix, right, strict=True)
    ]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            raise ZeroDivisionError("singular")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [v / rows[column][column] for v in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [v - factor * p for v, p in zip(rows[i], rows[column], strict=True)]
    return [row[size] for row in rows]


def can_reach(rows: Mapping[int, Iterable[int]], goals: Iterable[int]) -> set[int]:
    """The states from which some path leads to a goal."""
    found = set(goals)
    while True:
        more = {state for state, row in rows.items() if state not in found and found & set(row)}
        if not more:
            return found
        found |= more


def hitting_chances(rows: Mapping[int, Row], goals: set[int]) -> dict[int, Fraction]:
    """The probability of ever being in a goal, from each state of a chain."""
    hopeful = sorted(can_reach(rows, goals) - goals)
    matrix, right = [], []
    for state in hopeful:
        total = sum(rows[state].values())
        line = [Fraction(-rows[state].get(other, 0), total) for other in hopeful]
        line[hopeful.index(state)] += 1
        matrix.append(line)
        right.append(Fraction(sum(w for t, w in rows[state].items() if t in goals), total))
    found = dict(zip(hopeful, gauss(matrix, right), strict=True))
    return {s: Fraction(1) if s in goals else found.get(s, Fraction(0)) for s in rows}


def hitting_steps(rows: Mapping[int, Row], goals: set[int]) -> dict[int, Fraction | None]:
    """The mean number of steps to a goal, none where it is infinite."""
    chances = hitting_chances(rows, goals)
    sure = [state for state in rows if chances[state] == 1 and state not in goals]
    matrix, right = [], []
    for state in sure:
        total = sum(rows[state].values())
        line = [Fraction(-rows[state].get(other, 0), total) for other in sure]
        line[sure.index(state)] += 1
        matrix.append(line)
        right.append(Fraction(1))
    found: dict[int, Fraction | None] = dict(zip(sure, gauss(matrix, right), strict=True))
    return {state: Fraction(0) if state in goals else found.get(state) for state in rows}


def best_chances(table: Table, goals: set[int]) -> dict[int, Fraction]:
    """The highest probability of ever being in a goal, over all deterministic policies."""
    every = [hitting_chances(induced(table, policy), goals) for policy in all_policies(table)]
    return {state: max(chances[state] for chances in every) for state in table}


def fewest_steps(table: Table, goals: set[int]) -> dict[int, Fraction | None]:
    """The least mean number of steps to a goal, over all deterministic policies."""
    every = [hitting_steps(induced(table, policy), goals) for policy in all_policies(table)]
    result: dict[int, Fraction | None] = {}
    for state in table:
        finite = [steps for means in every if (steps := means[state]) is not None]
        result[state] = min(finite, default=None)
    return result
