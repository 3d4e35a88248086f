"""What is due in a game at the table, in words."""

from __future__ import annotations

from odds.games.a4.control import Control
from odds.games.a4.frames import (
    ChooseAction,
    ChooseEquipment,
    ChooseLevelUp,
    CrystalOffer,
    Engage,
    FaceWave,
    FirstReroll,
    Perform,
    Ready,
    TollReroll,
    Travel,
)
from odds.games.a4.parts.text_actions import icon_text


def due_text(control: Control) -> str:
    """What is to be chosen; nothing where the choices say it themselves."""
    top = control.stack[0] if control.stack else None
    if isinstance(top, Travel):
        return f"Moving on costs a die of {top.cost} or more:"
    if isinstance(top, Ready):
        if isinstance(top.task, Perform):
            return f"The die for {icon_text(top.task.icon)}:"
        if isinstance(top.task, Engage):
            enemy = top.task.enemy
            return f"The die against the enemy with attack {enemy.attack}, defence {enemy.defence}:"
        assert isinstance(top.task, FaceWave)
        return "The die against the wave:"
    due: dict[type, str] = {
        ChooseEquipment: "Your equipment:",
        FirstReroll: "The dice to re-roll, once:",
        ChooseAction: "Your action:",
        ChooseLevelUp: "You gain a level:",
        CrystalOffer: "You may spend a crystal:",
        TollReroll: "The die to re-roll:",
    }
    return due.get(type(top), "")


def payment_text(control: Control) -> str:
    """Why 1 HP was just paid."""
    if isinstance(control.stack[0], TollReroll):
        return "No die is high enough to move on, so 1 HP is paid to re-roll one."
    return "No die is active, so 1 HP is paid to roll an exhausted one."
