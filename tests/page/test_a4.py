"""The A4 tab in a browser: each question asked by tapping, and what the library answers to it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from odds.format import decimal, percent
from tests.page.asking import answered, bars, link, rows
from tests.page.browsing import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = [(320, 640), (1280, 800)]
START = {"attack": 2, "defence": 2, "hp": 5, "xp": 0, "crystals": 0, "food": 1}
FIRST: dict[str, Any] = {"state": {"pool": [6, 4, 2, 1], "space": 1, "tracks": START}}


def path(name: str) -> str:
    return f"/v1/a4/{name}"


def pick(page: Page, legend: str, text: str) -> None:
    page.click(f"fieldset:has(> legend:text-is('{legend}')) > label:has-text('{text}')")


def press(page: Page, label: str, times: int = 1) -> None:
    for _ in range(times):
        page.click(f"#tab button[aria-label='{label}']")


def roll(page: Page, *dice: int | None) -> None:
    """Tap what each die shows, from the first on."""
    page.click(".pool label >> nth=0")
    for die in dice:
        page.click(f".keys button:text-is('{die or 'used'}')")


def enter(page: Page) -> None:
    page.click("#tabs label:has-text('A4')")
    page.wait_for_selector("#a4 .trail")


def chance(number: dict[str, Any]) -> str:
    return percent(Fraction(number["exact"]))


def value(number: dict[str, Any]) -> str:
    return decimal(Fraction(number["exact"]))


def names(choices: list[dict[str, Any]]) -> list[str]:
    """The first column: the best first."""
    return [f"best: {c['name']}" if c["best"] else c["name"] for c in choices]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_movement(visitor: Visitor, width: int, height: int) -> None:
    with visitor.visit(width, height) as visit:
        page = visit.open()
        enter(page)
        answered(page, path("movement"), FIRST)
        roll(page, 1, 1, None, None)
        press(page, "less HP", 3)
        state = {"pool": [1, 1, None, None], "space": 1, "tracks": {**START, "hp": 2}}
        answer = answered(page, path("movement"), {"state": state})
        shown = rows(page, "Choices")
        choices = answer["choices"]
        assert [row[0] for row in shown] == names(choices)
        assert [row[1:3] for row in shown] == [
            [chance(c["value"]["dies"]), value(c["value"]["hp_lost"])] for c in choices
        ]
        assert shown[0][-1] == "–"
        assert shown[1][-1] == "0.833 (dice left), 0.833 (pips left)"
        assert bars(page, "HP lost") == {"1": "83.3%", "2": "16.7%"}
        pick(page, "The hero stands on", "4")
        state["space"] = 4
        answered(page, path("movement"), {"state": state})
        page.click("text=Undo")
        answered(page, path("movement"), {"state": {**state, "space": 1}})


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_rulebooks_fight(visitor: Visitor, width: int, height: int) -> None:
    with visitor.visit(width, height) as visit:
        page = visit.open()
        enter(page)
        pick(page, "Question", "Fight")
        page.wait_for_selector("text=Nobody waits on this space")
        pick(page, "The hero stands on", "8")
        state = {**FIRST["state"], "space": 8}
        answer = answered(page, path("fight"), {"state": state})
        assert len(answer["encounters"]) == page.locator("#a4 table").count() + 1
        assert [*bars(page, "Who comes (attack/defence)")] == [
            "nobody" if e["enemy"] is None else f"{e['enemy']['attack']}/{e['enemy']['defence']}"
            for e in answer["encounters"]
        ]
        roll(page, 4, 2)
        press(page, "less dice", 2)
        press(page, "more attack", 2)
        press(page, "more defence")
        pick(page, "Enemy", "Known total")
        press(page, "more total", 4)
        pick(page, "Best is", "Least damage")
        tracks = {**START, "attack": 4, "defence": 3}
        body = {
            "objective": "least_damage",
            "state": {"pool": [4, 2], "tracks": tracks, "enemy": {"total": 11}},
        }
        answer = answered(page, path("fight"), body)
        shown = rows(page, "Against the 6/6 enemy, 2 XP, -1 hp")
        choices = answer["encounters"][0]["choices"]
        assert [row[0] for row in shown] == names(choices)
        assert shown[0] == ["best: use the 4", "3.333", "–", "33.3%", "33.3%", "0.667"]
        assert shown[1] == ["use the 2", "4.5", "1.167", "0%", "66.7%", "0"]
        pick(page, "Enemy", "Own values")
        press(page, "less XP")
        press(page, "more attack")
        enemy = {"attack": 6, "defence": 5}
        state = {"pool": [4, 2], "tracks": tracks, "enemy": enemy}
        answered(page, path("fight"), {"objective": "least_damage", "state": state})


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_action(visitor: Visitor, width: int, height: int) -> None:
    with visitor.visit(width, height) as visit:
        page = visit.open()
        enter(page)
        pick(page, "Question", "Act")
        roll(page, 6, 5, 2, 2)
        body = {"state": {**FIRST["state"], "pool": [6, 5, 2, 2]}}
        answer = answered(page, path("action"), body)
        shown = rows(page, "Choices")
        assert [row[0] for row in shown] == names(answer["choices"])
        assert shown[0] == ["best: hunt, then use the 6", "100%", "3", "–", "+1 HP, +2 food"]
        assert shown[1] == ["hunt, then use the 5", "100%", "2", "1 (gain)", "+2 food"]
        pick(page, "Best is", "Survive")
        answered(page, path("action"), body | {"objective": "survive"})
        page.click("text=Crystal used this turn")
        body["state"]["crystal_used"] = True
        answered(page, path("action"), body | {"objective": "survive"})


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_boss(visitor: Visitor, width: int, height: int) -> None:
    with visitor.visit(width, height) as visit:
        page = visit.open()
        enter(page)
        pick(page, "Question", "Boss")
        press(page, "more attack", 4)
        press(page, "more defence", 3)
        press(page, "more wave")
        press(page, "less HP of the boss", 3)
        tracks = {**START, "attack": 6, "defence": 5}
        state = {"pool": [6, 4, 2, 1], "tracks": tracks, "wave": 2, "boss_hp": 3}
        answer = answered(page, path("boss"), {"state": state})
        assert rows(page, "Choices") == [
            [name, chance(c["value"]), "–" if c["best"] else chance(c["loss"])]
            for name, c in zip(names(answer["choices"]), answer["choices"], strict=True)
        ]
        page.click("text=For every pool")
        press(page, "less dice")
        del state["pool"]
        answer = answered(page, path("boss"), {"dice": 3, "state": state})
        shown = rows(page, "Every pool")
        assert len(shown) == len(answer["pools"])
        best = max(Fraction(pool["win"]["exact"]) for pool in answer["pools"])
        assert shown[0][1] == percent(best)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_setup(visitor: Visitor, width: int, height: int) -> None:
    with visitor.visit(width, height) as visit:
        page = visit.open()
        enter(page)
        pick(page, "Question", "Setup")
        roll(page, 6, 5, 2, 2)
        state: dict[str, Any] = {"pool": [6, 5, 2, 2], "tracks": START}
        answer = answered(page, path("setup"), {"state": state})
        assert rows(page, "Choices") == [
            [name, value(c["value"]), "–" if c["best"] else value(c["loss"])]
            for name, c in zip(names(answer["choices"]), answer["choices"], strict=True)
        ]
        pick(page, "Best is", "A high die")
        page.click("text=Not rolled yet")
        body: dict[str, Any] = {"objective": {"at_least_one": 5}, "state": {"tracks": START}}
        answer = answered(page, path("setup"), body)
        assert len(rows(page, "Best re-rolls")) == len(answer["pools"])
        pick(page, "Best is", "What is ahead")
        steps = [{"cost": 2}, {"modifier": 0}]
        body = {"objective": {"ahead": steps}, "state": {"tracks": START}}
        answer = answered(page, path("setup"), body)
        assert [row[0] for row in rows(page, "Equipment")] == names(answer["equipment"])
        pick(page, "Look ahead to", "6")
        steps += [{"cost": 2}, {"modifier": 2}]
        answered(page, path("setup"), {"objective": {"ahead": steps}, "state": {"tracks": START}})


def test_other_sheets(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        enter(page)
        page.click("summary:text-is('Into the Abyss, Knight')")
        page.click("label:has-text('The Drowned Clockwork')")
        page.click("label:has-text('The Lamplighter')")
        tracks = {"attack": 2, "defence": 2, "hp": 5, "xp": 1, "crystals": 1, "food": 2}
        sheets = {"adventure": "drowned-clockwork", "hero": "lamplighter"}
        body: dict[str, Any] = {**sheets, "state": {**FIRST["state"], "tracks": tracks}}
        answered(page, path("movement"), body)
        assert page.locator("#a4 .trail label").count() == 8
        pick(page, "Question", "Fight")
        pick(page, "The hero stands on", "=6")
        assert page.is_visible("text=Space 4, tile 2: enemy =6; hunt; search +1")
        body["state"]["space"] = 4
        answered(page, path("fight"), body)


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
