"""Sheets made as objects: what no file may say, they refuse too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from odds.errors import InvalidInput
from odds.games.a4.sheet import Boss, Bundle, Enemy, Gain, Hero, Named, StartFight, Wave

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
