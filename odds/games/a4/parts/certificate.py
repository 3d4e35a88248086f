"""The exact probability of winning a whole adventure of A4 Quest, proven optimal (A16)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from odds.format import decimal, percent
from odds.game import Notebook
from odds.games.a4.parts.text_advice import DIGITS
from odds.program import Proven
from odds.tables import Table

if TYPE_CHECKING:
    from odds.games.a4.parts.adventure import A4Adventure

DECIMALS: Final = 15
"""How many decimals of the probability are shown beside the fraction."""


class Certificate(Notebook, Struct, frozen=True):
    """What ``certify_whole(A4Adventure(...))`` has found.

    ``proof`` says besides the value at how many pairs of choices floats were not enough.
    """

    question: A4Adventure
    proof: Proven

    @property
    def value(self) -> Fraction:
        """The probability of winning under best play, exactly."""
        return self.proof.value

    @property
    def text(self) -> str:
        """The probability, and what it took to prove it."""
        title, value = self.question.program.title, self.value
        shown = f"{percent(value, DIGITS)} ({decimal(value, DECIMALS)})"
        return f"{title}: you win with {shown} under best play, proven optimal; {self._close}."

    @property
    def _close(self) -> str:
        proof = self.proof
        if not proof.close:
            return "no two choices in any state were too close for floats"
        pairs = "pair of choices was" if proof.close == 1 else "pairs of choices were"
        close = f"{proof.close:,} {pairs} too close for floats"
        if not proof.differ:
            return f"{close}, and every one is an exact tie"
        return f"{close}: {proof.differ:,} of them differ, and floats had {proof.wrong:,} wrong"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return self.question.assumptions

    def tables(self) -> tuple[Table, ...]:
        """The fraction, written out."""
        rows = [
            (name, len(str(number)), str(number))
            for name, number in (
                ("numerator", self.value.numerator),
                ("denominator", self.value.denominator),
            )
        ]
        return (Table("The probability as a fraction", ("", "digits", "number"), tuple(rows)),)
