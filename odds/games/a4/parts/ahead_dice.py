"""The chance of mastering what lies ahead, where nothing but the steps themselves uses up dice.

What a die leads to, in a fight or a movement, then hangs on that and the tracks, and not on the
other dice. So the rules are followed once for all pools, with that die alone, and from then on

    v_k(dice, tracks) = max over a die of the sum over results of p * v_(k+1)(dice without it, ...)

with k steps done. All values are whole numbers over a power of 6 that hangs on k alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from odds.dice import D6
from odds.games.a4.control import Control, Sheets
from odds.games.a4.course import START
from odds.games.a4.fight import enemy_of
from odds.games.a4.moments import is_payment
from odds.games.a4.parts.ahead_steps import Kept, Move, Step, stack_of
from odds.games.a4.pool import Pool, kinds, without
from odds.games.a4.process import A4Process, State
from odds.games.a4.results import Stopped
from odds.games.a4.sheet import CRYSTALS, Enemy, Gain, Tracks
from odds.program import Chance, Choose

Task = Move | Enemy
"""What a die is used for."""

Results = tuple[tuple[int, Tracks], ...]
"""The tracks after a task that was mastered, each in so many of the six ways of a d6."""


class TouchesDice(Exception):
    """A crystal, a special effect or a level-up may change dice, or ask for a choice."""


def mastered_by_dice(
    sheets: Sheets, steps: Sequence[Step], kept: Sequence[Kept]
) -> Mapping[Kept, Fraction] | None:
    """For each of ``kept``, the highest probability of mastering all ``steps``.

    None where something may touch the dice beside the steps.
    """
    ahead = _Ahead(sheets, steps)
    try:
        return {
            (pool, tracks): Fraction(ahead.value(0, pool, tracks), ahead.scales[0])
            for pool, tracks in kept
        }
    except TouchesDice:
        return None


class _Ahead:
    """The steps, and what is known of them so far."""

    def __init__(self, sheets: Sheets, steps: Sequence[Step]) -> None:
        self.sheets = sheets
        self.tasks = [_tasks(step, sheets) for step in steps]
        self.scales = [(D6.total**2) ** left for left in range(len(steps), -1, -1)]
        fights = [k for k, step in enumerate(steps) if not isinstance(step, Move)]
        self.last_fight = max(fights, default=-1)
        self._process = A4Process(sheets, ())
        self._results: dict[tuple[Task, int, Tracks], Results] = {}
        self._known: list[dict[tuple[Pool, Tracks], int]] = [{} for _ in steps]

    def value(self, done: int, dice: Pool, tracks: Tracks) -> int:
        """The best chance, times the scale, with so many steps done."""
        if done == len(self.tasks):
            return 1
        if self.sheets.hero.ability and tracks[CRYSTALS]:
            raise TouchesDice
        # Once there is no fight any more, the tracks don't matter.
        key = dice, tracks if done <= self.last_fight else ()
        found = self._known[done].get(key)
        if found is None:
            found = self._known[done][key] = sum(
                ways * self._best(done, task, dice, tracks)
                for task, ways in self.tasks[done].items()
            )
        return found

    def _best(self, done: int, task: Task | None, dice: Pool, tracks: Tracks) -> int:
        if task is None:
            return D6.total * self.value(done + 1, dice, tracks)
        best = 0
        for die in kinds(dice):
            rest, chance = without(dice, die), 0
            for ways, after in self._with(task, die, tracks):
                chance += ways * self.value(done + 1, rest, after)
            best = max(best, chance)
        return best

    def _with(self, task: Task, die: int, tracks: Tracks) -> Results:
        key = task, die, tracks
        found = self._results.get(key)
        if found is None:
            found = self._results[key] = self._follow(task, die, tracks)
        return found

    def _follow(self, task: Task, die: int, tracks: Tracks) -> Results:
        """What the rules say of a task with the only die that there is."""
        if isinstance(task, Enemy) and not all(isinstance(e, Gain) for e in task.special):
            raise TouchesDice
        process = self._process
        control = Control(START, (die,), False, stack_of([task], self.sheets))
        ready = process.settle(control, tracks)
        if process.is_absorbing(ready) or is_payment(ready.control):
            return ()  # It is too low for a movement.
        if not isinstance(ready.node, Choose) or len(ready.point.labels) != 1:
            raise TouchesDice
        (used,) = process.after(ready)
        is_rolled = isinstance(used.node, Chance)
        ends = process.after(used) if is_rolled else [used]
        weights = used.point.weights if is_rolled else (D6.total,)
        if not all(map(process.is_absorbing, ends)):
            raise TouchesDice
        found = zip(weights, ends, strict=True)
        return tuple((ways, end.counters) for ways, end in found if self._is_mastered(end))

    def _is_mastered(self, end: State) -> bool:
        result = self._process.result(end)
        return isinstance(result, Stopped) and not result.notes


def _tasks(step: Step, sheets: Sheets) -> dict[Task | None, int]:
    """What a die is to be used for, in how many of the six ways of a d6; none: nothing."""
    if isinstance(step, Move):
        return {step if step.cost else None: D6.total}
    if isinstance(step, Enemy):
        return {step: D6.total}
    totals = D6.map(lambda d6: step.modifier + d6 if step.total is None else step.total)
    return dict(totals.map(lambda total: enemy_of(sheets, total)).items())
