"""A whole adventure of A4 Quest, solved once and kept: the chance to win, advice and setup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final

from odds.errors import InvalidInput, check_type
from odds.format import joined, scientific
from odds.game import Notebook, Solver
from odds.games.a4.control import Control
from odds.games.a4.moments import HERO_DICE
from odds.games.a4.parts.advice import PRINTED_ORDER, A4Advice, AdviceAnswer
from odds.games.a4.parts.certificate import Certificate
from odds.games.a4.parts.outlook import Outlook
from odds.games.a4.parts.setup import A4Setup, SetupAnswer
from odds.games.a4.parts.setup_objective import Win
from odds.games.a4.parts.situation import DEFAULT_ADVENTURE, DEFAULT_HERO, Situation
from odds.games.a4.parts.text_advice import chance_text
from odds.games.a4.parts.text_setup import equipment_table
from odds.games.a4.parts.whole_choices import HOW
from odds.games.a4.reading import shipped_adventure, shipped_hero
from odds.games.a4.sheet import Adventure, Hero
from odds.games.a4.whole import WholeAdventure, whole_adventure
from odds.numbers import Certified
from odds.program import Passed, Proven, SolvedProgram
from odds.tables import Table

RANDOM_ORDER: Final = (
    "The tiles between the first and the last are shuffled; the player sees the next one."
)


@dataclass(frozen=True)
class A4Adventure:
    """The game of ``hero`` on ``adventure`` with so many ``dice``: 4, or 3 in Difficult Mode.

    With ``random_order`` the tiles between the first and the last are shuffled (A15); then only
    the value is told, and of any state by ``solved``. ``solve_whole`` solves it, which takes from
    seconds to minutes, and keeps what it finds.
    """

    how: ClassVar[str] = HOW
    adventure: Adventure = field(default_factory=lambda: shipped_adventure(DEFAULT_ADVENTURE))
    hero: Hero = field(default_factory=lambda: shipped_hero(DEFAULT_HERO))
    dice: int = field(default=HERO_DICE, kw_only=True)
    random_order: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        check_type(self.adventure, Adventure, "/adventure", "an Adventure")
        check_type(self.hero, Hero, "/hero", "a Hero")
        check_type(self.dice, int, "/dice", "the number of dice")
        check_type(self.random_order, bool, "/random_order", "true or false")
        _ = self.program  # Making it refuses too few or too many dice, and too many places.

    @property
    def program(self) -> WholeAdventure:
        """What is solved."""
        return whole_adventure(self.adventure, self.hero, self.dice, self.random_order)

    def opened(self, solved: SolvedProgram[Control], solver: Solver) -> SolvedAdventure:
        """The adventure once it is solved, ready to be asked."""
        return SolvedAdventure(self, solved, solver)

    def proven(self, proof: Proven) -> Certificate:
        """The exact probability of winning, proven optimal."""
        return Certificate(self, proof)

    def followed(self, solved: SolvedProgram[Control], passed: Sequence[Passed]) -> Outlook:
        """What the game is like under best play."""
        return Outlook(self, solved, passed)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is assumed."""
        sheets = (self.adventure, self.hero)
        order = RANDOM_ORDER if self.random_order else PRINTED_ORDER
        return (order, *(what for sheet in sheets for what in sheet.invented))


@dataclass(frozen=True)
class SolvedAdventure(Notebook):
    """A whole adventure that is solved. Every value comes with a proven bound of its error."""

    question: A4Adventure
    solved: SolvedProgram[Control]
    solver: Solver

    @cached_property
    def win(self) -> Certified:
        """The probability of winning from the setup on, under best play."""
        return self.solved.value(self.question.program.begin(*self.question.program.start))

    def advise(self, situation: Situation) -> AdviceAnswer:
        """The best next move in a situation, and every other one."""
        self._check_order()
        question = self.question
        dice = None if situation.pool or situation.die else question.dice
        advice = A4Advice(situation, question.adventure, question.hero, dice=dice)
        if advice.hero_dice != question.dice:
            why = f"the adventure was solved for {question.dice} dice, not {advice.hero_dice}"
            raise advice.setting.need("pool", why)
        return advice.answer_from(self.solved)

    def setup(
        self, situation: Situation | None = None, equipment: str | None = None
    ) -> SetupAnswer:
        """The best dice to re-roll for every starting pool, or for the situation's."""
        self._check_order()
        state, question = situation or Situation(), self.question
        dice = None if state.pool else question.dice
        sheets = (question.adventure, question.hero)
        asked = A4Setup(state, *sheets, objective=Win(), dice=dice, equipment=equipment)
        return asked.answer(self.solver)

    def _check_order(self) -> None:
        """Situations name a space of the printed order."""
        if self.question.random_order:
            raise InvalidInput.at("/random_order", "advice is for tiles in printed order")

    @property
    def text(self) -> str:
        """One plain sentence."""
        title, win = self.question.program.title, self.win
        off = f", off by at most {scientific(win.error, 2)}" if win.error else ""
        equipped = () if self.question.random_order else self.setup().equipped
        best = [row.name for row in equipped if row.best and row.name]
        take = f"; take {joined(best, 'or')} at the setup" if best else ""
        return f"{title}: you win with {chance_text(win)} under best play{off}{take}."

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return self.question.assumptions

    def tables(self) -> tuple[Table, ...]:
        """What each piece of equipment is worth; in random order it hangs on the tiles seen."""
        if self.question.random_order:
            return ()
        setup = self.setup()
        return (equipment_table(setup),) if len(setup.equipped) > 1 else ()
