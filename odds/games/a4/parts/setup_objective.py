"""What a player may want of the starting pool of A4 Quest, and what a pool is worth then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from odds.errors import InvalidInput, TooLarge, check_each, check_range
from odds.game import Size, Solver
from odds.games.a4.moments import turn_start
from odds.games.a4.parts.ahead import ahead_size, mastered
from odds.games.a4.parts.ahead_steps import Kept, Step
from odds.games.a4.parts.common import SolvedPart, has_won
from odds.games.a4.parts.setting import Setting

MAX_STEPS: Final = 6


class Worth(Struct, frozen=True):
    """What a pool is worth, together with the tracks, once the setup is over."""

    of: Callable[[Kept], Fraction]
    bound: Fraction = Fraction(0)
    """How far each of them is off at most, relative to it."""


class SetupObjective(Protocol):
    """What the player wants of the starting pool."""

    uses_tracks: ClassVar[bool]
    """Whether the tracks, and so the equipment, matter."""

    def check(self) -> None:
        """Raise ``InvalidInput`` where the objective makes no sense."""

    def size(self, setting: Setting, dice: int) -> Size:
        """The work of ``worth`` for all pools of ``dice`` dice with one piece of equipment."""

    def worth(self, solver: Solver, setting: Setting, kept: Sequence[Kept]) -> Worth:
        """What each of ``kept`` is worth."""


class _OfPool:
    """What hangs on the dice alone."""

    uses_tracks: ClassVar[bool] = False

    def check(self) -> None:
        """Nothing can be wrong."""

    def size(self, _setting: Setting, _dice: int) -> Size:
        """No work at all."""
        return Size(0, 0)


class HighestTotal(_OfPool, Struct, frozen=True):
    """The highest expected total of the dice."""

    def worth(self, _solver: Solver, _setting: Setting, _kept: Sequence[Kept]) -> Worth:
        """The total of each pool."""
        return Worth(lambda kept: Fraction(sum(kept[0])))


class AtLeastOne(_OfPool, Struct, frozen=True):
    """The highest probability of at least one die of ``value`` or more."""

    value: int

    def check(self) -> None:
        """A die shows 1 to 6."""
        check_range(self.value, 1, 6, "/objective/at_least_one", "the die's value")

    def worth(self, _solver: Solver, _setting: Setting, _kept: Sequence[Kept]) -> Worth:
        """1 for each pool with such a die."""
        return Worth(lambda kept: Fraction(int(max(kept[0]) >= self.value)))


class Ahead(Struct, frozen=True):
    """The highest probability of mastering all ``steps``, as ``parts.ahead`` defines it.

    Each step is a ``Move(cost)``, an ``Enemy`` or an ``EnemyIcon``.

    >>> from odds import EnemyIcon, Move
    >>> len(Ahead((Move(2), EnemyIcon(modifier=0), Move(3))).steps)
    3
    """

    steps: tuple[Step, ...]
    uses_tracks: ClassVar[bool] = True

    def __post_init__(self) -> None:
        expected = "a Move(cost), an Enemy or an EnemyIcon"
        steps = check_each(self.steps, Step, "/objective/ahead", expected)
        force_setattr(self, "steps", steps)  # so that its owner can't change it

    def check(self) -> None:
        """There are a few steps."""
        if not 1 <= len(self.steps) <= MAX_STEPS:
            why = f"must have 1 to {MAX_STEPS} steps, not {len(self.steps)}"
            raise InvalidInput.at("/objective/ahead", why)

    def size(self, setting: Setting, dice: int) -> Size:
        """The states of the steps, from every pool."""
        return ahead_size(setting, self.steps, dice)

    def worth(self, solver: Solver, setting: Setting, kept: Sequence[Kept]) -> Worth:
        """The probability for each pool with its tracks."""
        return Worth(mastered(solver, setting.sheets, self.steps, kept).__getitem__)


class Win(Struct, frozen=True):
    """The highest probability of winning the adventure (A16).

    What it takes is loaded only when it is asked about, as that takes longest.
    """

    uses_tracks: ClassVar[bool] = True

    def check(self) -> None:
        """Nothing can be wrong."""

    def size(self, _setting: Setting, _dice: int) -> Size:
        """What it takes to look up; what it takes to solve is checked where that is due."""
        from odds.games.a4.parts.whole_choices import LOOK_UP

        return LOOK_UP

    def worth(self, solver: Solver, setting: Setting, kept: Sequence[Kept]) -> Worth:
        """The probability for each pool with its tracks, from a solved adventure or exactly."""
        from odds.games.a4.parts.whole_bounds import whole_size
        from odds.games.a4.parts.whole_choices import not_solved
        from odds.games.a4.whole import whole_adventure

        sheets, dice = setting.sheets, len(kept[0][0])
        program = whole_adventure(sheets.adventure, sheets.hero, dice, sheets.random_order)
        solved = solver.stored(program)
        if solved is not None:
            settled = (program.settle(turn_start(setting.place, p), tracks) for p, tracks in kept)
            known = dict(zip(kept, map(solved.value, settled), strict=True))
            bound = max(v.error / v.value if v.value else Fraction(0) for v in known.values())
            return Worth(lambda kept: known[kept].value, bound)
        try:
            solver.check(whole_size(setting, dice))
        except TooLarge as error:
            raise not_solved(program) from error
        starts = [(turn_start(setting.place, pool), tracks) for pool, tracks in kept]
        part = SolvedPart(solver, sheets, starts, has_won)
        values = {k: part.value(s)[0] for k, s in zip(kept, part.starts, strict=True)}
        return Worth(values.__getitem__)


NAMED: Final[Mapping[str, SetupObjective]] = {"highest_total": HighestTotal(), "win": Win()}
"""The objectives without parameters, by their names in a request."""
