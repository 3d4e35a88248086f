"""What a person sees at a terminal: tables that fit as grids, wider ones row by row."""

from __future__ import annotations

import re
import sys
from fractions import Fraction

import pytest

from odds.screen import show
from odds.tables import Table

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
) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    show("A sentence.", (TABLE,), assumptions, "text")
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


def test_a_wide_terminal_shows_a_grid(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "┃ outcome" in seen(monkeypatch, capsys, 120)


def test_a_narrow_terminal_shows_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = seen(monkeypatch, capsys, 60)
    assert "stops [bold] – best" in out
    assert "reward 2; exactly" in out
    assert "┃" not in out


def test_what_is_assumed_comes_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert seen(monkeypatch, capsys, 80, ("One.",)).rstrip().endswith("Assumed: One.")
    both = seen(monkeypatch, capsys, 80, ("One.", "Two."))
    assert both.rstrip().endswith("Assumed:\n\n- One.\n- Two.")
