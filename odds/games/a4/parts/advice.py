"""Advice on a whole adventure of A4 Quest: the best next move, and the chance to win (A16)."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from odds.errors import InvalidInput, TooLarge, check_range, check_type, numeral
from odds.game import Notebook, Size, Solver
from odds.games.a4.control import Control
from odds.games.a4.moments import HERO_DICE
from odds.games.a4.parts.advice_moment import WAVES, check_moment, control_of, wave_of
from odds.games.a4.parts.bounds import part_size
from odds.games.a4.parts.setting import Part, Setting, order_text
from odds.games.a4.parts.situation import PHASES
from odds.games.a4.parts.text_advice import advice_tables, advice_text
from odds.games.a4.parts.whole_bounds import whole_size
from odds.games.a4.parts.whole_choices import LOOK_UP, Advised, Exact, choices, not_solved
from odds.games.a4.pool import MAX_DICE
from odds.games.a4.whole import WholeAdventure, whole_adventure
from odds.numbers import Certified
from odds.program import SolvedProgram
from odds.tables import Table


class A4Advice(Part, frozen=True, kw_only=True):
    """What to do now, so as to win the adventure; the phases are all that a game has.

    The first phase is ``turn``; without a pool, a die and a space it is ``setup``. ``dice`` is
    the number of hero dice, where the situation doesn't tell: 4, or 3 in Difficult Mode. The
    adventure must have been solved, as ``solve_whole(A4Adventure(...))`` does; a small one is
    solved at once, and exactly.

    >>> from odds import Situation, load_adventure, load_hero, solve
    >>> state = Situation(pool=[6, 5, 5, 4], space=9, phase="wave", tracks={"attack": 4})
    >>> sheets = load_adventure("drowned-clockwork"), load_hero("lamplighter")
    >>> round(solve(A4Advice(state, *sheets)).value.value, 3)
    Fraction(1, 1)
    """

    dice: int | None = None

    @property
    def foreign(self) -> tuple[str, ...]:
        """Every field of a situation is of use."""
        return ()

    @cached_property
    def setting(self) -> Setting:
        """The situation, checked."""
        state = self.situation
        first = "turn" if state.pool or state.die or state.space else "setup"
        phases = (first, *(phase for phase in PHASES if phase != first))
        return Setting(state, phases, self.adventure, self.hero)

    def check(self) -> None:
        check_type(self.dice, int | None, "/dice", "a number of dice")
        check_moment(self.setting)
        held = len(self.situation.pool) + (self.situation.die is not None)
        if held and self.dice not in (None, held):
            aside = " with the die set aside" if self.situation.die is not None else ""
            why = f"there are {held} in the state{aside}, not {numeral(self.dice)}"
            raise InvalidInput.at("/dice", why)
        check_range(self.hero_dice, 1, MAX_DICE, "/dice", "the number of dice")
        _ = self.control  # Making it refuses a fight with nobody.

    @property
    def hero_dice(self) -> int:
        """How many hero dice there are."""
        held = len(self.situation.pool) + (self.situation.die is not None)
        return held or (HERO_DICE if self.dice is None else self.dice)

    @cached_property
    def control(self) -> Control:
        """The moment as the rules hold it."""
        return control_of(self.setting, self.hero_dice)

    def size(self) -> Size:
        """What it takes to look up; what it takes to solve is checked where that is due."""
        return LOOK_UP

    def answer(self, solver: Solver) -> AdviceAnswer:
        """Every choice now, from the adventure as it was solved, or exactly."""
        shuffled = self.setting.is_shuffled
        program = whole_adventure(self.adventure, self.hero, self.hero_dice, shuffled)
        solved = solver.stored(program)
        return self.answer_from(self._exact(solver, program) if solved is None else solved)

    def answer_from(self, solved: SolvedProgram[Control]) -> AdviceAnswer:
        """Every choice now, from an adventure that is solved."""
        state = solved.program.due(self.control, self.setting.tracks)
        found = choices(solved, state)
        return AdviceAnswer(self.setting, state.control.place, solved.value(state), found)

    def _exact(self, solver: Solver, program: WholeAdventure) -> Exact:
        try:
            solver.check(self._bound())
        except TooLarge as error:
            raise not_solved(program) from error
        return Exact(solver, program, self.control, self.setting.tracks)

    def _bound(self) -> Size:
        """The work of solving what is left of the game."""
        setting, boss = self.setting, self.adventure.boss
        if setting.phase not in WAVES or boss is None:
            return whole_size(setting, self.hero_dice)
        wave, hp = wave_of(setting)
        effects = [[wave.effect] for wave in boss.waves[wave:]]
        return part_size(setting, effects, self.hero_dice, rounds=len(effects) * hp)


class AdviceAnswer(Notebook, Struct, frozen=True):
    """The probability of winning, and every choice, best first; none where a roll comes next.

    Values without an error are exact. ``place`` is where the hero chooses, as the rules count it:
    at the start of a turn that may be the next space already.
    """

    setting: Setting
    place: int
    value: Certified
    choices: tuple[Advised, ...]

    @property
    def is_decided(self) -> bool:
        """Whether one choice is surely better than all others, or there is none."""
        return sum(choice.best for choice in self.choices) <= 1

    @property
    def text(self) -> str:
        """One plain sentence."""
        return advice_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return (order_text(self.setting.is_shuffled), *self._moment(), *self.setting.assumptions)

    def _moment(self) -> tuple[str, ...]:
        """Which moment it is taken for, and where the hero is when the choice comes."""
        setting = self.setting
        if setting.situation.phase is not None or setting.phase != "turn":
            return ()
        moved = ""
        if self.place != setting.place:
            number = setting.sheets.numbers[self.place]
            moved = f"; what follows is on space {number}"
        return (f"No phase is given, so a turn starts{moved}.",)

    def tables(self) -> tuple[Table, ...]:
        """The choices."""
        return advice_tables(self)
