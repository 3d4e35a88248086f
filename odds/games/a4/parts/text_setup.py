"""The sentence and the tables of the setup of A4 Quest."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from odds.format import Share, decimal, joined, percent
from odds.games.a4.parts.setup_objective import AtLeastOne, HighestTotal, SetupObjective, Win
from odds.games.a4.parts.text_actions import actions_text, pool_text, sentence, ways_text
from odds.games.a4.pool import Pool
from odds.tables import Cell, Table

if TYPE_CHECKING:
    from odds.games.a4.parts.setup import SetupAnswer


def worth_text(objective: SetupObjective, value: Fraction) -> str:
    """What a value under an objective means, as a clause."""
    amount = amount_text(objective, value)
    if isinstance(objective, HighestTotal):
        return f"the total is {amount} on average"
    if isinstance(objective, AtLeastOne):
        return f"there is a die of at least {objective.value} with {amount}"
    if isinstance(objective, Win):
        return f"you win with {amount}"
    return f"you master all that is ahead with {amount}"


def amount_text(objective: SetupObjective, value: Fraction) -> str:
    """A value under an objective, as a number."""
    return decimal(value) if isinstance(objective, HighestTotal) else percent(value)


def _cell(answer: SetupAnswer, value: Fraction) -> Cell:
    known = answer.certified(value)
    if isinstance(answer.objective, HighestTotal):
        return known
    return Share(known)


def _loss(answer: SetupAnswer, loss: Fraction, top: Fraction) -> Cell:
    """What is lost against ``top``. That the best loses nothing is no matter of an error."""
    known = answer.certified_loss(loss, top)
    if isinstance(answer.objective, HighestTotal):
        return known
    return Share(known, percent(loss))


def setup_text(answer: SetupAnswer) -> str:
    """Which dice to re-roll, or which equipment to take, and what it is worth."""
    objective = answer.objective
    now = worth_text(objective, answer.value)
    if answer.choices:
        what = actions_text(answer.choices[0].actions, answer.setting.sheets, answer.setting.place)
        before = amount_text(objective, answer.before)
        tie = ways_text(answer.choices)
        return sentence(f"{what}{tie}: {now} ({before} before the roll){_bare(answer)}")
    dice = "1 die" if answer.dice == 1 else f"{answer.dice} dice"
    roll = f"with {dice} and the best re-rolls {now}"
    best = [row.name for row in answer.equipped if row.best and row.name]
    if len(answer.equipped) > 1:
        return sentence(f"take {joined(best, 'or')}: {roll}")
    return sentence(roll)


def _bare(answer: SetupAnswer) -> str:
    """A remark where equipment matters and none was named."""
    bare = answer.objective.uses_tracks and answer.equipped[0].name is None
    return ", without further equipment" if bare and answer.setting.hero.equipment else ""


def rerolls_text(rerolls: tuple[Pool, ...]) -> str:
    """Several sets of dice, each as good as the others."""
    return " or ".join(" ".join(map(str, dice)) or "nothing" for dice in rerolls)


def setup_tables(answer: SetupAnswer) -> tuple[Table, ...]:
    """The equipment, and the choices or the pools."""
    tables: list[Table] = []
    if len(answer.equipped) > 1:
        tables.append(equipment_table(answer))
    if answer.choices:
        tables.append(_choices(answer))
    else:
        rows = [
            (
                pool_text(row.pool),
                Share(row.probability),
                rerolls_text(row.rerolls),
                _cell(answer, row.value),
            )
            for row in answer.pools
        ]
        tables.append(Table("Best re-rolls", ("pool", "chance", "re-roll", "value"), tuple(rows)))
    return tuple(tables)


def equipment_table(answer: SetupAnswer) -> Table:
    """What the pieces in question are worth."""
    pieces = [
        (
            row.name,
            _cell(answer, row.value),
            _loss(answer, row.loss, answer.before),
            _mark(row.best),
        )
        for row in answer.equipped
    ]
    return Table("Equipment", ("piece", "value", "loss", ""), tuple(pieces))


def openings_table(openings: Mapping[int | None, SetupAnswer]) -> Table:
    """What each piece is worth, a row for each tile that may be seen second."""
    rows: list[tuple[Cell, ...]] = [
        (
            str(tile),
            *(_cell(answer, row.value) for row in answer.equipped),
            joined([row.name for row in answer.equipped if row.best and row.name], "or"),
        )
        for tile, answer in openings.items()
    ]
    pieces = [row.name or "" for answer in openings.values() for row in answer.equipped]
    return Table("Equipment", ("second tile", *dict.fromkeys(pieces), "best"), tuple(rows))


def _choices(answer: SetupAnswer) -> Table:
    sheets, place = answer.setting.sheets, answer.setting.place
    rows: list[tuple[Cell, ...]] = [
        (
            actions_text(choice.actions, sheets, place),
            _cell(answer, choice.value[0]),
            _loss(answer, choice.loss[0], answer.value),
            _mark(choice.best),
        )
        for choice in answer.choices
    ]
    return Table("Choices", ("choice", "value", "loss", ""), tuple(rows))


def _mark(best: bool) -> str | None:
    return "best" if best else None
