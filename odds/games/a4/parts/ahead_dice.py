"""The chance of mastering what lies ahead, where nothing but the steps themselves uses up dice.

What a fight with a die leads to then hangs on the enemy, the die and the tracks, and not on the
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
from odds.games.a4.parts.ahead_steps import Kept, Move, Step, stack_of
from odds.games.a4.pool import Pool, kinds, without
from odds.games.a4.process import A4Process, State
from odds.games.a4.results import Stopped
from odds.games.a4.sheet import CRYSTALS, Enemy, Gain, Tracks
from odds.program import Chance, Choose

Results = tuple[tuple[int, Tracks], ...]
"""The tracks after a fight that was mastered, each in so many of its d6's six ways."""


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
        self.met = [_who_comes(step, sheets) for step in steps]
        self.costs = [step.cost if isinstance(step, Move) else 0 for step in steps]
        self.scales = [1]
        for step in reversed(steps):
            ways = 1 if isinstance(step, Move) else D6.total**2
            self.scales.insert(0, self.scales[0] * ways)
        self.last_fight = max((k for k, met in enumerate(self.met) if met), default=-1)
        self._process = A4Process(sheets, ())
        self._results: dict[tuple[Enemy, int, Tracks], Results] = {}
        self._known: list[dict[tuple[Pool, Tracks], int]] = [{} for _ in range(len(steps) + 1)]

    def value(self, done: int, dice: Pool, tracks: Tracks) -> int:
        """The best chance, times the scale, with so many steps done."""
        if done == len(self.met):
            return 1
        if self.sheets.hero.ability and tracks[CRYSTALS]:
            raise TouchesDice
        # Once there is no fight any more, the tracks don't matter.
        key = dice, tracks if done <= self.last_fight else ()
        found = self._known[done].get(key)
        if found is None:
            found = self._known[done][key] = self._step(done, dice, tracks)
        return found

    def _step(self, done: int, dice: Pool, tracks: Tracks) -> int:
        if not self.met[done]:
            cost = self.costs[done]
            if not cost:
                return self.value(done + 1, dice, tracks)
            paying = [die for die in kinds(dice) if die >= cost]
            left = [self.value(done + 1, without(dice, die), tracks) for die in paying]
            return max(left, default=0)
        total = 0
        for enemy, ways in self.met[done].items():
            if enemy is None:
                total += ways * D6.total * self.value(done + 1, dice, tracks)
            else:
                total += ways * self._fight(done, enemy, dice, tracks)
        return total

    def _fight(self, done: int, enemy: Enemy, dice: Pool, tracks: Tracks) -> int:
        best = 0
        for die in kinds(dice):
            rest, chance = without(dice, die), 0
            for ways, after in self._with(enemy, die, tracks):
                chance += ways * self.value(done + 1, rest, after)
            best = max(best, chance)
        return best

    def _with(self, enemy: Enemy, die: int, tracks: Tracks) -> Results:
        key = enemy, die, tracks
        found = self._results.get(key)
        if found is None:
            found = self._results[key] = self._follow(enemy, die, tracks)
        return found

    def _follow(self, enemy: Enemy, die: int, tracks: Tracks) -> Results:
        """What the rules say of a fight with the only die that there is."""
        if not all(isinstance(effect, Gain) for effect in enemy.special):
            raise TouchesDice
        process = self._process
        control = Control(START, (die,), False, stack_of([enemy], self.sheets))
        ready = process.settle(control, tracks)
        if not isinstance(ready.node, Choose) or len(ready.point.labels) != 1:
            raise TouchesDice
        (rolling,) = process.after(ready)
        is_rolled = isinstance(rolling.node, Chance)
        ends = process.after(rolling) if is_rolled else [rolling]
        weights = rolling.point.weights if is_rolled else (D6.total,)
        if not all(map(process.is_absorbing, ends)):
            raise TouchesDice
        found = zip(weights, ends, strict=True)
        return tuple((ways, end.counters) for ways, end in found if self._is_mastered(end))

    def _is_mastered(self, end: State) -> bool:
        result = self._process.result(end)
        return isinstance(result, Stopped) and not result.notes


def _who_comes(step: Step, sheets: Sheets) -> dict[Enemy | None, int]:
    """Who is met in how many of the six ways of a d6; empty for a movement."""
    if isinstance(step, Move):
        return {}
    if isinstance(step, Enemy):
        return {step: D6.total}
    totals = D6.map(lambda d6: step.modifier + d6 if step.total is None else step.total)
    return dict(totals.map(lambda total: enemy_of(sheets, total)).items())
