"""What lies ahead of a pool: movements and fights, and the best chance of mastering them all.

Everything is done in the order given, without a rest or an action in between. All is mastered if
every movement is paid with a die that is high enough, every fight is won, the hero lives, and no
HP is ever paid for want of a die (A4, A7). Damage from an enemy does no harm otherwise.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from odds.dist import Dist
from odds.game import Size, Solver
from odds.games.a4.control import Control, Sheets
from odds.games.a4.course import START
from odds.games.a4.moments import is_payment
from odds.games.a4.parts.ahead_bounds import Course
from odds.games.a4.parts.ahead_dice import mastered_by_dice
from odds.games.a4.parts.ahead_steps import Kept, Move, Step, stack_of
from odds.games.a4.parts.reach import may_come
from odds.games.a4.parts.setting import Setting
from odds.games.a4.process import A4Process, State, outcomes
from odds.games.a4.results import Stopped
from odds.games.a4.sheet import EnemyIcon
from odds.games.a4.steps import Point
from odds.model import DecisionProcess, Outcomes
from odds.program import End


class Verdict(Struct, eq=False):
    """Whether all steps were mastered; told by identity, which is looked up all the time."""

    mastered: bool


NO: Final = Verdict(False)
YES: Final = Verdict(True)


class _Verdicts(dict[Point, Verdict | None]):
    """The verdict that there is at a point, if there is one, whatever the tracks."""

    def __missing__(self, point: Point) -> Verdict | None:
        found = self[point] = _verdict(point)
        return found


def _verdict(point: Point) -> Verdict | None:
    if isinstance(point.node, End):
        result = point.node.result
        return YES if isinstance(result, Stopped) and not result.notes else NO
    stop = point.control.stop
    failed = stop is None or stop.notes or is_payment(point.control)
    return NO if failed else None


def ahead_size(setting: Setting, steps: Sequence[Step], dice: int) -> Size:
    """An estimate from above of the states and choices over all pools of ``dice`` dice."""
    fights = [() if isinstance(s, Move) else may_come(s, setting.sheets) for s in steps]
    course = Course(setting, dice, [enemy for met in fights for enemy in met if enemy])
    for step, met in zip(steps, fights, strict=True):
        if not isinstance(step, Move):
            course.fight(met, rolled=isinstance(step, EnemyIcon) and step.total is None)
        elif step.cost:
            course.move()
    return Size(course.states + len((NO, YES)), course.choices)


class Crossing(DecisionProcess[State | Verdict, Hashable]):
    """The steps ahead as a decision process from each of ``kept``, over at the first failure."""

    def __init__(self, sheets: Sheets, steps: Sequence[Step], kept: Iterable[Kept]) -> None:
        stack = stack_of(steps, sheets)
        starts = [(Control(START, pool, False, stack), tracks) for pool, tracks in kept]
        self._game = A4Process(sheets, starts)
        self._verdicts = _Verdicts()
        self._starts = tuple(map(self._judged, self._game.initial()))

    def _judged(self, state: State) -> State | Verdict:
        """The verdict once there is one, in place of the state."""
        return self._verdicts[state.point] or state

    def initial(self) -> tuple[State | Verdict, ...]:
        return self._starts

    def is_absorbing(self, state: State | Verdict) -> bool:
        return isinstance(state, Verdict)

    def actions(self, state: State | Verdict) -> Sequence[Hashable]:
        assert not isinstance(state, Verdict)
        return self._game.actions(state)

    def transitions(self, state: State | Verdict, action: Hashable) -> Dist[State | Verdict]:
        assert not isinstance(state, Verdict)
        return self._game.transitions(state, action).map(self._judged)

    def expand(
        self, state: State | Verdict
    ) -> tuple[Sequence[Hashable], Sequence[Outcomes[State | Verdict]]]:
        assert not isinstance(state, Verdict)
        verdicts = self._verdicts
        after = [verdicts[other.point] or other for other in self._game.after(state)]
        return state.point.labels, outcomes(state.point, after)


def mastered(
    solver: Solver, sheets: Sheets, steps: Sequence[Step], kept: Sequence[Kept]
) -> Mapping[Kept, Fraction]:
    """For each of ``kept``, the highest probability of mastering all ``steps``."""
    found = mastered_by_dice(sheets, steps, kept)
    if found is not None:
        return found
    process = Crossing(sheets, steps, kept)
    solution = solver.backward(process, _payoff)
    return {k: solution.value[s][0] for k, s in zip(kept, process.initial(), strict=True)}


def _payoff(state: State | Verdict) -> tuple[Fraction]:
    return (Fraction(int(state is YES)),)
