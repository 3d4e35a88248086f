"""Sheets made as objects refuse most of what no file may say, and cannot be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from odds.errors import InvalidInput
from odds.games.a4.sheet import (
    XP,
    Adventure,
    Boss,
    Bundle,
    Direct,
    Enemy,
    EnemyIcon,
    EnemyRow,
    Gain,
    Hunt,
    Recover,
    Reroll,
    Row,
    Search,
    Space,
    StartFight,
    Tile,
    Wave,
)
from odds.games.a4.sheet_hero import Hero, Named

TRACKS = (1,) * 6
FIGHT: Bundle = (Gain(0, 1), StartFight(2))


def learned(points: int) -> Named:
    return Named("learned", (Gain(XP, points),))


TILE = Tile(0, (Space(),))
ROW = Row(1, 2, (FIGHT,))
NAMED = Named("x", FIGHT[:1])


@pytest.mark.parametrize(
    ("place", "make"),
    [
        ("/enemy/special/1", lambda bundle: Enemy(2, 2, special=bundle)),
        ("/wave/effect/1", lambda bundle: Wave(5, 5, bundle)),
        ("/effects/1", lambda bundle: Named("y", bundle)),
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
        ("/effects/0/track", 0, 5, lambda number: Named("x", (Gain(number, 1),))),
        ("/effects/0/amount", -99, 99, lambda number: Named("x", (Gain(0, number),))),
        ("/options/0/0/modifier", -99, 99, lambda n: Direct(((StartFight(n),),))),
        ("/modifier", -99, 99, Search),
        ("/effects/0/count", 0, 9, lambda number: Named("x", (Reroll(number),))),
        ("/enemy/special/0/count", 0, 9, lambda n: Enemy(1, 1, 0, (Recover(n),))),
        ("/enemy/attack", 0, 99, lambda number: Enemy(number, 1)),
        ("/enemy/defence", 0, 99, lambda number: Enemy(1, number)),
        ("/enemy/xp", 0, 99, lambda number: Enemy(1, 1, number)),
        ("/enemy/modifier", -99, 99, EnemyIcon),
        ("/enemy/total", 0, 99, lambda number: EnemyIcon(total=number)),
        ("/cost", 0, 6, lambda number: Tile(number, (Space(),))),
        ("/wave/attack", 0, 99, lambda number: Wave(number, 1)),
        ("/wave/defence", 0, 99, lambda number: Wave(1, number)),
        ("/boss/hp", 1, 99, lambda number: Boss(number, (Wave(1, 1),))),
        ("/low", 0, 99, lambda number: EnemyRow(number, None, None)),
        ("/high", 5, 99, lambda number: Row(5, number, ())),
        ("/start/2", 1, 5, lambda n: Hero("x", (1, 1, n, 1, 1, 1), (1, 1, 5, 3, 1, 1))),
        ("/start/5", 0, 5, lambda n: Hero("x", (1, 1, 1, 1, 1, n), (1, 1, 1, 3, 1, 5))),
        ("/maxima/5", 0, 99, lambda n: Hero("x", (1, 1, 1, 1, 1, 0), (1, 1, 1, 3, 1, n))),
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


LISTS: list[Callable[[Callable[[Iterable[Any]], Any]], object]] = [
    lambda of: Enemy(1, 1, special=of(FIGHT[:1])),
    lambda of: Row(1, 2, of([of(FIGHT)])),
    lambda of: Direct(of([of(FIGHT)])),
    lambda of: Space(icons=of([Hunt()])),
    lambda of: Tile(0, of([Space()])),
    lambda of: Wave(1, 1, of(FIGHT[:1])),
    lambda of: Boss(1, of([Wave(1, 1)])),
    lambda of: Named("x", of(FIGHT[:1])),
    lambda of: Adventure("x", of([TILE]), of([EnemyRow(1, None, None)]), invented=of(["x"])),
    lambda of: Adventure("x", (TILE,), (), of([ROW]), of([ROW]), of([ROW])),
    lambda of: Hero("x", of(TRACKS), of(TRACKS), of([NAMED]), of([NAMED]), of([of(FIGHT[:1])])),
    lambda of: Hero("x", TRACKS, TRACKS, invented=of(["x"])),
]


@pytest.mark.parametrize("make", LISTS, ids=lambda _: "")
def test_what_is_given_as_a_list_can_not_be_changed_later(
    make: Callable[[Callable[[Iterable[Any]], Any]], object],
) -> None:
    kept = make(tuple)
    for other in (list, iter):
        assert make(other) == kept
        assert hash(make(other)) == hash(kept)
    with pytest.raises(InvalidInput):
        make(lambda _: 5)


@pytest.mark.parametrize(
    ("place", "make"),
    [
        ("/enemy", lambda: Space("2/2")),  # type: ignore[arg-type]
        ("/boss", lambda: Space(boss=1)),  # type: ignore[arg-type]
        ("/icons/0", lambda: Space(icons=("hunt",))),  # type: ignore[arg-type]
        ("/spaces/0", lambda: Tile(0, (5,))),  # type: ignore[arg-type]
        ("/options/0/1", lambda: Row(1, 2, ((Gain(0, 1), 5),))),  # type: ignore[arg-type]
        ("/options/0", lambda: Direct((Gain(0, 1),))),  # type: ignore[arg-type]
        ("/boss/adds_die", lambda: Boss(1, (Wave(1, 1),), 1)),  # type: ignore[arg-type]
        ("/enemy", lambda: EnemyRow(1, 2, "2/2")),  # type: ignore[arg-type]
        ("/effects/0/any_value", lambda: Named("x", (Recover(1, 1),))),  # type: ignore[arg-type]
        ("/spaces", lambda: Tile(0, ())),
        ("/options", lambda: Direct(())),
        ("/level_ups/1", lambda: Hero("x", TRACKS, (9,) * 6, (), (NAMED, learned(10)))),
        ("/name", lambda: Named(5, ())),  # type: ignore[arg-type]
        ("/invented/0", lambda: Hero("x", TRACKS, TRACKS, invented=(5,))),  # type: ignore[arg-type]
    ],
)
def test_what_does_not_belong_is_named(place: str, make: Callable[[], object]) -> None:
    with pytest.raises(InvalidInput) as caught:
        make()
    assert str(caught.value).startswith(f"{place}: ")


def test_a_bonus_may_bring_points_up_to_the_end_of_the_track() -> None:
    for most in (0, 3, 9):
        maxima = (1, 1, 1, most, 1, 1)
        assert Hero("x", (1, 1, 1, 0, 1, 1), maxima, (), (learned(most),)).maxima == maxima
        with pytest.raises(InvalidInput, match="they might never end"):
            Hero("x", (1, 1, 1, 0, 1, 1), maxima, (), (learned(most + 1),))
