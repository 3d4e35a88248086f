"""The A4 tab opened by links: every question, sheets of one's own and their whole game."""

from __future__ import annotations

from typing import Any

from tests.page.asking import answered, link, rows
from tests.page.browsing import Visitor
from tests.page.tapping import FIRST, START, chance, names, path, pick

DOORSTEP = {
    "name": "The Doorstep",
    "tiles": [
        {"spaces": [{"actions": [{"effects": ["+1 attack"]}]}]},
        {"cost": 2, "spaces": [{"enemy": -1, "actions": [{"choose": [["+1 hp"], ["+1 xp"]]}]}]},
        {"cost": 3, "spaces": [{"boss": True}]},
    ],
    "enemies": [{"at": "4+", "attack": 1, "defence": 2}],
    "boss": {"hp": 1, "waves": [{"attack": 3, "defence": 4}]},
}
CHILD = {
    "name": "The Child",
    "start": {"attack": 1, "defence": 1, "hp": 3, "xp": 0, "crystals": 0, "food": 0},
    "maxima": {"attack": 2, "defence": 1, "hp": 3, "xp": 3, "crystals": 0, "food": 0},
}


def test_a_sheet_of_ones_own(visitor: Visitor) -> None:
    state = {"space": 1, "pool": [6, 3, 2], "tracks": CHILD["start"]}
    body: dict[str, Any] = {"adventure": DOORSTEP, "hero": CHILD, "state": state}
    with visitor.visit() as visit:
        page = visit.open(link(path("movement"), body))
        answered(page, path("movement"), body)
        assert page.is_visible("text=The Doorstep, The Child")
        pick(page, "Question", "Fight")
        pick(page, "The hero stands on", "-1")
        state["space"] = 2
        answered(page, path("fight"), body)
        assert page.is_visible("text=Space 2, tile 2: enemy -1; +1 hp or +1 xp")


def test_the_whole_game_move_by_move(visitor: Visitor) -> None:
    state: dict[str, Any] = {"space": 1, "pool": [6, 3, 2], "tracks": CHILD["start"]}
    sheets = {"adventure": DOORSTEP, "hero": CHILD}
    with visitor.visit() as visit:
        page = visit.open(link(path("movement"), {**sheets, "state": state}))
        for question, phase in (("Move", "movement"), ("Act", "action"), ("Fight", "enemy")):
            pick(page, "Question", question)
            if phase == "enemy":
                pick(page, "The hero stands on", "2")
                state["space"] = 2
            pick(page, "Best is", "Win the game")
            answer = answered(page, path("advice"), {**sheets, "state": {**state, "phase": phase}})
            assert rows(page, "Choices") == [
                [name, chance(c["value"]), "–" if c["best"] else chance(c["loss"])]
                for name, c in zip(names(answer["choices"]), answer["choices"], strict=True)
            ]
        pick(page, "Question", "Setup")
        pick(page, "Best is", "Win the game")
        setup = {"pool": [6, 3, 2], "tracks": CHILD["start"]}
        body = {**sheets, "state": {**setup, "phase": "pool_rolled"}}
        answered(page, path("advice"), body)
        page = visit.open(link(path("advice"), body))
        answered(page, path("advice"), body)
        page.click("text=Not rolled yet")
        body = {**sheets, "dice": 3, "state": {"tracks": CHILD["start"]}}
        answered(page, path("advice"), body)


def test_links_open_as_they_were(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        for name, body in (
            (
                "setup",
                {
                    "state": {"pool": [6, 5, 2, 2], "tracks": START},
                    "objective": {"at_least_one": 5},
                },
            ),
            ("setup", {"dice": 3, "state": {"tracks": START}}),
            ("movement", {"cost": 5, "state": {"pool": [3, 4], "tracks": {**START, "hp": 3}}}),
            (
                "fight",
                {
                    "objective": "survive",
                    "state": {
                        "phase": "fight_d6",
                        "pool": [1],
                        "tracks": {**START, "hp": 4},
                        "enemy": {"attack": 6, "defence": 6, "xp": 2},
                        "die": 4,
                        "d6": 3,
                    },
                },
            ),
            ("action", {"state": {**FIRST["state"], "space": 4, "phase": "icon", "icon": 1}}),
            ("boss", {"dice": 3, "state": {"tracks": {**START, "attack": 6}}}),
        ):
            page = visit.open(link(path(name), body))
            answered(page, path(name), body)


def test_dice_by_keyboard(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open(link(path("movement"), FIRST))
        answered(page, path("movement"), FIRST)
        page.focus("[data-key='Dice 0']")
        for key in ("3", "ArrowRight", "0"):
            page.keyboard.press(key)
        state = {**FIRST["state"], "pool": [3, None, 2, 1]}
        answered(page, path("movement"), {"state": state})
