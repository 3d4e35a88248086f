"""Solved programs: every state within its bound, whether or not a game leads there."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from odds.answers import Solvers
from odds.errors import NotSolved
from odds.games.a4.control import Control
from odds.games.a4.parts.whole_choices import Exact
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.turn import BEFORE_ACTION
from odds.games.a4.whole import WholeAdventure
from odds.program import At, ProgramProcess
from odds.solved import open_solved
from odds.solving import solve_staged
from tests.games.a4.random_adventures import adventures
from tests.small_solve import small

CASES = [case for case in adventures(7, 60) if len(case.adventure.tiles) > 1][:10]
CASE = CASES[0]


def program(case: Any = CASE) -> WholeAdventure:
    return WholeAdventure(case.adventure, case.hero, case.dice)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.adventure.tiles}"[:20])
def test_every_state_is_within_its_bound(case: Any, tmp_path: Path) -> None:
    """Each choice, roll and end that a game from the setup can come to."""
    solved = solve_staged(program(case), tmp_path, workers=1)
    process = ProgramProcess(solved.program, [solved.program.start])
    exact = Solvers().backward(
        process, lambda state: (solved.program.payoff(process.result(state)),)
    )
    for state, (value,) in exact.value.items():
        found = solved.value(state)
        assert found.low <= value <= found.high
        assert found.error <= value / 10**12


def test_turns_begin_with_what_is_stored(tmp_path: Path) -> None:
    solved = solve_staged(program(), tmp_path, workers=1)
    for stage in range(1, solved.program.stages):
        stored = solved.store.stage(stage)
        for control in solved.program.begins(stage):
            box, at = stored.blocks.get(solved.program.key(control), ((), 0))
            if not box:
                continue
            state = solved.program.settle(control, tuple(low for low, _ in box))
            assert state.control == control
            assert solved.value(state).value == Fraction(float(stored.flat[at]))
            begun = solved.program.begin(control, state.counters)
            assert begun.control.stack
            close = solved.value(begun)
            assert close.low <= solved.value(state).high
            assert close.high >= solved.value(state).low


def test_all_states(tmp_path: Path) -> None:
    """With them, a state can be asked for that no game leads to."""
    case = next(case for case in CASES if case.hero.maxima[0] > 1)
    rare = case.hero.maxima
    reachable = solve_staged(program(case), tmp_path, workers=1)
    control = next(iter(reachable.program.begins(1)))
    with pytest.raises(NotSolved, match="no play from its start leads there"):
        reachable.value(At(control, rare))
    everything = solve_staged(program(case), tmp_path, all_states=True, workers=1)
    assert everything.store.folder != reachable.store.folder
    found = everything.value(At(control, rare))
    exact = Exact(Solvers(), program(case), control, rare)
    value = exact.value(exact.program.settle(control, rare)).value
    assert found.low <= value <= found.high
    again = open_solved(program(case), tmp_path)
    assert again is not None
    assert again.store.folder == everything.store.folder


def test_a_moment_that_no_turn_leads_to_is_found_from_the_state_itself(tmp_path: Path) -> None:
    """The ability was used, and yet all crystals are there."""
    solved = solve_staged(small(), tmp_path, all_states=True, workers=1)
    case = small()
    control = Control(1, (3,), True, BEFORE_ACTION)
    tracks = (2, 1, 3, 0, 1, 1)
    exact = Exact(Solvers(), case, control, tracks)
    found = solved.value(solved.program.settle(control, tracks))
    value = exact.value(exact.program.settle(control, tracks)).value
    assert found.low <= value <= found.high


def test_an_identity_is_of_all_that_matters() -> None:
    one = small()
    assert one.identity == small().identity
    assert one.identity != WholeAdventure(one.sheets.adventure, one.sheets.hero, 3).identity
    assert one.identity != program().identity
    assert one.title == "The Cellar with The Caretaker, 1 die"


def test_the_ranges_of_states() -> None:
    """A track that no effect lowers never falls below the hero's start; HP are there."""
    knight = WholeAdventure(load_adventure("into-the-abyss"), load_hero("knight"))
    assert knight.ranges == ((2, 10), (2, 10), (1, 10), (0, 3), (0, 4), (0, 5))
    lamplighter = WholeAdventure(load_adventure("drowned-clockwork"), load_hero("lamplighter"))
    assert lamplighter.ranges == ((2, 6), (0, 6), (1, 6), (0, 3), (0, 2), (0, 3))
