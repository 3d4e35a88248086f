"""What is written on the command line becomes the JSON body of a question."""

from __future__ import annotations

from typing import Any

import pytest

from odds.errors import InvalidInput
from odds.games.build.commands import commands


class Recorder:
    """Stands for the runner of the command line: keeps what it is asked."""

    def __init__(self, file: dict[str, Any] | None = None) -> None:
        self.file = file
        self.asked: list[tuple[str, dict[str, Any], str]] = []

    def __call__(self, path: str, body: dict[str, Any], output: str) -> None:
        self.asked.append((path, body, output))

    def read_file(self, name: str) -> dict[str, Any]:
        assert name == "quest.toml"
        assert self.file is not None
        return self.file


def asked(*arguments: str, file: dict[str, Any] | None = None) -> tuple[str, dict[str, Any], str]:
    recorder = Recorder(file)
    commands(recorder).run("odds build", arguments)
    (question,) = recorder.asked
    return question


def quest(*arguments: str) -> dict[str, Any]:
    return dict(asked("plan", *arguments)[1]["quest"])


def test_a_plan() -> None:
    given = ("--stage", "2 wood = 1", "--stage", "1 ore,3 wood=1/2", "--attempts", "7")
    assert asked("plan", *given, "--fixed", "1", "--fixed", "2", "-f", "csv") == (
        "/v1/build/plan",
        {
            "quest": {
                "stages": [
                    {"need": {"wood": 2}, "reward": "1"},
                    {"need": {"ore": 1, "wood": 3}, "reward": "1/2"},
                ],
                "attempts": 7,
            },
            "fixed": [1, 2],
        },
        "csv",
    )


@pytest.mark.parametrize(
    ("text", "need", "reward"),
    [
        ("wood=0.1", {"wood": 1}, "0.1"),
        (" 2 wood ,, 3 wood = -1 ", {"wood": 5}, "-1"),
        ("2x wood = 1", {"wood": 2}, "1"),
        ("2 × wood = 1", {"wood": 2}, "1"),
        ("12 red cloth = 1", {"red cloth": 12}, "1"),
        ("= 1", {}, "1"),
        ("a=b = 1", {"a=b": 1}, "1"),
        ("2wood = 1", {"wood": 2}, "1"),
        ("wood =", {"wood": 1}, ""),
    ],
)
def test_a_stage(text: str, need: dict[str, int], reward: str) -> None:
    assert quest("--stage", text) == {"stages": [{"need": need, "reward": reward}]}


def test_a_stage_without_a_reward() -> None:
    with pytest.raises(InvalidInput, match="--stage 2: '1 ore' needs a reward"):
        asked("plan", "--stage", "wood = 1", "--stage", "1 ore")


@pytest.mark.parametrize(
    ("text", "count", "faces"),
    [
        ("wood, stone, blank", 1, ["wood", "stone", "blank"]),
        ("3x wood, blank", 3, ["wood", "blank"]),
        ("3: wood", 3, ["wood"]),
        ("12 x 2 wood, ore", 12, [{"wood": 2}, "ore"]),
        ("2 wood + ore, wood + ore", 1, [{"wood": 2, "ore": 1}, {"wood": 1, "ore": 1}]),
        (
            "stone|ore, 2 stone | ore + wood",
            1,
            [{"any_of": ["stone", "ore"]}, {"any_of": [{"stone": 2}, {"ore": 1, "wood": 1}]}],
        ),
        ("wood,", 1, ["wood", ""]),
        ("1, 2", 1, [1, 2]),
    ],
)
def test_a_die(text: str, count: int, faces: list[Any]) -> None:
    assert quest("--die", text) == {"dice": [{"count": count, "faces": faces}]}


@pytest.mark.parametrize(
    ("text", "objective"),
    [
        ("expected_reward", "expected_reward"),
        ("at_least=1/2", {"at_least": "1/2"}),
        ("complete = 2", {"complete": 2}),
        ("complete=x", {"complete": "x"}),
        ("complete=²", {"complete": "²"}),
        ("at_least = x", {"at_least": "x"}),
    ],
)
def test_an_objective(text: str, objective: Any) -> None:
    assert asked("plan", "--objective", text)[1]["objective"] == objective


def test_an_advice_at_the_start() -> None:
    assert asked("advice") == ("/v1/build/advice", {"quest": {}}, "text")
    assert asked("advice", "--outside", "1/3")[1] == {"quest": {}, "outside": "1/3"}


def test_an_advice_between_stages() -> None:
    state = asked("advice", "--completed", "0", "--attempts-left", "3")[1]["state"]
    assert state == {"completed": 0, "attempts_left": 3}


def test_an_advice_in_a_stage() -> None:
    showing = "wood, 2 ore,3, a|b, blank"
    given = ("--playing", "2", "--attempts-left", "1", "--showing", showing)
    assert asked("advice", *given)[1]["state"] == {
        "stage": 2,
        "attempts_left": 1,
        "showing": ["wood", {"ore": 2}, 3, {"any_of": ["a", "b"]}, "blank"],
    }


def test_flags_replace_what_a_file_says() -> None:
    file = {"quest": {"stages": [], "attempts": 3}, "state": {"completed": 1, "attempts_left": 2}}
    body = asked("advice", "--quest", "quest.toml", "--attempts", "4", file=file)[1]
    assert body == {**file, "quest": {"stages": [], "attempts": 4}}
    bare = asked("plan", "--quest", "quest.toml", file={"stages": [1]})[1]
    assert bare == {"quest": {"stages": [1]}}
    strange = asked("plan", "--quest", "quest.toml", "--attempts", "4", file={"quest": 3})[1]
    assert strange == {"quest": 3}


def test_without_arguments_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    commands(Recorder()).run("odds build", [])
    out = capsys.readouterr().out
    assert "plan" in out
    assert "advice" in out


def test_the_default_dice_have_a_name() -> None:
    for name in ("scavenge", " scavenge "):
        assert asked("plan", "--die", name)[1]["quest"]["dice"] == "scavenge"
    for dice in (["5x scavenge"], ["scavenge", "wood"], ["2X scavenge"]):
        with pytest.raises(InvalidInput, match="'scavenge' stands for all dice: give it alone"):
            asked("plan", *(part for die in dice for part in ("--die", die)))


@pytest.mark.parametrize(
    ("text", "die"),
    [
        ("2X wood", {"count": 2, "faces": ["wood"]}),
        ("2 × wood, ore", {"count": 2, "faces": ["wood", "ore"]}),
        ("2: wood", {"count": 2, "faces": ["wood"]}),
        ("2 Xenon, wood", {"count": 1, "faces": [{"Xenon": 2}, "wood"]}),
        ("2 xylophone, wood", {"count": 1, "faces": [{"xylophone": 2}, "wood"]}),
        ("2 X, wood", {"count": 1, "faces": [{"X": 2}, "wood"]}),
    ],
)
def test_an_x_of_a_name_counts_no_dice(text: str, die: dict[str, Any]) -> None:
    assert asked("plan", "--die", text)[1]["quest"]["dice"] == [die]


def test_a_moment_is_between_stages_or_in_one() -> None:
    with pytest.raises(InvalidInput, match="--playing: give either --completed or --playing"):
        asked("advice", "--completed", "1", "--playing", "2", "--attempts-left", "1")
