"""A whole adventure of A4 Quest, solved once and kept: the chance to win, advice and setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field

from odds.errors import InvalidInput, check_type
from odds.format import joined, scientific
from odds.game import Notebook, Solver
from odds.games.a4.control import Control
from odds.games.a4.moments import HERO_DICE
from odds.games.a4.parts.advice import A4Advice, AdviceAnswer
from odds.games.a4.parts.certificate import Certificate
from odds.games.a4.parts.outlook import Outlook
from odds.games.a4.parts.setting import order_text
from odds.games.a4.parts.setup import A4Setup, SetupAnswer
from odds.games.a4.parts.setup_objective import Win
from odds.games.a4.parts.situation import DEFAULT_ADVENTURE, DEFAULT_HERO, Situation
from odds.games.a4.parts.text_advice import chance_text
from odds.games.a4.parts.text_setup import equipment_table, openings_table
from odds.games.a4.parts.whole_choices import how_to_solve
from odds.games.a4.reading import shipped_adventure, shipped_hero
from odds.games.a4.sheet import Adventure
from odds.games.a4.sheet_hero import Hero
from odds.games.a4.whole import WholeAdventure, whole_adventure
from odds.numbers import Certified
from odds.program import Passed, Proven, SolvedProgram
from odds.tables import Table


class _OnSheets(Struct, frozen=True):
    adventure: Adventure = field(default_factory=lambda: shipped_adventure(DEFAULT_ADVENTURE))
    hero: Hero = field(default_factory=lambda: shipped_hero(DEFAULT_HERO))


class A4Adventure(_OnSheets, frozen=True, kw_only=True):
    """The game of ``hero`` on ``adventure`` with so many ``dice``: 4, or 3 in Difficult Mode.

    With ``random_order`` the tiles between the first and the last are shuffled (A15); situations
    then say which are still to come. ``solve_whole`` solves it, which takes from seconds to
    minutes, and keeps what it finds.
    """

    dice: int = HERO_DICE
    random_order: bool = False

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

    @property
    def how(self) -> str:
        """How to have it solved."""
        return how_to_solve(self.program)

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
        invented = (*self.adventure.invented, *self.hero.invented)
        return (order_text(self.random_order), *invented)


class SolvedAdventure(Notebook, Struct, frozen=True, dict=True):
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
        check_type(situation, Situation, "/state", "a Situation")
        self._check_order(situation)
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
        check_type(situation, Situation | None, "/state", "a Situation")
        state, question = situation or Situation(), self.question
        self._check_order(state)
        dice = None if state.pool else question.dice
        sheets = (question.adventure, question.hero)
        asked = A4Setup(state, *sheets, objective=Win(), dice=dice, equipment=equipment)
        return asked.answer(self.solver)

    def _check_order(self, situation: Situation) -> None:
        if self.question.random_order == (situation.tiles_ahead is None):
            order = "random" if self.question.random_order else "printed"
            why = f"the adventure was solved for tiles in {order} order"
            raise InvalidInput.at("/state/tiles_ahead", why)

    @cached_property
    def openings(self) -> Mapping[int | None, SetupAnswer]:
        """The setup, by the tile that is seen second, if there is one; in printed order tile 2."""
        course = self.question.program.sheets.course
        found: dict[int | None, SetupAnswer] = {}
        for opening in course.openings:
            ahead = [tile + 1 for tile in course.ahead(opening)]
            shuffled = ahead if self.question.random_order else None
            found[ahead[0] if ahead else None] = self.setup(Situation(tiles_ahead=shuffled))
        return found

    @property
    def text(self) -> str:
        """One plain sentence."""
        title, win = self.question.program.title, self.win
        off = f", off by at most {scientific(win.error, 2)}" if win.error else ""
        best = self._best_pieces()
        take = f"; take {joined(best, 'or')} at the setup" if best else ""
        return f"{title}: you win with {chance_text(win)} under best play{off}{take}."

    def _best_pieces(self) -> list[str]:
        """The pieces of equipment that are best whichever tile is seen second."""
        best = [
            {row.name for row in setup.equipped if row.best} for setup in self.openings.values()
        ]
        names = [piece.name for piece in self.question.hero.equipment]
        return [name for name in names if all(name in pieces for pieces in best)]

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return self.question.assumptions

    def tables(self) -> tuple[Table, ...]:
        """What each piece of equipment is worth, in random order by the tile seen second."""
        if len(self.question.hero.equipment) < 2:
            return ()
        if len(self.openings) > 1:
            return (openings_table(self.openings),)
        return tuple(map(equipment_table, self.openings.values()))
