"""Where games of a solved program go under optimal play: how they end, and how stages begin."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from odds.program import C, Passed
from odds.solved import Solved, certified
from odds.solving import Progress, Report, explored, silent, states_of, stored_layer
from odds.workers import workers_of

if TYPE_CHECKING:
    from odds.solvers.factored_forward import Mass, Passage


def follow_staged(
    solved: Solved[C], *, workers: int | None = None, report: Report = silent
) -> tuple[Passed, ...]:
    """What happens in each stage of games from the start, each probability within a bound."""
    from odds.solvers.factored_forward import forward

    program = solved.program
    workers = workers_of(workers)
    factored = explored(program, workers, report)
    states = states_of(factored)
    count = len(states)

    def tell(number: int) -> None:
        done = number + 1
        report(Progress("following", done, count, sum(states[:done]), sum(states)))

    tell(-1)
    layer = partial(stored_layer, program, factored, solved.store)
    passages = forward(factored, *program.start, layer, report=tell, workers=workers)
    return tuple(map(_passed, passages))


def _passed(passage: Passage) -> Passed:
    ends = {result: certified(*mass) for result, mass in passage.ends.items()}
    counters: list[list[Mass]] = passage.counters
    return Passed(ends, [[certified(*mass) for mass in masses] for masses in counters])
