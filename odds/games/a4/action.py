"""The action or rest that ends a turn of A4 Quest (A8, A9, A10)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final

from odds.dice import D6
from odds.games.a4.actions import Rest, TakeIcon
from odds.games.a4.control import Ask, Control, Handler, Next, Sheets, chance, choose
from odds.games.a4.frames import Act, ChooseAction, Perform, Pick, Ready, Roll, RollQuest
from odds.games.a4.pool import EXHAUSTED, Pool, active, selections
from odds.games.a4.sheet import (
    FOOD,
    Adventure,
    Bundle,
    Direct,
    Gain,
    Hunt,
    Quest,
    Row,
    Search,
)


def act(_frame: Act, _sheets: Sheets, control: Control) -> Next:
    """Look whether there is food for a rest (A9, A10)."""
    fed, hungry = control.push(ChooseAction(True)), control.push(ChooseAction(False))
    return Ask(FOOD, lambda food: fed if food else hungry)


def choose_action(frame: ChooseAction, sheets: Sheets, control: Control) -> Next:
    """One of the space's icons, or a rest; with neither the turn simply ends (A8, A9, A10)."""
    icons = sheets.spaces[control.place].icons
    options: list[tuple[Hashable, Control]] = [
        (TakeIcon(i), control.push(Ready(Perform(icon)))) for i, icon in enumerate(icons)
    ]
    if frame.may_rest:
        options += [(Rest(dice), _rest(control, dice)) for dice in selections(active(control.pool))]
    return choose(options) if options else control


def _rest(control: Control, dice: Pool) -> Control:
    """Pay 1 food and roll ``dice`` and all exhausted ones (A9)."""
    exhausted = control.pool.count(EXHAUSTED)
    rolled = (EXHAUSTED,) * exhausted + dice
    return control.take(*rolled).push(Gain(FOOD, -1), Roll(len(rolled)))


def perform(frame: Perform, sheets: Sheets, control: Control) -> Next:
    """The die is exhausted, then its value counts, or not (A8)."""
    control = control.put(EXHAUSTED)
    if isinstance(frame.icon, Quest):
        return control.push(RollQuest())
    return offer(control, bundles_of(frame.icon, frame.die, sheets.adventure))


def bundles_of(icon: Hunt | Search | Direct, die: int, tables: Adventure) -> tuple[Bundle, ...]:
    """The bundles that using a die of this value offers, one of which is taken (A8)."""
    if isinstance(icon, Hunt):
        return bundles_at(tables.hunt, die)
    if isinstance(icon, Search):
        return bundles_at(tables.search, die + icon.modifier)
    return icon.options


def bundles_at(table: tuple[Row, ...], value: int) -> tuple[Bundle, ...]:
    """The bundles of all rows that hold the value (A8)."""
    return tuple(bundle for row in table if row.holds(value) for bundle in row.options)


def offer(control: Control, bundles: tuple[Bundle, ...]) -> Control:
    """One of the bundles is to be taken; without any there is no effect (A8)."""
    return control.push(Pick(bundles)) if bundles else control


def roll_quest(frame: RollQuest, sheets: Sheets, control: Control) -> Next:
    """Look a d6 up in the quest table (A8)."""
    return chance((quest_found(frame, sheets, control, d6), ways) for d6, ways in D6.items())


def quest_found(_frame: RollQuest, sheets: Sheets, control: Control, d6: int) -> Control:
    """The d6 of a quest is rolled (A8)."""
    return offer(control, bundles_at(sheets.adventure.quest, d6))


HANDLERS: Final[Mapping[type, Handler]] = {
    Act: act,
    ChooseAction: choose_action,
    Perform: perform,
    RollQuest: roll_quest,
}
