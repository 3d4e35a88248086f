"""The sentence and the tables of the boss of A4 Quest."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from odds.format import Share, joined, percent
from odds.games.a4.parts.text_actions import (
    action_text,
    actions_text,
    pool_text,
    sentence,
    ways_text,
)
from odds.tables import Cell, Table

if TYPE_CHECKING:
    from odds.games.a4.parts.boss import BossAnswer, BossRow


def boss_text(answer: BossAnswer) -> str:
    """Which die to use now and the chance to win, or the range of chances over all pools."""
    question = answer.question
    when = _when(answer)
    if question.is_table:
        chances = sorted(row.win for row in answer.rows)
        best = max(answer.rows, key=lambda row: row.win)
        if chances[0] == chances[-1]:
            return sentence(f"{when} you win with {percent(chances[0])}, whatever the pool")
        return sentence(
            f"{when} you win with {percent(chances[0])} to {percent(chances[-1])}, depending on "
            f"the pool; no pool is better than {pool_text(best.pool)}"
        )
    row = answer.rows[0]
    chance = f"you win with {percent(row.win)}, {when}"
    if not answer.choices:
        return sentence(f"there is nothing to choose: {chance}")
    first = _said(answer, answer.choices[0].actions)
    return sentence(f"{first}{ways_text(answer.choices)}: {chance}")


def _when(answer: BossAnswer) -> str:
    question = answer.question
    due = {"wave": "about to begin", "wave_ready": "at hand", "wave_d6": "rolled"}
    moment = due[question.setting.phase]
    return f"with wave {question.wave} {moment} and the boss at {question.boss_hp} HP"


def _said(answer: BossAnswer, actions: Sequence[Hashable]) -> str:
    return actions_text(actions, answer.setting.sheets, answer.setting.place)


def boss_tables(answer: BossAnswer) -> tuple[Table, ...]:
    """The choices of the pool, or the table of all pools, best first."""
    if not answer.question.is_table:
        rows: list[tuple[Cell, ...]] = [
            (
                _said(answer, c.actions),
                Share(c.value[0]),
                str(c.value[0]),
                Share(c.loss[0]),
                "best" if c.best else None,
            )
            for c in answer.choices
        ]
        columns = ("choice", "wins", "exactly", "loss", "")
        return (Table("Choices", columns, tuple(rows)),) if rows else ()
    ordered = sorted(answer.rows, key=lambda row: row.win, reverse=True)
    pools = [
        (pool_text(row.pool), Share(row.win), str(row.win), _line(answer, row), _ties(answer, row))
        for row in ordered
    ]
    return (Table("Every pool", ("pool", "wins", "exactly", "play", "ties"), tuple(pools)),)


def _line(answer: BossAnswer, row: BossRow) -> str:
    return _said(answer, row.line) if row.line else "nothing to choose"


def _ties(answer: BossAnswer, row: BossRow) -> str | None:
    """The other choices that are as good now."""
    sheets, place = answer.setting.sheets, answer.setting.place
    others = [action_text(action, sheets, place) for action in row.best[1:]]
    return joined(others, "or") if others else None
