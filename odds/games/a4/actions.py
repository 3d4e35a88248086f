"""What a player can choose in A4 Quest: small labels without text.

Where several choices are exactly equal, the one listed first is preferred. The order is: keep the
crystal before spending it; keep dice before re-rolling any; dice from the lowest up, an exhausted
one before all; fewer re-rolled dice before more; icons in the sheet's order, then resting; rows,
bundles, equipment and level-ups in the sheet's order. Dice of one value are one choice.
"""

from __future__ import annotations

from msgspec import Struct

from odds.games.a4.sheet import Bundle


class Equip(Struct, frozen=True):
    """Take equipment number ``index`` of the hero sheet (A1)."""

    index: int


class RerollDice(Struct, frozen=True):
    """Re-roll these dice of the starting pool together, at most two (A1)."""

    dice: tuple[int, ...]


class UseDie(Struct, frozen=True):
    """Use an active die of this value: to move, in a fight, in a wave or for an action."""

    value: int


class RerollDie(Struct, frozen=True):
    """Re-roll one die of this value; 0 is an exhausted one, which becomes active."""

    value: int


class SetDie(Struct, frozen=True):
    """Make an exhausted die active with this value."""

    value: int


class KeepDice(Struct, frozen=True):
    """Leave the dice as they are and forgo what is left of the effect (A13)."""


class UseCrystal(Struct, frozen=True):
    """Pay 1 crystal for bundle number ``index`` of the hero's ability (A12)."""

    index: int


class KeepCrystal(Struct, frozen=True):
    """Don't use the ability at this moment."""


class TakeIcon(Struct, frozen=True):
    """Perform the space's icon number ``index`` (A8)."""

    index: int


class Rest(Struct, frozen=True):
    """Rest, and re-roll these active dice besides the exhausted ones (A9)."""

    dice: tuple[int, ...]


class TakeBundle(Struct, frozen=True):
    """Take these effects out of several that are offered (A8)."""

    bundle: Bundle


class LevelUp(Struct, frozen=True):
    """Take level-up bonus number ``index`` of the hero sheet (A11)."""

    index: int


Action = (
    Equip
    | RerollDice
    | UseDie
    | RerollDie
    | SetDie
    | KeepDice
    | UseCrystal
    | KeepCrystal
    | TakeIcon
    | Rest
    | TakeBundle
    | LevelUp
)
