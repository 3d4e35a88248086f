"""The course of a game of A4 Quest: setup, movement, spaces, end of turn (A1, A3, A4, A15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from odds.games.a4.actions import Equip, RerollDice, RerollDie, UseDie
from odds.games.a4.control import Control, Handler, Next, Sheets, chance, choose
from odds.games.a4.fight import boss_of, meet
from odds.games.a4.frames import (
    Act,
    Arrive,
    ChooseEquipment,
    Crystal,
    EndTurn,
    FirstReroll,
    LayTiles,
    Over,
    Roll,
    Stack,
    Stop,
    Toll,
    TollReroll,
    Travel,
    Wave,
)
from odds.games.a4.pool import kinds, selections
from odds.games.a4.results import Stopped, Won
from odds.games.a4.sheet import HP, Gain, StartFight
from odds.program import End

AFTER_ACTION: Final[Stack] = (Crystal(), EndTurn())
"""What is left of a turn once the action or rest is done (A12)."""

BEFORE_ACTION: Final[Stack] = (Crystal(), Act(), *AFTER_ACTION)
"""What is left of a turn once the space's enemy is dealt with (A3, A12)."""


def lay_tiles(_frame: LayTiles, sheets: Sheets, control: Control) -> Next:
    """Any tile may be the second that is seen, if they are shuffled (A15)."""
    return chance((control.at(place), 1) for place in sheets.course.openings)


def choose_equipment(_frame: ChooseEquipment, sheets: Sheets, control: Control) -> Next:
    """Take one piece of equipment, if the hero sheet offers any (A1)."""
    pieces = sheets.hero.equipment
    if not pieces:
        return control
    return choose((Equip(i), control.push(*piece.effects)) for i, piece in enumerate(pieces))


def first_reroll(frame: FirstReroll, _sheets: Sheets, control: Control) -> Next:
    """Re-roll some dice together, once (A1)."""
    return choose(
        (RerollDice(dice), control.take(*dice).push(Roll(len(dice))))
        for dice in selections(control.pool, frame.most)
    )


def begin_turn(sheets: Sheets, control: Control) -> Control:
    """The start of a turn: an empty stack becomes the turn's course (A3).

    Where a movement fails, its own moment for the ability is the one at the start of the turn.
    """
    cost = sheets.costs[sheets.onward[control.place][0]]
    moment = () if control.pool[-1] < cost else (Crystal(),)
    return control.push(*moment, Travel(cost), *after_movement(sheets, control.place))


def after_movement(sheets: Sheets, place: int) -> Stack:
    """What is left of a turn once the movement from ``place`` is paid (A3, A14)."""
    boss = sheets.spaces[sheets.onward[place][0]].boss
    return (Arrive(),) if boss else (Arrive(), *BEFORE_ACTION)


def travel(frame: Travel, _sheets: Sheets, control: Control) -> Next:
    """Exhaust a die that is high enough; else first comes a moment for the ability (A4, A12)."""
    if frame.cost == 0:
        return control
    high = [die for die in kinds(control.pool) if die >= frame.cost]
    if high:
        return choose((UseDie(die), control.exhaust(die)) for die in high)
    return control.push(Crystal(), Toll(frame.cost))


def toll(frame: Toll, _sheets: Sheets, control: Control) -> Next:
    """Pay 1 HP for a re-roll and try again, unless the ability has helped meanwhile (A4)."""
    again = control.push(Travel(frame.cost))
    if control.pool[-1] >= frame.cost:
        return again
    return again.push(Gain(HP, -1), TollReroll())


def toll_reroll(_frame: TollReroll, _sheets: Sheets, control: Control) -> Next:
    """Re-roll any one die, active or exhausted (A4)."""
    return choose((RerollDie(die), control.take(die).push(Roll(1))) for die in kinds(control.pool))


def arrive(_frame: Arrive, sheets: Sheets, control: Control) -> Next:
    """Enter the next space, any tile behind it being turned up first (A3, A15)."""
    onward = sheets.onward[control.place]
    if len(onward) == 1:
        return enter(sheets, control.at(onward[0]))
    return chance((enter(sheets, control.at(place)), 1) for place in onward)


def enter(sheets: Sheets, control: Control) -> Control:
    """A space is entered: the boss, a fixed enemy, one to roll for, or nobody (A3, A5)."""
    space = sheets.spaces[control.place]
    if space.boss:
        return control.push(Wave(0, boss_of(sheets).hp))
    if space.enemy is None:
        return control
    if space.enemy.total is None:
        return control.push(StartFight(space.enemy.modifier))
    return meet(sheets, control, space.enemy.total)


def end_turn(_frame: EndTurn, sheets: Sheets, control: Control) -> Next:
    """The ability can be used again (A12); without a boss the last space is the end (A14)."""
    if not control.stack and not sheets.onward[control.place]:
        return control.over(Won())
    return Control(control.place, control.pool, False, control.stack)


def over(frame: Over, _sheets: Sheets, _control: Control) -> Next:
    """The game is over."""
    return End(frame.result)


def stop(frame: Stop, _sheets: Sheets, _control: Control) -> Next:
    """The part of the game that was asked for is over."""
    return End(Stopped(frame.notes))


HANDLERS: Final[Mapping[type, Handler]] = {
    LayTiles: lay_tiles,
    ChooseEquipment: choose_equipment,
    FirstReroll: first_reroll,
    Travel: travel,
    Toll: toll,
    TollReroll: toll_reroll,
    Arrive: arrive,
    EndTurn: end_turn,
    Over: over,
    Stop: stop,
}
