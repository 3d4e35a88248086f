"""The A4 tab in a browser: each question asked by tapping, and what the library answers to it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from odds.format import percent
from tests.page.asking import answered, bars, rows
from tests.page.browsing import Visitor
from tests.page.tapping import FIRST, START, chance, enter, names, path, pick, press, roll, value

SIZES = [(320, 640), (1280, 800)]


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
