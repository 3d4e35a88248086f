"""Commands read their flags from signatures: every kind of value, mistake and help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import pytest

from odds.cli import application
from odds.commands import Group
from odds.errors import InvalidInput
from odds.flags import Argument, Function, Option, parameters, read
from tests.command_line import Odds, one_line

Call = tuple[str, dict[str, Any]]


@pytest.fixture
def calls() -> list[Call]:
    return []


@pytest.fixture
def app(calls: list[Call]) -> Group:
    """A group that keeps what its commands are called with."""
    group = Group("What the tests call.", version="tests 1.0")

    @group.command
    def every_kind(
        text: Annotated[str | None, Option("--text", "-t", help="A text.")] = None,
        number: Annotated[int | None, Option("--number", "-n", help="A number.")] = None,
        texts: Annotated[list[str] | None, Option(help="Texts.")] = None,
        numbers: Annotated[list[int] | None, Option(help="Numbers.")] = None,
        switched: Annotated[bool, Option("--switch", help="A switch.")] = False,
        some: Annotated[int, Option(least=1, most=3, help="From 1 to 3.")] = 2,
        many: Annotated[int, Option(least=1, help="At least 1.")] = 1,
        few: Annotated[int, Option(most=9, help="At most 9.")] = 1,
    ) -> None:
        """Take every kind of flag.

        More about it, which a list leaves out.
        """
        values = (text, number, texts, numbers, switched, some, many, few)
        defaults = (None, None, None, None, False, 2, 1, 1)
        pairs = zip(NAMES, values, defaults, strict=True)
        calls.append(("flags", {n: v for n, v, d in pairs if v != d}))

    @group.command
    def words(
        first: Annotated[str, Argument(help="The first.")],
        second: Annotated[str, Argument(help="The second.")] = "-",
        output: Annotated[str, Option("--format", "-f", value="FORMAT", help="A format.")] = "text",
    ) -> None:
        """Take words."""
        calls.append(("words", {"first": first, "second": second, "output": output}))

    return group


NAMES = ("text", "number", "texts", "numbers", "switched", "some", "many", "few")
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
        (["every-kind", "--txet", "x"], "No such option '--txet'. Did you mean '--text'?"),
        (["every-kind", "--numbres=1"], "No such option '--numbres'. Did you mean '--numbers'?"),
        (["every-kind", "--hlep"], "No such option '--hlep'. Did you mean '--help'?"),
        (["every-kind", "--num", "1"], "No such option '--num'. Did you mean '--number'?"),
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


# The help


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


def test_a_group_that_needs_a_command() -> None:
    app = Group("Needs one.", needed=True)
    app.add("one", Group("One."))
    app.add("two", Group("Two."))
    with pytest.raises(InvalidInput, match=r"^Missing command: one or two\.$"):
        app.run("odds", [])


# The commands of every game


def every(group: Group, *path: str) -> Iterator[tuple[tuple[str, ...], Group | Function]]:
    """All commands and groups below this one."""
    for name, member in group.members().items():
        yield (*path, name), member
        if isinstance(member, Group):
            yield from every(member, *path, name)


EVERY = dict(every(application()))
FLAGS_OF_ALL = [
    (path, parameter, flag)
    for path, member in EVERY.items()
    if not isinstance(member, Group)
    for parameter in parameters(member)
    for flag in parameter.flags
]
WITH_VALUES = [(path, flag) for path, p, flag in FLAGS_OF_ALL if p.kind is not bool]


def named(given: Any) -> str:
    return " ".join(given) if isinstance(given, tuple) else str(given)


@pytest.mark.parametrize("path", EVERY, ids=named)
def test_the_help_fits(odds: Odds, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = odds(*path, "--help")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"Usage: odds {' '.join(path)} [OPTIONS]")
    assert lines[2].endswith(".")
    assert max(map(len, lines)) <= 80
    assert "--help" in lines[-1]


@pytest.mark.parametrize(("path", "flag"), WITH_VALUES, ids=named)
def test_every_flag_needs_its_value(odds: Odds, path: tuple[str, ...], flag: str) -> None:
    assert f"Option {flag!r} needs a value" in one_line(odds(*path, flag))


@pytest.mark.parametrize(
    ("path", "flag"), [(path, flag) for path, p, flag in FLAGS_OF_ALL if p.kind is bool], ids=named
)
def test_no_switch_takes_a_value(odds: Odds, path: tuple[str, ...], flag: str) -> None:
    assert f"Option {flag!r} does not take a value" in one_line(odds(*path, f"{flag}=1"))


@pytest.mark.parametrize(("path", "flag"), WITH_VALUES, ids=named)
def test_every_value_may_begin_with_a_dash(path: tuple[str, ...], flag: str) -> None:
    member = EVERY[path]
    assert not isinstance(member, Group)
    known = parameters(member)
    (parameter,) = (p for p in known if flag in p.flags)
    words = ["word" for p in known if p.required]
    if parameter.kind is int:
        assert isinstance(parameter.given, Option)
        values: dict[str, Any] = {"-2": -2} if parameter.given.least is None else {"2": 2}
    else:
        values = {v: v for v in ("-,-,-,2", "------", "-1 wood = 1", "--help", "--", "-")}
    for text, value in values.items():
        expected = [value] if parameter.repeated else value
        found = read(known, [*words, flag, text])
        assert found is not None
        assert found[parameter.name] == expected


def test_flags_of_a_command_differ() -> None:
    flags = [(path, flag) for path, _, flag in FLAGS_OF_ALL]
    assert len(flags) == len(set(flags)) > 100
