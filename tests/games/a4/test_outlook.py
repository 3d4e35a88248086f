"""What games are like under best play, against the explicit graph of their states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from odds import A4Adventure, NotSolved, Situation, follow_whole, solve_whole
from odds.games.a4.actions import Equip
from odds.games.a4.control import Control
from odds.games.a4.parts.outlook import NOT_KNOWN, Outlook
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.results import Died, Phase, Unbeaten, Won
from odds.games.a4.sheet import Gain, Tracks
from odds.games.a4.whole import WholeAdventure
from odds.numbers import Certified
from odds.program import At, Passed
from odds.solving import Progress
from tests.games.a4.chain import Chain, Key, Spread
from tests.games.a4.random_adventures import adventures, shuffled_adventures

EXAMPLES = Path(__file__).parents[3] / "examples"
CASES = [case for case in adventures(7, 60) if len(case.adventure.tiles) > 1][:8]


def cellar(dice: int = 1) -> A4Adventure:
    sheets = load_adventure(EXAMPLES / "cellar.toml"), load_hero(EXAMPLES / "caretaker.toml")
    return A4Adventure(*sheets, dice=dice)


def question(case: Any) -> A4Adventure:
    return A4Adventure(case.adventure, case.hero, dice=case.dice)


def hits(chain: Chain, state: At[Control]) -> set[Key]:
    """Results, spaces and endings of a state that is an end; turns and tracks where one starts."""
    if not state.control.stack:
        turn = chain.program.stage_of(state.control)
        return {("turn", turn), *((turn, track, n) for track, n in enumerate(state.counters))}
    match chain.result(state):
        case Died(place, phase):
            return {"dead", (_number(chain, place), phase)}
        case Won():
            return {"won"}
        case Unbeaten():
            return {"the boss lives"}
    return set()


def _number(chain: Chain, place: int) -> int:
    """The number of a space on the sheet; in random order it has many places."""
    if place < 0:
        return 0
    assert isinstance(chain.program, WholeAdventure)
    sheets = chain.program.sheets
    here, tiles = sheets.course.places[place], sheets.adventure.tiles
    spaces = [(t, s) for t, tile in enumerate(tiles) for s in range(len(tile.spaces))]
    return 1 + spaces.index((here.tile, here.space))


def within(found: Certified, spread: Spread, key: Key) -> bool:
    """Whether a probability can be that of an optimal policy."""
    least, most = spread.get(key, (Fraction(0), Fraction(0)))
    return found.low <= most and found.high >= least


def is_one(parts: Iterable[Certified]) -> bool:
    known = list(parts)
    return sum(p.low for p in known) <= 1 <= sum(p.high for p in known)


@pytest.fixture(scope="module")
def outlook(tmp_path_factory: pytest.TempPathFactory) -> Outlook:
    """That of the Cellar with one die, all states solved."""
    folder = tmp_path_factory.mktemp("cellar")
    solve_whole(cellar(), store=folder, all_states=True, workers=1)
    return follow_whole(cellar(), store=folder, workers=1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.adventure.tiles}"[:20])
def test_every_probability_is_that_of_a_best_policy(case: Any, tmp_path: Path) -> None:
    asked = question(case)
    solve_whole(asked, store=tmp_path, workers=1)
    found = follow_whole(asked, store=tmp_path, workers=1)
    chain = Chain(asked.program)
    check_against(found, chain)
    assert found.win.low <= chain.win[chain.start] <= found.win.high


def test_tiles_in_random_order(tmp_path: Path) -> None:
    """A death is one on the sheet's space, whenever in the game that comes."""
    cases = [case for case in shuffled_adventures(3, 40) if len(case.adventure.tiles) == 4]
    found = 0
    for case in cases[:6]:
        asked = replace(question(case), random_order=True)
        solve_whole(asked, store=tmp_path, all_states=True, workers=1)
        outlook = follow_whole(asked, store=tmp_path, workers=1)
        chain = Chain(asked.program)
        check_against(outlook, chain)
        if outlook.equipment:
            best = max(worth.win.high for worth in outlook.equipment if worth.win)
            assert best <= outlook.win.high  # one has to be taken before the tiles are seen
            found += 1
    assert found


def check_against(found: Outlook, chain: Chain) -> None:
    """All that is found, and that it is little in doubt."""
    spread = chain.spread(lambda state: hits(chain, state))
    assert all(within(p, spread, end) for end, p in found.endings.items())
    for space, phases in found.deaths.items():
        assert all(within(p, spread, (space, phase)) for phase, p in phases.items())
    assert all(within(p, spread, ("turn", n)) for n, p in enumerate(found.alive, 1))
    for turn, stage in enumerate(found.passed[1:], 1):
        for track, masses in enumerate(stage.counters):
            assert all(within(p, spread, (turn, track, n)) for n, p in enumerate(masses))
            assert sum(p.low for p in masses) <= found.alive[turn - 1].high
            assert sum(p.high for p in masses) >= found.alive[turn - 1].low
    assert is_one(found.endings.values())
    assert found.error < Fraction(1, 10**12)


def test_what_is_certain_is_equal_within_the_bound(outlook: Outlook) -> None:
    """Where all best policies agree, there is one right number."""
    chain = Chain(outlook.question.program)
    check_against(outlook, chain)
    spread = chain.spread(lambda state: hits(chain, state))
    for end in ("won", "dead"):
        least, most = spread[end]
        assert least == most
        assert outlook.endings[end].low <= least <= outlook.endings[end].high


def test_the_endings_are_sums(outlook: Outlook) -> None:
    deaths = [p for phases in outlook.deaths.values() for p in phases.values()]
    assert sum(p.value for p in deaths) == outlook.endings["dead"].value
    assert list(outlook.deaths) == [0, 1, 2, 3, 4]
    assert is_one(outlook.at_the_end[2])
    assert [len(spread) for spread in outlook.at_the_end] == [
        most + 1 for most in outlook.question.hero.maxima
    ]


def test_what_other_starts_are_worth(outlook: Outlook) -> None:
    hero = outlook.question.hero
    exact = _exact(outlook.question, hero.start)
    room = [track for track in range(6) if hero.start[track] < hero.maxima[track]]
    for worth, track in zip(outlook.points, room, strict=True):
        more = tuple(n + (i == track) for i, n in enumerate(hero.start))
        assert _holds(worth.win, _exact(outlook.question, more))
    assert [worth.name for worth in outlook.level_ups] == ["Nerve", "Second breath"]
    for worth, bonus in zip(outlook.level_ups, hero.level_ups, strict=True):
        tracks = list(hero.start)
        for effect in bonus.effects:  # before the dice are rolled the others do nothing
            if isinstance(effect, Gain):
                tracks[effect.track] += effect.amount
        value = _exact(outlook.question, tuple(map(min, tracks, hero.maxima)))
        assert _holds(worth.win, value)
        assert _holds(worth.gain, value - exact)


def _exact(asked: A4Adventure, tracks: Tracks) -> Fraction:
    """The probability of winning from the setup with these tracks."""
    hero = replace(asked.hero, start=tracks)
    chain = Chain(A4Adventure(asked.adventure, hero, dice=asked.dice).program)
    return chain.win[chain.start]


def _holds(found: Certified | None, exact: Fraction) -> bool:
    return found is not None and found.low <= exact <= found.high and found.error < 10**-12


def test_equipment_is_worth_what_advice_says(outlook: Outlook, tmp_path: Path) -> None:
    solved = solve_whole(cellar(), store=tmp_path, workers=1)
    advice = {choice.actions: choice for choice in solved.advise(Situation()).choices}
    assert len(outlook.equipment) == 2
    for number, worth in enumerate(outlook.equipment):
        found = advice[(Equip(number),)]
        assert worth.win is not None
        assert worth.gain is not None
        assert worth.win.value == found.value.value
        assert worth.gain.value == -found.loss.value


def test_without_all_states_other_starts_stay_unknown(tmp_path: Path) -> None:
    solve_whole(cellar(), store=tmp_path, workers=1)
    found = follow_whole(cellar(), store=tmp_path, workers=1)
    assert any(worth.win is None for worth in found.points)
    assert found.assumptions[-1] == NOT_KNOWN
    assert all(worth.win is not None for worth in found.equipment)
    (table,) = (t for t in found.tables() if t.title == "One more point at the start")
    assert any(row[1] is None for row in table.rows)


def test_progress_is_told(tmp_path: Path) -> None:
    solve_whole(cellar(), store=tmp_path, workers=1)
    told: list[Progress] = []
    follow_whole(cellar(), store=tmp_path, workers=1, report=told.append)
    assert told[0].what == "exploring"
    assert [p.stages for p in told[1:]] == [0, 1, 2, 3, 4, 5]
    assert {p.what for p in told[1:]} == {"following"}
    assert told[-1].states == told[-1].all_states
    assert told[1].bytes == 0


def test_only_what_is_solved_can_be_followed(tmp_path: Path) -> None:
    with pytest.raises(NotSolved, match="isn't solved yet"):
        follow_whole(cellar(), store=tmp_path)


class Known:
    """Values that are given; fulfils ``SolvedProgram``."""

    def __init__(self, asked: A4Adventure) -> None:
        self.program = asked.program

    def value(self, state: At[Control]) -> Certified:
        return Certified(Fraction(1, 2))


def _made_up(turns: Sequence[Passed]) -> Outlook:
    asked = cellar()
    both = zip(asked.hero.start, asked.hero.maxima, strict=True)
    start = [[Certified(Fraction(n == value)) for n in range(most + 1)] for value, most in both]
    return Outlook(asked, Known(asked), [Passed({}, start), *turns])


def _passed(ends: Mapping[Any, Fraction], hp: Sequence[Fraction]) -> Passed:
    alive = sum(hp, Fraction(0))
    counters = [[Certified(alive)] for _ in range(6)]
    counters[2] = [Certified(p) for p in hp]
    return Passed({end: Certified(p) for end, p in ends.items()}, counters)


def test_shares_and_means_are_of_those_who_come_there() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    enemy = Died(0, Phase.ENEMY)
    turns = [
        _passed({enemy: half}, [Fraction(0), Fraction(1)]),
        *(_passed({}, [Fraction(0), half / 2, half / 2]) for _ in range(2)),
        _passed({Won(): third, Unbeaten(): half - third}, [Fraction(0), half / 2, half / 2]),
    ]
    found = _made_up(turns)
    assert [p.value for p in found.alive] == [1, half, half, half]
    assert found.means[0] is not None
    more = Fraction(3, 2)
    assert [means and means[2].value for means in found.means] == [1, more, more, more]
    assert [p.value for p in found.at_the_end[2]] == [0, half, half]
    assert found.deaths[1] == {Phase.ENEMY: Certified(half)}
    assert found.text == (
        "The Cellar with The Caretaker, 1 die: under best play you win with 33.333%, the boss "
        "outlives you with 16.667%, you die with 50.000%, most often on space 1 (50.000%)."
    )
    assert [len(row) for row in found.charts()] == [2, 4]


def test_a_game_that_always_ends_early() -> None:
    nobody = [Fraction(0), Fraction(0)]
    turns = [_passed({Died(0, Phase.ENEMY): Fraction(1)}, [Fraction(0), Fraction(1)])]
    found = _made_up([*turns, *(_passed({}, nobody) for _ in range(3))])
    assert found.at_the_end == ()
    assert found.means[1:] == (None, None, None)
    titles = [table.title for table in found.tables()]
    assert "On setting out for the boss" not in titles
    assert [len(row) for row in found.charts()] == [2]
    stopped = _made_up(turns)
    assert stopped.at_the_end == ()
    assert len(stopped.alive) == 1
