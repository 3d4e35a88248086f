"""Each game has a page that says what the codes of its rules stand for, and it is complete."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

LETTERS = {"build": "B", "get_to": "G", "a4": "A"}
ROOT = Path(__file__).parent.parent


def listed(game: str) -> list[str]:
    """The codes that the page of ``game`` explains, in its order."""
    page = files(f"odds.games.{game}").joinpath("RULES.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*(\w+)\*\* ", page, re.MULTILINE)


@pytest.mark.parametrize(("game", "letter"), LETTERS.items())
def test_a_page_lists_the_codes_in_order(game: str, letter: str) -> None:
    codes = listed(game)
    assert codes == [f"{letter}{number}" for number in range(1, len(codes) + 1)]


@pytest.mark.parametrize(("game", "letter"), LETTERS.items())
def test_every_code_in_the_source_is_explained(game: str, letter: str) -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "odds/games" / game).rglob("*.py")]
    used = {code for text in sources for code in re.findall(rf"\b{letter}\d+\b", text)}
    assert used - {"A4"}, "the source refers to rules"
    assert used <= set(listed(game))


def test_the_readme_leads_to_every_page() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert all(f"(odds/games/{game}/RULES.md)" in readme for game in LETTERS)
