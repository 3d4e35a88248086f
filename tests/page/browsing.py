"""A visit to the page with a real browser, where one is installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

from tests.api.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

CHROMIUM: Final = shutil.which("chromium")
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Visit:
    """A page, and what it did wrong: errors on the console, requests to other hosts."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.hosts: set[str] = set()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def open(self, fragment: str = "") -> Page:
        """Go there, and wait for the first answer."""
        self.page.goto(self.address + fragment)
        self.page.wait_for_selector("#assumed a")
        return self.page

    def check(self) -> None:
        """Nothing went wrong, and nothing is wider than the screen."""
        assert self.errors == [], self.errors
        assert self.hosts == {urlsplit(self.address).netloc}
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0


class Visitor:
    """A browser and the service that it visits."""

    def __init__(self, browser: Browser, service: Served) -> None:
        self.browser = browser
        self.service = service

    @contextmanager
    def visit(self, width: int = 390, height: int = 800, **given: Any) -> Iterator[Visit]:
        """A new page; at the end it must have done nothing wrong."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, **given)
        context.set_default_timeout(30_000)
        visit = Visit(context.new_page(), f"http://127.0.0.1:{self.service.port}/")
        try:
            yield visit
            visit.check()
        finally:
            context.close()


def launched() -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright; skips where one of them is missing."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright isn't installed")
    if CHROMIUM is None:
        pytest.skip("chromium isn't installed, so the page isn't tried in a browser")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
