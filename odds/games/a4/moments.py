"""Every moment at which a game of A4 Quest, or a part of it, can be asked about, as a control.

A whole game begins with ``setup``, and a turn of it with ``turn_start``. Within a turn a ``Scene``
says where it is, and its methods what is due there.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from odds.games.a4.action import quest_found
from odds.games.a4.control import Control, Sheets
from odds.games.a4.course import START
from odds.games.a4.fight import clash_with, clash_with_wave, rolled
from odds.games.a4.frames import (
    Act,
    ChooseEquipment,
    Crystal,
    Engage,
    FaceWave,
    FirstReroll,
    Frame,
    LayTiles,
    Perform,
    Ready,
    ReturnDie,
    Roll,
    RollQuest,
    Stack,
    Stop,
    TollReroll,
    Travel,
    Wave,
)
from odds.games.a4.pool import Pool
from odds.games.a4.results import Phase
from odds.games.a4.sheet import Boss, Enemy, Icon, StartFight


def part(phase: Phase, heeded: tuple[type, ...] | None = None) -> Stack:
    """In place of the rest of a turn: the game stops here; ``heeded`` is noted on the way."""
    return (Stop(phase, heeded=heeded),)


HERO_DICE: Final = 4
DIFFICULT_DICE: Final = 3
"""How many dice a hero has, and in Difficult Mode."""

FIRST_REROLLS: Final = 2
"""How many dice of the starting pool may be re-rolled (A1)."""


def setup(dice: int, after: Stack = (), rerolls: int = FIRST_REROLLS) -> Control:
    """The very beginning, with ``dice`` hero dice: 4, or 3 in Difficult Mode (A1)."""
    return laid_out(START, dice, after, rerolls).push(LayTiles())


def laid_out(place: int, dice: int, after: Stack = (), rerolls: int = FIRST_REROLLS) -> Control:
    """The tiles can be seen, and no equipment is chosen yet (A1, A15)."""
    return equipped(dice, after, rerolls).push(ChooseEquipment()).at(place)


def equipped(dice: int, after: Stack = (), rerolls: int = FIRST_REROLLS) -> Control:
    """The equipment is chosen, and the pool of ``dice`` hero dice not yet rolled (A1)."""
    return Control(START, (), False, (Roll(dice), FirstReroll(rerolls), *after))


def pool_rolled(
    pool: Pool, after: Stack = (), rerolls: int = FIRST_REROLLS, place: int = START
) -> Control:
    """The pool lies there for the first time: which dice to re-roll (A1)."""
    return Control(place, pool, False, (FirstReroll(rerolls), *after))


def turn_start(place: int, pool: Pool) -> Control:
    """A turn starts with the hero on ``place``; ``START`` before the first turn (A3)."""
    return Control(place, pool, False, ())


def is_payment(control: Control) -> bool:
    """Whether 1 HP was just paid for want of a die, to move (A4) or to use (A7).

    Asked of a state within a turn: only there does a roll right before a die is used mean that.
    """
    top, *rest = control.stack
    if isinstance(top, TollReroll):
        return True
    due = next((frame for frame in rest if not isinstance(frame, Crystal)), None)
    return isinstance(top, Roll) and isinstance(due, Ready)


class Scene(Struct, frozen=True):
    """A situation within a turn.

    ``pool`` holds every die but the one set aside in a fight. ``after`` is what follows once the
    moment that is asked for is over: of a turn of the whole game ``turn.after_movement``,
    ``turn.BEFORE_ACTION`` or ``turn.AFTER_ACTION``, or ``part(phase)`` to stop there. ``pending``
    comes first: the rest of a bundle that a choice has interrupted.
    """

    place: int
    pool: Pool
    after: Stack
    crystal_used: bool = False
    pending: Stack = ()

    def now(self, *frames: Frame) -> Control:
        """``frames`` are due, after what is pending; none: only ``after`` is left."""
        stack = self.pending + frames + self.after
        return Control(self.place, self.pool, self.crystal_used, stack)

    def movement(self, cost: int) -> Control:
        """A movement of this cost is due, or a failed one due again (A4)."""
        return self.now(Travel(cost))

    def toll_paid(self, cost: int) -> Control:
        """A movement has failed and its 1 HP is lost: which die to re-roll (A4)."""
        return self.now(TollReroll(), Travel(cost))

    def encounter(self, modifier: int) -> Control:
        """A d6 is about to be rolled for an enemy (A5)."""
        return self.now(StartFight(modifier))

    def met(self, enemy: Enemy) -> Control:
        """The enemy is known, and no die chosen (A6)."""
        return self.now(Crystal(), Ready(Engage(enemy)))

    def engaged(self, enemy: Enemy, die: int) -> Control:
        """The die is set aside; the special effect comes next (A6)."""
        return self.now(Engage(enemy, die))

    def special_done(self, enemy: Enemy, die: int) -> Control:
        """The special effect is done or pending; the d6 of the fight comes next (A6)."""
        return self.now(clash_with(enemy, die))

    def rolled(self, enemy: Enemy, die: int, d6: int) -> Control:
        """The d6 of the fight is known; the damage comes next (A6)."""
        return self.now(*rolled(clash_with(enemy, die), d6))

    def fight_over(self) -> Control:
        """The enemy is beaten or has escaped; the die that was set aside comes back (A6)."""
        return self.now(ReturnDie())

    def action(self) -> Control:
        """An action or a rest is due (A8, A9, A10)."""
        return self.now(Crystal(), Act())

    def icon_taken(self, icon: Icon) -> Control:
        """The icon is chosen, and no die (A8)."""
        return self.now(Ready(Perform(icon)))

    def icon_used(self, icon: Icon, die: int) -> Control:
        """The die is chosen too, and out of the pool; what it brings comes next (A8)."""
        return self.now(Perform(icon, die))

    def quest_rolled(self, sheets: Sheets, d6: int) -> Control:
        """The d6 of a quest is known, its die exhausted; what it brings comes next (A8)."""
        return quest_found(RollQuest(), sheets, self.now(), d6)

    def wave(self, wave: int, boss_hp: int) -> Control:
        """A wave, counted from 0, begins with its effect (A14)."""
        return self.now(Wave(wave, boss_hp))

    def wave_ready(self, wave: int, boss_hp: int) -> Control:
        """The wave's effect is done or pending, and no die chosen (A14)."""
        return self.now(Crystal(), Ready(FaceWave(wave, boss_hp)))

    def wave_rolled(self, boss: Boss, wave: int, boss_hp: int, die: int, d6: int) -> Control:
        """The d6 of a wave is known, where the sheet adds one (A14)."""
        return self.now(*rolled(clash_with_wave(boss, FaceWave(wave, boss_hp, die)), d6))
