"""Adventure and hero sheets from TOML files or plain dictionaries, read strictly.

The sheets that come with the package are known to be right, and so aren't checked at each start.

A mistake is an ``InvalidInput`` whose place is a JSON pointer and whose message names file, table
and row: ``/enemies/3/attack: into-the-abyss.toml: enemies, row 4: attack: expected an integer``.

>>> load_hero("knight").start
(2, 2, 5, 0, 0, 1)
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from odds.errors import InvalidInput, check_type
from odds.games.a4.sheet import Adventure
from odds.games.a4.sheet_data import adventure_of, hero_of
from odds.games.a4.sheet_hero import Hero
from odds.numbers import parse_number

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES: Final = 1_000_000
DATA: Final = f"{os.path.dirname(__file__)}/data"
SheetT = TypeVar("SheetT")


def adventure(data: Any, source: str) -> Adventure:
    """The adventure that ``data``, shaped like a sheet file, describes.

    ``source`` is named in each message. ``InvalidInput`` lists the first mistakes, at most
    ``sheet_faults.MAX_FAULTS``.
    """
    from odds.games.a4.sheet_faults import refuse_adventure

    refuse_adventure(data, source)
    return adventure_of(data)


def hero(data: Any, source: str) -> Hero:
    """The hero that ``data``, shaped like a sheet file, describes; errors as in ``adventure``."""
    from odds.games.a4.sheet_faults import refuse_hero

    refuse_hero(data, source)
    return hero_of(data)


def adventure_names() -> tuple[str, ...]:
    """The adventures that come with the package."""
    return tuple(_shipped("adventures"))


def hero_names() -> tuple[str, ...]:
    """The heroes that come with the package."""
    return tuple(_shipped("heroes"))


@cache
def shipped_adventure(name: str) -> Adventure:
    """The adventure of this name; ``InvalidInput`` lists the names there are. Opens no path."""
    return adventure_of(_by_name(name, "adventures"))


@cache
def shipped_hero(name: str) -> Hero:
    """The hero of this name; ``InvalidInput`` lists the names there are. Opens no path."""
    return hero_of(_by_name(name, "heroes"))


def shipped_sheets() -> dict[str, Any]:
    """Every shipped sheet by its name, in the shape in which a request may hold one."""
    return {
        kind: {name: _by_name(name, kind) for name in _shipped(kind)}
        for kind in ("adventures", "heroes")
    }


def load_adventure(name_or_path: str | Path) -> Adventure:
    """A shipped adventure by its name, or the one in a TOML file."""
    return _load(name_or_path, adventure_names(), shipped_adventure, adventure)


def load_hero(name_or_path: str | Path) -> Hero:
    """A shipped hero by its name, or the one in a TOML file."""
    return _load(name_or_path, hero_names(), shipped_hero, hero)


def _load(
    name_or_path: str | Path,
    names: tuple[str, ...],
    shipped: Callable[[str], SheetT],
    read: Callable[[object, str], SheetT],
) -> SheetT:
    from pathlib import Path

    check_type(name_or_path, str | Path, "", f"a file's path, or one of: {', '.join(names)}")
    if name_or_path in names:
        return shipped(str(name_or_path))
    path = Path(name_or_path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        known = ", ".join(names)
        why = f"{path.name}: no such sheet ({known}), and not a readable file"
        raise InvalidInput.at("", why) from error
    return read(_parsed(content, path.name), path.name)


@cache
def _shipped(kind: str) -> dict[str, bytes]:
    """The shipped files of a folder by their names, in alphabetical order."""
    # Plainly, as what finds resources or holds paths takes longer to load than these files to read.
    found = {}
    for name in sorted(os.listdir(f"{DATA}/{kind}")):
        if name.endswith(".toml"):
            with open(f"{DATA}/{kind}/{name}", "rb") as file:
                found[name.removesuffix(".toml")] = file.read()
    return found


def _by_name(name: str, kind: str) -> dict[str, Any]:
    found = _shipped(kind)
    if name not in found:
        raise InvalidInput.at("", f"no sheet of this name; there are: {', '.join(found)}")
    return _parsed(found[name], f"{name}.toml")


def _parsed(content: bytes, source: str) -> dict[str, Any]:
    if len(content) > MAX_BYTES:
        raise InvalidInput.at("", f"{source}: more than {MAX_BYTES:,} bytes")
    try:
        return tomllib.loads(content.decode("utf-8-sig"), parse_float=parse_number)
    except (ValueError, ArithmeticError) as error:
        raise InvalidInput.at("", f"{source}: not a TOML file: {error}") from error
    except RecursionError as error:
        raise InvalidInput.at("", f"{source}: nested too deeply") from error
