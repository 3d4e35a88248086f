"""Where solved programs are kept: a folder for each, named by what was solved."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from odds import __version__

FORMAT: Final = 1
FOLDER: Final = "ODDS_STORE"
"""The environment variable that names the folder of all stores."""


def default_folder() -> Path:
    """Where stores are kept: ``$ODDS_STORE``, or a folder of the user's cache."""
    if given := os.environ.get(FOLDER):
        return Path(given)
    if os.name == "nt":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        return Path(home) / "quest-odds" / "solved"
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "quest-odds" / "solved"


def canonical(value: Any) -> str:
    """JSON in one form."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def full_identity(identity: Mapping[str, Any]) -> dict[str, Any]:
    """What was solved, and by which engine in which format."""
    return {**identity, "engine": __version__, "format": FORMAT}


def folder_of(root: Path, identity: Mapping[str, Any]) -> Path:
    """The folder of a program below ``root``."""
    digest = sha256(canonical(full_identity(identity)).encode()).hexdigest()
    return root / f"{identity.get('game', 'program')}-{digest[:24]}"
