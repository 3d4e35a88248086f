"""Estimates of the parts of A4 Quest: never below what there is, and near enough to it.

The limits are those of the service as it comes: no state of a game on the shipped sheets is to be
refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from api.settings import Settings
from odds import (
    A4Action,
    A4Boss,
    A4Fight,
    A4Movement,
    A4Setup,
    Ahead,
    Enemy,
    EnemyIcon,
    Move,
    Situation,
)
from odds.answers import Solvers, check_size, estimate
from odds.explore import explore
from odds.games.a4.parts.boss_export import A4BossEveryHp
from odds.games.a4.parts.reach import BEYOND
from odds.games.a4.reading import shipped_adventure, shipped_hero
from odds.games.a4.sheet import (
    TRACKS,
    Adventure,
    EnemyRow,
    Quest,
    Row,
    Space,
    StartFight,
    Tile,
)
from tests.games.a4.random_adventures import adventures

DEFAULT = {"attack": 2, "defence": 2, "hp": 5, "xp": 0, "crystals": 0, "food": 1}
MIDDLE = {"attack": 5, "defence": 5, "hp": 6, "xp": 2, "crystals": 1, "food": 2}
LEVEL = {"attack": 4, "defence": 4, "hp": 7, "xp": 3, "crystals": 2, "food": 3}
FULL = {"attack": 10, "defence": 10, "hp": 10, "xp": 3, "crystals": 4, "food": 5}
WEAK = {"attack": 0, "defence": 0, "hp": 10, "xp": 3, "crystals": 4, "food": 0}
STATES = (DEFAULT, MIDDLE, LEVEL, FULL, WEAK)
POOLS = ((6, 5, 4, 3), (4, 3, 2, 1), (3, 1, None, None), (None,) * 4, (1, None, None))
STEPS = (Move(2), EnemyIcon(0), Move(2))
LONGEST = (Move(2), EnemyIcon(0), Move(2), EnemyIcon(2), Move(2), EnemyIcon(2))


class Explored(Exception):
    """What a question was found to ask for."""

    def __init__(self, states: int, choices: int) -> None:
        super().__init__()
        self.states, self.choices = states, choices


class Exploring:
    """Solvers that explore an acyclic model, and go no further."""

    def __getattr__(self, name: str) -> Any:
        return getattr(Solvers(), name)

    def backward(self, process: Any, payoff: Any) -> Any:
        space = explore(process)
        raise Explored(len(space), sum(map(len, space.moves)))


def check_covers(question: Any, most: int | None = None) -> None:
    """The estimate is at least what is explored, and at most ``most`` times as much."""
    size = question.size()
    with pytest.raises(Explored) as found:
        question.answer(Exploring())
    states, choices = found.value.states, found.value.choices
    assert states <= size.states, question
    assert choices <= size.choices, question
    if most is not None:
        assert size.states <= most * states + 200, question


def on_the_way(states: Any, pools: Any, spaces: Any, enemies: Any) -> Iterator[Any]:
    for tracks, pool in product(states, pools):
        at = Situation(pool, tracks)
        yield from (A4Movement(at, cost=cost) for cost in (2, 4, 6))
        yield from (A4Fight(replace(at, enemy=enemy)) for enemy in enemies)
        yield from (A4Action(replace(at, space=space)) for space in spaces)
        yield A4Boss(at)


@pytest.mark.parametrize("tracks", STATES)
def test_no_state_of_a_game_on_the_shipped_sheets_is_refused(tracks: dict[str, int]) -> None:
    limits = Settings().limits
    enemies = [EnemyIcon(modifier) for modifier in range(6)] + [EnemyIcon(total=9)]
    for question in on_the_way([tracks], POOLS, range(1, 18), enemies):
        check_size(question, limits)
    for dice, wave in product((3, 4), (1, 2, 3)):
        check_size(A4Boss(Situation(tracks=tracks, wave=wave), dice=dice), limits)
    for dice, steps in product((3, 4), (STEPS, LONGEST)):
        check_size(A4Setup(Situation(tracks=tracks), objective=Ahead(steps), dice=dice), limits)


@pytest.mark.parametrize("tracks", STATES)
def test_the_estimate_is_close_on_the_shipped_sheets(tracks: dict[str, int]) -> None:
    pools = ((3, 1, None),)
    for question in on_the_way([tracks], pools, (8,), [EnemyIcon(3), EnemyIcon(total=9)]):
        check_covers(question, 50)
    check_covers(A4Setup(Situation(tracks=tracks), objective=Ahead(STEPS), dice=3), 20)
    check_covers(A4Boss(Situation(tracks=tracks, wave=2), dice=3), 20)


@pytest.mark.parametrize("space", [3, 7])
def test_it_covers_the_made_up_sheets(space: int) -> None:
    sheets = shipped_adventure("drowned-clockwork"), shipped_hero("lamplighter")
    for tracks, pool in (({}, (4, 2, None)), ({"xp": 3, "crystals": 2}, (5, None))):
        at = Situation(pool, tracks, space=space)
        check_covers(A4Action(at, *sheets))
        for enemy in (EnemyIcon(1), EnemyIcon(total=7)):
            check_covers(A4Fight(replace(at, enemy=enemy), *sheets))
        check_covers(A4Boss(replace(at, space=None), *sheets))
        ahead = Ahead((EnemyIcon(2), Move(3)))
        check_covers(A4Setup(Situation(tracks=tracks), *sheets, objective=ahead, dice=2))


def test_it_covers_random_sheets() -> None:
    for case in adventures(31, 25):
        sheets = case.adventure, case.hero
        tracks = dict(zip(TRACKS, case.tracks, strict=True))
        pool = tuple(die or None for die in case.pool)
        spaces = [space for tile in case.adventure.tiles for space in tile.spaces]
        enemies = [row.enemy for row in case.adventure.enemies if row.enemy]
        at = Situation(pool, tracks)
        for number, space in enumerate(spaces, 1):
            if not space.boss:
                check_covers(A4Action(replace(at, space=number), *sheets))
        for enemy in enemies:
            check_covers(A4Fight(replace(at, enemy=enemy), *sheets))
            pending = replace(at, enemy=enemy, phase="fight_die", die=3, pending=enemy.special)
            check_covers(A4Fight(pending, *sheets))
        for cost in (0, 3, 6):
            check_covers(A4Movement(at, *sheets, cost=cost))
        if case.adventure.boss:
            check_covers(A4Boss(at, *sheets))
            check_covers(A4BossEveryHp(A4Boss(Situation(tracks=tracks), *sheets, dice=case.dice)))
        steps: tuple[Any, ...] = (*enemies[:2], Move(2), EnemyIcon(3), EnemyIcon(1))
        hero = replace(case.hero, equipment=())
        setup = A4Setup(
            Situation(tracks=tracks), case.adventure, hero, objective=Ahead(steps), dice=case.dice
        )
        check_covers(setup)


@pytest.mark.parametrize("xp", [1, 4, 9, 17])
def test_it_covers_many_level_ups(xp: int) -> None:
    enemy = Enemy(3, 3, xp=xp)
    check_covers(A4Fight(Situation((6, 2, None), {"crystals": 1}, enemy=enemy)))
    check_covers(A4Setup(Situation([1, 6]), objective=Ahead((enemy, Move(2), enemy))))


def test_what_leads_too_far_is_not_counted_to_its_end() -> None:
    fights = tuple((StartFight(99),) * 9 for _ in range(12))
    adventure = Adventure(
        "fights",
        (Tile(0, (Space(icons=(Quest(),) * 12),)),),
        (EnemyRow(1, None, Enemy(1, 1, 1)),),
        quest=(Row(1, 6, fights),),
    )
    size, allowed = estimate(A4Action(Situation([6, 5, 4, 3], space=1), adventure))
    assert min(size.states, size.choices) >= BEYOND
    assert not allowed
