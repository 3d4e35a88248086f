"""The boss of A4 Quest played alone: the best die for each wave, and the chance to win (A14)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from typing import ClassVar

from msgspec import Struct

from odds.errors import InvalidInput, check_range, check_type, numeral
from odds.game import Notebook, Size, Solver
from odds.games.a4.control import Control
from odds.games.a4.fight import boss_of
from odds.games.a4.moments import HERO_DICE
from odds.games.a4.parts.bounds import boss_size
from odds.games.a4.parts.common import Choice, SolvedPart, has_won
from odds.games.a4.parts.setting import Part, Setting
from odds.games.a4.parts.text_boss import boss_tables, boss_text
from odds.games.a4.pool import MAX_DICE, Pool
from odds.games.a4.process import State
from odds.games.a4.sheet import Boss, Tracks
from odds.tables import Table


def all_pools(dice: int) -> tuple[Pool, ...]:
    """Every pool of ``dice`` dice, exhausted ones included: 210 of four, 84 of three."""
    return tuple(combinations_with_replacement(range(7), dice))


class A4Boss(Part, frozen=True, kw_only=True):
    """The boss from any wave and any HP of its own, for one pool or for every pool of ``dice``.

    Phases: ``wave`` the wave begins with its effect; ``wave_ready`` its effect is done and no die
    is chosen; ``wave_d6`` its d6 is known, where the sheet adds one. Without a wave it is the
    first, without ``boss_hp`` the boss is unhurt; without a pool all pools are asked about.

    >>> from odds import Situation, solve
    >>> state = Situation(pool=[6, 4], tracks={"attack": 6, "defence": 5}, wave=2, boss_hp=3)
    >>> solve(A4Boss(state)).rows[0].win
    Fraction(1, 1)
    """

    phases: ClassVar[tuple[str, ...]] = ("wave", "wave_ready", "wave_d6")
    dice: int | None = None

    def check(self) -> None:
        setting, boss = self.setting, self.boss
        check_type(self.dice, int | None, "/dice", "a number of dice")
        if self.situation.space not in (None, setting.last):
            raise setting.need("space", f"the boss waits on space {setting.last}")
        for name, value, most in (
            ("wave", self.wave, len(boss.waves)),
            ("boss_hp", self.boss_hp, boss.hp),
        ):
            if not 1 <= value <= most:
                raise setting.need(name, f"must be from 1 to {most}, not {numeral(value)}")
        if setting.phase == "wave_d6":
            self._check_d6()
        elif self.dice is not None and self.situation.pool:
            raise InvalidInput.at("/dice", "give either the pool or the number of dice, not both")
        else:
            check_range(self.number, 1, MAX_DICE, "/dice", "the number of dice")

    def _check_d6(self) -> None:
        if not self.boss.adds_die:
            raise self.setting.need("phase", "this sheet adds no d6 to a wave")
        for name in ("die", "d6"):
            if getattr(self.situation, name) is None:
                raise self.setting.need(name, "the phase wave_d6 needs it")
        if self.dice is not None:
            raise InvalidInput.at("/dice", "the phase wave_d6 is asked about one pool only")

    @cached_property
    def boss(self) -> Boss:
        """The sheet's boss."""
        if self.adventure.boss is None:
            raise InvalidInput.at("/adventure", f"{self.adventure.name} has no boss")
        return boss_of(self.setting.sheets)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is assumed: whether waves have a d6 (A14), and what of the sheets is."""
        added = "A d6 is added to both values of each wave, as the sheet says."
        not_added = "No d6 is added to a wave's attack and defence."
        return (added if self.boss.adds_die else not_added, *self.setting.assumptions)

    @property
    def wave(self) -> int:
        """The wave, counted from 1."""
        return 1 if self.situation.wave is None else self.situation.wave

    @property
    def boss_hp(self) -> int:
        """The boss's HP."""
        return self.boss.hp if self.situation.boss_hp is None else self.situation.boss_hp

    @property
    def number(self) -> int:
        """How many dice the hero has in all."""
        if self.dice is not None:
            return self.dice
        return len(self.situation.pool) + (self.situation.die is not None) or HERO_DICE

    @property
    def is_table(self) -> bool:
        """Whether all pools are asked about."""
        return not self.situation.pool and self.setting.phase != "wave_d6"

    def size(self) -> Size:
        """What can be reached in each wave."""
        return self.size_of(every_hp=False)

    def size_of(self, *, every_hp: bool) -> Size:
        """The work for the hero's HP, or for every HP at once."""
        return boss_size(self.setting, self.boss, self.boss_hp, self.pools, every_hp=every_hp)

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The pools in question."""
        return all_pools(self.number) if self.is_table else (self.setting.pool,)

    def answer(self, solver: Solver) -> BossAnswer:
        """The best die and the chance to win: of one pool, or of all."""
        setting = self.setting
        pools = self.pools
        solved = self.solved(solver, pools, [setting.tracks])
        rows = tuple(map(partial(self.row, solved), pools, solved.starts))
        choices = () if self.is_table else solved.choices(solved.starts[0])
        return BossAnswer(self, rows, choices)

    def row(self, solved: SolvedPart, pool: Pool, start: State) -> BossRow:
        """The row of one pool."""
        return BossRow(pool, solved.value(start)[0], solved.line(start), solved.best(start))

    def solved(self, solver: Solver, pools: Sequence[Pool], tracks: Sequence[Tracks]) -> SolvedPart:
        """The boss solved from each of ``pools`` with each of ``tracks``, pools innermost."""
        starts = [(self._control(pool), t) for t, pool in product(tracks, pools)]
        solved = SolvedPart(solver, self.setting.sheets, starts, has_won)
        for start in solved.starts:
            solved.ends(start)  # verified with it
        return solved

    def _control(self, pool: Pool) -> Control:
        state, wave = self.situation, self.wave - 1
        scene = self.setting.scene((), pool)
        if self.setting.phase == "wave":
            return scene.wave(wave, self.boss_hp)
        if state.die is not None and state.d6 is not None:
            return scene.wave_rolled(self.boss, wave, self.boss_hp, state.die, state.d6)
        return scene.wave_ready(wave, self.boss_hp)


class BossRow(Struct, frozen=True):
    """One pool: the probability of winning, and how.

    ``line`` holds the choices of the reported policy up to the first roll, for as many waves as
    they decide; ``best`` every choice that is optimal now, the reported one first. Both are empty
    where nothing can be chosen before a roll.
    """

    pool: Pool
    win: Fraction
    line: tuple[Hashable, ...]
    best: tuple[Hashable, ...]


class BossAnswer(Notebook, Struct, frozen=True):
    """Each pool's chance to beat the boss; for a single pool also every choice."""

    question: A4Boss
    rows: tuple[BossRow, ...]
    choices: tuple[Choice, ...]

    @property
    def setting(self) -> Setting:
        """The situation that was asked about."""
        return self.question.setting

    @property
    def text(self) -> str:
        """One plain sentence."""
        return boss_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return self.question.assumptions

    def tables(self) -> tuple[Table, ...]:
        """The choices of the pool, or the table of all pools."""
        return boss_tables(self)
