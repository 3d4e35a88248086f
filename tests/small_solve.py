"""A whole adventure that is solved in no time, and the files of what is solved."""

from __future__ import annotations

from pathlib import Path

from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.whole import WholeAdventure

EXAMPLES = Path(__file__).parent.parent / "examples"


def small() -> WholeAdventure:
    """Four turns of a few thousand states."""
    sheets = load_adventure(EXAMPLES / "cellar.toml"), load_hero(EXAMPLES / "caretaker.toml")
    return WholeAdventure(*sheets, 1)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
