"""What all answers as JSON share: how a number is written, and how an answer ends.

It does without the models that read requests, whose loading takes longest.
"""

from __future__ import annotations

from fractions import Fraction
from sys import float_info
from typing import TYPE_CHECKING, Final

from odds.format import double_above, log10, nearest_double
from odds.numbers import Certified, Infinite
from odds.version import VERSION

if TYPE_CHECKING:
    from odds.game import Answer
    from odds.shapes import AnswerOut, Engine, NumberOut

SMALLEST_NORMAL: Final = float_info.min
"""Doubles below this lose digits, or are 0."""
ENGINE: Final[Engine] = {"name": "quest-odds", "version": VERSION}


def ending(answer: Answer) -> AnswerOut:
    """The end of ``answer`` as JSON."""
    return {"text": answer.text, "assumptions": list(answer.assumptions), "engine": ENGINE}


def number(value: Fraction | int | Infinite | Certified) -> NumberOut:
    """``value`` as the contract writes it."""
    if isinstance(value, Certified):
        return _certified(value)
    if isinstance(value, Infinite):
        return {"exact": None, "infinite": True}
    value = Fraction(value)
    approx = nearest_double(value)
    if approx is None:
        return {"exact": str(value), "log10": log10(value)}
    shown: NumberOut = {"exact": str(value), "approx": approx}
    if value and abs(approx) < SMALLEST_NORMAL:
        shown["log10"] = log10(value)
    return shown


def _certified(value: Certified) -> NumberOut:
    """The nearest double and how far it is off at most; an exact number where it isn't."""
    approx = nearest_double(value.value)
    if not value.error or approx is None:
        return number(value.value)
    error = value.error + abs(Fraction(approx) - value.value)
    return {"exact": None, "approx": approx, "error": double_above(error)}


def number_or_null(value: Fraction | int | Infinite | None) -> NumberOut | None:
    """As ``number``; null where there is no value."""
    return None if value is None else number(value)
