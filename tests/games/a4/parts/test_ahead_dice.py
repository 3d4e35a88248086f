"""What is ahead by single dice, against the same steps played with all of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from odds.games.a4.control import Sheets
from odds.games.a4.parts.ahead import YES, Crossing
from odds.games.a4.parts.ahead_dice import mastered_by_dice
from odds.games.a4.parts.ahead_steps import Kept, Move, Step
from odds.games.a4.reading import shipped_adventure, shipped_hero
from odds.games.a4.sheet import (
    CRYSTALS,
    HP,
    XP,
    Adventure,
    Bundle,
    Enemy,
    EnemyIcon,
    EnemyRow,
    ExhaustHighest,
    Gain,
    Recover,
)
from odds.games.a4.sheet_hero import Hero, Named
from odds.solvers.backward import backward
from tests.games.a4.random_adventures import adventures

POOLS = list(combinations_with_replacement(range(1, 7), 3))
GROWS = Named("stronger", (Gain(0, 1),))


def played(sheets: Sheets, steps: Sequence[Step], kept: Sequence[Kept]) -> dict[Kept, Fraction]:
    """The values where every die is played with."""
    process = Crossing(sheets, steps, kept)
    value = backward(process, lambda state: (Fraction(int(state is YES)),)).value
    return {k: value[state][0] for k, state in zip(kept, process.initial(), strict=True)}


def some_steps(rng: Random) -> list[Step]:
    kinds: list[Any] = [
        lambda: Move(rng.randint(0, 6)),
        lambda: Enemy(rng.randint(0, 5), rng.randint(0, 6), rng.randint(0, 2)),
        lambda: EnemyIcon(rng.randint(-2, 3)),
        lambda: EnemyIcon(total=rng.randint(0, 8)),
    ]
    return [rng.choice(kinds)() for _ in range(rng.randint(1, 4))]


@pytest.mark.parametrize("case", list(adventures(17, 60)), ids=lambda _: "")
def test_it_is_the_value_of_playing_wherever_it_is_known(case: Any) -> None:
    rng = Random(repr(case.tracks))
    plain = replace(case.hero, ability=(), level_ups=())
    for hero in (case.hero, plain):
        sheets, steps = Sheets(case.adventure, hero), some_steps(rng)
        kept = [(pool, case.tracks) for pool in rng.sample(POOLS, 9)]
        found = mastered_by_dice(sheets, steps, kept)
        assert found in (None, played(sheets, steps, kept))
        specials = {e for row in case.adventure.enemies if row.enemy for e in row.enemy.special}
        if hero is plain and all(isinstance(effect, Gain) for effect in specials):
            assert found is not None


@pytest.mark.parametrize("space", range(1, 16))
def test_what_comes_next_on_the_shipped_sheet_is_known(space: int) -> None:
    sheets = Sheets(shipped_adventure("into-the-abyss"), shipped_hero("knight"))
    steps: list[Step] = []
    for place in range(space + 1, space + 3):
        icon = sheets.spaces[place].enemy
        steps += [Move(sheets.costs[place]), *([icon] if icon else [])]
    kept = [(pool, sheets.hero.start) for pool in POOLS]
    assert mastered_by_dice(sheets, steps, kept) == played(sheets, steps, kept)


def known(
    *steps: Step, special: Bundle = (), level_ups: tuple[Named, ...] = (), **tracks: int
) -> bool:
    """Whether a hero who knows to recover a die can be told by single dice."""
    start = (2, 2, tracks.get("hp", 5), tracks.get("xp", 0), tracks.get("crystals", 0), 1)
    hero = Hero("hero", start, (9, 9, 9, 3, 9, 9), (), level_ups, ((Recover(1),),))
    adventure = Adventure("one", (), (EnemyRow(1, None, Enemy(2, 2, 1, special)),))
    sheets = Sheets(adventure, hero)
    kept = [(pool, start) for pool in POOLS]
    found = mastered_by_dice(sheets, steps, kept)
    assert found in (None, played(sheets, steps, kept))
    return found is not None


FIGHT = EnemyIcon(total=1)


def test_what_touches_dice_is_left_to_playing() -> None:
    assert known(FIGHT, Move(3), FIGHT, level_ups=(GROWS,))
    assert known(FIGHT, FIGHT, special=(Gain(HP, -1), Gain(CRYSTALS, -1)))
    # A crystal buys a die at every moment.
    assert not known(FIGHT, crystals=1)
    assert not known(Move(3), crystals=1)
    assert not known(FIGHT, special=(Gain(CRYSTALS, 1),))
    # A special effect may take a die, or bring one.
    assert not known(FIGHT, special=(ExhaustHighest(),))
    assert not known(FIGHT, special=(Gain(HP, 1), Recover(1)))
    # A level-up is a choice. Here it comes with the second fight, or with the special effect.
    assert known(FIGHT, xp=2, level_ups=(GROWS,))
    assert not known(FIGHT, FIGHT, xp=2, level_ups=(GROWS,))
    assert not known(FIGHT, special=(Gain(XP, 1),), xp=3, level_ups=(GROWS,))
    assert known(FIGHT, FIGHT, xp=2)  # without anything to choose
