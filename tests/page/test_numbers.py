"""The page writes numbers as the library does, and knows when dice cover a need."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from odds.format import decimal, one_in, percent, percents
from tests.page.browsing import Visitor

NUMBERS = """async (lists) => {
  const { percent, percents, oneIn, decimal, fraction } = await import("/page/numbers.js");
  const read = (text) => text.split("/").map(BigInt);
  return lists.map((list) => {
    const values = list.map(read);
    const each = [percent, oneIn, decimal, fraction].map((f) => values.map((v) => f(v)));
    return [...each, percents(values)];
  });
}"""
COVERS = """async (asked) => {
  const { covers, faceText, parseFaces } = await import("/page/build-dice.js");
  return asked.map(([need, faces]) => [covers(need, faces),
    JSON.stringify(parseFaces(faces.map((face) => faceText(face, "|")).join(", ")))]);
}"""
SEED = 20


def parts(rng: random.Random) -> list[Fraction]:
    """A distribution, some with equal parts, some with very small ones."""
    weights = [rng.choice([1, 1, 7, 1000, rng.randint(1, 10**9)]) for _ in range(rng.randint(1, 6))]
    return [Fraction(weight, sum(weights)) for weight in weights]


def text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def is_near(shown: str, value: Fraction) -> bool:
    if shown[0] in "<>":
        return (
            0 < value < Fraction(shown[1:]) if shown[0] == "<" else Fraction(shown[1:]) < value < 1
        )
    if shown.startswith("≈ "):
        return 0 < abs(Fraction(shown[2:]) - value) < Fraction(1, 1998)
    return Fraction(shown) == value


def test_numbers_read_as_in_the_library(visitor: Visitor) -> None:
    rng = random.Random(SEED)
    lists = [parts(rng) for _ in range(300)]
    lists += [[Fraction(0), Fraction(1)], [Fraction(1, 10**9), 1 - Fraction(1, 10**9)]]
    lists += [[Fraction(n, 55365) for n in (50, 29, 28, 0, 36546, 11638, 34, 7040)]]
    lists += [[Fraction(n, 2000), 1 - Fraction(n, 2000)] for n in range(0, 2001, 7)]
    with visitor.visit() as visit:
        found = visit.open().evaluate(NUMBERS, [[*map(text, values)] for values in lists])
    for values, (percentages, ones, decimals, fractions, together) in zip(
        lists, found, strict=True
    ):
        assert percentages == [percent(v) for v in values]
        assert together == percents(values)
        for value, one, shown, near in zip(values, ones, decimals, fractions, strict=True):
            assert one == (wanted(value) if value else "never")
            assert shown == (decimal(value) if not 0 < value < Fraction(1, 2000) else "<0.001")
            assert is_near(near, value)


def wanted(value: Fraction) -> str:
    """As the library, but with all digits of a large number."""
    return one_in(value) if value > Fraction(1, 10**15) else f"1 in {decimal(1 / value)}"


def naive(need: dict[str, int], faces: Sequence[Any]) -> bool:
    """Whether some choice among the alternatives of wilds covers a need."""

    def bundle(option: Any) -> dict[str, int]:
        return option if isinstance(option, dict) else {} if option == "blank" else {option: 1}

    ways = [f["any_of"] if isinstance(f, dict) and "any_of" in f else [f] for f in faces]
    return any(
        all(sum(bundle(o).get(name, 0) for o in options) >= n for name, n in need.items())
        for options in product(*ways)
    )


def test_dice_cover_a_need_as_the_rules_say(visitor: Visitor) -> None:
    rng = random.Random(SEED)
    plain = ["wood", "ore", "fish", "blank", {"wood": 2}, {"wood": 1, "ore": 2}]
    asked = []
    for _ in range(400):
        wilds = [{"any_of": rng.sample(plain, rng.randint(2, 3))} for _ in range(3)]
        faces = [rng.choice([*plain, *wilds]) for _ in range(rng.randint(1, 5))]
        names = rng.sample(["wood", "ore", "fish"], rng.randint(0, 3))
        asked.append(({name: rng.randint(1, 3) for name in names}, faces))
    with visitor.visit() as visit:
        found = visit.open().evaluate(COVERS, asked)
    covered = [is_covered for is_covered, _ in found]
    assert covered == [naive(need, faces) for need, faces in asked]
    assert 100 < sum(covered) < 300
    assert [json.loads(read) for _, read in found] == [faces for _, faces in asked]
