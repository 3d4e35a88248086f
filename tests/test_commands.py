"""Commands read their flags from signatures: every kind of value and mistake."""

from __future__ import annotations

from typing import Any

import pytest

from odds.commands import Group
from odds.errors import InvalidInput
from tests.small_commands import Call

LONG = "x" * 100_000
ODD_VALUES = [
    "",
    "-",
    "--",
    "-,-,-,2",
    "------",
    "-1 wood = 1",
    "--help",
    "--text",
    "-n",
    "=",
    "a=b",
]
ODD_VALUES += ["= 1", "%s", "@file", "two\nlines", "\udcff", "木", " ", LONG]
FLAGS = ("--text", "-t", "--texts")


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda text: ascii(text)[:20])
@pytest.mark.parametrize("flag", FLAGS)
def test_any_text_is_a_value(app: Group, calls: list[Call], flag: str, value: str) -> None:
    joined = f"{flag}={value}" if flag.startswith("--") else f"{flag}{value}"
    app.run("odds", ["every-kind", flag, value])
    if joined != "-t":  # Without a value, it would be in the next argument.
        app.run("odds", ["every-kind", joined])
    expected = {"texts": [value]} if flag == "--texts" else {"text": value}
    assert [given for _, given in calls] == [expected] * len(calls) != []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("", {}),
        ("--number -2", {"number": -2}),
        ("--number=-2", {"number": -2}),
        ("-n -2", {"number": -2}),
        ("-n-2", {"number": -2}),
        ("--number +3", {"number": 3}),
        ("--number 1 -n 2 --number 3", {"number": 3}),
        ("-t a --text b", {"text": "b"}),
        ("--texts a --texts a --texts b", {"texts": ["a", "a", "b"]}),
        ("--numbers 3 --numbers -1", {"numbers": [3, -1]}),
        ("--switch", {"switched": True}),
        ("--switch --switch", {"switched": True}),
        ("--some 1", {"some": 1}),
        ("--some 3", {"some": 3}),
        ("--many 1000", {"many": 1000}),
        ("--few -1000", {"few": -1000}),
        ("--switch --", {"switched": True}),
    ],
)
def test_flags(app: Group, calls: list[Call], arguments: str, expected: dict[str, Any]) -> None:
    app.run("odds", ["every-kind", *arguments.split()])
    assert calls == [("flags", expected)]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["a"], ("a", "-", "text")),
        (["a", "b"], ("a", "b", "text")),
        (["a", "-"], ("a", "-", "text")),
        (["-f", "json", "a", "b"], ("a", "b", "json")),
        (["a", "-fjson", "b"], ("a", "b", "json")),
        (["a", "b", "--format=json"], ("a", "b", "json")),
        (["a", "--format", "json", "--", "b"], ("a", "b", "json")),
        (["--", "-f", "--help"], ("-f", "--help", "text")),
        (["", "two words"], ("", "two words", "text")),
        (["a=b", "\udcff"], ("a=b", "\udcff", "text")),
    ],
)
def test_words(
    app: Group, calls: list[Call], arguments: list[str], expected: tuple[str, ...]
) -> None:
    app.run("odds", ["words", *arguments])
    assert calls == [("words", dict(zip(("first", "second", "output"), expected, strict=True)))]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["every-kind", "--text"], "Option '--text' needs a value: -t, --text TEXT."),
        (["every-kind", "--switch", "-t"], "Option '-t' needs a value: -t, --text TEXT."),
        (["every-kind", "--numbers"], "Option '--numbers' needs a value: --numbers N."),
        (["every-kind", "--switch=1"], "Option '--switch' does not take a value."),
        (["every-kind", "--switch="], "Option '--switch' does not take a value."),
        (["every-kind", "--number", "x"], "--number: 'x' is not a valid integer"),
        (["every-kind", "-n", ""], "--number: '' is not a valid integer"),
        (["every-kind", "--number="], "--number: '' is not a valid integer"),
        (["every-kind", "--number", "1.0"], "--number: '1.0' is not a valid integer"),
        (
            ["every-kind", "--numbers", "1", "--numbers", "-"],
            "--numbers: '-' is not a valid integer",
        ),
        (["every-kind", "--number", "\udcff"], r"--number: '\udcff' is not a valid integer"),
        (["every-kind", "--some", "0"], "--some: 0 is not in the range from 1 to 3"),
        (["every-kind", "--some", "4"], "--some: 4 is not in the range from 1 to 3"),
        (["every-kind", "--many", "-1"], "--many: -1 is not in the range from 1 up"),
        (["every-kind", "--few", "10"], "--few: 10 is not in the range up to 9"),
        (
            ["every-kind", "--txet", "x"],
            "No such option '--txet'. Did you mean '--text' or '--texts'?",
        ),
        (
            ["every-kind", "--numbres=1"],
            "No such option '--numbres'. Did you mean '--numbers' or '--number'?",
        ),
        (["every-kind", "--hlep"], "No such option '--hlep'. Did you mean '--help'?"),
        (
            ["every-kind", "--num", "1"],
            "No such option '--num'. Did you mean '--number' or '--numbers'?",
        ),
        (["every-kind", "--zzz"], "No such option '--zzz'."),
        (["every-kind", "-x"], "No such option '-x'."),
        (["every-kind", "-5"], "No such option '-5'."),
        (["every-kind", "--version"], "No such option '--version'."),
        (["every-kind", "surplus"], "Got unexpected extra argument 'surplus'."),
        (["every-kind", "--", "--text"], "Got unexpected extra argument '--text'."),
        (["words"], "Missing argument 'FIRST'."),
        (["words", "-f", "json"], "Missing argument 'FIRST'."),
        (["words", "a", "b", "c", "d"], "Got unexpected extra argument 'c'."),
        (["wrods"], "No such command 'wrods'. Did you mean 'words'?"),
        (["every_kind"], "No such command 'every_kind'. Did you mean 'every-kind'?"),
        (["zzz"], "No such command 'zzz'."),
        ([""], "No such command ''."),
        (["\udcff"], r"No such command '\udcff'."),
        (["--vresion"], "No such option '--vresion'. Did you mean '--version'?"),
        (["--zzz", "words"], "No such option '--zzz'."),
        (["-x"], "No such option '-x'."),
    ],
    ids=lambda given: " ".join(given).encode("ascii", "replace").decode()[:40],
)
def test_mistakes(app: Group, calls: list[Call], arguments: list[str], message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        app.run("odds", arguments)
    assert str(caught.value) == message
    assert calls == []


@pytest.mark.parametrize(
    "arguments",
    [
        [LONG],
        [f"--{LONG}"],
        ["every-kind", f"--{LONG}"],
        ["every-kind", LONG],
        ["every-kind", "--number", LONG],
        ["every-kind", "--number", "9" * 5000],
        ["every-kind", "--some", "9" * 4000],
    ],
    ids=lambda given: " ".join(given)[:30],
)
def test_a_long_mistake_has_a_short_message(app: Group, arguments: list[str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        app.run("odds", arguments)
    assert len(str(caught.value)) < 120


# Groups that load late


def test_members_are_loaded_once_they_are_needed(calls: list[Call]) -> None:
    app, loaded = Group("Late."), []

    def load() -> None:
        loaded.append("first and second")
        app.command(first)
        app.command(second)

    def first() -> None:
        """Come first."""
        calls.append(("first", {}))

    def second() -> None:
        """Come second."""

    def fail() -> None:
        raise AssertionError("not needed")

    app.later(load, "first", "second")
    app.later(fail, "other")
    app.run("odds", ["first"])
    app.run("odds", ["first"])
    assert app.member("second") is second
    assert (calls, loaded) == ([("first", {})] * 2, ["first and second"])


@pytest.mark.parametrize(
    ("argument", "meant"),
    [
        ("--swi", "'--switch'"),
        ("--nu", "'--number' or '--numbers'"),
        ("-h", "'--help'"),
        ("-help", "'--help'"),
        ("--txet", "'--text' or '--texts'"),
    ],
)
def test_what_begins_so_is_meant(app: Group, argument: str, meant: str) -> None:
    with pytest.raises(InvalidInput, match=f"Did you mean {meant}\\?$"):
        app.run("odds", ["every-kind", argument, "x"])


@pytest.mark.parametrize("arguments", [["--help=1"], ["every-kind", "--help=1"]], ids=" ".join)
def test_the_help_takes_no_value(app: Group, arguments: list[str]) -> None:
    with pytest.raises(InvalidInput, match="Option '--help' does not take a value"):
        app.run("odds", arguments)


def test_a_number_may_be_too_long(app: Group) -> None:
    with pytest.raises(InvalidInput, match="has too many digits"):
        app.run("odds", ["every-kind", "--number", "9" * 5000])


def test_the_help_is_shown_after_a_mistake(
    app: Group, calls: list[Call], capsys: pytest.CaptureFixture[str]
) -> None:
    app.run("odds", ["every-kind", "--number", "x", "--help"])
    assert capsys.readouterr().out.startswith("Usage: odds every-kind")
    assert calls == []
