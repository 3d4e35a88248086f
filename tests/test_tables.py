"""Tables as text, Markdown, CSV and HTML."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.format import Both, Share
from odds.numbers import INFINITE, Certified
from odds.tables import Cell, Table, document

MIXED = Table(
    "Mixed",
    ("name", "value", "share", "count"),
    (
        ("a|b", Fraction(133, 100), Share(Fraction(1, 3)), 1),
        ("<i>&amp;", Fraction(0), Share(Fraction(0)), 20),
        ('say "hi",\nthen go', INFINITE, None, None),
    ),
)


def test_text_is_aligned() -> None:
    assert MIXED.to_text().splitlines() == [
        "Mixed",
        "",
        "name                  value  share  count",
        "-----------------  --------  -----  -----",
        "a|b                   1.330  33.3%      1",
        "<i>&amp;              0.000     0%     20",
        'say "hi", then go  infinite      –      –',
    ]


def test_markdown_escapes_what_would_be_read_as_a_mark() -> None:
    assert MIXED.to_markdown().splitlines() == [
        "**Mixed**",
        "",
        "| name | value | share | count |",
        "| --- | ---: | ---: | ---: |",
        "| a\\|b | 1.330 | 33.3% | 1 |",
        "| \\<i>\\&amp; | 0.000 | 0% | 20 |",
        '| say "hi", then go | infinite | – | – |',
    ]


def test_each_mark_of_markdown_is_escaped() -> None:
    text = r"\`*_~[]| ~~gone~~"
    shown = document(text, (Table("", (text,), ()),), ())
    assert shown.count(r"\\\`\*\_\~\[\]\| \~\~gone\~\~") == 2


def test_a_cell_that_reads_otherwise_for_programs() -> None:
    table = Table("", ("damage",), ((Both("0: 33.3%", "0: 1/3"),), ("none",)))
    assert table.lines()[2:] == ["0: 33.3%", "none"]
    assert table.to_csv() == "damage\n0: 1/3\nnone\n"
    assert '<td title="0: 1/3">0: 33.3%</td>' in table.to_html()
    assert table.to_markdown().splitlines()[2:] == ["| 0: 33.3% |", "| none |"]


def test_no_probability_is_above_1_by_its_error() -> None:
    above = Certified(1 + Fraction(1, 2**52), Fraction(1, 2**50))
    assert Table("", ("alive",), ((Share(above),),)).to_csv() == "alive\n1.0\n"
    assert Table("", ("value",), ((above,),)).to_csv() == "value\n1.0000000000000002\n"


def test_a_small_share_needs_no_escape_in_markdown() -> None:
    table = Table("", ("share",), ((Share(Fraction(1, 10**9)),),))
    assert table.to_markdown().splitlines()[-1] == "| <0.1% |"


def test_csv_is_exact() -> None:
    assert list(csv.reader(io.StringIO(MIXED.to_csv()))) == [
        ["name", "value", "share", "count"],
        ["a|b", "133/100", "1/3", "1"],
        ["<i>&amp;", "0", "0", "20"],
        ['say "hi",\nthen go', "infinite", "", ""],
    ]


@given(st.lists(st.lists(st.text('a,"\r\n\t '), min_size=2, max_size=2), min_size=1))
def test_csv_is_read_back_as_it_was(rows: list[list[str]]) -> None:
    written = Table("", ("one", "other"), tuple(map(tuple, rows))).to_csv()
    assert list(csv.reader(io.StringIO(written, newline=""))) == [["one", "other"], *rows]


def test_what_isnt_known_exactly_is_no_fraction() -> None:
    """Of a value within a bound the nearest double is given, where there is a bound."""
    third, bound = Fraction(1, 3), Fraction(1, 10**9)
    rows = (
        (Share(Certified(third, bound)), Certified(third + 1, bound)),
        (Share(Certified(Fraction(1, 2))), Certified(Fraction(1, 2))),
    )
    table = Table("", ("chance", "mean"), rows)
    assert table.to_csv() == "chance,mean\n0.3333333333333333,1.3333333333333333\n1/2,1/2\n"
    assert table.shown() == [["33.3%", "1.333"], ["50%", "0.500"]]
    assert 'title="0.3333333333333333"' in table.to_html()
    assert 'title="1/2"' in table.to_html()


def test_a_share_may_have_a_text() -> None:
    table = Table("", ("chance",), ((Share(Fraction(1, 3), "33%"),),))
    assert (table.shown(), table.to_csv()) == ([["33%"]], "chance\n1/3\n")
    assert table.is_numeric(0)


def test_a_document_escapes_its_sentences() -> None:
    found = document("End on <b>x|y</b>.", (), ("A `b` is assumed.",))
    assert found == "End on \\<b>x\\|y\\</b>.\n\nAssumed: A \\`b\\` is assumed."
    assert "- 1 \\* 2" in document("a", (), ("1 * 2", "b"))


def test_html_escapes_and_tells_the_exact_value() -> None:
    root = ElementTree.fromstring(MIXED.to_html())
    cells = [[cell.text for cell in row] for row in root.iter("tr")]
    assert cells == [
        ["name", "value", "share", "count"],
        ["a|b", "1.330", "33.3%", "1"],
        ["<i>&amp;", "0.000", "0%", "20"],
        ['say "hi",\nthen go', "infinite", "–", "–"],
    ]
    assert [cell.get("title") for cell in root.iter("td")][:4] == [None, "133/100", "1/3", None]
    assert [caption.text for caption in root.iter("caption")] == ["Mixed"]


def test_how_notebooks_show_a_table() -> None:
    assert MIXED._repr_html_() == MIXED.to_html()
    assert MIXED._repr_markdown_() == MIXED.to_markdown()
    assert str(MIXED) == MIXED.to_text()


def test_no_rows() -> None:
    table = Table("", ("a", "b"), ())
    assert table.to_text().splitlines() == ["a  b", "-  -"]
    assert table.to_markdown().splitlines() == ["| a | b |", "| --- | --- |"]
    assert table.to_csv() == "a,b\n"
    assert "caption" not in table.to_html()


@pytest.mark.parametrize("value", [Fraction(1, 6**500), 1 - Fraction(1, 6**500)])
def test_a_share_is_never_a_false_0_or_100(value: Fraction) -> None:
    table = Table("", ("share",), ((Share(value),),))
    assert table.shown()[0][0] in ("<0.1%", ">99.9%")


cells = st.one_of(
    st.text(max_size=12),
    st.integers(-(10**20), 10**20),
    st.fractions(),
    st.fractions(0, 1).map(Share),
    st.just(INFINITE),
    st.none(),
)


@given(st.lists(st.tuples(cells, cells), max_size=5))
def test_every_cell_comes_out_once(rows: list[tuple[Cell, Cell]]) -> None:
    table = Table("", ("one", "two"), tuple(rows))
    assert [len(row) for row in table.shown()] == [2] * len(rows)
    assert table.to_text().count("\n") == len(rows) + 1
    assert table.to_html().count("<td") == 2 * len(rows)
    lines = table.to_markdown().splitlines()
    assert len(lines) == len(rows) + 2
    for line in lines:
        assert line.replace("\\\\", "").replace("\\|", "").count("|") == 3
