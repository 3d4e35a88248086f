"""The A4 tab tapped in a browser, and how it shows what the library answers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from odds.format import decimal, percent

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
