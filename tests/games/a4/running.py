"""Running the commands of A4 Quest in this process."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

from odds.cli import Runner
from odds.games.a4 import GAME

HERO = """
name = "Squire"
start = { attack = 1, defence = 1, hp = 1, xp = 0, crystals = 0, food = 0 }
maxima = { attack = 1, defence = 1, hp = 2, xp = 3, crystals = 0, food = 0 }
"""
"""A sheet of a hero as a file."""


def run(*arguments: str) -> str:
    """What ``odds a4`` prints with these arguments, also on standard error."""
    assert GAME.commands is not None
    with redirect_stdout(StringIO()) as out, redirect_stderr(out):
        GAME.commands(Runner()).run("odds a4", arguments)
    return out.getvalue()


def as_json(*arguments: str) -> Any:
    """What it prints as JSON, parsed."""
    return json.loads(run(*arguments, "-f", "json"))
