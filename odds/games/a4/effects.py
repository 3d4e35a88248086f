"""What moves the tracks of A4 Quest: gains, losses, death and level-ups (A2, A11).

Every loss of HP passes through ``gain``, as does every point of XP.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from odds.games.a4.actions import LevelUp, TakeBundle
from odds.games.a4.control import Ask, Control, Handler, Next, Sheets, choose
from odds.games.a4.course import START
from odds.games.a4.frames import (
    Act,
    Arrive,
    CheckAlive,
    ChooseLevelUp,
    Die,
    EndTurn,
    Pick,
    Shift,
)
from odds.games.a4.results import Died, LevelledUp, Phase
from odds.games.a4.sheet import HP, XP, Adventure, Direct, Effect, Gain
from odds.games.a4.sheet_hero import Hero
from odds.program import Add


def gain(effect: Gain, sheets: Sheets, control: Control) -> Next:
    """Move a track; look for death after a loss of HP (A2), and for a level after XP (A11)."""
    if effect.amount == 0:
        return control
    if effect.track == XP and effect.amount > 0:
        return _gain_xp(effect.amount, sheets, control)
    if effect.track == HP and effect.amount < 0:
        control = control.push(CheckAlive())
    return Add(effect.track, effect.amount, control)


def _gain_xp(points: int, sheets: Sheets, control: Control) -> Next:
    """One point of several: the one beyond the track's end is the fourth (A11)."""
    last = sheets.hero.maxima[XP]
    rest = (Gain(XP, points - 1),) if points > 1 else ()

    def follow(xp: int) -> Control:
        if xp < last:
            return control.push(Shift(XP, 1), *rest)
        return control.push(Shift(XP, -last), ChooseLevelUp(), *rest)

    return Ask(XP, follow)


def shift(frame: Shift, _sheets: Sheets, control: Control) -> Next:
    """Move a track without any consequence."""
    return Add(frame.track, frame.amount, control)


def check_alive(_frame: CheckAlive, _sheets: Sheets, control: Control) -> Next:
    """At 0 HP the game is over in the middle of whatever is happening (A2)."""
    return Ask(HP, lambda hp: control if hp else control.push(Die()))


def die(_frame: Die, _sheets: Sheets, control: Control) -> Next:
    """The game is over where the hero is, in the phase that is going on (A2)."""
    notes = control.stop.notes if control.stop else ()
    return control.over(Died(control.place, _phase(control), notes))


def _phase(control: Control) -> Phase:
    """The phase of the turn that is going on, told by what is still to come in it."""
    if control.stop:
        return control.stop.phase
    to_come = {type(frame) for frame in control.stack}
    if Arrive in to_come:
        return Phase.MOVEMENT
    if Act in to_come:
        return Phase.ENEMY
    if EndTurn in to_come:
        return Phase.ACTION
    return Phase.SETUP if control.place <= START else Phase.BOSS


def choose_level_up(_frame: ChooseLevelUp, sheets: Sheets, control: Control) -> Next:
    """Take one level-up bonus; the same one may be taken again later (A11)."""
    bonuses = sheets.hero.level_ups
    if not bonuses:
        return control.note(LevelledUp(None))
    return choose(
        (LevelUp(i), control.note(LevelledUp(i)).push(*bonus.effects))
        for i, bonus in enumerate(bonuses)
    )


def pick(frame: Pick, _sheets: Sheets, control: Control) -> Next:
    """Take one of several bundles; equal ones are one option, and a lone one is no choice."""
    bundles = tuple(dict.fromkeys(frame.options))
    if len(bundles) == 1:
        return control.push(*bundles[0])
    return choose((TakeBundle(bundle), control.push(*bundle)) for bundle in bundles)


HANDLERS: Final[Mapping[type, Handler]] = {
    Gain: gain,
    Shift: shift,
    CheckAlive: check_alive,
    Die: die,
    ChooseLevelUp: choose_level_up,
    Pick: pick,
}


def every_effect(adventure: Adventure, hero: Hero) -> Iterator[Effect]:
    """Every effect that the two sheets print, wherever it stands."""
    tables = (adventure.hunt, adventure.search, adventure.quest)
    icons = (icon for tile in adventure.tiles for space in tile.spaces for icon in space.icons)
    bundles = [bundle for table in tables for row in table for bundle in row.options]
    bundles += [bundle for icon in icons if isinstance(icon, Direct) for bundle in icon.options]
    bundles += [row.enemy.special for row in adventure.enemies if row.enemy]
    bundles += [wave.effect for wave in adventure.boss.waves] if adventure.boss else []
    bundles += [named.effects for named in (*hero.equipment, *hero.level_ups)]
    for bundle in (*bundles, *hero.ability):
        yield from bundle
