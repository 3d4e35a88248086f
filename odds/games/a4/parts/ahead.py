"""What lies ahead of a pool: movements and fights, and the best chance of mastering them all.

Everything is done in the order given, without a rest or an action in between. All is mastered if
every movement is paid with a die that is high enough, every fight is won, the hero lives, and no
HP is ever paid for want of a die (A4, A7). Damage from an enemy does no harm otherwise.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from odds.dice import D6, multiset_count
from odds.dist import Dist
from odds.errors import check_range
from odds.game import Size, Solver
from odds.games.a4.control import Control, Sheets
from odds.games.a4.course import START
from odds.games.a4.fight import enemy_of
from odds.games.a4.frames import Stack, Stop
from odds.games.a4.moments import Scene, is_payment, part
from odds.games.a4.parts.bounds import points, ways_to_level
from odds.games.a4.parts.situation import MAX_COST, Setting
from odds.games.a4.pool import Pool
from odds.games.a4.process import A4Process, State, merged
from odds.games.a4.results import Escaped, Phase, Stopped
from odds.games.a4.sheet import (
    CRYSTALS,
    HP,
    XP,
    Enemy,
    EnemyIcon,
    Gain,
    Recover,
    Reroll,
    Tracks,
)
from odds.model import DecisionProcess, Outcomes


@dataclass(frozen=True)
class Move:
    """A movement onto a tile of this cost, 0 to 6."""

    cost: int

    def __post_init__(self) -> None:
        check_range(self.cost, 0, MAX_COST, "/cost", "the cost")


Step = Move | Enemy | EnemyIcon
"""A movement; or a fight with an enemy, with that of a total, or with one to be rolled for."""

Kept = tuple[Pool, Tracks]
"""What the player has when the first step begins."""


class Verdict(IntEnum):
    """Whether all steps were mastered."""

    NO = 0
    YES = 1


def may_come(step: Enemy | EnemyIcon, sheets: Sheets) -> tuple[Enemy, ...]:
    """Whom a fight may be with, each once; nobody left out."""
    if isinstance(step, Enemy):
        return (step,)
    totals = [step.modifier + d6 for d6 in D6] if step.total is None else [step.total]
    met = (enemy_of(sheets, total) for total in totals)
    return tuple(dict.fromkeys(enemy for enemy in met if enemy is not None))


def ahead_size(setting: Setting, steps: Sequence[Step], dice: int) -> Size:
    """An estimate from above of the states and choices over all pools of ``dice`` dice.

    After each step one more die is exhausted. What a fight leaves differs in HP, in XP and its
    level-ups, and in whether the special happened; the ability may bring a die back.
    """
    hero, (*_, xp, crystals, _food) = setting.hero, setting.tracks
    last = hero.maxima[XP] + 1
    fights = [() if isinstance(s, Move) else may_come(s, setting.sheets) for s in steps]
    bundles = [enemy.special for met in fights for enemy in met]
    bundles += [bonus.effects for bonus in hero.level_ups]
    brought = [effect for bundle in bundles for effect in bundle]
    gains = any(isinstance(e, Gain) and e.track == CRYSTALS for e in brought)
    spends = hero.ability and (crystals or gains)
    rolls = spends or any(
        isinstance(e, Reroll | Recover) for met in fights for enemy in met for e in enemy.special
    )
    xp += max(map(points, hero.ability), default=0) if spends else 0
    states, left = 0, 1
    for number, met in enumerate(fights):
        counts = range(max(dice - number, 0), max(dice - number, 0) + (2 if rolls else 1))
        pools = sum(multiset_count(count, 6) for count in counts)
        moments = 2
        moments += len(met) * (2 + 2 * dice) * (7 if rolls else 1)
        if not met:
            states += pools * left * moments
            continue
        gained = max(enemy.xp + points(enemy.special) for enemy in met)
        levels, xp = (xp + gained) // last, (xp + gained) % last
        ways = ways_to_level(setting, levels)
        # Each level-up of the fight is a moment of its own, as soon as there is one.
        moments += len(met) * 2 * dice * (ways - 1) * (7 if rolls else 1)
        states += pools * left * moments
        left *= ways * (1 + len({enemy.xp for enemy in met} - {0}))
        left *= len({enemy.special for enemy in met}) * (1 if left > 1 else setting.tracks[HP])
    states *= 1 + len(hero.ability) if spends else 1
    return Size(states, states * (1 + dice))


def stack_of(steps: Sequence[Step], sheets: Sheets) -> Stack:
    """The steps as what is still to be done in a game."""
    after = part(Phase.SETUP)
    for step in reversed(steps):
        scene = Scene(START, (), after)
        if isinstance(step, Move):
            control = scene.movement(step.cost)
        elif isinstance(step, EnemyIcon) and step.total is None:
            control = scene.encounter(step.modifier)
        else:
            enemy = step if isinstance(step, Enemy) else enemy_of(sheets, step.total or 0)
            control = scene.now() if enemy is None else scene.met(enemy)
        after = control.stack
    return after


class Crossing(DecisionProcess[State | Verdict, Hashable]):
    """The steps ahead as a decision process from each of ``kept``, over at the first failure."""

    def __init__(self, sheets: Sheets, steps: Sequence[Step], kept: Iterable[Kept]) -> None:
        stack = stack_of(steps, sheets)
        starts = [(Control(START, pool, False, stack), tracks) for pool, tracks in kept]
        self._game = A4Process(sheets, starts)
        self._known: dict[State, State | Verdict] = {}
        self._starts = tuple(map(self._reduced, self._game.initial()))

    def _reduced(self, state: State) -> State | Verdict:
        """A verdict once there is one; else the state without what no longer matters."""
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = self._reduce(state)
        return found

    def _reduce(self, state: State) -> State | Verdict:
        if self._game.is_absorbing(state):
            result = self._game.result(state)
            beaten = isinstance(result, Stopped) and Escaped() not in result.notes
            return Verdict(beaten)
        stop = state.control.stop
        if stop is None or Escaped() in stop.notes or is_payment(state.control):
            return Verdict.NO
        if not stop.notes:
            return state
        control = state.control
        stack = (*control.stack[:-1], Stop(stop.phase))
        bare = Control(control.place, control.pool, control.crystal_used, stack)
        return self._game.settle(bare, state.counters)

    def initial(self) -> tuple[State | Verdict, ...]:
        return self._starts

    def is_absorbing(self, state: State | Verdict) -> bool:
        return isinstance(state, Verdict)

    def actions(self, state: State | Verdict) -> Sequence[Hashable]:
        assert not isinstance(state, Verdict)
        return self._game.actions(state)

    def transitions(self, state: State | Verdict, action: Hashable) -> Dist[State | Verdict]:
        assert not isinstance(state, Verdict)
        return self._game.transitions(state, action).map(self._reduced)

    def expand(
        self, state: State | Verdict
    ) -> tuple[Sequence[Hashable], Sequence[Outcomes[State | Verdict]]]:
        assert not isinstance(state, Verdict)
        actions, listed = self._game.expand(state)
        reduced = self._reduced
        return actions, [
            merged([reduced(target) for target in targets], weights) for targets, weights in listed
        ]


def mastered(
    solver: Solver, sheets: Sheets, steps: Sequence[Step], kept: Sequence[Kept]
) -> Mapping[Kept, Fraction]:
    """For each of ``kept``, the highest probability of mastering all ``steps``."""
    process = Crossing(sheets, steps, kept)
    solution = solver.backward(process, _payoff)
    return {k: solution.value[s][0] for k, s in zip(kept, process.initial(), strict=True)}


def _payoff(state: State | Verdict) -> tuple[Fraction]:
    return (Fraction(int(state == Verdict.YES)),)
