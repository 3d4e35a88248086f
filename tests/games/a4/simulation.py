"""Games of a solved program, played by its policy: random events drawn, not averaged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt
from random import Random
from typing import Generic

from odds.program import At, C, Chance, Choose, End
from odds.solved import Solved


class Simulation(Generic[C]):
    """Many games at once, all of which stand at the start of the same stage.

    Games in the same state go on together to their next random event, where each of them draws
    for itself, so a state costs the same however many games come to it.
    """

    def __init__(self, solved: Solved[C], games: int, seed: int) -> None:
        self.solved = solved
        self.random = Random(seed)
        self.results: Counter[Hashable] = Counter()
        self.decisions = 0
        self.stage = 0
        self.playing: Mapping[At[C], int] = {solved.program.begin(*solved.program.start): games}

    def play(self) -> Counter[Hashable]:
        """The results of all games, once all are over."""
        while self.playing:
            self.play_stage()
        return self.results

    def play_stage(self) -> None:
        """Play every game to the start of the next stage, or to its end."""
        program, chosen = self.solved.program, dict[At[C], At[C]]()
        following: Counter[At[C]] = Counter()
        waiting: Counter[At[C]] = Counter()
        for state, count in self.playing.items():
            waiting[program.begin(state.control, state.counters)] += count
        while waiting:
            state, count = waiting.popitem()
            node = program.step(state.control)
            if program.is_boundary(state.control):
                following[state] += count
            elif isinstance(node, End):
                self.results[node.result] += count
            elif isinstance(node, Chance):
                waiting.update(self.drawn(state, node, count))
            else:
                assert isinstance(node, Choose)
                if state not in chosen:
                    chosen[state] = self.best(state, node)
                waiting[chosen[state]] += count
        self.decisions += len(chosen)
        self.stage += 1
        self.playing = following

    def drawn(self, state: At[C], node: Chance[C], count: int) -> Counter[At[C]]:
        """What the draws of so many games bring."""
        controls, weights = zip(*node.outcomes, strict=True)
        draws = Counter(self.random.choices(controls, weights, k=count))
        settle = self.solved.program.settle
        found: Counter[At[C]] = Counter()
        for control, times in draws.items():
            found[settle(control, state.counters)] += times
        return found

    def best(self, state: At[C], node: Choose[C]) -> At[C]:
        """Where the choice of the highest value leads, the first of equal ones."""
        after = [self.solved.program.settle(then, state.counters) for _, then in node.options]
        if len(after) == 1:
            return after[0]
        return max(after, key=lambda one: self.solved.value(one).value)

    def standard_errors(self) -> float:
        """By how many of them the mean payoff of 0 or 1 is off the value at the start."""
        program, games = self.solved.program, sum(self.results.values())
        value = float(self.solved.value(program.begin(*program.start)).value)
        won = sum(int(program.payoff(end)) * times for end, times in self.results.items())
        return (won / games - value) / sqrt(value * (1 - value) / games)
