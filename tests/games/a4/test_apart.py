"""What is followed apart from pool and place leads where following everything at once leads."""

from __future__ import annotations

from random import Random

import pytest

from odds.games.a4 import moments
from odds.games.a4.apart import cut, is_due
from odds.games.a4.control import Ask, Control, Sheets
from odds.games.a4.moments import Scene, part
from odds.games.a4.pool import pool_of
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.results import Beaten, Hit, LevelledUp, Met, Phase
from odds.games.a4.rules import APART, follow
from odds.games.a4.sheet import Tracks
from odds.games.a4.steps import Steps
from odds.program import Add, Chance, Choose, Node

ABYSS = Sheets(load_adventure("into-the-abyss"), load_hero("knight"))
CLOCKWORK = Sheets(load_adventure("drowned-clockwork"), load_hero("lamplighter"))
SHUFFLED = Sheets(load_adventure("into-the-abyss"), load_hero("lamplighter"), True)
ALL = pytest.mark.parametrize("sheets", [ABYSS, CLOCKWORK, SHUFFLED], ids=["1", "2", "shuffled"])


def plainly(
    sheets: Sheets, control: Control, tracks: Tracks, met: set[type]
) -> tuple[Control, Node[Control], Tracks]:
    """The next choice, roll or end, one thing at a time; ``met`` is what was due on the way."""
    while True:
        met |= {type(frame) for frame in control.stack[:1]}
        following = follow(sheets, control)
        if isinstance(following, Control):
            control = following
        elif isinstance(following, Ask):
            control = following.follow(tracks[following.track])
        elif isinstance(following, Add):
            track, most = following.counter, sheets.hero.maxima[following.counter]
            moved = max(0, min(most, tracks[track] + following.amount))
            tracks = (*tracks[:track], moved, *tracks[track + 1 :])
            control = following.then
        else:
            return control, following, tracks


def after(node: Node[Control]) -> list[Control]:
    if isinstance(node, Choose):
        return [then for _, then in node.options]
    return [then for then, _ in node.outcomes] if isinstance(node, Chance) else []


def walk(
    steps: Steps, control: Control, tracks: Tracks, random: Random, most: int = 400
) -> set[type]:
    """Compare all that follows along a random way; what was due on it."""
    sheets, met = steps.sheets, set[type]()
    here = plainly(sheets, control, tracks, met)
    for _ in range(most):
        then = after(here[1])
        if not then:
            break
        found = [plainly(sheets, one, here[2], met) for one in then]
        for one, (control, node, tracks) in zip(then, found, strict=True):
            point, moved = steps.settle(one, here[2])
            assert (point.control, point.node, moved) == (control, node, tracks)
            opened = steps.path(one)  # as a process asks, and again
            assert steps.settle(opened, here[2]) == (point, moved)
        here = random.choice(found)
    return met


def random_tracks(sheets: Sheets, random: Random) -> Tracks:
    return tuple(random.randint(int(i == 2), most) for i, most in enumerate(sheets.hero.maxima))


@ALL
def test_whole_games(sheets: Sheets) -> None:
    steps, met = Steps(sheets), set[type]()
    for seed in range(60):
        random = Random(seed)
        tracks = sheets.hero.start if seed % 2 else random_tracks(sheets, random)
        met |= walk(steps, moments.setup(random.choice([3, 4])), tracks, random)
        scene = Scene(max(sheets.numbers), pool_of(random.choices(range(7), k=4)), ())
        met |= walk(steps, scene.wave(0, 3), tracks, random)
    assert met >= APART


@ALL
@pytest.mark.parametrize(
    "heeded",
    [None, (), (Hit,), (Beaten, Met), (LevelledUp, Hit)],
    ids=["all", "nothing", "hits", "who", "levels"],
)
def test_parts_that_note_what_they_heed(sheets: Sheets, heeded: tuple[type, ...] | None) -> None:
    steps = Steps(sheets)
    for seed in range(40):
        random = Random(seed)
        pool = pool_of(random.choices(range(7), k=4))
        places = [place for place in sheets.numbers if place >= 0]
        scene = Scene(random.choice(places), pool, part(Phase.ENEMY, heeded), seed % 3 == 0)
        starts = [scene.encounter(random.randint(-2, 6)), scene.action(), scene.movement(3)]
        for start in (*starts, scene.wave(random.randrange(2), 3)):
            walk(steps, start, random_tracks(sheets, random), random)


@ALL
def test_what_is_cut_can_be_joined(sheets: Sheets) -> None:
    """With nothing followed, the parts are the control again."""
    scene = Scene(3, (0, 2, 5), part(Phase.ENEMY), True)
    for control in (scene.action(), scene.fight_over(), scene.wave(0, 2)):
        assert is_due(control)
        parts = cut(control)
        assert parts.apart.pool == ()
        assert parts.join(parts.apart) == control


def test_many_situations_share_what_is_followed_apart() -> None:
    """The rules of a blow are followed once for all pools that it leaves."""
    steps = Steps(ABYSS)
    pools = [(0, a, b, 6) for a in range(1, 7) for b in range(a, 7)]
    for pool in pools:
        start = Scene(3, pool, part(Phase.BOSS)).wave(0, 6)
        point, tracks = steps.settle(start, (2, 2, 9, 0, 0, 1))
        for path in steps.open(point):
            steps.settle(path, tracks)
    apart = [control for control in steps._paths if control.place < -(10**6)]
    assert len(apart) < 60 < 6 * len(pools)
