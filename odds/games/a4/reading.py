"""Adventure and hero sheets from TOML files or plain dictionaries, read strictly.

A mistake is an ``InvalidInput`` whose place is a JSON pointer and whose message names file, table
and row: ``/enemies/3/attack: into-the-abyss.toml: enemies, row 4: attack: expected an integer``.

>>> load_hero("knight").start
(2, 2, 5, 0, 0, 1)
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from odds.errors import Fault, InvalidInput, check_type, pointer_to
from odds.games.a4.sheet import (
    Adventure,
    Boss,
    Direct,
    Enemy,
    EnemyIcon,
    EnemyRow,
    Hero,
    Named,
    Row,
    Space,
    Tile,
    Wave,
)
from odds.games.a4.sheet_checks import Finding, Place, check_adventure, check_hero, check_invented
from odds.games.a4.sheet_files import (
    TAGS,
    AdventureFile,
    BossFile,
    DieRow,
    EnemyRowFile,
    EquipmentFile,
    HeroFile,
    LevelUpFile,
    NobodyRow,
    Outcome,
    SpaceFile,
    TotalRow,
)
from odds.numbers import parse_number
from odds.shapes import Shape

MAX_BYTES: Final = 1_000_000
MAX_FAULTS: Final = 20
"""The most mistakes that one error lists."""
MAX_KEY: Final = 80
"""The most characters of an unknown key that a message repeats."""

FileT = TypeVar("FileT", bound=Shape)
SheetT = TypeVar("SheetT")

_MESSAGES: Final = {
    "missing": "missing",
    "extra_forbidden": "unknown key",
    "model_type": "expected a table",
    "list_type": "expected a list",
    "int_type": "expected an integer",
    "string_type": "expected text",
    "bool_type": "expected true or false",
    "literal_error": "expected true",
    "string_pattern_mismatch": "expected one line of text that doesn't begin with a space",
}


def adventure(data: object, source: str) -> Adventure:
    """The adventure that ``data``, shaped like a sheet file, describes.

    ``source`` is named in each message. ``InvalidInput`` lists the first ``MAX_FAULTS`` mistakes.
    """
    file = _validated(AdventureFile, data, source)
    _refuse([*check_adventure(file), *check_invented(file.invented, data)], source)
    return Adventure(
        name=file.name,
        tiles=tuple(Tile(tile.cost or 0, tuple(map(_space, tile.spaces))) for tile in file.tiles),
        enemies=tuple(map(_enemy_row, file.enemies)),
        hunt=tuple(map(_row, file.hunt)),
        search=tuple(map(_row, file.search)),
        quest=tuple(map(_row, file.quest)),
        boss=_boss(file.boss) if file.boss else None,
        invented=tuple(f"{file.name}: {entry.what}." for entry in file.invented),
    )


def hero(data: object, source: str) -> Hero:
    """The hero that ``data``, shaped like a sheet file, describes; errors as in ``adventure``."""
    file = _validated(HeroFile, data, source)
    _refuse([*check_hero(file), *check_invented(file.invented, data)], source)
    return Hero(
        name=file.name,
        start=file.start.tracks,
        maxima=file.maxima.tracks,
        equipment=tuple(map(_named, file.equipment)),
        level_ups=tuple(map(_named, file.level_ups)),
        ability=file.ability.options if file.ability else (),
        invented=tuple(f"{file.name}: {entry.what}." for entry in file.invented),
    )


def adventure_names() -> tuple[str, ...]:
    """The adventures that come with the package."""
    return tuple(_shipped("adventures"))


def hero_names() -> tuple[str, ...]:
    """The heroes that come with the package."""
    return tuple(_shipped("heroes"))


@cache
def shipped_adventure(name: str) -> Adventure:
    """The adventure of this name; ``InvalidInput`` lists the names there are. Opens no path."""
    return adventure(_by_name(name, "adventures"), f"{name}.toml")


@cache
def shipped_hero(name: str) -> Hero:
    """The hero of this name; ``InvalidInput`` lists the names there are. Opens no path."""
    return hero(_by_name(name, "heroes"), f"{name}.toml")


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
    folder = files("odds.games.a4") / "data" / kind
    found = {
        entry.name.removesuffix(".toml"): entry.read_bytes()
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    return dict(sorted(found.items()))


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


def _validated(model: type[FileT], data: object, source: str) -> FileT:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)[:MAX_FAULTS]
        raise InvalidInput(*(_fault(*_finding(detail), source) for detail in details)) from error


def _finding(detail: ErrorDetails) -> Finding:
    place = tuple(key for key in detail["loc"] if key not in TAGS)
    return place, _MESSAGES.get(detail["type"], detail["msg"])


def _refuse(findings: Iterable[Finding], source: str) -> None:
    faults = [_fault(place, message, source) for place, message in islice(findings, MAX_FAULTS)]
    if faults:
        raise InvalidInput(*faults)


def _fault(place: Place, message: str, source: str) -> Fault:
    if place and len(str(place[-1])) > MAX_KEY:
        place, message = place[:-1], f"{str(place[-1])[:MAX_KEY]!r}...: {message}"
    where = ": ".join([source, *_tables(place), message])
    return Fault("".join(map(pointer_to, place)), where)


def _tables(place: Place) -> list[str]:
    """``("tiles", 3, "cost")`` as ``["tiles, row 4", "cost"]``."""
    words: list[str] = []
    for key in place:
        if isinstance(key, int) and words:
            words[-1] += f", row {key + 1}"
        else:
            words.append(str(key))
    return words


def _space(file: SpaceFile) -> Space:
    enemy = None
    if file.enemy_total is not None:
        enemy = EnemyIcon(total=file.enemy_total)
    elif file.enemy is not None:
        enemy = EnemyIcon(modifier=file.enemy)
    icons = (Direct(it.options) if isinstance(it, Outcome) else it for it in file.actions)
    return Space(enemy, tuple(icons), file.boss)


def _row(file: DieRow | TotalRow) -> Row:
    return Row(*file.at, file.options)


def _enemy_row(file: NobodyRow | EnemyRowFile) -> EnemyRow:
    if isinstance(file, NobodyRow):
        return EnemyRow(*file.at, None)
    return EnemyRow(*file.at, Enemy(file.attack, file.defence, file.xp, tuple(file.special)))


def _boss(file: BossFile) -> Boss:
    waves = (Wave(wave.attack, wave.defence, tuple(wave.effect)) for wave in file.waves)
    return Boss(file.hp, tuple(waves), file.adds_die)


def _named(file: EquipmentFile | LevelUpFile) -> Named:
    return Named(file.name, tuple(file.effects))
