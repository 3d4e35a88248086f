"""Sheets made as objects: what no file may say, they refuse too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from odds.errors import InvalidInput
from odds.games.a4.sheet import (
    Boss,
    Bundle,
    Enemy,
    EnemyIcon,
    Gain,
    Hero,
    Named,
    Recover,
    Reroll,
    Search,
    StartFight,
    Tile,
    Wave,
)

TRACKS = (1,) * 6
FIGHT: Bundle = (Gain(0, 1), StartFight(2))


@pytest.mark.parametrize(
    ("place", "make"),
    [
        ("/enemy/special/1", lambda bundle: Enemy(2, 2, special=bundle)),
        ("/boss/waves/1/effect/1", lambda bundle: Boss(3, (Wave(5, 5), Wave(5, 5, bundle)))),
        ("/equipment/0/effects/1", lambda b: Hero("x", TRACKS, TRACKS, (Named("y", b),))),
        ("/level_ups/0/effects/1", lambda b: Hero("x", TRACKS, TRACKS, (), (Named("y", b),))),
        ("/ability/0/1", lambda bundle: Hero("x", TRACKS, TRACKS, ability=(bundle,))),
    ],
)
def test_only_icons_and_tables_start_fights(place: str, make: Callable[[Bundle], object]) -> None:
    make(FIGHT[:1])
    with pytest.raises(InvalidInput, match="none that starts a fight") as caught:
        make(FIGHT)
    assert str(caught.value).startswith(f"{place}: ")


@pytest.mark.parametrize(
    ("place", "least", "most", "make"),
    [
        ("/track", 0, 5, lambda number: Gain(number, 1)),
        ("/amount", -99, 99, lambda number: Gain(0, number)),
        ("/modifier", -99, 99, StartFight),
        ("/modifier", -99, 99, Search),
        ("/count", 0, 9, Reroll),
        ("/count", 0, 9, Recover),
        ("/enemy/attack", 0, 99, lambda number: Enemy(number, 1)),
        ("/enemy/defence", 0, 99, lambda number: Enemy(1, number)),
        ("/enemy/xp", 0, 99, lambda number: Enemy(1, 1, number)),
        ("/enemy/modifier", -99, 99, EnemyIcon),
        ("/enemy/total", 0, 99, lambda number: EnemyIcon(total=number)),
        ("/cost", 0, 6, lambda number: Tile(number, ())),
        ("/wave/attack", 0, 99, lambda number: Wave(number, 1)),
        ("/wave/defence", 0, 99, lambda number: Wave(1, number)),
        ("/boss/hp", 1, 99, lambda number: Boss(number, ())),
        ("/start/2", 0, 99, lambda n: Hero("x", (1, 1, n, 1, 1, 1), TRACKS)),
        ("/maxima/5", 0, 99, lambda n: Hero("x", TRACKS, (1, 1, 1, 1, 1, n))),
    ],
)
def test_numbers_have_limits(
    place: str, least: int, most: int, make: Callable[[Any], object]
) -> None:
    assert make(least) != make(most)
    for number in (least - 1, most + 1, 10**5000, True, 1.0, "1"):
        with pytest.raises(InvalidInput) as caught:
            make(number)
        assert str(caught.value).startswith(f"{place}: ")
        is_whole = isinstance(number, int) and number is not True
        assert not is_whole or f"from {least} to {most}" in str(caught.value)
