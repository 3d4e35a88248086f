"""Hero dice of A4 Quest: rolled, used, exhausted, re-rolled and recovered (A7, A13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from odds.games.a4.actions import KeepDice, RerollDie, SetDie, UseDie
from odds.games.a4.control import Control, Handler, Next, Sheets, chance, choose
from odds.games.a4.frames import Crystal, Perform, Ready, Roll
from odds.games.a4.pool import EXHAUSTED, active, kinds, rolls
from odds.games.a4.sheet import HP, ExhaustHighest, Gain, Recover, Reroll


def ready(frame: Ready, _sheets: Sheets, control: Control) -> Next:
    """Choose an active die; while there is none, 1 HP brings an exhausted one back (A7).

    In a fight or a wave the payment is followed by a moment for the ability (A12).
    """
    task = frame.task
    if control.has_active():
        return choose(
            (UseDie(die), control.take(die).push(replace(task, die=die)))
            for die in kinds(active(control.pool))
        )
    moment = () if isinstance(task, Perform) else (Crystal(),)
    return control.take(EXHAUSTED).push(Gain(HP, -1), Roll(1), *moment, frame)


def reroll(effect: Reroll, _sheets: Sheets, control: Control) -> Next:
    """Re-roll active dice one after the other, or stop (A13).

    What is left of the effect stays on the stack even where that is nothing: a roll with a die to
    be used right behind it would be one that was paid for (``moments.is_payment``).
    """
    dice = kinds(active(control.pool))
    if effect.count == 0 or not dice:
        return control
    rest = Reroll(effect.count - 1)
    return choose(
        [(KeepDice(), control)]
        + [(RerollDie(die), control.take(die).push(Roll(1), rest)) for die in dice]
    )


def recover(effect: Recover, _sheets: Sheets, control: Control) -> Next:
    """Take exhausted dice back one after the other, rolled or set at will, or stop (A13).

    As in ``reroll``, what is left stays on the stack even where that is nothing.
    """
    if effect.count == 0 or EXHAUSTED not in control.pool:
        return control
    rest = Recover(effect.count - 1, effect.any_value)
    taken = control.take(EXHAUSTED).push(rest)
    if not effect.any_value:
        return choose([(KeepDice(), control), (RerollDie(EXHAUSTED), taken.push(Roll(1)))])
    return choose(
        [(KeepDice(), control)] + [(SetDie(value), taken.put(value)) for value in range(1, 7)]
    )


def exhaust_highest(_effect: ExhaustHighest, _sheets: Sheets, control: Control) -> Next:
    """Exhaust the highest active die; without one lose 1 HP instead (A7)."""
    if not control.has_active():
        return control.push(Gain(HP, -1))
    return control.exhaust(control.pool[-1])


def roll(frame: Roll, _sheets: Sheets, control: Control) -> Next:
    """Roll the dice in the hand into the pool."""
    return chance((control.put(*dice), ways) for dice, ways in rolls(frame.count))


HANDLERS: Final[Mapping[type, Handler]] = {
    Ready: ready,
    Roll: roll,
    Reroll: reroll,
    Recover: recover,
    ExhaustHighest: exhaust_highest,
}
