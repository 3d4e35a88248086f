"""Actions and rests against the naive oracle, on every space of random adventures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from odds import solve
from odds.answers import DEFAULT_LIMITS
from odds.games.a4.actions import (
    KeepCrystal,
    Rest,
    TakeBundle,
    TakeIcon,
    UseCrystal,
    UseDie,
)
from odds.games.a4.parts.action import A4Action, ActionAnswer, outcomes
from odds.games.a4.parts.action_objective import SafeGains, Survive, Weights
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.situation import Situation
from odds.games.a4.sheet import (
    FOOD,
    HP,
    TRACKS,
    XP,
    Adventure,
    Bundle,
    Gain,
    Icon,
    Space,
)
from tests.games.a4.naive import Oracle
from tests.games.a4.naive_effects import Effects, State, Todo
from tests.games.a4.parts.counting import Counting
from tests.games.a4.random_adventures import Case, adventures

FAR = Fraction(10) ** 40
"""So much worse than any loss that it makes dying count first."""


class Worth(Oracle):
    """The oracle with a weighted sum of gains in place of winning.

    ``weights`` are of the six tracks, of active dice, and of dying.
    """

    def __init__(self, case: Case, weights: tuple[Fraction, ...]) -> None:
        super().__init__(case.adventure, case.hero)
        self.weights = weights
        self.before = State(case.pool, case.tracks)

    def worth(self, pool: tuple[int, ...], tracks: tuple[int, ...]) -> Fraction:
        gained = [after - before for after, before in zip(tracks, self.before.tracks, strict=True)]
        gained.append(sum(map(bool, pool)) - sum(map(bool, self.before.pool)))
        return sum(
            (w * figure for w, figure in zip(self.weights[:7], gained, strict=True)), Fraction(0)
        )

    def value(self, state: State, todo: Todo) -> Fraction:
        """The points that a level-up takes count as gained."""
        if not todo:
            return self.worth(state.pool, state.tracks)
        levels = todo[0] == (Effects.gain_xp_point,) and state.tracks[XP] == 3
        taken = 4 * self.weights[XP] if levels else Fraction(0)
        return super().value(state, todo) + taken

    def move_track(self, state: State, todo: Todo, track: int, amount: int) -> Fraction:
        if track == HP and state.tracks[HP] + amount <= 0:
            tracks = list(state.tracks)
            tracks[HP] = 0
            return self.worth((), tuple(tracks)) + self.weights[7]
        return super().move_track(state, todo, track, amount)

    def rest(self, kept: tuple[int, ...]) -> Fraction:
        todo = ((Effects.effect, Gain(FOOD, -1)), (Oracle.roll, len(self.before.pool) - len(kept)))
        return self.value(self.before._replace(pool=kept), todo)

    def icon(self, icon: Icon, die: int, bundle: Bundle | None) -> Fraction:
        after = self.before.swap(die, 0)
        if bundle is None:
            return self.done(after, (), icon, die)
        return self.value(after, self.effects(bundle))


SAFE = (*[Fraction(1)] * 6, Fraction(0), -FAR)
MIXED = tuple(map(Fraction, ("2", "1/3", "3/2", "1", "5/7", "-1/2", "2/5", "-3")))
OBJECTIVES: list[tuple[Any, tuple[Fraction, ...]]] = [
    (SafeGains(), SAFE),
    (Survive(), SAFE),
    (Weights(dict(zip((*TRACKS, "dice", "death"), MIXED, strict=True))), MIXED),
]


def agrees(objective: Any, choice: Choice, value: Fraction) -> bool:
    """Whether a choice has the value that the oracle gives, dying being worth ``-FAR`` there."""
    if isinstance(objective, Weights):
        return choice.value[0] == value
    gain = value + FAR * (1 - choice.value[0])
    return gain == choice.value[1] if isinstance(objective, SafeGains) else abs(gain) < 100


def places(adventure: Adventure) -> list[tuple[int, int, Space]]:
    return [
        (tile, at, space)
        for tile, row in enumerate(adventure.tiles)
        for at, space in enumerate(row.spaces)
    ]


def expected(oracle: Worth, space: Space, choice: Choice, act: Todo) -> Fraction:
    """What the oracle says of a choice where ``act`` is to be done."""
    actions = [a for a in choice.actions if not isinstance(a, KeepCrystal)]
    match actions:
        case [UseCrystal(index=index), *_]:
            return oracle.ability(oracle.before, act)[index]
        case [Rest(dice=dice), *_]:
            kept = [die for die in oracle.before.pool if die]
            for die in dice:
                kept.remove(die)
            return oracle.rest(tuple(kept))
        case [TakeIcon(index=index), UseDie(value=die), TakeBundle(bundle=bundle), *_]:
            return oracle.icon(space.icons[index], die, bundle)
        case [TakeIcon(index=index), UseDie(value=die), *_]:
            return oracle.icon(space.icons[index], die, None)
        case [TakeIcon(index=index)]:
            return oracle.value(oracle.before, ((Oracle.use, space.icons[index]),))
    assert actions == []
    return Fraction(0)


def asked(case: Case, number: int, objective: Any) -> A4Action:
    tracks = dict(zip(TRACKS, case.tracks, strict=True))
    pool = [die or None for die in case.pool]
    situation = Situation(pool, tracks, number + 1)
    return A4Action(situation, case.adventure, case.hero, objective=objective)


@pytest.mark.parametrize(("objective", "weights"), OBJECTIVES)
@pytest.mark.parametrize("seed", range(4))
def test_every_choice_is_the_oracles(
    seed: int, objective: Any, weights: tuple[Fraction, ...]
) -> None:
    kinds: set[str] = set()
    for case in adventures(seed, 10):
        for number, (tile, at, space) in enumerate(places(case.adventure)):
            if space.boss:
                continue
            oracle = Worth(case, weights)
            answer = solve(asked(case, number, objective))
            act = ((Oracle.act, tile, at),)
            for choice in answer.choices:
                kinds.add(type(choice.action).__name__)
                assert agrees(objective, choice, expected(oracle, space, choice, act))
            if answer.choices:
                best = oracle.value(oracle.before, ((Effects.moment,), *act))
                assert agrees(objective, answer.choices[0], best)
            check_shape(answer)
    assert kinds >= {"TakeIcon", "Rest", "UseCrystal"}


def check_shape(answer: ActionAnswer) -> None:
    values = [choice.value for choice in answer.choices]
    assert values == sorted(values, reverse=True)
    for choice in answer.choices:
        assert choice.best == (choice.value == values[0])
        assert choice.loss == tuple(b - v for b, v in zip(values[0], choice.value, strict=True))
        assert sum(outcomes(choice.ends).values()) == 1
        figures = answer.figures_of(choice.ends)
        if answer.objective.names[0] == "survive":
            assert choice.value[0] == 1 - figures.dies
        if answer.objective.names == ("survive", "gain"):
            assert choice.value[1] == sum(figures.gains)


def test_the_size_is_an_estimate_from_above() -> None:
    for case in adventures(9, 40):
        for number, (_, _, space) in enumerate(places(case.adventure)):
            if not space.boss:
                question = asked(case, number, SafeGains())
                counted = Counting()
                question.answer(counted)
                assert counted.states <= question.size().states <= DEFAULT_LIMITS.states
