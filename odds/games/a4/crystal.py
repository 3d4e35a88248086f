"""The crystal ability of A4 Quest (A12).

A moment is a ``Crystal`` frame, pushed by whatever comes next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from odds.games.a4.actions import KeepCrystal, UseCrystal
from odds.games.a4.control import Ask, Control, Handler, Next, Sheets, choose
from odds.games.a4.frames import Crystal, CrystalOffer
from odds.games.a4.sheet import CRYSTALS, Gain


def crystal(_frame: Crystal, sheets: Sheets, control: Control) -> Next:
    """Once a turn, with at least one crystal, the ability is offered."""
    if control.crystal_used or not sheets.hero.ability:
        return control
    return Ask(CRYSTALS, lambda crystals: control.push(CrystalOffer()) if crystals else control)


def crystal_offer(_frame: CrystalOffer, sheets: Sheets, control: Control) -> Next:
    """Keep the crystal, or pay it for one of the ability's bundles."""
    used = Control(control.place, control.pool, True, control.stack)
    uses = (used.push(Gain(CRYSTALS, -1), *bundle) for bundle in sheets.hero.ability)
    return choose([(KeepCrystal(), control), *((UseCrystal(i), u) for i, u in enumerate(uses))])


HANDLERS: Final[Mapping[type, Handler]] = {
    Crystal: crystal,
    CrystalOffer: crystal_offer,
}
