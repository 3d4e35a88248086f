"""The Get To and A4 tabs for everyone: contrast, names, targets, paper, and 320 pixels."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.browsing import Visitor
from tests.page.test_everyone import LOW_CONTRAST, NAMELESS, SMALL

QUESTIONS = ("Setup", "Move", "Act", "Boss", "Fight")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_map(visitor: Visitor, scheme: Any) -> None:
    with visitor.visit(320, 640, color_scheme=scheme) as visit:
        page = visit.open()
        page.click("#tabs label:has-text('Get To')")
        page.wait_for_selector(".pictures")
        assert page.evaluate(LOW_CONTRAST) == []
        assert page.evaluate(NAMELESS) == []
        assert page.evaluate(SMALL) == []
        for _ in range(6):
            page.click("button[aria-label='more columns']")
        page.wait_for_selector("[data-key='0,11']")
        visit.check()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_questions(visitor: Visitor, scheme: Any) -> None:
    with visitor.visit(320, 640, color_scheme=scheme) as visit:
        page = visit.open()
        page.click("#tabs label:has-text('A4')")
        page.wait_for_selector("#a4 table")
        for question in QUESTIONS:
            page.click(f"#a4 .choice label:has-text('{question}')")
            if question == "Fight":
                page.click("#a4 .trail label:has-text('Space 8')")
            page.wait_for_selector("#a4 table")
            assert page.evaluate(LOW_CONTRAST) == []
            assert page.evaluate(NAMELESS) == []
            assert page.evaluate(SMALL) == []
            visit.check()


def test_on_paper(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        page.click("#tabs label:has-text('Get To')")
        page.wait_for_selector(".pictures")
        page.emulate_media(media="print")
        for shown in (".map [data-key='4,0']", ".pictures svg >> nth=0", "#get-to .now"):
            assert page.is_visible(shown)
        page.emulate_media(media="screen")
        page.click("#tabs label:has-text('A4')")
        page.wait_for_selector("#a4 table")
        page.emulate_media(media="print")
        assert page.is_visible("#a4 output >> nth=0")
        assert page.locator(".pool label:visible").count() == 4
        assert page.locator(".trail label:visible").count() == 1
        assert not page.is_visible("#a4 button >> nth=0")


def test_a_screen_reader_is_told(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        page.click("#tabs label:has-text('A4')")
        page.wait_for_selector("#said:has-text('Use the 2: no HP is lost')", state="attached")
