"""The games, one folder each. A folder with a ``GAME`` record is found, not listed."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from odds.game import Game


@cache
def all_games() -> tuple[Game, ...]:
    """Every game, in alphabetical order of its folder."""
    found = []
    for module in sorted(iter_modules(__path__), key=lambda info: info.name):
        game = getattr(import_module(f"{__name__}.{module.name}"), "GAME", None)
        if isinstance(game, Game):
            found.append(game)
    return tuple(found)
