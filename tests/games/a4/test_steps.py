"""What the rules lead to is kept between questions, within bounds, and changes no answer."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import pytest
from msgspec.structs import replace

from odds import A4Boss, A4Fight, A4Movement, EnemyIcon, Situation, solve
from odds.games.a4 import steps
from odds.games.a4.control import Sheets
from odds.games.a4.moments import Scene, part
from odds.games.a4.process import A4Process
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.results import Phase
from odds.games.a4.steps import Steps, forget, steps_of

SHEETS = Sheets(load_adventure("into-the-abyss"), load_hero("knight"))
TRACKS = {"attack": 4, "defence": 4, "hp": 3, "xp": 3, "crystals": 1, "food": 1}


def test_equal_sheets_share_their_steps_and_others_have_their_own() -> None:
    forget()
    first = steps_of(SHEETS)
    assert steps_of(Sheets(SHEETS.adventure, SHEETS.hero)) is first
    other = steps_of(Sheets(load_adventure("drowned-clockwork"), load_hero("lamplighter")))
    assert other is not first
    assert steps_of(SHEETS) is first
    forget()
    assert steps_of(SHEETS) is not first


def test_no_more_than_a_few_sheets_are_kept() -> None:
    forget()
    first = steps_of(SHEETS)
    for _ in range(steps.MAX_SHEETS):
        steps_of(
            Sheets(load_adventure("into-the-abyss"), SHEETS.hero.__class__("x", (1,) * 6, (1,) * 6))
        )
    assert steps_of(SHEETS) is not first


@pytest.mark.parametrize("dropped", [forget, lambda: None], ids=["forgotten", "pushed out"])
def test_what_nobody_asks_any_more_is_gone_without_the_collector(
    dropped: Callable[[], None],
) -> None:
    """A failed movement leads back to itself; such circles are cut."""
    forget()
    solve(A4Movement(Situation(pool=[1, 2, None, None], tracks=TRACKS), cost=6))
    gc.collect()
    gc.disable()
    try:
        dropped()
        for _ in range(steps.MAX_SHEETS):
            steps_of(Sheets(SHEETS.adventure, SHEETS.hero.__class__("x", (1,) * 6, (1,) * 6)))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_who_still_asks_goes_on_with_what_was_forgotten() -> None:
    state = Situation(pool=[1, 2, None, None], tracks=TRACKS)
    expected = solve(A4Movement(state, cost=6))
    forget()
    setting = A4Movement(state, cost=6).setting
    control = setting.scene(part(Phase.MOVEMENT)).movement(6)
    process = A4Process(setting.sheets, [(control, setting.tracks)])
    seen = {process.initial()[0]}
    todo = list(seen)
    while todo:
        one = todo.pop()
        forget()
        for action in process.actions(one):
            new = set(process.transitions(one, action)) - seen
            seen |= new
            todo += new
    ends = {process.result(s) for s in seen if process.is_absorbing(s)}
    assert ends == {end.result for end in expected.ends}


def test_too_many_steps_are_forgotten_before_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget()
    first = steps_of(SHEETS)
    first.settle(Scene(0, (2, 6), part(Phase.MOVEMENT)).movement(2), (2, 2, 5, 0, 0, 1))
    assert first.made == 1
    monkeypatch.setattr(steps, "MAX_KEPT", 0)
    assert steps_of(SHEETS) is not first


def test_what_is_forgotten_goes_a_few_at_a_time_and_without_the_collector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def points() -> int:
        return sum(isinstance(one, steps.Point) for one in gc.get_objects())

    forget()
    gc.collect()
    before = points()
    solve(A4Movement(Situation(pool=[1, 2, None, None], tracks=TRACKS), cost=6))
    made = steps_of(SHEETS).made
    monkeypatch.setattr(steps, "MAX_KEPT", made - 1)
    monkeypatch.setattr(steps, "LET_GO", 10)
    gc.collect()
    gc.disable()
    try:
        assert steps_of(SHEETS).made == 0
        left = [points() - before]
        assert left[0] > 100
        for _ in range(made // 10 + 1):
            steps_of(SHEETS)
            left.append(points() - before)
        assert left[-1] == 0
        assert max(one - other for one, other in pairwise(left)) < left[0] // 10
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_as_much_is_let_go_as_is_kept_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    movement = A4Movement(Situation(pool=[1, 2, None, None], tracks=TRACKS), cost=6)
    solve(movement)
    made = steps_of(SHEETS).made
    monkeypatch.setattr(steps, "MAX_KEPT", made - 1)
    monkeypatch.setattr(steps, "LET_GO", 0)
    steps_of(SHEETS)
    monkeypatch.setattr(steps, "MAX_KEPT", 10 * made)
    assert len(steps._mine.forgotten) == made
    solve(A4Movement(Situation(pool=[2, None, None], tracks=TRACKS), cost=6))
    kept = steps_of(SHEETS).made
    assert 100 < kept < made
    assert len(steps._mine.forgotten) == made - kept
    steps_of(SHEETS)
    assert len(steps._mine.forgotten) == made - kept
    solve(movement)
    assert steps_of(SHEETS).made >= made
    assert not steps._mine.forgotten
    forget()


def test_a_path_followed_again_costs_no_rules() -> None:
    found = Steps(SHEETS)
    control = Scene(0, (0, 1, 3), part(Phase.MOVEMENT)).movement(5)
    once = found.settle(control, (2, 2, 5, 0, 2, 1))
    made = found.made
    path = found.path(control)
    assert found.settle(path, (2, 2, 5, 0, 2, 1)) == once
    assert found.settle(path, (2, 2, 5, 0, 1, 1))[0] is once[0]
    assert found.path(control) is path
    assert found.made == made


@pytest.mark.parametrize(
    "question",
    [
        A4Movement(Situation(pool=(3, 1, None), tracks=TRACKS), cost=5),
        A4Fight(Situation(pool=(4, 2, None), tracks=TRACKS, enemy=EnemyIcon(modifier=3))),
        A4Boss(Situation(pool=(6, 4, 2, None), tracks=TRACKS)),
    ],
    ids=["movement", "fight", "boss"],
)
def test_answers_are_the_same_with_nothing_and_with_everything_kept(
    question: A4Movement | A4Fight | A4Boss,
) -> None:
    forget()
    fresh = solve(question)
    for hp in (1, 5, 10):
        solve(A4Boss(Situation(pool=(5, 4, 2, None), tracks={**TRACKS, "hp": hp})))
        solve(A4Movement(Situation(pool=(2, 1, None), tracks={**TRACKS, "hp": hp}), cost=6))
    kept = solve(question)
    assert kept.text == fresh.text
    assert kept.tables() == fresh.tables()


def failures_of(tasks: Sequence[Callable[[], None]]) -> list[BaseException]:
    """What goes wrong where each task runs in a thread of its own, all at the same time."""
    failures: list[BaseException] = []

    def run(task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException as failure:
            failures.append(failure)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=run, args=[task]) for task in tasks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    return failures


@pytest.mark.no_cover  # tracing would take as long as the test
def test_threads_that_push_out_the_steps_of_others_disturb_nobody() -> None:
    """Each question is on other sheets, so that those of the other thread are dropped in use."""
    state = Situation(pool=[1, 2, None, None], tracks=TRACKS)
    expected = solve(A4Movement(state, cost=6)).text

    def ask(name: str) -> None:
        for number in range(12):
            hero = replace(SHEETS.hero, name=f"{name} {number}")
            assert solve(A4Movement(state, hero=hero, cost=6)).text == expected

    assert failures_of([partial(ask, name) for name in ("one", "two", "three")]) == []


@pytest.mark.no_cover  # tracing would take as long as the test
def test_threads_that_forget_what_others_ask_about_disturb_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All ask about the same sheets, and forget before each question."""
    states = [Situation(pool=[1, die, None, None], tracks=TRACKS) for die in range(1, 5)]
    expected = [solve(A4Movement(state, cost=6)).text for state in states]
    monkeypatch.setattr(steps, "MAX_KEPT", 50)

    def ask() -> None:
        for _ in range(3):
            assert [solve(A4Movement(state, cost=6)).text for state in states] == expected

    assert failures_of([ask] * 3) == []
