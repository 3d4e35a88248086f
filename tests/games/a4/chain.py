"""A whole adventure as an explicit graph of states, and what can happen under the best policies.

Written for adventures of a few thousand states, with fractions throughout; it knows nothing of the
solvers. Where several choices are the best, what happens isn't one number: it lies between the
least and the most over all the best policies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from odds.program import At, Chance, Choose, End, StagedProgram

Key = Hashable
Spread = dict[Key, tuple[Fraction, Fraction]]
"""The least and the most that a probability can be; what isn't there is impossible."""


class Chain:
    """Every state that a game from the start can come to, the last ones first."""

    def __init__(self, program: StagedProgram[Any]) -> None:
        self.program = program
        self.start = program.begin(*program.start)
        self.after: dict[At[Any], list[tuple[At[Any], Fraction]]] = {}
        self.chooses: set[At[Any]] = set()
        self.order: list[At[Any]] = []
        waiting = [(self.start, False)]
        while waiting:
            state, is_done = waiting.pop()
            if is_done:
                self.order.append(state)
            elif state not in self.after:
                self.after[state] = self._after(state)
                waiting.append((state, True))
                waiting += [(then, False) for then, _ in self.after[state]]
        self.win = self._win()

    def _after(self, state: At[Any]) -> list[tuple[At[Any], Fraction]]:
        program = self.program
        begun = program.begin(state.control, state.counters)
        if begun != state:  # a turn that starts with no choice or roll
            return [(begun, Fraction(1))]
        node = program.step(state.control)
        if isinstance(node, Choose):
            self.chooses.add(state)
            return [(program.settle(c, state.counters), Fraction(1)) for _, c in node.options]
        if isinstance(node, Chance):
            total = sum(weight for _, weight in node.outcomes)
            return [
                (program.settle(c, state.counters), Fraction(weight, total))
                for c, weight in node.outcomes
            ]
        return []

    def result(self, state: At[Any]) -> Hashable | None:
        """How the game ended, if it did."""
        if self.after[state]:
            return None
        node = self.program.step(state.control)
        assert isinstance(node, End)
        return node.result

    def _win(self) -> dict[At[Any], Fraction]:
        win: dict[At[Any], Fraction] = {}
        for state in self.order:
            after = self.after[state]
            if state in self.chooses:
                win[state] = max(win[then] for then, _ in after)
            elif after:
                win[state] = sum((win[then] * p for then, p in after), Fraction(0))
            else:
                win[state] = self.program.payoff(self.result(state))
        return win

    def spread(self, hits: Callable[[At[Any]], set[Key]]) -> Spread:
        """How likely a game from the start is to come by states that have each of these keys."""
        least: dict[At[Any], dict[Key, Fraction]] = {}
        most: dict[At[Any], dict[Key, Fraction]] = {}
        for state in self.order:
            own = dict.fromkeys(hits(state), Fraction(1))
            for found, pick in ((least, min), (most, max)):
                found[state] = self._mixed(state, found, pick) | own
        keys = most[self.start]
        return {key: (least[self.start].get(key, Fraction(0)), keys[key]) for key in keys}

    def _mixed(
        self,
        state: At[Any],
        found: dict[At[Any], dict[Key, Fraction]],
        pick: Callable[..., Fraction],
    ) -> dict[Key, Fraction]:
        after, win = self.after[state], self.win
        if state in self.chooses:
            best = [found[then] for then, _ in after if win[then] == win[state]]
            keys = {key for one in best for key in one}
            return {key: pick(one.get(key, Fraction(0)) for one in best) for key in keys}
        mixed: dict[Key, Fraction] = {}
        for then, p in after:
            for key, value in found[then].items():
                mixed[key] = mixed.get(key, Fraction(0)) + value * p
        return mixed
