"""The Cellar, a small adventure among the examples, as the commands are given it."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "examples"
CELLAR = ("-a", str(EXAMPLES / "cellar.toml"), "--hero", str(EXAMPLES / "caretaker.toml"))
SMALL = (*CELLAR, "--difficult")
