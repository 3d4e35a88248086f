"""The exact value at the start of a staged program, proven optimal; nothing of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from odds.program import C, StagedProgram
from odds.solving import Progress, Report, explored, silent, states_of
from odds.workers import workers_of

if TYPE_CHECKING:
    from odds.solvers.factored_certify import Proof

ROOM: Final = 540_000_000
"""The bytes that a process may take for the arrays of a part: a value takes more of them here."""


def certify_staged(
    program: StagedProgram[C], *, workers: int | None = None, report: Report = silent
) -> Proof:
    """Prove the value at the start of a program.

    ``report`` is told how far it is, and before the first stage about how much memory it takes.
    What it raises ends the work, and all of it is lost.
    """
    from odds.solvers.factored_certify import bytes_needed, certify
    from odds.solvers.factored_layers import Work
    from odds.solvers.factored_scale import common_scale

    workers = workers_of(workers)
    factored = explored(program, workers, report)
    states = states_of(factored)
    count = len(states)

    def tell(number: int) -> None:
        known, whole = sum(states[number:]), sum(states)
        report(Progress("certifying", count - number, count, known, whole, need))

    work = Work(factored.order, ROOM, workers, workers)
    scale = common_scale(factored, work, lambda done, of: report(Progress("counting", done, of)))
    need = bytes_needed(factored, scale, work)
    tell(count)
    return certify(factored, *program.start, scale, work, tell)
