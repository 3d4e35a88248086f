"""A fight of A4 Quest played alone: who comes, and which die to use (A5, A6, A7, A11, A12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final

from msgspec import Struct

from odds.dice import D6
from odds.game import Notebook, Size, Solver
from odds.games.a4.control import Control
from odds.games.a4.fight import enemy_of
from odds.games.a4.moments import part
from odds.games.a4.parts.bounds import fight_size
from odds.games.a4.parts.common import Choice, SolvedPart
from odds.games.a4.parts.ends import NO_ENDS, Ending, Ends, chance, mean, mixed, spread
from odds.games.a4.parts.naming import named_objective
from odds.games.a4.parts.setting import Part, Setting
from odds.games.a4.parts.text_fight import fight_tables, fight_text
from odds.games.a4.results import Beaten, Hit, LevelledUp, Phase
from odds.games.a4.sheet import Enemy, EnemyIcon, Tracks
from odds.tables import Table

HEEDED: Final = (Hit, Beaten, LevelledUp)
"""What the ends are told apart by, besides the pool and the tracks."""


def damage(end: Ending) -> int:
    """The damage of the enemy's blow, however few HP were left; 0 if it never came."""
    return sum(note.damage for note in end.notes if isinstance(note, Hit))


def beaten(end: Ending) -> bool:
    """Whether the enemy was beaten."""
    return any(isinstance(note, Beaten) for note in end.notes)


def xp_gained(end: Ending) -> int:
    """The points of XP that beating the enemy brought."""
    return sum(note.xp for note in end.notes if isinstance(note, Beaten))


class FightObjective(StrEnum):
    """What the player wants of a fight: beat the enemy, lose little HP, gain XP, or stay alive."""

    WIN = "win"
    LEAST_DAMAGE = "least_damage"
    MOST_XP = "most_xp"
    SURVIVE = "survive"


Figure = Callable[[Ending, Tracks], int]

OBJECTIVES: Final[Mapping[FightObjective, tuple[int, Figure]]] = {
    FightObjective.WIN: (1, lambda end, _: int(beaten(end))),
    FightObjective.LEAST_DAMAGE: (-1, lambda end, before: end.lost(before)),
    FightObjective.MOST_XP: (1, lambda end, _: xp_gained(end)),
    FightObjective.SURVIVE: (1, lambda end, _: int(not end.died)),
}
"""What the player may want: the mean of a figure of the end, the most (1) or the least (-1) of it.

The least damage is the fewest HP lost over the whole fight: the special effect and payments
included, gains counted against it, and a death losing all.
"""


class A4Fight(Part, frozen=True, kw_only=True):
    """A fight: against the situation's enemy, or else against whoever its space may bring.

    Phases: ``enemy`` and ``fight`` no die is chosen; ``fight_die`` the die is set aside and the
    special effect comes next; ``fight_d6`` the d6 is known and the damage comes next.
    ``objective`` is a ``FightObjective`` or its name.

    >>> from odds import Enemy, Situation, solve
    >>> dragon = Enemy(attack=6, defence=6, xp=2)
    >>> fight = A4Fight(Situation(pool=[4, 2], tracks={"attack": 4}, enemy=dragon))
    >>> solve(fight).encounters[0].choices[0].value
    (Fraction(1, 3),)
    """

    phases: ClassVar[tuple[str, ...]] = ("enemy", "fight", "fight_die", "fight_d6")
    objective: FightObjective | str = FightObjective.WIN

    @cached_property
    def aim(self) -> FightObjective:
        """The objective itself, where its name is given."""
        names = {objective.value: objective for objective in OBJECTIVES}
        return named_objective(self.objective, names, FightObjective)

    def check(self) -> None:
        setting = self.setting
        _ = self.aim  # Reading it refuses what isn't one.
        details = {"fight_die": ("die",), "fight_d6": ("die", "d6")}.get(setting.phase, ())
        for name in details:
            if getattr(self.situation, name) is None:
                raise setting.need(name, f"the phase {setting.phase} needs it")
        if not details and not self.situation.pool:
            raise setting.need("pool", "a fight needs the dice of the pool")
        if self.situation.space is not None and not setting.is_on_way:
            raise setting.need("space", "there are no fights on the boss's space, nor on space 0")
        icon = self._icon()
        unknown = isinstance(icon, EnemyIcon) and icon.total is None
        if unknown and setting.phase != "enemy":
            raise setting.need("enemy", "must be who is met: an enemy, or the total of one")
        if details and None in self.enemies:
            raise setting.need("enemy", "nobody appears at this total")

    def _icon(self) -> Enemy | EnemyIcon:
        setting = self.setting
        if self.situation.enemy is not None:
            return self.situation.enemy
        if not self.situation.space:
            raise setting.need("enemy", "give the enemy, its total or its modifier; or a space")
        icon = setting.sheets.spaces[setting.place].enemy
        if icon is None:
            raise setting.need("space", "no enemy waits on this space")
        return icon

    @cached_property
    def enemies(self) -> Mapping[Enemy | None, tuple[tuple[int, ...], Fraction]]:
        """Who may come: with which totals (none for an enemy given as such), how likely."""
        icon = self._icon()
        if isinstance(icon, Enemy):
            return {icon: ((), Fraction(1))}
        if icon.total is not None:
            return {enemy_of(self.setting.sheets, icon.total): ((icon.total,), Fraction(1))}
        found: dict[Enemy | None, tuple[tuple[int, ...], Fraction]] = {}
        for d6, p in D6.probabilities().items():
            total = icon.modifier + d6
            enemy = enemy_of(self.setting.sheets, total)
            totals, before = found.get(enemy, ((), Fraction(0)))
            found[enemy] = (*totals, total), before + p
        return found

    def size(self) -> Size:
        """What can be reached with each die, against each enemy."""
        return fight_size(self.setting, [enemy for enemy in self.enemies if enemy is not None])

    def answer(self, solver: Solver) -> FightAnswer:
        """Who comes, and every die against each of them."""
        setting = self.setting
        came = [enemy for enemy in self.enemies if enemy is not None]
        starts = [(self._control(enemy), setting.tracks) for enemy in came]
        sign, figure = OBJECTIVES[self.aim]
        before = setting.tracks
        solved = SolvedPart(
            solver, setting.sheets, starts, lambda end: (Fraction(sign * figure(end, before)),)
        )
        ends = dict(zip(came, map(solved.ends, solved.starts), strict=True))
        choices = dict(zip(came, map(solved.choices, solved.starts), strict=True))
        encounters = [
            Encounter(enemy, totals, p, choices[enemy], ends[enemy])
            if enemy
            else Encounter(None, totals, p, (), NO_ENDS)
            for enemy, (totals, p) in self.enemies.items()
        ]
        return FightAnswer(setting, self.aim, tuple(encounters))

    def _control(self, enemy: Enemy) -> Control:
        setting, state = self.setting, self.situation
        scene = setting.scene(part(Phase.ENEMY, HEEDED))
        if state.die is None:
            return scene.met(enemy)
        if state.d6 is None:
            return scene.engaged(enemy, state.die)
        return scene.rolled(enemy, state.die, state.d6)


class FightFigures:
    """What the ends of a fight come to."""

    def __init__(self, ends: Ends, before: Tracks) -> None:
        self.win = chance(ends, beaten)
        self.dies = chance(ends, lambda end: end.died)
        self.damage = spread(ends, damage)
        self.hp_lost = spread(ends, lambda end: end.lost(before))
        self.mean_lost = mean(ends, lambda end: end.lost(before))
        self.xp = mean(ends, xp_gained)
        self.levels = spread_of_levels(ends)
        """For each level-up bonus, how likely it is taken."""


def spread_of_levels(ends: Ends) -> dict[int, Fraction]:
    """For each level-up bonus that is taken, the probability that it is."""
    found: dict[int, int] = {}
    for end, weight in ends.weights.items():
        bonuses = {note.bonus for note in end.notes if isinstance(note, LevelledUp)}
        for bonus in bonuses:
            if bonus is not None:
                found[bonus] = found.get(bonus, 0) + weight
    return {bonus: Fraction(weight, ends.total) for bonus, weight in sorted(found.items())}


class Encounter(Struct, frozen=True):
    """One who may come, or nobody: how likely, the choices, and how it ends when played best."""

    enemy: Enemy | None
    totals: tuple[int, ...]
    probability: Fraction
    choices: tuple[Choice, ...]
    ends: Ends


class FightAnswer(Notebook, Struct, frozen=True, dict=True):
    """Who comes, and what each die brings against them."""

    setting: Setting
    objective: FightObjective
    encounters: tuple[Encounter, ...]

    @property
    def appears(self) -> Fraction:
        """The probability that an enemy appears."""
        return sum((e.probability for e in self.encounters if e.enemy), Fraction(0))

    @cached_property
    def ends(self) -> Ends:
        """How the fight ends over all enemies, given that one appears."""
        came = [e for e in self.encounters if e.enemy]
        return mixed((e.ends, e.probability) for e in came)

    def figures(self, ends: Ends) -> FightFigures:
        """Figures over ``ends``, such as those of a choice."""
        return FightFigures(ends, self.setting.tracks)

    def worth(self, value: Fraction) -> Fraction:
        """A value in the sense of the objective's figure: damage, not its negative."""
        return OBJECTIVES[self.objective][0] * value

    @property
    def text(self) -> str:
        """One plain sentence."""
        return fight_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        order = "The die is chosen before the enemy's special effect happens."
        specials = any(e.enemy.special for e in self.encounters if e.enemy)
        return (*((order,) if specials else ()), *self.setting.assumptions)

    def tables(self) -> tuple[Table, ...]:
        """Who comes, and each die's figures against them."""
        return fight_tables(self)
