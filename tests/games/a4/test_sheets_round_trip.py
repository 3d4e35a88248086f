"""The shipped sheets survive being written as plain data, by a writer of its own, and read."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from odds.games.a4.effects_text import write_effect
from odds.games.a4.reading import (
    adventure,
    adventure_names,
    hero,
    hero_names,
    shipped_adventure,
    shipped_hero,
)
from odds.games.a4.sheet import (
    TRACKS,
    Adventure,
    Bundle,
    Direct,
    EnemyRow,
    Hunt,
    Icon,
    Row,
    Search,
    Space,
)
from odds.games.a4.sheet_hero import Hero


def test_shipped_sheets_survive_being_written_and_read() -> None:
    for name in adventure_names():
        sheet = shipped_adventure(name)
        assert adventure(adventure_data(sheet), "") == replace(sheet, invented=())
    for name in hero_names():
        person = shipped_hero(name)
        assert hero(hero_data(person), "") == replace(person, invented=())


def adventure_data(sheet: Adventure) -> dict[str, Any]:
    data: dict[str, Any] = {"name": sheet.name, "tiles": []}
    for i, tile in enumerate(sheet.tiles):
        cost = {"cost": tile.cost} if i else {}
        data["tiles"].append({**cost, "spaces": [space_data(space) for space in tile.spaces]})
    data["enemies"] = [enemy_data(row) for row in sheet.enemies]
    for name in ("hunt", "search", "quest"):
        rows = getattr(sheet, name)
        data[name] = [{"at": at(row), **outcome(row.options)} for row in rows]
    if sheet.boss:
        waves = [
            {"attack": wave.attack, "defence": wave.defence, **effects("effect", wave.effect)}
            for wave in sheet.boss.waves
        ]
        data["boss"] = {"hp": sheet.boss.hp, "adds_die": sheet.boss.adds_die, "waves": waves}
    return data


def hero_data(person: Hero) -> dict[str, Any]:
    return {
        "name": person.name,
        "start": dict(zip(TRACKS, person.start, strict=True)),
        "maxima": dict(zip(TRACKS, person.maxima, strict=True)),
        "equipment": [{"name": n.name, **effects("effects", n.effects)} for n in person.equipment],
        "level_ups": [{"name": n.name, **effects("effects", n.effects)} for n in person.level_ups],
        **({"ability": outcome(person.ability)} if person.ability else {}),
    }


def space_data(space: Space) -> dict[str, Any]:
    data: dict[str, Any] = {"boss": space.boss, "actions": [icon_data(i) for i in space.icons]}
    if space.enemy and space.enemy.total is not None:
        data["enemy_total"] = space.enemy.total
    elif space.enemy:
        data["enemy"] = space.enemy.modifier
    return data


def icon_data(icon: Icon) -> Any:
    if isinstance(icon, Direct):
        return outcome(icon.options)
    if isinstance(icon, Search):
        return f"search {icon.modifier:+}"
    return "hunt" if isinstance(icon, Hunt) else "quest"


def enemy_data(row: EnemyRow) -> dict[str, Any]:
    if row.enemy is None:
        return {"at": at(row), "nobody": True}
    numbers = {"attack": row.enemy.attack, "defence": row.enemy.defence, "xp": row.enemy.xp}
    return {"at": at(row), **numbers, **effects("special", row.enemy.special)}


def at(row: Row | EnemyRow) -> str:
    return f"{row.low}+" if row.high is None else f"{row.low}-{row.high}"


def outcome(options: tuple[Bundle, ...]) -> dict[str, Any]:
    if len(options) == 1:
        return effects("effects", options[0])
    return {"choose": [[write_effect(effect) for effect in bundle] for bundle in options]}


def effects(key: str, bundle: Bundle) -> dict[str, Any]:
    return {key: [write_effect(effect) for effect in bundle]} if bundle else {}
