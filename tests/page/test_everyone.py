"""The page for everyone: in the dark, by keyboard, by screen reader, on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOW_CONTRAST = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const box = node instanceof SVGGElement && getComputedStyle(node.querySelector("rect"));
      const paint = box ? box.fill : getComputedStyle(node).backgroundColor;
      const color = rgb(paint);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const text = [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim());
    const off = node.disabled || node.closest(".unseen, noscript") || !node.checkVisibility();
    if (!text || off) continue;
    const style = getComputedStyle(node);
    const ink = luminance(rgb(node instanceof SVGElement ? style.fill : style.color));
    const ground = luminance(behind(node));
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    if (ratio < 4.5) found.push(`${node.tagName} ${node.textContent}: ${ratio}`);
  }
  return found;
}"""
NAMELESS = """() => [...document.querySelectorAll("button, input, select, [role=img]")]
  .filter((node) => node.checkVisibility())
  .filter((node) => !(node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent ?? "").trim()
    && !node.textContent.trim()).map((node) => node.outerHTML)"""
SMALL = """() => [...document.querySelectorAll("button, label > span, summary")]
  .map((node) => [node.textContent, node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 40 || box.width < 32)).map(([text]) => text)"""
VIEWS = ("Plan", "Play along", "Review")


def views(page: Page) -> list[str]:
    page.click("summary >> nth=0")
    return [*VIEWS]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_names_and_targets(visitor: Visitor, scheme: Any) -> None:
    with visitor.visit(color_scheme=scheme) as visit:
        page = visit.open()
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(246, 244, 239)", "dark": "rgb(19, 23, 21)"}[scheme]
        for name in views(page):
            page.click(f"text={name}")
            page.wait_for_selector(".bars" if name == "Plan" else ".palette")
            assert page.evaluate(LOW_CONTRAST) == []
            assert page.evaluate(NAMELESS) == []
            assert page.evaluate(SMALL) == []


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.key ?? document.activeElement.id"))


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(60):
        if focused(page) == wanted:
            return
        press(page, "Tab")
    raise AssertionError(f"{wanted} can't be reached, {focused(page)} is")


def test_by_keyboard_alone(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        tab_to(page, "Game build")
        tab_to(page, "View plan")
        press(page, "ArrowRight")
        page.wait_for_selector(".palette")
        assert focused(page) == "View play"
        tab_to(page, "wood")
        for _ in range(5):
            press(page, "Enter")
        page.wait_for_selector("text=Stage 1 is complete")
        assert page.evaluate("document.activeElement.hasAttribute('data-focus')")
        tab_to(page, "push")
        press(page, "Space")
        page.wait_for_selector("text=Stage 2 needs 3 wood")
        tab_to(page, "Undo")
        press(page, "Enter")
        page.wait_for_selector("text=Stage 1 is complete")


def test_games_change_by_arrows(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        tab_to(page, "Game build")
        press(page, "ArrowRight")
        page.wait_for_selector("#get-to")
        press(page, "ArrowRight")
        page.wait_for_selector("#a4")
        assert focused(page) == "Game a4"
        press(page, "ArrowRight")
        page.wait_for_selector("#build")
        assert not page.locator("#a4").count()


def test_a_screen_reader_is_told(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        page.wait_for_selector("#said:has-text('Played best')", state="attached")
        page.click("text=Play along")
        for _ in range(5):
            page.click(".palette button >> nth=0")
        page.wait_for_selector("#said:has-text('Push:')", state="attached")
        assert page.get_attribute("#said", "role") == "status"
        assert page.get_attribute("#problem", "role") == "alert"


def test_on_paper(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        assert page.pdf().startswith(b"%PDF")
        page.emulate_media(media="print", color_scheme="dark")
        assert not page.is_visible("#tools")
        assert page.is_visible(".strategy")
        assert page.is_visible("caption:has-text('After a stage')")
        white = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert white == "rgb(246, 244, 239)"
