"""The games, one folder each. A folder with a ``GAME`` record is found, not listed."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from odds.game import Game


@cache
def all_games() -> tuple[Game, ...]:
    """Every game, in alphabetical order of its folder."""
    # Not by pkgutil, which loads a lot for it: this is asked at every start of the command line.
    inside = [(path, name) for path in __path__ for name in os.listdir(path)]
    folders = {name for path, name in inside if os.path.isfile(f"{path}/{name}/__init__.py")}
    found = []
    for folder in sorted(folders):
        game = getattr(import_module(f"{__name__}.{folder}"), "GAME", None)
        if isinstance(game, Game):
            found.append(game)
    return tuple(found)
