"""The sentence and the tables of a movement of A4 Quest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.format import Share, decimal, percent
from odds.games.a4.parts.text_actions import actions_text, pool_text, sentence, ways_text
from odds.tables import Cell, Table

if TYPE_CHECKING:
    from odds.games.a4.parts.movement import MovementAnswer, MovementFigures


def movement_text(answer: MovementAnswer) -> str:
    """What to do, and what it costs."""
    outcome = _outcome(answer.figures)
    if answer.choices:
        best = answer.choices[0]
        place = answer.setting.place
        what = actions_text(best.actions, answer.setting.sheets, place)
        return sentence(f"{what}{ways_text(answer.choices)}: {outcome}")
    if answer.cost == 0:
        return sentence(f"the movement is free: {outcome}")
    return sentence(f"there is nothing to choose: {outcome}")


def _outcome(figures: MovementFigures) -> str:
    dice, verb = ("die", "is") if figures.active == 1 else ("dice", "are")
    worth = decimal(figures.total)
    left = f"{decimal(figures.active)} active {dice} worth {worth} {verb} left"
    if figures.dies == 1:
        return "you die"
    if figures.dies:
        return (
            f"you die with {percent(figures.dies)} and lose {decimal(figures.hp_lost)} HP on "
            f"average; {left} on average"
        )
    if figures.hp_lost:
        return f"you live and lose {decimal(figures.hp_lost)} HP on average; {left} on average"
    return f"no HP is lost, and {left}"


def movement_tables(answer: MovementAnswer) -> tuple[Table, ...]:
    """The choices, the HP lost and the dice left."""
    sheets, place = answer.setting.sheets, answer.setting.place
    rows: list[tuple[Cell, ...]] = []
    for choice in answer.choices:
        figures = answer.figures_of(choice.ends)
        name = actions_text(choice.actions, sheets, place)
        means = (figures.hp_lost, figures.active, figures.total)
        rows.append((name, Share(figures.dies), *means, "best" if choice.best else None))
    columns = ("choice", "dies", "HP lost", "active dice", "their total", "")
    lost = [(hp, Share(p), str(p)) for hp, p in answer.hp_lost.items()]
    left = [(pool_text(pool), Share(p), str(p)) for pool, p in answer.dice_left.items()]
    tables = [
        Table("HP lost", ("HP", "chance", "exactly"), tuple(lost)),
        Table("Dice left", ("pool", "chance", "exactly"), tuple(left)),
    ]
    return (Table("Choices", columns, tuple(rows)), *tables) if rows else tuple(tables)
