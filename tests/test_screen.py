"""What a person sees at a terminal: tables that fit as grids, wider ones row by row."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.commands import say
from odds.screen import show
from odds.tables import Table, width
from odds.terminal import harmless, room, wrapped

TABLE = Table(
    "How it [ends]",
    ("outcome", "reward", "exactly", ""),
    (
        ("stops [bold]", 2, "12345678901234567890/1234567890123456789012", "best"),
        ("fails", Fraction(1, 2), "1/3", None),
    ),
)


def seen(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    width: int,
    assumptions: tuple[str, ...] = (),
    table: Table = TABLE,
) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    show("A sentence.", (table,), assumptions, "text")
    return re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)


@pytest.mark.parametrize("width", [40, 60, 75, 76, 80, 200])
def test_no_width_cuts_a_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int
) -> None:
    out = seen(monkeypatch, capsys, width)
    assert "…" not in out
    for text in ("A sentence.", "How it [ends]", "stops [bold]", "best", "0.500"):
        assert text in out
    # A long number may be broken over lines, but nothing of it is lost.
    assert "12345678901234567890/1234567890123456789012" in "".join(out.split())


@pytest.mark.parametrize("columns", [71, 120])
def test_a_wide_terminal_shows_a_grid(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    lines = seen(monkeypatch, capsys, columns).splitlines()
    start = lines.index("How it [ends]")
    assert lines[start + 1 : start + 5] == TABLE.lines("─")
    assert len(lines[start + 2]) == 71


@pytest.mark.parametrize("columns", [70, 60])
def test_a_narrow_terminal_shows_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    out = seen(monkeypatch, capsys, columns)
    assert "stops [bold] – best\n  reward 2;" in out
    assert "\nfails\n  reward 0.500; exactly 1/3\n" in out
    assert "─" not in out


OBEYED = st.characters(categories=("Cc",)) | st.sampled_from("\u200e\u202e\u2066\ufeff")


@given(st.text(OBEYED | st.sampled_from("[0123m;aß字"), max_size=9))
def test_a_terminal_obeys_no_name(name: str) -> None:
    out = harmless(name)
    assert out.replace("\n", "").isprintable()
    assert json.loads(f'"{out}"', strict=False) == name
    if name.isprintable():
        assert out == name


def test_controls_are_shown_at_a_terminal_and_left_to_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "red \x1b[31m\a\r and\tback\x9b0m"
    table = Table("", ("name", "number"), ((name, 1), ("x" * 40, 2)))
    out = seen(monkeypatch, capsys, 80, table=table)
    assert r"red \u001b[31m\u0007 and back\u009b0m" in out
    assert len({len(line) for line in out.splitlines()[-2:]}) == 1  # in their columns
    say(name)
    assert capsys.readouterr().out == r"red \u001b[31m\u0007\u000d and\u0009back\u009b0m" + "\n"
    say(name, error=True)
    assert capsys.readouterr().err == name + "\n"


def test_a_name_has_no_emphasis(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    bold = "\x1b[1mX"
    show(bold, (Table(bold, (bold,), ((bold,),)),), (bold,), "text")
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.count(r"\u001b[1mX") == 5


def test_a_name_stays_with_its_cell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("", ("what", "how many", "all of them"), (("a", 1, "in some other column"),))
    out = seen(monkeypatch, capsys, 35, table=table)
    assert "a\n  how many 1;\n  all of them in some other column\n" in out
    assert "a\n  how many 1; all of\n  them in some other\n  column\n" in seen(
        monkeypatch, capsys, 21, table=table
    )


def test_numbers_that_head_rows_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ((1, "a", "best"), (2, "a", None))
    out = seen(monkeypatch, capsys, 20, table=Table("", ("stage done", "decision", ""), rows))
    assert "stage done 1 – best\n  decision a\nstage done 2\n  decision a\n" in out


@pytest.mark.parametrize("columns", [80, 20])
def test_the_best_rows_are_emphasised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    rows = (("take", 2, "best"), ("push", 1, None))
    show("A sentence.", (Table("", ("choice", "what it is worth", ""), rows),), (), "text")
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("\x1b[1mtake") and "best" in line for line in lines)
    assert any(line.startswith("push") for line in lines) == (columns == 80)


def test_rows_are_headed_by_what_tells_them_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (("the enemy", "the 4", 1, "best"), ("the enemy", "the 2", 2, None))
    table = Table("", ("against", "die", "damage of the blow that follows", ""), rows)
    out = seen(monkeypatch, capsys, 40, table=table)
    assert "the enemy, the 4 – best\n  damage of the blow that follows 1\n" in out
    assert "the enemy, the 2\n  damage of the blow that follows 2\n" in out


def test_rows_leave_out_what_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (("a", None, 1, None), (None, "x", 2, "best"), ("c", None, None, None))
    table = Table("", ("what", "kind", "how many of them there are", ""), rows)
    out = seen(monkeypatch, capsys, 40, table=table)
    assert out.endswith(
        "\n\na\n  how many of them there are 1\n"
        "– – best\n  kind x; how many of them there are 2\nc\n"
    )


def test_rows_that_nothing_tells_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("", ("what", "how many of them there are in all"), (("a", 1), ("a", 1)))
    out = seen(monkeypatch, capsys, 30, table=table)
    assert out.count("a\n  how many of them there are\n  in all 1\n") == 2


def test_a_table_without_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = seen(monkeypatch, capsys, 80, table=Table("", ("outcome", "reward"), ()))
    assert "\noutcome  reward\n───────  ──────\n" in out


def test_wide_letters_and_accents_are_aligned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("", ("face", "n"), (("木材", 1), ("e\u0301", 2), ("wood", 3)))
    assert "\n木材  1\ne\u0301     2\nwood  3\n" in seen(monkeypatch, capsys, 80, table=table)


@pytest.mark.parametrize(
    ("name", "value", "plain"),
    [
        ("NO_COLOR", "1", True),
        ("NO_COLOR", "", False),
        ("TERM", "dumb", True),
        ("TERM", "unknown", True),
    ],
)
def test_terminals_without_emphasis(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    plain: bool,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    show("A sentence.", (TABLE,), (), "text")
    assert "\x1b[1mA sentence.\x1b[0m" in capsys.readouterr().out
    monkeypatch.setenv(name, value)
    show("A sentence.", (TABLE,), ("One.",), "text")
    out = capsys.readouterr().out
    assert ("\x1b" not in out) == plain
    assert ("How it [ends]\n\noutcome" in out) == plain


@pytest.mark.parametrize(
    ("given", "columns"),
    [("33", 33), ("", 80), ("0", 80), ("wide", 80), ("3", 20), (5000 * "9", 80), ("²", 80)],
    ids=["33", "none", "0", "a word", "few", "many digits", "no digit"],
)
def test_the_columns_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, given: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", given)
    monkeypatch.setattr(sys, "__stdout__", None)
    assert room() == columns


@pytest.mark.parametrize("columns", [1, 20, 41, 72])
def test_no_line_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    """But for terminals of fewer than 20 columns: nothing can be read there."""
    rows = (("木材 " * 9, "石" * 50, "\u3000", 1), ("e\u0301\u200b" * 30, "wood " * 20, "\x85", 2))
    table = Table("木材 and other things " * 5, ("木 " * 9, "kind", "\u3000", "n"), rows)
    out = seen(monkeypatch, capsys, columns, ("木材 is assumed. " * 9,), table=table)
    assert max(map(width, out.split("\n"))) <= max(columns, 20)


words = st.text("ab/-;,", min_size=1, max_size=18)


@given(st.lists(words, max_size=30).map(" ".join), st.integers(20, 60), st.sampled_from(["", "  "]))
def test_words_are_wrapped_as_by_textwrap(text: str, columns: int, then: str) -> None:
    lines = wrap(text, columns, subsequent_indent=then, break_on_hyphens=False)
    assert wrapped(text, columns, "", then).split("\n") == (lines or [""])


@given(st.text("ab/", min_size=1, max_size=200), st.integers(20, 60))
def test_nothing_of_a_long_word_is_lost(word: str, columns: int) -> None:
    lines = wrapped(word, columns, "  ", "  ").split("\n")
    assert "".join(line.removeprefix("  ") for line in lines) == word
    assert max(map(len, lines)) <= columns
    assert all("/" not in line[2:] or line.endswith("/") for line in lines[:-1])


def test_what_is_assumed_comes_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert seen(monkeypatch, capsys, 80, ("One.",)).rstrip().endswith("Assumed: One.")
    both = seen(monkeypatch, capsys, 80, ("One.", "Two."))
    assert both.rstrip().endswith("Assumed:\n\n- One.\n- Two.")
    wrapped = seen(monkeypatch, capsys, 20, ("This sentence is longer than a line.", "Two."))
    assert wrapped.rstrip().endswith("- This sentence is\n  longer than a\n  line.\n- Two.")
