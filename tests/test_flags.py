"""Flags are read by a shorter way than files and HTTP, and come to the same questions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.cli import Runner
from odds.errors import InvalidInput
from odds.game import Game
from odds.games import a4, build, get_to
from tests.build_requests import ADVICE, PLAN, plans, starts
from tests.short_way import check


class Asked(Exception):
    """What a command asks: a path and a body."""


class Recorder(Runner):
    """The command line's runner, but that it asks nothing."""

    def __call__(self, path: str, body: dict[str, Any], output: str) -> None:
        raise Asked(path, body)


def asked(game: Game, *arguments: str) -> tuple[str, dict[str, Any]]:
    """The path and the body that ``arguments`` make; ``InvalidInput`` where they can't."""
    assert game.commands is not None
    with pytest.raises((Asked, InvalidInput)) as caught:
        game.commands(Recorder()).run("odds", arguments)
    if isinstance(caught.value, InvalidInput):
        raise caught.value
    path, body = caught.value.args
    return path, body


STAGES = ("--stage", "2 wood = 1", "--stage", "3 wood, 2 ore = 5/2", "--stage", "= 0.5")


@pytest.mark.parametrize(
    "arguments",
    [
        ("plan", *STAGES),
        ("plan", *STAGES, "--attempts", "3", "--fixed", "1", "--fixed", "3"),
        ("plan", *STAGES, "--objective", "at_least=1/2"),
        ("plan", *STAGES, "--objective", "complete=2"),
        ("plan", *STAGES, "--objective", "expected_reward"),
        ("plan", *STAGES, "--die", "3x wood, 2 ore, wood|2 stone, blank", "--die", "2x wood + ore"),
        ("advice", *STAGES),
        ("advice", *STAGES, "--outside", "1/2"),
        ("advice", *STAGES, "--completed", "1", "--attempts-left", "2"),
        ("advice", *STAGES, "--playing", "1", "--attempts-left", "2", "--showing", "1,0,wood,2,3"),
    ],
    ids=" ".join,
)
def test_build_flags_come_to_the_same_question(arguments: tuple[str, ...]) -> None:
    assert check(*asked(build.GAME, *arguments))


MANY = [f"r{i}" for i in range(101)]


@pytest.mark.parametrize(
    "arguments",
    [
        ("plan",),
        ("plan", "--stage", f"{','.join(MANY)} = 1"),
        ("plan", "--stage", "1001 wood = 1"),
        ("plan", "--stage", "any_of = 1"),
        ("plan", "--stage", "\udcff = 1"),
        ("plan", "--stage", f"{'x' * 41} = 1"),
        ("plan", "--stage", "wood = 1e101"),
        ("plan", *STAGES, "--die", "101x wood"),
        ("plan", *STAGES, "--die", "999999999 x wood"),
        ("plan", *STAGES, "--die", ""),
        ("plan", *STAGES, "--die", "|".join(MANY[:21])),
        ("plan", *STAGES, "--die", "+".join(MANY)),
        ("plan", *STAGES, "--attempts", "2001"),
        ("plan", *STAGES, "--fixed", "4"),
        ("plan", *STAGES, "--objective", "complete=4"),
        ("plan", *STAGES, "--objective", "complete=1/2"),
        ("advice", *STAGES, "--completed", "1"),
        ("advice", *STAGES, "--completed", "201", "--attempts-left", "1"),
        ("advice", *STAGES, "--completed", "1", "--attempts-left", "2001"),
        ("advice", *STAGES, "--playing", "1", "--attempts-left", "1", "--showing", "101,0,0,0,0"),
        ("advice", *STAGES, "--outside", "1", "--completed", "1", "--attempts-left", "1"),
        ("advice", *STAGES, "--outside", "x"),
    ],
    ids=lambda given: " ".join(given)[:60].encode("ascii", "replace").decode(),
)
def test_what_the_contract_refuses_of_build_flags(arguments: tuple[str, ...]) -> None:
    assert not check(*asked(build.GAME, *arguments))


GRID = ("plan", "--grid", "... .#. ...", "--owner", "0,0", "--card", "2,2")
GRAPH = ("plan", "--join", "city, mill", "--join", "mill, 7", "--owner", "city", "--card", "7")


@pytest.mark.parametrize(
    "arguments",
    [
        (*GRID, "--steps", "d6"),
        (*GRID, "--card", "(0, 1)", "--steps", "2", "--exactly", "--within", "3"),
        (*GRAPH, "--steps", "1,2,2", "--objective", "within=3"),
        (*GRAPH, "--card", "mill", "--steps", "0", "--objective", "fewest_expected"),
    ],
    ids=" ".join,
)
def test_get_to_flags_come_to_the_same_question(arguments: tuple[str, ...]) -> None:
    assert check(*asked(get_to.GAME, *arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        GRID,
        ("plan", "--grid", "..", "--steps", "2"),
        ("plan", "--grid", "." * 101, "--owner", "0,0", "--card", "0,1", "--steps", "1"),
        ("plan", "--grid", "..", "--grid", ".", "--owner", "0,0", "--card", "0,1", "--steps", "1"),
        (*GRID, "--steps", "1001"),
        (*GRID, "--steps", "d101"),
        (*GRID, "--steps", "1", "--within", "1001"),
        (*GRID, "--steps", "1", "--card", "1,1,1"),
        (*GRID, "--steps", "1", "--objective", "within=0"),
        (*GRID, "--steps", "1", "--objective", "within=x"),
        (*GRAPH, "--steps", "1", "--join", "mill"),
        (*GRAPH, "--steps", "1", "--join", "a, b, c"),
        (*GRAPH, "--steps", "1", "--join", "mill, \udcff"),
        (*GRAPH, "--steps", "1", "--join", f"mill, {'x' * 41}"),
        (*GRAPH, "--steps", "1", "--join", "mill, "),
    ],
    ids=lambda given: " ".join(given)[:60].encode("ascii", "replace").decode(),
)
def test_what_the_contract_refuses_of_get_to_flags(arguments: tuple[str, ...]) -> None:
    assert not check(*asked(get_to.GAME, *arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        ("setup", "--pool", "6,5,2,2"),
        ("setup", "--difficult", "--objective", "at_least_one=5"),
        ("setup", "-p", "6411", "--objective", "cost 2, enemy +0, total 6, 6/6"),
        ("setup", "-p", "6411", "--equipment", "Shield", "--objective", "highest_total"),
        ("movement", "--pool", "6,2,-,-", "--cost", "2"),
        ("movement", "-p", "3,4,-,-", "--cost", "5", "--failed", "--hp", "3", "--crystals", "1"),
        ("movement", "-p", "1,1,-", "-s", "1", "-a", "drowned-clockwork", "--hero", "lamplighter"),
        ("fight", "-s", "3", "-p", "6,2,-,-", "--crystal-used"),
        ("fight", "-p", "4,2", "--attack", "4", "--defence", "3", "--total", "11"),
        ("fight", "-p", "4,2", "--modifier", "-2", "--objective", "least_damage"),
        ("fight", "--enemy", "6/6/2", "--die", "4", "--d6", "3", "--phase", "fight_d6"),
        ("action", "-s", "1", "-p", "6,5,2,2"),
        ("action", "-s", "2", "-p", "6,5,-,-", "--icon", "0", "--objective", "survive"),
        ("action", "-s", "2", "-p", "6,-", "--objective", "attack=1, hp=1/2, dice=0.25, death=-5"),
        ("boss", "--attack", "6", "--defence", "6", "--hp", "5"),
        ("boss", "--difficult", "--attack", "5"),
        ("boss", "-p", "6,4,-,-", "--wave", "2", "--boss-hp", "3", "--attack", "6"),
    ],
    ids=" ".join,
)
def test_a4_flags_come_to_the_same_question(arguments: tuple[str, ...]) -> None:
    assert check(*asked(a4.GAME, *arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        ("setup", "-a", "\udcff/x"),
        ("setup", "--equipment", "\udcff"),
        ("setup", "--equipment", "Sword of none"),
        ("setup", "--objective", "at_least_one=7"),
        ("setup", "--objective", "cost 7"),
        ("setup", "--objective", ", ".join(["cost 1"] * 20)),
        ("setup", "-p", "1111111"),
        ("movement", "--cost", "2"),
        ("movement", "-p", "6,2", "--cost", "7"),
        ("movement", "-p", "6,2", "--cost", "-1"),
        ("movement", "-p", "6,2", "--cost", "2", "--hp", "100"),
        ("movement", "-p", "6,2", "--cost", "2", "--hp", "0"),
        ("movement", "-p", "6,2", "-s", "201"),
        ("fight", "-p", "6", "--enemy", "100/6"),
        ("fight", "-p", "6", "--enemy", "6/6/100"),
        ("fight", "-p", "6", "--total", "100"),
        ("fight", "-p", "6", "--total", "-1"),
        ("fight", "-p", "6", "--modifier", "100"),
        ("fight", "-p", "6", "--modifier", "-100"),
        ("fight", "-p", "6", "-s", "3", "--objective", "lose"),
        ("fight", "-p", "6", "-s", "3", "--phase", "dawn"),
        ("fight", "-p", "6", "-s", "3", "--die", "7"),
        ("action", "-p", "6"),
        ("action", "-p", "6", "-s", "1", "--icon", "12"),
        ("action", "-p", "6", "-s", "1", "--objective", "luck=1"),
        ("action", "-p", "6", "-s", "1", "--objective", "hp=x"),
        ("boss", "--wave", "13"),
        ("boss", "--wave", "0"),
        ("boss", "-p", "6", "--boss-hp", "100"),
    ],
    ids=lambda given: " ".join(given)[:60].encode("ascii", "replace").decode(),
)
def test_what_the_contract_refuses_of_a4_flags(arguments: tuple[str, ...]) -> None:
    try:
        path, body = asked(a4.GAME, *arguments)
    except InvalidInput:
        return
    assert not check(path, body)


@given(plans)
def test_every_plan_is_read_alike(body: dict[str, Any]) -> None:
    check(PLAN.path, body)


@given(starts)
def test_every_start_is_read_alike(body: dict[str, Any]) -> None:
    check(ADVICE.path, body)


words = st.sampled_from(
    ["wood", "ore", "blank", "any_of", "2 wood", "3x ore", "0 fish", "1001 ore", "2", "é", "木", ""]
)
bundles = st.lists(words, max_size=3).map(",".join)
faces = st.builds(lambda mark, parts: mark.join(parts), st.sampled_from("|+"), st.lists(words))
numbers = st.sampled_from(["1", "0", "5/2", "0.1", "-1", "1/0", "1e200", "x", ""])
flags = st.one_of(
    st.builds(lambda need, reward: ("--stage", f"{need} = {reward}"), bundles, numbers),
    st.lists(faces, max_size=3).map(lambda listed: ("--die", ", ".join(listed))),
    st.integers(-1, 5).map(lambda number: ("--attempts", str(number))),
    st.sampled_from(["complete=1", "complete=0", "at_least=1/2", "at_least=", "at_least=x"]).map(
        lambda text: ("--objective", text)
    ),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(flags, max_size=4))
def test_any_build_flags(chosen: list[tuple[str, str]]) -> None:
    arguments = [part for flag in chosen for part in flag]
    check(*asked(build.GAME, "plan", "--stage", "wood = 1", *arguments))
