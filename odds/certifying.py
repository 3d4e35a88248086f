"""The exact value at the start of a staged program, proven optimal; nothing of it is kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from odds.program import C, StagedProgram
from odds.solving import BYTES_PER_STATE, Progress, Report, explored, silent, states_of

if TYPE_CHECKING:
    from odds.solvers.factored_certify import Proof

TIMES: Final = 6
"""How much more memory a value takes here than when it is solved for: a float and residues."""


def certify_staged(
    program: StagedProgram[C], *, workers: int | None = None, report: Report = silent
) -> Proof:
    """Prove the value at the start of a program.

    ``report`` is told how far it is, and before the first stage about how much memory it takes.
    What it raises ends the work, and all of it is lost.
    """
    from odds.solvers.factored import ROOM
    from odds.solvers.factored_certify import certify

    workers = workers or os.cpu_count() or 1
    factored = explored(program, workers, report)
    states = states_of(factored)
    count = len(states)
    both = max(map(sum, zip(states, [*states[1:], 0], strict=True)))  # a stage and the next
    need = both * BYTES_PER_STATE * TIMES + workers * ROOM

    def tell(number: int) -> None:
        known, whole = sum(states[number:]), sum(states)
        report(Progress("certifying", count - number, count, known, whole, need))

    tell(count)
    return certify(factored, *program.start, room=ROOM, workers=workers, report=tell)
