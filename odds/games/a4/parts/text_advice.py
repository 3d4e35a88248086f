"""The sentence and the table of advice on a whole adventure of A4 Quest."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from odds.format import Both, fixed, percent, scientific
from odds.games.a4.parts.text_actions import actions_text, sentence
from odds.numbers import Certified
from odds.tables import Table, plain

if TYPE_CHECKING:
    from odds.games.a4.parts.advice import AdviceAnswer
    from odds.games.a4.parts.whole_choices import Advised

DIGITS: Final = 3
"""The decimals of a percentage: choices often differ by less than a tenth."""


def chance_text(value: Certified) -> str:
    """A probability as a percentage; one within a bound is never said to be certain."""
    return percent(value, DIGITS, padded=True)


def _fixed(value: Fraction) -> str:
    return fixed(value * 100, DIGITS)


def loss_text(choice: Advised) -> str:
    """What a choice loses, in points of a percentage."""
    if choice.best:
        return "0"
    return _fixed(choice.loss.value)


def loss_of(choice: Advised) -> str:
    """The same where it is said only of choices that lose something."""
    return "" if choice.best else f"-{loss_text(choice)}"


def choice_text(answer: AdviceAnswer, choice: Advised) -> str:
    """A choice in words."""
    return actions_text(choice.actions, answer.setting.sheets, answer.place)


def tie_text(answer: AdviceAnswer) -> str:
    """A remark where several choices tie for the best, exactly or as far as is known."""
    count = sum(choice.best for choice in answer.choices)
    if count < 2:
        return ""
    near = " within the error" if answer.value.error else ""
    return f" ({count} choices tie{near})"


def advice_text(answer: AdviceAnswer) -> str:
    """What to do, and the probability of winning."""
    chance = f"you win with {chance_text(answer.value)} under best play"
    if answer.value.error:
        chance += f", off by at most {scientific(answer.value.error, 2)}"
    if not answer.choices:
        return sentence(f"there is nothing to choose: {chance}")
    best = choice_text(answer, answer.choices[0])
    return sentence(f"{best}{tie_text(answer)}: {chance}")


def advice_tables(answer: AdviceAnswer) -> tuple[Table, ...]:
    """The choices, best first."""
    if not answer.choices:
        return ()
    rows = tuple(
        (
            choice_text(answer, choice),
            Both(chance_text(choice.value), plain(choice.value), is_number=True),
            Both(loss_text(choice), plain(choice.loss.times(100)), is_number=True),
            "best" if choice.best else None,
        )
        for choice in answer.choices
    )
    return (Table("Choices", ("choice", "you win", "loss in %", ""), rows),)
