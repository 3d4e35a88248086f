"""What a player may want of an action in A4 Quest, as payoffs of its end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import ClassVar, Final, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from odds.errors import InvalidInput, check_type
from odds.frozen import Frozen
from odds.games.a4.parts.ends import Ending
from odds.games.a4.parts.setting import Setting
from odds.games.a4.pool import active
from odds.games.a4.results import LevelledUp
from odds.games.a4.sheet import TRACKS, XP, Tracks
from odds.model import Vector
from odds.numbers import Exact, exact

DICE: Final = "dice"
DEATH: Final = "death"
WEIGHED: Final = (*TRACKS, DICE, DEATH)
"""What a weight can be given to: each track, the active dice, and dying."""


def gains(end: Ending, setting: Setting) -> Tracks:
    """What each track has gained; of XP the points, also those that a level-up has taken."""
    found = [after - now for after, now in zip(end.tracks, setting.tracks, strict=True)]
    levels = sum(isinstance(note, LevelledUp) for note in end.notes)
    found[XP] += levels * (setting.hero.maxima[XP] + 1)
    return tuple(found)


def dice_gained(end: Ending, setting: Setting) -> int:
    """How many more active dice there are; a death leaves none."""
    return len(end.active) - len(active(setting.pool))


class ActionObjective(Protocol):
    """What the player wants of an action or a rest."""

    names: ClassVar[tuple[str, ...]]
    """What the first components of a payoff are; those after them only break ties."""

    def check(self) -> None:
        """Raise ``InvalidInput`` where the objective makes no sense."""

    def payoff(self, end: Ending, setting: Setting) -> Vector:
        """What an end is worth, compared from left to right."""


class _Safe:
    """Surviving first, then the sum of what the tracks gain; dice don't count."""

    def check(self) -> None:
        """Nothing can be wrong."""

    def payoff(self, end: Ending, setting: Setting) -> Vector:
        """1 for surviving, and the sum."""
        return (Fraction(int(not end.died)), Fraction(sum(gains(end, setting))))


class SafeGains(_Safe, Struct, frozen=True):
    """The lowest probability of dying, then the highest expected sum of what the tracks gain."""

    names: ClassVar[tuple[str, ...]] = ("survive", "gain")


class Survive(_Safe, Struct, frozen=True):
    """The lowest probability of dying; what is gained only decides among equals."""

    names: ClassVar[tuple[str, ...]] = ("survive",)


class Weights(Struct, frozen=True, dict=True):
    """The highest expected sum of what is gained, each times its weight.

    ``weights`` maps tracks, ``"dice"`` (an active die more) and ``"death"`` to exact numbers, which
    are fractions then; what is left out counts for nothing.

    >>> Weights({"hp": 1, "dice": "1/4", "death": -5}).weights["dice"]
    Fraction(1, 4)

    Whoever dies keeps the tracks as they are at that moment. The risk only decides among equals.
    """

    weights: Mapping[str, Exact]
    names: ClassVar[tuple[str, ...]] = ("sum",)

    def __post_init__(self) -> None:
        place = "/objective/weights"
        check_type(self.weights, Mapping, place, 'a mapping such as {"hp": 1, "dice": "1/4"}')
        read = {name: exact(weight, f"{place}/{name}") for name, weight in self.weights.items()}
        force_setattr(self, "weights", Frozen(read))

    def check(self) -> None:
        """There is a weight, and each is of something that exists."""
        if not self.weights:
            why = f"needs a weight for at least one of: {', '.join(WEIGHED)}"
            raise InvalidInput.at("/objective/weights", why)
        for name in self.weights:
            if name not in WEIGHED:
                why = f"must be one of: {', '.join(WEIGHED)}"
                raise InvalidInput.at(f"/objective/weights/{name}", why)

    @cached_property
    def _scaled(self) -> tuple[int, tuple[int, ...]]:
        """A common denominator, and the numerators for all of ``WEIGHED``."""
        weights = [Fraction(self.weights.get(name, 0)) for name in WEIGHED]
        common = lcm(*(weight.denominator for weight in weights))
        return common, tuple(int(weight * common) for weight in weights)

    def payoff(self, end: Ending, setting: Setting) -> Vector:
        """The weighted sum."""
        common, weights = self._scaled
        figures = (*gains(end, setting), dice_gained(end, setting), int(end.died))
        return (
            Fraction(sum(map(mul, weights, figures)), common),
            Fraction(int(not end.died)),
        )


NAMED: Final[Mapping[str, ActionObjective]] = {"safe_gains": SafeGains(), "survive": Survive()}
"""The objectives without parameters, by their names in a request."""
