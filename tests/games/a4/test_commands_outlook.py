"""``odds a4 outlook`` on a small adventure, and its pictures."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from odds.errors import InvalidInput
from odds.plot import Chart, drawing
from tests.command_line import Odds
from tests.games.a4 import cellar

SMALL = (*cellar.SMALL, "--workers", "1")


@pytest.fixture
def store(folder: str, odds: Odds, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ODDS_STORE", "")  # so that what the commands set is undone
    assert odds("a4", "solve", *SMALL, "--store", folder, "--all").code == 0
    return folder


def test_tables_and_a_picture(odds: Odds, store: str, tmp_path: Path) -> None:
    file = tmp_path / "outlook.png"
    done = odds("a4", "outlook", *SMALL, "--store", store, "--plot", str(file))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(
        "The Cellar with The Caretaker, 3 dice: under best play you win with 62.698%, the boss "
        "outlives you with 0.398%, you die with 36.904%, most often on space 4 (22.162%); "
        "no probability here is off by more than"
    )
    assert "    2          –        13.7%          0.5%            –   14.2%\n" in done.out
    assert "crystals  81.944%    +19.246\n" in done.out
    assert "Bucket  47.585%    -15.113\n" in done.out
    assert file.read_bytes().startswith(b"\x89PNG")


def test_json(odds: Odds, store: str) -> None:
    done = odds("a4", "outlook", *SMALL, "--store", store, "-f", "json")
    found = json.loads(done.out)
    won, lives, dead = (end["probability"] for end in found["endings"])
    assert won["exact"] is None
    assert 0 < won["error"] < 1e-12
    assert won["approx"] + lives["approx"] + dead["approx"] == pytest.approx(1)
    assert [death["space"] for death in found["deaths"]] == [0, 1, 2, 3, 4]
    assert set(found["deaths"][4]["phases"]) == {"boss"}
    assert found["turns"][0]["means"]["attack"]["approx"] == pytest.approx(3)
    assert len(found["last_space"]["hp"]) == 5
    assert [worth["name"] for worth in found["equipment"]] == ["Broom", "Bucket"]


@pytest.mark.parametrize(
    ("output", "shown"),
    [("csv", "end,chance,off by at most\n"), ("markdown", "| won |"), ("html", "<td>won</td>")],
)
def test_other_formats(output: str, shown: str, odds: Odds, store: str) -> None:
    done = odds("a4", "outlook", *SMALL, "--store", store, "-f", output)
    assert shown in done.out


def test_an_unknown_picture_is_refused_first(odds: Odds) -> None:
    done = odds("a4", "outlook", *SMALL, "--plot", "picture.txt")
    assert (done.code, done.out) == (2, "")
    assert "'picture.txt' must end in one of: .png, .svg, .pdf" in done.err


BARS = Chart("Ends", "space", ("1", "2"), (("by day", (Fraction(1, 4), Fraction(1, 2))),))


def test_a_drawing_cuts_no_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures: list[Any] = []
    plain = Figure.savefig

    def save(figure: Figure, *args: Any, **kwargs: Any) -> None:
        figures.append(figure)
        plain(figure, *args, **kwargs)

    monkeypatch.setattr(Figure, "savefig", save)
    file = tmp_path / "two.svg"
    both = (("day", (Fraction(1), Fraction(1, 2))), ("night", (Fraction(0), Fraction(1, 3))))
    line = Chart("Alive", "turn", ("1", "2"), both, is_line=True)
    high = Chart("High", "space", ("1", "2"), (("by day", (Fraction(1), Fraction(0))),))
    drawing(str(file))("A title", [[line, BARS], [BARS, high]])
    (figure,) = figures
    places = [axes for part in figure.subfigs for axes in part.axes]
    assert [axes.get_title() for axes in places] == ["Alive", "Ends", "Ends", "High"]
    tops = [axes.get_ylim()[1] for axes in places]
    assert tops[0] == tops[2] == tops[3] == 105
    assert 50 < tops[1] < 55
    assert {text.get_text() for text in places[0].get_legend().get_texts()} == {"day", "night"}
    assert file.read_text(encoding="utf-8").count("<svg") == 1


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    draw = drawing(str(tmp_path / "nowhere" / "a.png"))
    with pytest.raises(InvalidInput, match="can't be written"):
        draw("A title", [[BARS]])
