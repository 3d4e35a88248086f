"""The setup of A4 Quest: which equipment to take, which dice of the pool to re-roll (A1)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final

from msgspec import Struct, structs

from odds.dice import multiset_count
from odds.errors import InvalidInput, check_range, check_type, numeral
from odds.format import joined
from odds.game import Notebook, Size, Solver
from odds.games.a4.actions import RerollDice
from odds.games.a4.course import START
from odds.games.a4.moments import FIRST_REROLLS, HERO_DICE, Scene, equipped, part, pool_rolled
from odds.games.a4.parts.common import Choice, SolvedPart
from odds.games.a4.parts.naming import named_objective
from odds.games.a4.parts.setting import Part, Setting, order_text
from odds.games.a4.parts.setup_objective import (
    NAMED,
    Ahead,
    AtLeastOne,
    HighestTotal,
    SetupObjective,
    Win,
)
from odds.games.a4.parts.situation import SETUP_PHASES
from odds.games.a4.parts.text_setup import setup_tables, setup_text
from odds.games.a4.pool import MAX_DICE, Pool, pool_of, rolls
from odds.games.a4.process import A4Process, State
from odds.games.a4.results import Phase, Stopped
from odds.games.a4.sheet import TRACKS, Bundle, Tracks
from odds.numbers import Certified
from odds.tables import Table

SETUP: Final = part(Phase.SETUP, heeded=())


class Outfit(Struct, frozen=True):
    """A piece of equipment, or none, and the tracks with it."""

    name: str | None
    tracks: Tracks


class A4Setup(Part, frozen=True, kw_only=True):
    """Which dice to re-roll: of the situation's pool or, where it has none, of every pool.

    ``dice`` is the number of hero dice: 4, or 3 in Difficult Mode. ``equipment`` is the name of
    the piece that is taken, its effects not yet in the tracks. Without it the tracks are taken as
    they are, but where they matter and the pool is yet to be rolled, every piece is compared.
    ``objective`` is ``HighestTotal()``, ``Win()``, the name of one of them, ``AtLeastOne(value)``
    or ``Ahead(steps)``.

    >>> from odds import Situation, solve
    >>> solve(A4Setup(Situation(pool=[6, 5, 2, 2]), objective="highest_total")).value
    Fraction(18, 1)
    """

    phases: ClassVar[tuple[str, ...]] = SETUP_PHASES
    objective: SetupObjective | str = HighestTotal()
    dice: int | None = None
    equipment: str | None = None

    @cached_property
    def aim(self) -> SetupObjective:
        """The objective itself, where its name is given."""
        kind = HighestTotal | Win | AtLeastOne | Ahead
        others = ", or AtLeastOne(value), or Ahead(steps)"
        return named_objective(self.objective, NAMED, kind, others)

    def check(self) -> None:
        setting, state = self.setting, self.situation
        check_type(self.dice, int | None, "/dice", "a number of dice")
        check_type(self.equipment, str | None, "/equipment", "the name of a piece")
        if state.phase is not None and bool(state.pool) != (state.phase == "pool_rolled"):
            raise setting.need("pool", "is rolled in the phase pool_rolled, and not before")
        if None in state.pool:
            raise setting.need("pool", "no die is exhausted at the setup")
        if state.pool and self.dice not in (None, len(state.pool)):
            why = f"the pool has {len(state.pool)}, not {numeral(self.dice)}"
            raise InvalidInput.at("/dice", why)
        check_range(self.hero_dice, 1, MAX_DICE, "/dice", "the number of dice")
        for name in ("space", "crystal_used", "pending"):
            if getattr(state, name):
                raise setting.need(name, "the setup comes before the first turn")
        names = [piece.name for piece in self.hero.equipment]
        if self.equipment is not None and self.equipment not in names:
            raise InvalidInput.at("/equipment", f"must be one of: {', '.join(names) or 'none'}")
        self.aim.check()

    @property
    def foreign(self) -> tuple[str, ...]:
        """To win, it matters which tiles are seen."""
        foreign = super().foreign
        won = isinstance(self.aim, Win)
        return tuple(name for name in foreign if not won or name != "tiles_ahead")

    @property
    def hero_dice(self) -> int:
        """How many hero dice there are."""
        return len(self.situation.pool) or (HERO_DICE if self.dice is None else self.dice)

    def _pieces(self) -> list[tuple[str | None, Bundle]]:
        """The pieces of equipment in question with their effects."""
        pieces = self.hero.equipment
        if self.equipment is not None:
            return [(p.name, p.effects) for p in pieces if p.name == self.equipment]
        if pieces and self.aim.uses_tracks and not self.situation.pool:
            return [(p.name, p.effects) for p in pieces]
        return [(None, ())]

    @cached_property
    def _outfits(self) -> list[Outfit]:
        """The tracks with each piece of equipment in question, as the rules bring them about."""
        found = []
        sheets, tracks = self.setting.sheets, self.setting.tracks
        for name, effects in self._pieces():
            control = Scene(START, (), SETUP, pending=effects).now()
            process = A4Process(sheets, [(control, tracks)])
            (state,) = process.initial()
            if not (process.is_absorbing(state) and isinstance(process.result(state), Stopped)):
                raise self.setting.need("tracks", f"{name} kills the hero or brings a level-up")
            found.append(Outfit(name, state.counters))
        return found

    def size(self) -> Size:
        """All pools before and after the re-roll, and what they are worth with each piece."""
        dice, outfits = self.hero_dice, self._outfits
        pools = multiset_count(dice, 6)
        selections = sum(multiset_count(n, 6) for n in range(min(dice, FIRST_REROLLS) + 1))
        sizes = [self.aim.size(self._with(outfit), dice) for outfit in outfits]
        return Size(
            sum(3 * pools + size.states for size in sizes),
            sum(pools * selections + size.choices for size in sizes),
            what=sizes[0].what,
        )

    def _with(self, outfit: Outfit) -> Setting:
        tracks = dict(zip(TRACKS, outfit.tracks, strict=True))
        return structs.replace(
            self.setting, situation=structs.replace(self.situation, tracks=tracks)
        )

    def answer(self, solver: Solver) -> SetupAnswer:
        """Every choice, or the best ones for every pool."""
        dice, outfits = self.hero_dice, self._outfits
        pool = pool_of(die for die in self.situation.pool if die)
        kept = [(p, tracks) for tracks in {o.tracks: 0 for o in outfits} for p, _ in rolls(dice)]
        worth = self.aim.worth(solver, self.setting, kept)
        start = [(equipped(dice, SETUP), outfit.tracks) for outfit in outfits]
        if pool:
            start.append((pool_rolled(pool, SETUP), outfits[0].tracks))
        solved = SolvedPart(
            solver, self.setting.sheets, start, lambda end: (worth.of((end.pool, end.tracks)),)
        )
        values = [solved.value(state)[0] for state in solved.starts[: len(outfits)]]
        is_best = _Best(worth.bound)
        best = values.index(max(values))
        solved.ends(solved.starts[best])
        return SetupAnswer(
            self.setting,
            self.aim,
            dice,
            tuple(
                Equipped(outfit.name, value, values[best] - value, is_best(value, values[best]))
                for outfit, value in zip(outfits, values, strict=True)
            ),
            pool,
            is_best.of(solved.choices(solved.starts[-1])) if pool else (),
            () if pool else _pool_rows(solved, solved.starts[best], is_best),
            worth.bound,
        )


class _Best(Struct, frozen=True):
    """Whether a value may be the best, where each is known but for a relative ``bound``."""

    bound: Fraction

    def __call__(self, value: Fraction, top: Fraction) -> bool:
        return value * (1 + self.bound) >= top * (1 - self.bound)

    def of(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """``choices``, each told whether it may be the best."""
        top = max((choice.value[0] for choice in choices), default=Fraction(0))
        return tuple(structs.replace(c, best=self(c.value[0], top)) for c in choices)


class Equipped(Struct, frozen=True):
    """What the setup is worth before the roll with a piece of equipment, or with none."""

    name: str | None
    value: Fraction
    loss: Fraction
    best: bool


class PoolRow(Struct, frozen=True):
    """A pool that may be rolled, every best set of dice to re-roll, and what it is worth then."""

    pool: Pool
    probability: Fraction
    rerolls: tuple[Pool, ...]
    value: Fraction


def _pool_rows(solved: SolvedPart, start: State, is_best: _Best) -> tuple[PoolRow, ...]:
    rolled = solved.process.transitions(start, None).probabilities()
    return tuple(
        PoolRow(state.control.pool, p, _best(solved, state, is_best), solved.value(state)[0])
        for state, p in rolled.items()
    )


def _best(solved: SolvedPart, state: State, is_best: _Best) -> tuple[Pool, ...]:
    best: Sequence[Hashable] = solved.solution.best[state]
    if is_best.bound:
        top, worth = solved.value(state)[0], solved.solution.action_value
        best = [a for a in solved.process.actions(state) if is_best(worth(state, a)[0], top)]
    return tuple(action.dice for action in best if isinstance(action, RerollDice))


class SetupAnswer(Notebook, Struct, frozen=True):
    """The best re-rolls. ``equipped`` are the pieces in question, in the order of the sheet.

    With a ``pool`` there are ``choices``, best first; without, ``pools`` has a row for each pool,
    played with the first best piece of equipment. Every value is off by at most ``bound``,
    relative to it: 0 but for the probability of winning an adventure that was solved beforehand.
    Then the best are all that may be.
    """

    setting: Setting
    objective: SetupObjective
    dice: int
    equipped: tuple[Equipped, ...]
    pool: Pool
    choices: tuple[Choice, ...]
    pools: tuple[PoolRow, ...]
    bound: Fraction = Fraction(0)

    def certified(self, value: Fraction) -> Certified:
        """One of the values, with the bound of its error."""
        return Certified(value, value * self.bound)

    def certified_loss(self, loss: Fraction, top: Fraction) -> Certified:
        """What is lost against ``top``; both values may be off."""
        return Certified(loss, (2 * top - loss) * self.bound)

    @property
    def before(self) -> Fraction:
        """The value before the roll, with the best piece of equipment in question."""
        return max(row.value for row in self.equipped)

    @property
    def value(self) -> Fraction:
        """The value now: of the best choice, or before the roll."""
        return self.choices[0].value[0] if self.choices else self.before

    @property
    def text(self) -> str:
        """One plain sentence."""
        return setup_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        if not self.objective.uses_tracks:
            return ()
        order = (order_text(self.setting.is_shuffled),)
        own: tuple[str, ...] = order if isinstance(self.objective, Win) else ()
        pieces = [piece.name for piece in self.setting.hero.equipment]
        if pieces and self.equipped[0].name is None:
            offered = f"the sheet offers {joined(pieces)}"
            own += (f"No equipment is taken beyond what is in the tracks; {offered}.",)
        return (*own, *self.setting.assumptions)

    def tables(self) -> tuple[Table, ...]:
        """The equipment, and the choices or the pools."""
        return setup_tables(self)
