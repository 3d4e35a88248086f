"""What the Get To and A4 tabs ask and show, beside what the library answers to the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from odds import wire
from odds.json_text import from_permalink

if TYPE_CHECKING:
    from playwright.sync_api import Page


def link(path: str, body: dict[str, Any]) -> str:
    """The fragment of a question."""
    text = wire.permalink(wire.read(wire.question_at(path), body))
    return f"#q={text}&path={path}"


def answered(page: Page, path: str, body: dict[str, Any]) -> Any:
    """The library's answer to the page's question, which must be ``body``, and be shown."""
    # What the browser tells of an address may come later than the address itself.
    found = parse_qs(page.evaluate("location.hash.slice(1)"))
    question = wire.question_at(path)
    assert found["path"] == [path]
    assert from_permalink(found["q"][0]) == body
    assert found["q"][0] == wire.permalink(wire.read(question, body))
    answer: Any = wire.respond(question, body)
    page.wait_for_selector(f"#assumed a[href$='?q={found['q'][0]}']")
    assert page.text_content("#tab .now") == answer["text"]
    assert page.inner_text("#problem") == ""
    for sentence in answer["assumptions"]:
        assert sentence in page.inner_text("#assumed")
    return answer


def rows(page: Page, caption: str) -> list[list[str]]:
    """The cells of a table by its caption."""
    found = page.locator(f"table:has(caption:text-is('{caption}')) tbody tr")
    cells: list[list[str]] = found.evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return cells


def bars(page: Page, label: str) -> dict[str, str]:
    """The numbers of bars by their names."""
    found = page.locator(f"ul[aria-label='{label}'] li")
    pairs: list[list[str]] = found.evaluate_all(
        "items => items.map(item => [item.firstChild, item.querySelector('b')]"
        ".map(part => part.textContent))"
    )
    return dict(pairs)
