"""A sheet from the plain data of a file that is right: one that is checked, or comes with this.

What may be in a file, and what ``sheet_faults`` checks of it, is said in ``sheet_files``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from odds.games.a4.effects_text import read_effect, read_icon, read_range
from odds.games.a4.sheet import (
    MAX_AMOUNT,
    TRACKS,
    Adventure,
    Boss,
    Bundle,
    Direct,
    Enemy,
    EnemyIcon,
    EnemyRow,
    Icon,
    Row,
    Space,
    Tile,
    Tracks,
    Wave,
)
from odds.games.a4.sheet_hero import Hero, Named

MAX_EFFECTS: Final = 9
"""The most effects of one bundle."""
DIE_RANGE: Final = (1, 6)
TOTAL_RANGE: Final = (0, MAX_AMOUNT)
"""The values that a row of a table by a die, or by a total, can be for."""

Data = Mapping[str, Any]


def adventure_of(data: Data) -> Adventure:
    """The adventure that ``data`` describes."""
    boss = data.get("boss")
    return Adventure(
        name=data["name"],
        tiles=tuple(map(_tile, data["tiles"])),
        enemies=tuple(map(_enemy_row, data.get("enemies", ()))),
        hunt=_table(data, "hunt", DIE_RANGE),
        search=_table(data, "search", TOTAL_RANGE),
        quest=_table(data, "quest", DIE_RANGE),
        boss=None if boss is None else _boss(boss),
        invented=_invented(data),
    )


def hero_of(data: Data) -> Hero:
    """The hero that ``data`` describes."""
    ability = data.get("ability")
    return Hero(
        name=data["name"],
        start=_tracks(data["start"]),
        maxima=_tracks(data["maxima"]),
        equipment=tuple(map(_named, data.get("equipment", ()))),
        level_ups=tuple(map(_named, data.get("level_ups", ()))),
        ability=() if ability is None else _options(ability),
        invented=_invented(data),
    )


def _tile(data: Data) -> Tile:
    return Tile(data.get("cost") or 0, tuple(map(_space, data["spaces"])))


def _space(data: Data) -> Space:
    enemy = None
    if (total := data.get("enemy_total")) is not None:
        enemy = EnemyIcon(total=total)
    elif (modifier := data.get("enemy")) is not None:
        enemy = EnemyIcon(modifier=modifier)
    return Space(enemy, tuple(map(_icon, data.get("actions", ()))), data.get("boss", False))


def _icon(data: Any) -> Icon:
    return Direct(_options(data)) if isinstance(data, Mapping) else read_icon(data)


def _options(data: Data) -> tuple[Bundle, ...]:
    """The bundles to choose one from."""
    return tuple(map(_bundle, data["choose"] if "choose" in data else [data["effects"]]))


def _bundle(effects: list[str]) -> Bundle:
    return tuple(map(read_effect, effects))


def _table(data: Data, name: str, values: tuple[int, int]) -> tuple[Row, ...]:
    return tuple(Row(*read_range(row["at"], *values), _options(row)) for row in data.get(name, ()))


def _enemy_row(data: Data) -> EnemyRow:
    low, high = read_range(data["at"], *TOTAL_RANGE)
    if "nobody" in data:
        return EnemyRow(low, high, None)
    special = _bundle(data.get("special", []))
    return EnemyRow(low, high, Enemy(data["attack"], data["defence"], data.get("xp", 0), special))


def _boss(data: Data) -> Boss:
    waves = (Wave(w["attack"], w["defence"], _bundle(w.get("effect", []))) for w in data["waves"])
    return Boss(data["hp"], tuple(waves), data.get("adds_die", False))


def _tracks(data: Data) -> Tracks:
    return tuple(data[track] for track in TRACKS)


def _named(data: Data) -> Named:
    return Named(data["name"], _bundle(data["effects"]))


def _invented(data: Data) -> tuple[str, ...]:
    return tuple(f"{data['name']}: {entry['what']}." for entry in data.get("invented", ()))
