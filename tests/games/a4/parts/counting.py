"""How many states a question really makes a solver look at."""

from __future__ import annotations

from typing import Any

from odds.answers import Limits, Solvers


class Counting:
    """The solvers, counting the states of the models that they are given."""

    def __init__(self) -> None:
        self._solvers, self.states = Solvers(Limits(states=10**12, choices=10**12)), 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solvers, name)

    def backward(self, process: Any, payoff: Any) -> Any:
        found = self._solvers.backward(process, payoff)
        self.states += len(found.value)
        return found
