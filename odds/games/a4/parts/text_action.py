"""The sentence and the tables of an action of A4 Quest."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from odds.format import Both, Share, decimal, joined, percent
from odds.games.a4.parts.text_actions import (
    LABELS,
    actions_text,
    bundle_text,
    icon_text,
    sentence,
    ways_text,
)
from odds.games.a4.sheet import Bundle
from odds.tables import Cell, Table

if TYPE_CHECKING:
    from odds.games.a4.parts.action import ActionAnswer, ActionFigures, Use
    from odds.games.a4.parts.common import Choice


def action_text(answer: ActionAnswer) -> str:
    """What to do, what it brings and what it risks."""
    if not answer.choices:
        return sentence(f"there is nothing to choose: {_outcome(answer.figures)}")
    best = answer.choices[0]
    what = actions_text(best.actions, answer.setting.sheets, answer.setting.place)
    worth = _worth(answer, best)
    return sentence(f"{what}{ways_text(answer.choices)}: {worth}{_outcome(answer.figures)}")


def _worth(answer: ActionAnswer, choice: Choice) -> str:
    """The value, where the outcome doesn't show it by itself."""
    if answer.objective.names != ("sum",):
        return ""
    return f"worth {decimal(choice.value[0])} on average; "


def _outcome(figures: ActionFigures) -> str:
    moved = [
        f"{_signed(gain)} {label}"
        for gain, label in zip(figures.gains, LABELS, strict=True)
        if gain
    ]
    brings = f"{joined(moved)} on average" if moved else "no track moves on average"
    if figures.dies == 1:
        return f"you die; {brings}"
    if figures.dies:
        return f"you die with {percent(figures.dies)}; {brings}"
    return f"you live; {brings}"


def _signed(value: Fraction) -> str:
    return f"+{decimal(value)}" if value > 0 else decimal(value)


def bundles_text(bundles: Sequence[Bundle]) -> str:
    """Bundles to choose one from."""
    return " or ".join(map(bundle_text, dict.fromkeys(bundles))) or "nothing"


def action_tables(answer: ActionAnswer) -> tuple[Table, ...]:
    """The choices, and what each result of a quest's d6 brings."""
    rows = [
        _row(answer, choice, use) for choice, use in zip(answer.choices, answer.uses, strict=True)
    ]
    columns = ("choice", "offers", "dies", *LABELS, "dice", "value", "loss", "")
    tables = [Table("Choices and what they bring on average", columns, tuple(rows))]
    if not rows:
        tables = [Table("What follows", columns[2:9], (_means(answer.figures)[:7],))]
    tables.extend(_quest(answer, use) for use in _quests(answer))
    return tuple(tables)


def _means(figures: ActionFigures) -> tuple[Cell, ...]:
    return (Share(figures.dies), *figures.gains, figures.dice)


def _row(answer: ActionAnswer, choice: Choice, use: Use | None) -> tuple[Cell, ...]:
    name = actions_text(choice.actions, answer.setting.sheets, answer.setting.place)
    offers = None if use is None or use.rolls else bundles_text(use.bundles)
    value, loss = _values(answer, choice.value), _values(answer, choice.loss)
    figures = _means(answer.figures_of(choice.ends))
    return (name, offers, *figures, value, loss, "best" if choice.best else None)


def _values(answer: ActionAnswer, value: Sequence[Fraction]) -> Cell:
    """A value in a cell: alone as it is, or the components that count one after the other."""
    named = list(zip(answer.objective.names, value, strict=True))
    if len(named) > 1:
        shown = [percent(v) if name == "survive" else decimal(v) for name, v in named]
        return Both(", ".join(shown), ", ".join(map(str, value)))
    ((name, part),) = named
    return Share(part) if name == "survive" else part


def _quests(answer: ActionAnswer) -> list[Use]:
    """The best use of each quest icon; others differ only where a result needs further dice."""
    found: dict[str, Use] = {}
    for use in answer.uses:
        if use is not None and use.rolls:
            found.setdefault(icon_text(use.icon), use)
    return list(found.values())


def _quest(answer: ActionAnswer, use: Use) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for roll in use.rolls:
        figures = answer.figures_of(roll.ends)
        taken = bundle_text(roll.taken) if len(set(roll.bundles)) > 1 else None
        rows.append((roll.d6, bundles_text(roll.bundles), taken, *_means(figures)))
    columns = ("d6", "brings", "take", "dies", *LABELS, "dice")
    return Table(f"The quest with the {use.die}", columns, tuple(rows))
