"""The sentence and the tables of a fight of A4 Quest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.format import Both, Share, decimal, digits_apart, joined, percent
from odds.games.a4.actions import UseCrystal
from odds.games.a4.parts.text_actions import (
    actions_text,
    bundle_text,
    ranges_text,
    sentence,
    ways_text,
)
from odds.games.a4.sheet import Enemy
from odds.tables import Cell, Table

if TYPE_CHECKING:
    from fractions import Fraction

    from odds.games.a4.parts.common import Choice
    from odds.games.a4.parts.fight import Encounter, FightAnswer, FightFigures


def enemy_text(enemy: Enemy | None) -> str:
    """An enemy by its two values, as the table shows it."""
    return "nobody" if enemy is None else f"the {enemy.attack}/{enemy.defence} enemy"


def fight_text(answer: FightAnswer) -> str:
    """Who comes, and which die to use against whom."""
    met = [e for e in answer.encounters if e.enemy]
    if not met:
        return "Nobody appears."
    parts = [_advice(answer, e, named=len(answer.encounters) > 1) for e in met]
    if len(met) == 1 and met[0].probability == 1:
        return sentence(parts[0])
    came = f"an enemy appears with {percent(answer.appears)}"
    return sentence("; ".join([came, *parts]))


def _advice(answer: FightAnswer, encounter: Encounter, named: bool) -> str:
    figures = answer.figures(encounter.ends)
    outcome = f"you win with {percent(figures.win)}, die with {percent(figures.dies)} and "
    outcome += f"{_moved(figures.mean_lost)} on average{_levels(answer, figures)}"
    whom = f"against {enemy_text(encounter.enemy)} " if named else ""
    if not encounter.choices:
        return f"{whom}there is nothing to choose: {outcome}"
    sheets, place = answer.setting.sheets, answer.setting.place
    what = actions_text(encounter.choices[0].actions, sheets, place)
    return f"{whom}{what}{ways_text(encounter.choices)}: {outcome}{_safer(answer, encounter)}"


def _safer(answer: FightAnswer, encounter: Encounter) -> str:
    """A remark on a choice that is as good as the one advised, and does less harm."""

    def harm(choice: Choice) -> tuple[Fraction, Fraction]:
        figures = answer.figures(choice.ends)
        return figures.dies, figures.mean_lost

    first = encounter.choices[0]
    spends = _spends(first)  # A crystal more is no choice that is as good.
    tied = [c for c in encounter.choices if c.best and (spends or not _spends(c))]
    dies, lost = least = min(map(harm, tied))
    if least == harm(first):
        return ""
    safer = next(choice for choice in tied if harm(choice) == least)
    what = actions_text(safer.actions, answer.setting.sheets, answer.setting.place)
    digits = digits_apart(lost, harm(first)[1])
    outcome = f"you die with {percent(dies)} and {_moved(lost, digits)}"
    return f"; as good, and with less harm, is to {what}: {outcome}"


def _spends(choice: Choice) -> bool:
    return any(isinstance(action, UseCrystal) for action in choice.actions)


def _moved(lost: Fraction, digits: int = 3) -> str:
    """The HP lost, or gained."""
    return f"{'lose' if lost >= 0 else 'gain'} {decimal(abs(lost), digits)} HP"


def _levels(answer: FightAnswer, figures: FightFigures) -> str:
    if not figures.levels:
        return ""
    bonuses = answer.setting.hero.level_ups
    taken = [f"{bonuses[i].name} with {percent(p)}" for i, p in figures.levels.items()]
    return f"; a level-up brings {joined(taken)}"


def fight_tables(answer: FightAnswer) -> tuple[Table, ...]:
    """Who comes, each die against them, and the damage."""
    coming: list[tuple[Cell, ...]] = []
    dice: list[tuple[Cell, ...]] = []
    for e in answer.encounters:
        special = bundle_text(e.enemy.special) if e.enemy and e.enemy.special else None
        totals, xp = ranges_text(e.totals), e.enemy.xp if e.enemy else None
        coming.append((enemy_text(e.enemy), totals, Share(e.probability), xp, special))
        dice.extend(_rows(answer, e))
    tables = [Table("Who comes", ("enemy", "total", "chance", "XP", "special"), tuple(coming))]
    columns = ("against", "choice", "wins", "dies", "HP lost", "damage of the blow", "XP", "")
    if dice:
        tables.append(Table("Choices", columns, tuple(dice)))
    return tuple(tables)


def _rows(answer: FightAnswer, encounter: Encounter) -> list[tuple[Cell, ...]]:
    found: list[tuple[Cell, ...]] = []
    for choice in encounter.choices:
        figures = answer.figures(choice.ends)
        name = actions_text(choice.actions, answer.setting.sheets, answer.setting.place)
        blows = Both(
            ", ".join(f"{hp}: {percent(p)}" for hp, p in figures.damage.items()),
            ", ".join(f"{hp}: {p}" for hp, p in figures.damage.items()),
        )
        shares = (Share(figures.win), Share(figures.dies), figures.mean_lost, blows, figures.xp)
        best = "best" if choice.best else None
        found.append((enemy_text(encounter.enemy), name, *shares, best))
    return found
