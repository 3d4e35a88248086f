"""A4 Quest over single states: what is asked of the wrong kind of state is refused."""

from __future__ import annotations

import pytest

from odds.errors import ModelError
from odds.games.a4.actions import UseDie
from odds.games.a4.control import Sheets
from odds.games.a4.moments import Scene, part
from odds.games.a4.process import A4Process
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.results import Phase, Stopped

SHEETS = Sheets(load_adventure("into-the-abyss"), load_hero("knight"))
TRACKS = (2, 2, 5, 0, 0, 1)


def test_equal_situations_are_one_state() -> None:
    scene = Scene(0, (2, 6), part(Phase.MOVEMENT))
    process = A4Process(SHEETS, [(scene.movement(2), TRACKS)] * 2)
    one, other = process.initial()
    assert one is other
    assert list(process.actions(one)) == [UseDie(2), UseDie(6)]
    (end,) = process.transitions(one, UseDie(2))
    assert process.is_absorbing(end)
    assert process.result(end) == Stopped()
    assert (end.control.pool, end.counters) == ((0, 6), TRACKS)


def test_what_a_state_is_not_is_an_error() -> None:
    process = A4Process(SHEETS, [(Scene(0, (2,), part(Phase.MOVEMENT)).movement(2), TRACKS)])
    (start,) = process.initial()
    (end,) = process.transitions(start, UseDie(2))
    with pytest.raises(ModelError, match=r"no action UseDie\(value=3\) in State"):
        process.transitions(start, UseDie(3))
    with pytest.raises(ModelError, match="is not an end"):
        process.result(start)
    with pytest.raises(ModelError, match="is an end"):
        process.transitions(end, None)
