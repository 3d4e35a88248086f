"""The help of commands and of groups of them."""

from __future__ import annotations

from typing import Annotated

import pytest

from odds.commands import Group
from odds.errors import InvalidInput
from odds.flags import Option
from tests.command_line import Odds
from tests.small_commands import Call


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--"], ["--help", "words"]], ids=" ".join)
def test_the_help_of_a_group(
    app: Group, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    app.run("odds tests", arguments)
    assert capsys.readouterr().out == (
        "Usage: odds tests [OPTIONS] COMMAND ...\n\n"
        "What the tests call.\n\n"
        "Commands:\n"
        "  every-kind  Take every kind of flag.\n"
        "  words       Take words.\n\n"
        "Options:\n"
        "  --version   Show the version.\n"
        "  --help      Show this message and exit.\n"
    )


@pytest.mark.parametrize(
    "arguments", [["--help"], ["a", "--help"], ["--help", "--zzz"], ["a", "b", "c", "--help"]]
)
def test_the_help_of_a_command(
    app: Group, calls: list[Call], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    app.run("odds", ["words", *arguments])
    assert calls == []
    assert capsys.readouterr().out == (
        "Usage: odds words [OPTIONS] FIRST [SECOND]\n\n"
        "Take words.\n\n"
        "Arguments:\n"
        "  FIRST                The first.\n"
        "  SECOND               The second. [default: -]\n\n"
        "Options:\n"
        "  -f, --format FORMAT  A format. [default: text]\n"
        "      --help           Show this message and exit.\n"
    )


def test_the_version(app: Group, capsys: pytest.CaptureFixture[str]) -> None:
    app.run("odds", ["--version"])
    assert capsys.readouterr().out == "tests 1.0\n"
    with pytest.raises(InvalidInput, match="No such option '--version'"):
        Group("Nothing.").run("odds", ["--version"])


def test_the_help_of_every_kind(
    app: Group, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Paragraphs are kept, and so are defaults and flags without a short name."""
    monkeypatch.setenv("COLUMNS", "80")
    app.run("odds", ["every-kind", "--help"])
    assert capsys.readouterr().out == (
        "Usage: odds every-kind [OPTIONS]\n\n"
        "Take every kind of flag.\n\n"
        "More about it, which a list leaves out.\n\n"
        "Options:\n"
        "  -t, --text TEXT   A text.\n"
        "  -n, --number N    A number.\n"
        "      --texts TEXT  Texts.\n"
        "      --numbers N   Numbers.\n"
        "      --switch      A switch.\n"
        "      --some N      From 1 to 3. [default: 2]\n"
        "      --many N      At least 1. [default: 1]\n"
        "      --few N       At most 9. [default: 1]\n"
        "      --help        Show this message and exit.\n"
    )


def test_an_example_is_not_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = Group("Nothing.")

    @app.command
    def build(
        stage: Annotated[str, Option(help="The stage's needs, e.g. '2 wood, 1 ore = 3'.")] = "a b",
    ) -> None:
        """Build."""

    monkeypatch.setenv("COLUMNS", "48")
    app.run("odds", ["build", "--help"])
    assert capsys.readouterr().out.splitlines()[5:9] == [
        "  --stage TEXT  The stage's needs, e.g.",
        "                '2 wood, 1 ore = 3'.",
        "                [default: a b]",
        "  --help        Show this message and exit.",
    ]


@pytest.mark.parametrize(("columns", "widest"), [("10", 40), ("60", 60), ("200", 100)])
def test_the_help_is_as_wide_as_can_be_read(
    odds: Odds, monkeypatch: pytest.MonkeyPatch, columns: str, widest: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = odds("a4", "movement", "--help").out.splitlines()
    assert widest - 12 < max(map(len, lines)) <= widest
    assert any("ability was" in line for line in lines)


def test_nothing_is_broken_where_the_room_is_narrow(
    monkeypatch: pytest.MonkeyPatch, odds: Odds
) -> None:
    for columns in ("55", "60", "70"):
        monkeypatch.setenv("COLUMNS", columns)
        words = odds("a4", "setup", "--help").out.split()
        assert {"[default:", "into-the-abyss]", "cache]"} <= set(words)
