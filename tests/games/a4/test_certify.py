"""``certify_whole`` against exact backward induction; what its answer and ``odds`` say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from odds import A4Adventure, certify_whole, load_adventure, load_hero
from odds.games.a4.parts.certificate import Certificate
from odds.running import FORMATS
from odds.solving import Progress
from tests.command_line import Odds
from tests.games.a4.chain import Chain
from tests.games.a4.random_adventures import adventures, shuffled_adventures

EXAMPLES = Path(__file__).parents[3] / "examples"
CASES = [case for case in adventures(8, 40) if len(case.adventure.tiles) > 1][:6]
CELLAR = ("-a", str(EXAMPLES / "cellar.toml"), "--hero", str(EXAMPLES / "caretaker.toml"))


def cellar() -> A4Adventure:
    sheets = load_adventure(EXAMPLES / "cellar.toml"), load_hero(EXAMPLES / "caretaker.toml")
    return A4Adventure(*sheets, dice=1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.adventure.tiles}"[:20])
def test_the_value_is_exact(case: Any) -> None:
    question = A4Adventure(case.adventure, case.hero, dice=case.dice)
    chain = Chain(question.program)
    assert certify_whole(question, workers=1).value == chain.win[chain.start]


def test_the_value_in_random_order_is_exact() -> None:
    case = next(c for c in shuffled_adventures(3, 40) if len(c.adventure.tiles) == 4)
    question = A4Adventure(case.adventure, case.hero, dice=case.dice, random_order=True)
    chain = Chain(question.program)
    assert certify_whole(question, workers=1).value == chain.win[chain.start]


def test_memory_and_progress_are_told() -> None:
    told: list[Progress] = []
    certify_whole(cellar(), workers=1, report=told.append)
    assert told[0].what == "exploring"
    counted = [p for p in told if p.what == "counting"]
    assert [p.stages for p in counted] == list(range(1, 5 * 2 + 1))  # of twos, and of threes
    assert {p.all_stages for p in counted} == {10}
    proven = told[1 + len(counted) :]
    assert [(p.what, p.stages) for p in proven] == [("certifying", n) for n in range(6)]
    assert proven[-1].states == proven[-1].all_states
    more: list[Progress] = []
    certify_whole(cellar(), workers=2, report=more.append)
    arrays = more[-1].bytes - told[-1].bytes  # of one more process
    layers = told[-1].bytes - arrays
    states = [p.states for p in proven]
    largest = max(after - before for before, after in pairwise(states))
    assert layers >= largest * (8 + 4)  # a float and at least one residue
    assert arrays >= layers
    assert layers + arrays < 10**8


@dataclass(frozen=True)
class Found:
    """A made-up proof."""

    value: Fraction = Fraction(2, 3)
    close: int = 0
    differ: int = 0
    wrong: int = 0


WIN = (
    "The Cellar with The Caretaker, 1 die: you win with 66.667% (0.666666666666667) under best play"
)


@pytest.mark.parametrize(
    ("proof", "text"),
    [
        (Found(), "no two choices in any state were too close for floats."),
        (
            Found(close=1),
            "1 pair of choices was too close for floats, and every one is an exact tie.",
        ),
        (
            Found(close=5000, differ=12, wrong=7),
            "5,000 pairs of choices were too close for floats: "
            "12 of them differ, and floats had 7 wrong.",
        ),
    ],
)
def test_the_sentence(proof: Found, text: str) -> None:
    assert Certificate(cellar(), proof).text == f"{WIN}, proven optimal; {text}"


def test_the_fraction_is_written_out(odds: Odds) -> None:
    done = odds("a4", "certify", *CELLAR, "--difficult", "--workers", "1")
    assert done.code == 0
    need = done.err.rstrip("\n")
    assert need.startswith("65,573 states at starts of turns take up to ")
    assert need.endswith(" MB of memory.")
    text, *_ = done.out.split("\n")
    assert "you win with 62.698% (0.626979120879071) under best play, proven optimal" in text
    assert "numerator        11  36849521035\n" in done.out
    assert "denominator      11  58773123072\n" in done.out


@pytest.mark.parametrize("output", FORMATS)
def test_an_answer_stands_alone(odds: Odds, output: str) -> None:
    """What it takes is told beside it, so that other programs can read it."""
    done = odds("a4", "certify", *CELLAR, "--difficult", "--workers", "1", "-f", output)
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert "MB of memory" not in done.out


def test_json(odds: Odds) -> None:
    done = odds("a4", "certify", *CELLAR, "--difficult", "--workers", "1", "-f", "json")
    found = json.loads(done.out)
    assert found["value"]["exact"] == "36849521035/58773123072"
    assert found["differ"] == found["wrong"] == 0
    assert found["close"] > 0


def test_a_format_is_checked_first(odds: Odds) -> None:
    done = odds("a4", "certify", "--format", "yaml")
    assert (done.code, done.out) == (2, "")
    assert "--format" in done.err
