"""Solving a whole adventure of A4 Quest, as it is asked for in JSON."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from odds.game import Solver
from odds.games.a4.answers_whole import WholeOut
from odds.games.a4.encode_whole import encode_solved
from odds.games.a4.moments import HERO_DICE
from odds.games.a4.parts.adventure import A4Adventure
from odds.games.a4.parts.situation import DEFAULT_ADVENTURE, DEFAULT_HERO
from odds.games.a4.pool import MAX_DICE
from odds.games.a4.questions import given_adventure, given_hero
from odds.games.a4.sheet_source import AdventureGiven, HeroGiven
from odds.shapes import LongRequest


class SolveRequest(LongRequest):
    """Solves a whole adventure and keeps it, so that advice on it is answered at once."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "difficult": {"adventure": "drowned-clockwork", "hero": "lamplighter", "dice": 3},
    }

    adventure: AdventureGiven = DEFAULT_ADVENTURE
    hero: HeroGiven = DEFAULT_HERO
    dice: Annotated[int, Field(ge=1, le=MAX_DICE)] = HERO_DICE
    random_order: bool = Field(
        False, description="the tiles between the first and the last are shuffled"
    )
    all_states: bool = Field(False, description="also states that no game comes to")

    def check(self) -> None:
        _ = self.question()  # Reading the sheets refuses what is none.

    def question(self) -> A4Adventure:
        """What is to be solved."""
        return A4Adventure(
            given_adventure(self.adventure),
            given_hero(self.hero),
            dice=self.dice,
            random_order=self.random_order,
        )

    def solve(self, solver: Solver, folder: Path, report: Callable[[Fraction], object]) -> WholeOut:
        """What is found is kept among the solved adventures, and nothing in ``folder``."""
        return encode_solved(solver.solve_whole(self.question(), self.all_states, report))
