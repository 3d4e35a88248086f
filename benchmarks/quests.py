"""The quests that every solver here is asked, as plain data, and what the answer must be."""

from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction

FACES = ("wood", "stone", "ore", "linen", "fish", "blank")
"""A die of six different faces."""

Roll = tuple[str, ...]
"""What the dice show, sorted."""


@dataclass(frozen=True)
class Stage:
    need: tuple[tuple[str, int], ...]
    reward: int


@dataclass(frozen=True)
class Quest:
    """Equal dice with ``FACES``; ``value`` is the known answer."""

    name: str
    stages: tuple[Stage, ...]
    dice: int = 5
    attempts: int = 5
    value: Fraction | None = None


EXAMPLE_STAGES = (
    Stage((("wood", 2),), 1),
    Stage((("wood", 3),), 2),
    Stage((("wood", 1),), 3),
)

EXAMPLE = Quest(
    "the rulebook's example",
    EXAMPLE_STAGES,
    value=Fraction(3354158148597972391, 3553786003741212672),
)
THREE_RESOURCES = Quest(
    "three resources, two a stage",
    (
        Stage((("wood", 2), ("stone", 1)), 1),
        Stage((("wood", 1), ("ore", 2)), 2),
        Stage((("stone", 3), ("ore", 2)), 3),
    ),
    value=Fraction(57637625290266649, 65810851921133568),
)
COMPARED = (EXAMPLE, THREE_RESOURCES)
"""The quests that the peers are compared on."""

LARGE = (
    Quest("20 dice, one stage of 10 wood", (Stage((("wood", 10),), 1),), dice=20),
    Quest(
        "10 dice, one stage of 3 wood and 3 stone",
        (Stage((("wood", 3), ("stone", 3)), 1),),
        dice=10,
    ),
    Quest("the example with 100 attempts", EXAMPLE_STAGES, attempts=100),
)
"""The quests that only the library is timed on."""


def faces_told_apart(needed: Container[str], merged: bool) -> list[str]:
    """The six faces; if ``merged``, every face that a stage does not need counts as a blank."""
    return [face if face in needed or not merged else "blank" for face in FACES]
