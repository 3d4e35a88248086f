"""The notation of effects, icons and ranges."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import InvalidInput
from odds.games.a4.effects_text import (
    GAINS,
    KINDS,
    WITHOUT_FIGHTS,
    read_effect,
    read_icon,
    read_range,
    write_effect,
)
from odds.games.a4.sheet import (
    CRYSTALS,
    FOOD,
    HP,
    Effect,
    ExhaustHighest,
    Gain,
    Hunt,
    Quest,
    Recover,
    Reroll,
    Search,
    StartFight,
)

EFFECTS: st.SearchStrategy[Effect] = st.one_of(
    st.builds(Gain, st.integers(0, 5), st.integers(-99, 99).filter(bool)),
    st.builds(StartFight, st.integers(-99, 99)),
    st.builds(Reroll, st.integers(1, 9)),
    st.builds(Recover, st.integers(1, 9), st.booleans()),
    st.just(ExhaustHighest()),
)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("+1 hp", Gain(HP, 1)),
        ("-12 food", Gain(FOOD, -12)),
        ("+1 crystal", Gain(CRYSTALS, 1)),
        ("-1 crystals", Gain(CRYSTALS, -1)),
        ("fight +2", StartFight(2)),
        ("fight -1", StartFight(-1)),
        ("fight +0", StartFight(0)),
        ("reroll 2", Reroll(2)),
        ("recover 1", Recover(1)),
        ("recover 3 any", Recover(3, any_value=True)),
        ("exhaust highest", ExhaustHighest()),
    ],
)
def test_an_effect_is_read_as_written(text: str, effect: Effect) -> None:
    assert read_effect(text) == effect


@settings(deadline=None, max_examples=150)
@given(EFFECTS)
def test_every_effect_can_be_written_and_read(effect: Effect) -> None:
    assert read_effect(write_effect(effect)) == effect


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 hp",
        "+0 hp",
        "+100 hp",
        "+1 hp ",
        "+1 hp\n",
        "+1  hp",
        "+1 mana",
        "+1",
        "fight",
        "fight 2",
        "reroll",
        "reroll 0",
        "reroll 10",
        "recover 1 all",
        "exhaust lowest",
        "+１ hp",
        1,
        True,
        None,
        ["+1 hp"],
        pytest.param("x" * 10_000, id="a long text"),
        pytest.param(10**6000, id="a huge number"),
    ],
)
def test_what_is_no_effect_is_refused(text: object) -> None:
    with pytest.raises(InvalidInput, match='expected an effect like "\\+1 hp", "fight') as caught:
        read_effect(text)
    assert len(str(caught.value)) < 200


def test_some_effects_are_allowed_in_some_places_only() -> None:
    with pytest.raises(InvalidInput, match=r"'fight \+2' is not allowed here, only \"\+1 hp\""):
        read_effect("fight +2", WITHOUT_FIGHTS)
    with pytest.raises(InvalidInput, match=r"'reroll 1' is not allowed here, only \"\+1 hp\"$"):
        read_effect("reroll 1", GAINS)
    assert set(GAINS) < set(WITHOUT_FIGHTS) < set(KINDS)


def test_the_examples_are_effects_of_their_kind() -> None:
    for kind in KINDS:
        assert type(read_effect(kind.example, (kind,))) is kind.effect


def test_icons() -> None:
    assert read_icon("hunt") == Hunt()
    assert read_icon("quest") == Quest()
    assert read_icon("search") == Search(0)
    assert read_icon("search -2") == Search(-2)
    assert read_icon("search +10") == Search(10)
    for text in ("Hunt", "search 2", "search+2", "hunt +1", 3, None):
        with pytest.raises(InvalidInput, match='expected "hunt", "quest", "search"'):
            read_icon(text)


@pytest.mark.parametrize(
    ("text", "span"),
    [(4, (4, 4)), ("4", (4, 4)), ("3-5", (3, 5)), ("5-5", (5, 5)), ("6+", (6, None))],
)
def test_ranges(text: object, span: tuple[int, int | None]) -> None:
    assert read_range(text, 1, 6) == span


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5-3", "the range 5-3 runs downwards: 5 is more than 3"),
        (0, "the range 0 is outside of the values 1 to 6"),
        (7, "the range 7 is outside of the values 1 to 6"),
        ("5-7", "the range 5-7 is outside of the values 1 to 6"),
        ("7+", r"the range 7\+ is outside of the values 1 to 6"),
        (-1, "expected a range like 4"),
        (100, "expected a range like 4"),
        ("04", "expected a range like 4"),
        ("3 - 5", "expected a range like 4"),
        ("+", "expected a range like 4"),
        (True, "expected a range like 4"),
        (None, "expected a range like 4"),
        (4.0, "expected a range like 4"),
    ],
)
def test_what_is_no_range(text: object, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        read_range(text, 1, 6)
