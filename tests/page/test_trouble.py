"""What the page does when something is missing: an answer, a part of the question, the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.asking import answered, rows
from tests.page.browsing import Visitor
from tests.page.tapping import FIRST, enter, path, pick, press

if TYPE_CHECKING:
    from playwright.sync_api import Route


def test_a_service_that_is_busy_is_asked_again(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        refusals = ["first", "second"]

        def refuse(route: Route) -> None:
            if refusals:
                refusals.pop()
                route.fulfill(status=503, json={"title": "Too many questions at once"})
            else:
                route.continue_()

        page.route(f"**{path('movement')}", refuse)
        enter(page)
        answered(page, path("movement"), FIRST)
        assert not refusals
        assert all("503" in error for error in visit.errors)
        visit.errors.clear()


def test_of_an_incomplete_question_nothing_old_is_left(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        enter(page)
        answered(page, path("movement"), FIRST)
        assert page.evaluate("location.hash").startswith("#q=")
        pick(page, "Question", "Fight")
        page.wait_for_selector("#tab .now:has-text('Nobody waits')")
        assert page.inner_text("#assumed") == page.inner_text("#problem") == ""
        assert page.evaluate("location.hash") == ""
        pick(page, "Question", "Move")
        answered(page, path("movement"), FIRST)


def test_the_table_of_the_boss_names_what_is_done(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        enter(page)
        pick(page, "Question", "Boss")
        press(page, "more crystals", 2)
        page.click("text=For every pool")
        page.wait_for_selector("table:has(caption:text-is('Every pool'))")
        uses = {row[2] for row in rows(page, "Every pool")}
        assert {"4, 4", "6"} <= uses
        assert not [use for use in uses if "_" in use]


def test_a_tab_that_does_not_come(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        page.route("**/get-to.js", lambda route: route.abort())
        page.click("#tabs label:has-text('Get To')")
        page.wait_for_selector("#problem:has-text('can\\'t be reached')")
        visit.errors.clear()
        page.unroute("**/get-to.js")
        page.click("#tabs label:has-text('Build')")
        page.wait_for_selector("#assumed a")
        assert page.inner_text("#problem") == ""
