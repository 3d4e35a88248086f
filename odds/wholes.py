"""What is too large to be answered at once: solved and kept, asked, proven, and followed."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from odds.answers import Solvers
from odds.errors import InvalidInput, NotSolved, check_type
from odds.game import Certifiable, Followable, Opened_co, Whole
from odds.workers import workers_of

if TYPE_CHECKING:
    from pathlib import Path

    from odds.solved import Solved
    from odds.solving import Report


def solve_whole(
    whole: Whole[Opened_co],
    *,
    store: str | Path | None = None,
    all_states: bool = False,
    workers: int | None = None,
    report: Report | None = None,
    max_bytes: int | None = None,
) -> Opened_co:
    """Solve something large such as ``A4Adventure()`` once, keep it, and return it to be asked.

    It is kept in the folder ``store``, by default ``$ODDS_STORE`` or one of the user's cache.
    What is there already isn't solved again, and a solve that was stopped goes on. Kept are the
    states that can be reached from the start, or with ``all_states`` those with any values of the
    counters (such as the tracks) wherever play comes to. ``report`` is called with an
    ``odds.solving.Progress`` now and then. ``TooLarge`` if it would take more than ``max_bytes`` on
    disk, by default 3 GB. Needs the ``solve`` extra.
    """
    _check_whole(whole, Whole, store, workers, report)
    check_type(all_states, bool, "/all_states", "True or False")
    check_type(max_bytes, int | None, "/max_bytes", "a number of bytes")
    from odds.solving import silent, solve_staged

    root = _folder(store)
    solved = solve_staged(
        *(whole.program, root),
        all_states=all_states,
        workers=workers,
        report=report or silent,
        max_bytes=max_bytes,
    )
    return whole.opened(solved, Solvers(store=root))


def _check_whole(
    whole: object, kind: type, store: object, workers: int | None = None, report: object = None
) -> None:
    check_type(whole, kind, "", "something large such as A4Adventure()")
    check_type(store, str | PathLike | None, "/store", "a folder")
    if report is not None and not callable(report):
        raise InvalidInput.at("/report", "must be a function that takes a Progress")
    workers_of(workers)


def _folder(store: str | Path | None) -> Path | None:
    from pathlib import Path  # Most questions need none.

    return None if store is None else Path(store)


def open_whole(whole: Whole[Opened_co], store: str | Path | None = None) -> Opened_co:
    """Something large as ``solve_whole`` has kept it; ``NotSolved`` if it hasn't."""
    _check_whole(whole, Whole, store)
    solvers = Solvers(store=_folder(store))
    return whole.opened(_stored(whole, solvers), solvers)


def _stored(whole: Whole[Any] | Followable[Any], solvers: Solvers) -> Solved[Any]:
    solved = solvers.stored(whole.program)
    if solved is None:
        raise NotSolved(f"{whole.program.title} isn't solved yet: {whole.how}")
    return solved


def certify_whole(
    whole: Certifiable[Opened_co], *, workers: int | None = None, report: Report | None = None
) -> Opened_co:
    """The exact value at the start of something large such as ``A4Adventure()``, proven optimal.

    Nothing is read from a store or kept in one. Takes several times the time and the memory of
    ``solve_whole``; ``report`` is told how much memory, as an ``odds.solving.Progress``, before the
    first stage. Needs the ``solve`` extra.
    """
    _check_whole(whole, Certifiable, None, workers, report)
    from odds.certifying import certify_staged
    from odds.solving import silent

    return whole.proven(certify_staged(whole.program, workers=workers, report=report or silent))


def follow_whole(
    whole: Followable[Opened_co],
    *,
    store: str | Path | None = None,
    workers: int | None = None,
    report: Report | None = None,
) -> Opened_co:
    """How something large goes under optimal play, as ``solve_whole`` has kept it.

    Takes about twice as long as solving it, and up to 5 GB of memory; at most two of the
    ``workers`` are of use. ``NotSolved`` if it isn't solved.
    """
    _check_whole(whole, Followable, store, workers, report)
    from odds.following import follow_staged
    from odds.solving import silent

    solved = _stored(whole, Solvers(store=_folder(store)))
    passed = follow_staged(solved, workers=workers, report=report or silent)
    return whole.followed(solved, passed)
