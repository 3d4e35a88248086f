"""What is refused for its size, and what is not: sheets at both ends."""

from __future__ import annotations

from typing import Any

import pytest

from odds import wire
from odds.errors import TooLarge

START = {"attack": 2, "defence": 2, "hp": 5, "xp": 0, "crystals": 1, "food": 1}
MAXIMA = {"attack": 10, "defence": 10, "hp": 10, "xp": 3, "crystals": 4, "food": 5}
BONUSES = [{"name": str(i), "effects": [effect]} for i, effect in enumerate(("+1 hp", "+1 attack"))]
HUNT = {"actions": ["hunt"]}
LEARNED: dict[str, Any] = {
    "name": "Learned",
    "start": START,
    "maxima": MAXIMA,
    "level_ups": [*BONUSES, {"name": "2", "effects": ["+1 defence"]}],
}


def small(*spaces: dict[str, Any], hunt: str = "+1 hp") -> dict[str, Any]:
    """Spaces on tiles of their own, a few enemies, and a weak boss."""
    first, *others = [{"spaces": [space]} for space in spaces]
    return {
        "name": "Small",
        "tiles": [
            first,
            *({**tile, "cost": 2} for tile in (*others, {"spaces": [{"boss": True}]})),
        ],
        "enemies": [
            {"at": "1-3", "nobody": True},
            {"at": "4+", "attack": 2, "defence": 2, "xp": 1},
        ],
        "hunt": [{"at": "3+", "effects": [hunt]}],
        "quest": [{"at": "4+", "effects": ["+1 attack"]}, {"at": 1, "effects": ["-1 hp"]}],
        "boss": {"hp": 2, "waves": [{"attack": 5, "defence": 5}]},
    }


@pytest.mark.parametrize(
    ("dice", "spaces"),
    [
        (4, [HUNT]),
        (4, [HUNT, HUNT]),
        (3, [HUNT, {"enemy": 0, "actions": ["hunt", "quest"]}]),
        (3, [HUNT, {"enemy": 0, "actions": ["hunt", "quest"]}, HUNT]),
        (2, [HUNT, HUNT, {"enemy": 0, "actions": ["hunt", "quest"]}, HUNT]),
    ],
)
def test_small_adventures_are_not_refused(dice: int, spaces: list[dict[str, Any]]) -> None:
    body = {"adventure": small(*spaces), "dice": dice, "objective": "win"}
    assert wire.estimate_of({"path": "/v1/a4/setup", "body": body})["allowed"]


def test_a_small_adventure_with_four_dice_is_solved() -> None:
    body = {"adventure": small(HUNT), "objective": "win", "equipment": "Sword"}
    answer = wire.respond(wire.question_at("/v1/a4/setup"), body)
    assert answer["text"].startswith("With 4 dice and the best re-rolls you win with 99.")


@pytest.mark.parametrize(
    ("part", "body"),
    [
        ("movement", {"state": {"pool": [1, 1]}, "cost": 2}),
        ("fight", {"state": {"pool": [1, 1], "enemy": {"total": 4}}}),
        ("action", {"state": {"pool": [1, 1], "space": 1}}),
        ("boss", {"state": {"pool": [1, 1]}}),
        ("setup", {"objective": {"ahead": [{"modifier": 0}, {"modifier": 0}]}}),
    ],
)
def test_an_ability_that_brings_many_levels_is_refused(part: str, body: dict[str, Any]) -> None:
    hero = {**LEARNED, "ability": {"effects": ["+99 xp"]}}
    question = wire.question_at(f"/v1/a4/{part}")
    with pytest.raises(TooLarge):
        wire.respond(question, {**body, "hero": hero, "adventure": small(HUNT)})


def test_a_bundle_that_brings_many_levels_is_refused() -> None:
    body = {"adventure": small(HUNT, hunt="+99 xp"), "hero": LEARNED}
    state = {"pool": [3], "space": 1}
    with pytest.raises(TooLarge):
        wire.respond(wire.question_at("/v1/a4/action"), {**body, "state": state})
