"""The Get To tab in a browser: a question drawn by tapping, and what the library answers to it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from odds.format import decimal, percents
from tests.page.asking import answered, bars, link
from tests.page.browsing import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAN = "/v1/get-to/plan"
GRID = {"grid": ["......", ".##...", "....#.", ".#....", "......"]}
FIRST: dict[str, Any] = {
    "map": GRID,
    "owner": [4, 0],
    "deck": [[0, 5], [0, 5], [2, 2], [4, 5]],
    "steps": {"faces": [1, 2, 3]},
    "within": 6,
}


def tap(page: Page, tool: str, *tiles: tuple[int, int]) -> None:
    page.click(f".choice label:has-text('{tool}')")
    for row, column in tiles:
        page.click(f"[data-key='{row},{column}']")


def press(page: Page, label: str, times: int = 1) -> None:
    for _ in range(times):
        page.click(f"#tab button[aria-label='{label}']")


def exact(number: dict[str, Any]) -> Fraction:
    return Fraction(number["exact"])


def check(page: Page, body: dict[str, Any]) -> None:
    """Everything shown is as the library has it."""
    answer = answered(page, PLAN, body)
    deck, card = answer["deck"], answer["cards"][0]
    parts = {str(n): exact(p) for n, p in enumerate(deck["distribution"], start=1)}
    parts |= {name: exact(deck[name]) for name in ("later", "never") if exact(deck[name])}
    shown = dict(zip(parts, percents(list(parts.values())), strict=True))
    page.wait_for_selector(".pictures, :text('out of reach')")
    assert bars(page, "Whole deck: Move actions") == shown
    if deck["mean"]:
        mean = "infinite" if "infinite" in deck["mean"] else decimal(exact(deck["mean"]))
        assert f"Whole deck: {mean} Move actions on average" in page.inner_text("#get-to")
    labels = page.locator(".pictures svg").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert labels == [
        f"{best['steps']} step{'' if best['steps'] == 1 else 's'}: "
        + " or ".join(f"({row}, {column})" for row, column in best["tiles"])
        for best in card["best"]
    ]
    marked = page.locator(".pictures li").evaluate_all(
        "all => all.map(one => one.querySelectorAll('.best').length)"
    )
    assert marked == [len(best["tiles"]) for best in card["best"]]


@pytest.mark.parametrize(("width", "height"), [(320, 640), (1280, 800)])
def test_a_question_drawn_by_tapping(visitor: Visitor, width: int, height: int) -> None:
    with visitor.visit(width, height) as visit:
        page = visit.open()
        page.click("#tabs label:has-text('Get To')")
        page.wait_for_selector(".map")
        check(page, FIRST)
        tap(page, "Block", (1, 1), (0, 1))
        tap(page, "Take card", (0, 5), (4, 5))
        tap(page, "Add card", (2, 5), (2, 5))
        tap(page, "Owner", (0, 0))
        deck = [[0, 5], [2, 2], [2, 5], [2, 5]]
        grid = {"grid": [".#....", "..#...", "....#.", ".#....", "......"]}
        body = {**FIRST, "map": grid, "deck": deck, "owner": [0, 0]}
        check(page, body)
        press(page, "less columns")
        body |= {"deck": [[2, 2]], "map": {"grid": [line[:5] for line in grid["grid"]]}}
        check(page, body)
        assert page.locator("text=Card drawn").count() == 0
        page.click("label:has-text('Fewer steps may be taken')")
        check(page, body | {"fewer_allowed": False})
        page.click("label:has-text('Fixed')")
        press(page, "more steps")
        body |= {"fewer_allowed": False, "steps": 3}
        check(page, body)
        page.click("text=Undo")
        check(page, body | {"steps": 2})


def test_done_in_time_and_out_of_reach(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open(link(PLAN, {**FIRST, "fewer_allowed": False}))
        check(page, {**FIRST, "fewer_allowed": False})
        page.click("label:has-text('Done in time')")
        press(page, "more moves", 4)
        body = {**FIRST, "fewer_allowed": False, "objective": {"within": 7}, "within": 7}
        check(page, body)
        tap(page, "Block", (0, 5), (2, 2))
        tap(page, "Block", (4, 5))
        grid = {"grid": [".....#", ".##...", "..#.#.", ".#....", ".....#"]}
        answer = answered(page, PLAN, body | {"map": grid})
        assert answer["deck"]["never"]["exact"] == "1"
        assert page.is_visible("text=This tile is out of reach")
        tap(page, "Take card", (0, 5), (0, 5), (2, 2), (4, 5))
        page.wait_for_selector("text=Add a Position card")
        assert not page.locator(".pictures").count()


def test_the_card_drawn_and_the_views(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open(link(PLAN, FIRST))
        answer = answered(page, PLAN, FIRST)
        page.click("label:has-text('(2, 2) × 1')")
        card = answer["cards"][1]
        assert card["tile"] == [2, 2]
        mean = decimal(exact(card["mean"]))
        assert f"(2, 2) × 1: {mean} Move actions" in page.inner_text("#get-to")
        page.click("#get-to label:has-text('At most') >> nth=0")
        shown = bars(page, "Whole deck: Move actions")
        assert shown["6"].startswith(">") or shown["6"].endswith("%")
        page.click("label:has-text('a/b')")
        within = {str(n): p["exact"] for n, p in enumerate(answer["deck"]["within"], start=1)}
        assert bars(page, "Whole deck: Move actions") == within


def test_the_map_by_keyboard(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open(link(PLAN, FIRST))
        answered(page, PLAN, FIRST)
        page.focus("[data-key='4,0']")
        for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        grid = {"grid": ["......", ".##...", "....#.", ".#.#..", "......"]}
        check(page, {**FIRST, "map": grid})
        focused = page.evaluate("document.activeElement.dataset.key")
        assert focused == "3,3"
        page.keyboard.press("ArrowDown")
        assert page.locator(".map [tabindex='0']").count() == 1
        label = page.get_attribute(".map [tabindex='0']", "aria-label")
        assert label == "(4, 3)"
        assert page.get_attribute("[data-key='0,5']", "aria-label") == "(0, 5), cards: 2"
        assert page.get_attribute("[data-key='3,3']", "aria-label") == "(3, 3), blocked"


def test_a_map_that_is_no_grid_is_answered(visitor: Visitor) -> None:
    body = {
        "map": {"tiles": ["a", "b", "c"], "joins": [["a", "b"], ["b", "c"]]},
        "owner": "a",
        "deck": ["c"],
        "steps": 1,
    }
    with visitor.visit() as visit:
        page = visit.open(link(PLAN, body))
        answered(page, PLAN, body)
        page.wait_for_selector(".pictures >> text=1 step: b")
