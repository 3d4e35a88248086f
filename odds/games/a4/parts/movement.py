"""A movement of A4 Quest played alone: which die to exhaust, or to re-roll (A4, A12).

The payoff is compared from left to right: the lowest probability of dying, the fewest HP lost on
average (a death loses all of them), the most active dice left, the highest total of these.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from odds.errors import InvalidInput, check_range, check_type
from odds.game import Notebook, Size, Solver
from odds.games.a4.moments import part
from odds.games.a4.parts.bounds import part_size
from odds.games.a4.parts.common import Choice, SolvedPart
from odds.games.a4.parts.ends import Ending, Ends, chance, mean, spread
from odds.games.a4.parts.setting import Part, Setting
from odds.games.a4.parts.text_movement import movement_tables, movement_text
from odds.games.a4.pool import Pool
from odds.games.a4.results import Phase
from odds.games.a4.sheet import CRYSTALS, MAX_COST
from odds.model import Vector
from odds.tables import Table


class A4Movement(Part, frozen=True, kw_only=True):
    """A movement that costs ``cost``, by default what the space after the situation's costs.

    Phases: ``movement`` it is to be paid; ``movement_failed`` 1 HP is paid for a failure, and a
    die is to be re-rolled.

    >>> from odds import Situation, solve
    >>> solve(A4Movement(Situation(pool=[4, 2, None, None]), cost=3)).figures.hp_lost
    Fraction(0, 1)
    """

    phases: ClassVar[tuple[str, ...]] = ("movement", "movement_failed")
    cost: int | None = None

    def check(self) -> None:
        setting = self.setting
        check_type(self.cost, int | None, "/cost", "a whole number")
        if not self.situation.pool:
            raise setting.need("pool", "a movement needs the dice of the pool")
        if self.cost is None:
            if self.situation.space is None:
                raise InvalidInput.at("/cost", "give the movement's cost, or the state's space")
            if setting.place + 1 >= len(setting.sheets.spaces):
                raise setting.need("space", "there is no space after the last")
        elif self.situation.space is not None:
            raise InvalidInput.at("/cost", "give either a cost or the state's space, not both")
        else:
            check_range(self.cost, 0, MAX_COST, "/cost", "the cost")
        if setting.phase == "movement_failed" and setting.pool[-1] >= self.price:
            why = "a movement is paid, and has not failed, where it is free or a die is high enough"
            raise setting.need("phase", why)

    @property
    def price(self) -> int:
        """What the movement costs."""
        setting = self.setting
        return setting.cost if self.cost is None else self.cost

    def size(self) -> Size:
        """Where a die is high enough, its choice; else pools times tracks."""
        setting, high = self.setting, [d for d in self.setting.pool if d >= self.price]
        if self.price and high and not self.situation.pending:
            return Size(1 + len(high), len(high))
        return part_size(setting, (), len(setting.pool))

    def answer(self, solver: Solver) -> MovementAnswer:
        """Every choice now, and how the movement ends."""
        setting = self.setting
        scene = setting.scene(part(Phase.MOVEMENT, heeded=()))
        failed = setting.phase == "movement_failed"
        control = scene.toll_paid(self.price) if failed else scene.movement(self.price)
        solved = SolvedPart(solver, setting.sheets, [(control, setting.tracks)], self._worth)
        (start,) = solved.starts
        ends = solved.ends(start)
        return MovementAnswer(setting, self.price, solved.choices(start), ends)

    def _worth(self, end: Ending) -> Vector:
        lost, dice = end.lost(self.setting.tracks), end.active
        return tuple(map(Fraction, (-end.died, -lost, len(dice), sum(dice))))


class MovementFigures:
    """What the ends of a movement come to."""

    def __init__(self, ends: Ends, setting: Setting) -> None:
        tracks = setting.tracks
        self.dies = chance(ends, lambda end: end.died)
        self.hp_lost = mean(ends, lambda end: end.lost(tracks))
        self.active = mean(ends, lambda end: len(end.active))
        self.total = mean(ends, lambda end: sum(end.active))


class MovementAnswer(Notebook, Struct, frozen=True, dict=True):
    """What to do in a movement, and what it costs; ``ends`` belong to the reported policy.

    Without a choice left (the movement is free, or kills for certain) ``choices`` is empty.
    """

    setting: Setting
    cost: int
    choices: tuple[Choice, ...]
    ends: Ends

    @cached_property
    def figures(self) -> MovementFigures:
        """Means under the reported policy."""
        return self.figures_of(self.ends)

    def figures_of(self, ends: Ends) -> MovementFigures:
        """Means over ``ends``, such as those of a choice."""
        return MovementFigures(ends, self.setting)

    @cached_property
    def hp_lost(self) -> dict[int, Fraction]:
        """The distribution of the HP lost; a death loses all."""
        return spread(self.ends, lambda end: end.lost(self.setting.tracks))

    @cached_property
    def dice_left(self) -> dict[Pool, Fraction]:
        """The distribution of the pool after it, where the hero lives."""
        return spread(self.ends, lambda end: None if end.died else end.pool)

    @property
    def text(self) -> str:
        """One plain sentence."""
        return movement_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        own: tuple[str, ...] = ()
        may_spend = self.setting.tracks[CRYSTALS] and not self.setting.situation.crystal_used
        if may_spend and self.setting.hero.ability:
            own = ("A crystal kept counts for nothing in a movement played alone.",)
        return (*own, *self.setting.assumptions)

    def tables(self) -> tuple[Table, ...]:
        """The choices, the HP lost and the dice left."""
        return movement_tables(self)
