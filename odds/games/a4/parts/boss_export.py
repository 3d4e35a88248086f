"""The boss of A4 Quest over all attacks, defences and HP of the hero, as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from odds.errors import InvalidInput
from odds.game import Size, Solver
from odds.games.a4.parts.boss import A4Boss, BossRow, all_pools
from odds.games.a4.parts.text_actions import action_text, pool_text
from odds.games.a4.sheet import HP, TRACKS
from odds.tables import Cell, Table

COLUMNS: Final = ("attack", "defence", "hp", "pool", "win", "best")


class A4BossEveryHp(Struct, frozen=True):
    """The boss for every pool and every HP of the hero, at the attack and defence of ``boss``."""

    boss: A4Boss

    def __post_init__(self) -> None:
        if not self.boss.is_table:
            raise InvalidInput.at("/state/pool", "an export is over every pool: give none")

    def size(self) -> Size:
        """What can be reached from any HP."""
        return self.boss.size_of(every_hp=True)

    def answer(self, solver: Solver) -> BossEveryHp:
        """Every pool at 1 HP, then at 2, and so on."""
        setting, pools = self.boss.setting, all_pools(self.boss.number)
        every = range(1, setting.hero.maxima[HP] + 1)
        tracks = [(*setting.tracks[:HP], hp, *setting.tracks[HP + 1 :]) for hp in every]
        solved = self.boss.solved(solver, pools, tracks)
        starts = iter(solved.starts)
        rows = [(hp, self.boss.row(solved, pool, next(starts))) for hp in every for pool in pools]
        return BossEveryHp(self.boss, tuple(rows))


class BossEveryHp(Struct, frozen=True):
    """Rows of HP, pool and chance at one attack and defence."""

    boss: A4Boss
    rows: tuple[tuple[int, BossRow], ...]

    @property
    def text(self) -> str:
        """One plain sentence."""
        attack, defence = self.boss.setting.tracks[:HP]
        return f"Attack {attack} and defence {defence} at every HP and for every pool."

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return self.boss.assumptions

    def tables(self) -> tuple[Table, ...]:
        """All rows."""
        sheets, place = self.boss.setting.sheets, self.boss.setting.place
        attack, defence = self.boss.setting.tracks[:HP]
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                attack,
                defence,
                hp,
                pool_text(row.pool),
                row.win,
                " or ".join(action_text(action, sheets, place) for action in row.best),
            )
            for hp, row in self.rows
        )
        return (Table("Boss", COLUMNS, rows),)


def every_strength(boss: A4Boss) -> Iterator[A4BossEveryHp]:
    """One question for each attack and defence of the hero's tracks."""
    attacks, defences = boss.hero.maxima[:HP]
    for attack in range(attacks + 1):
        for defence in range(defences + 1):
            strength = dict(zip(TRACKS, (attack, defence, boss.hero.maxima[HP]), strict=False))
            tracks = {**boss.situation.tracks, **strength}
            state = replace(boss.situation, tracks=tracks)
            yield A4BossEveryHp(replace(boss, situation=state))
