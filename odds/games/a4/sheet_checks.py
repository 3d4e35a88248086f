"""What a well-shaped sheet file must satisfy besides, so that the rules can be played on it.

Each check yields the place at fault, as the keys and indices that lead to it, and what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from odds.games.a4.sheet import HP, TRACKS, XP, Gain, Hunt, Quest, Search, StartFight
from odds.games.a4.sheet_files import (
    AdventureFile,
    EnemyRowFile,
    HeroFile,
    InventedFile,
    Outcome,
    SpaceFile,
)
from odds.games.a4.sheet_types import MAX_ALL_SPACES

Place = tuple[str | int, ...]
Finding = tuple[Place, str]

LAST_XP: Final = 3
"""The fourth point of XP is a level-up (A11), so the marker never stands above 3."""


def check_adventure(file: AdventureFile) -> Iterator[Finding]:
    """What is wrong with an adventure as a whole."""
    yield from _tiles(file)
    yield from _boss(file)
    yield from _enemies(file)
    yield from _tables_in_use(file)


def check_hero(file: HeroFile) -> Iterator[Finding]:
    """What is wrong with a hero as a whole."""
    start, maxima = file.start.tracks, file.maxima.tracks
    for track, value, maximum in zip(TRACKS, start, maxima, strict=True):
        if value > maximum:
            yield ("start", track), f"{value} is above the track's maximum, {maximum}"
    if maxima[XP] != LAST_XP:
        why = f"the fourth point is a level-up (A11), so the track must end at {LAST_XP}"
        yield ("maxima", "xp"), why
    for i, equipment in enumerate(file.equipment):
        gains = [effect for effect in equipment.effects if isinstance(effect, Gain)]
        if start[HP] + sum(min(0, gain.amount) for gain in gains if gain.track == HP) <= 0:
            yield ("equipment", i, "effects"), "it takes all HP before the game begins"
        if start[XP] + sum(max(0, gain.amount) for gain in gains if gain.track == XP) > LAST_XP:
            yield ("equipment", i, "effects"), "it brings a level-up before the game begins"
    for i, bonus in enumerate(file.level_ups):
        gains = [effect for effect in bonus.effects if isinstance(effect, Gain)]
        if sum(max(0, gain.amount) for gain in gains if gain.track == XP) > LAST_XP:
            yield (
                ("level_ups", i, "effects"),
                "it brings the next level-up, so they might never end",
            )
    yield from _names_twice("equipment", [piece.name for piece in file.equipment])
    yield from _names_twice("level_ups", [bonus.name for bonus in file.level_ups])


def _names_twice(table: str, names: list[str]) -> Iterator[Finding]:
    """Choices of one table are told apart by their names."""
    for i, name in enumerate(names):
        if name in names[:i]:
            yield (table, i, "name"), f"row {names.index(name) + 1} has this name already"


def check_invented(invented: list[InventedFile], data: Any) -> Iterator[Finding]:
    """Markers of invented values that point at nothing in ``data``."""
    for i, entry in enumerate(invented):
        for j, pointer in enumerate(entry.places):
            if pointer.split("/")[:2] == ["", "invented"] or not _exists(pointer, data):
                shown = repr(pointer if len(pointer) <= 80 else f"{pointer[:80]}…")
                yield ("invented", i, "places", j), f"there is no value at {shown}"


def _tiles(file: AdventureFile) -> Iterator[Finding]:
    for i, tile in enumerate(file.tiles):
        if i == 0 and tile.cost is not None:
            yield ("tiles", i, "cost"), "entering the first tile is free (A3): leave the cost out"
        if i > 0 and tile.cost is None:
            yield ("tiles", i, "cost"), "missing: every tile but the first has a cost from 1 to 6"
    spaces = sum(len(tile.spaces) for tile in file.tiles)
    if spaces > MAX_ALL_SPACES:
        yield ("tiles",), f"{spaces} spaces in all, at most {MAX_ALL_SPACES} allowed"


def _boss(file: AdventureFile) -> Iterator[Finding]:
    places = list(_spaces(file))
    bosses = [(place, space) for place, space in places if space.boss]
    for place, space in bosses:
        if space.actions or space.enemy is not None or space.enemy_total is not None:
            yield (*place, "boss"), "a boss space has no enemy and no actions"
    for place, _ in bosses[1:]:
        yield (*place, "boss"), "a second boss space"
    if bosses and bosses[0][0] != places[-1][0]:
        yield (*bosses[0][0], "boss"), "the boss must stand on the last space of the last tile"
    if bosses and file.boss is None:
        yield ("boss",), "missing: there is a boss space, so the boss must be described"
    if file.boss is not None and not bosses:
        yield ("boss",), "there is no boss space: mark the last space with boss = true"


def _enemies(file: AdventureFile) -> Iterator[Finding]:
    following: int | None = None
    for i, row in enumerate(file.enemies):
        low, high = row.at
        if i > 0 and following is None:
            yield ("enemies", i, "at"), "a row after an open-ended one"
        elif following is not None and low != following:
            yield ("enemies", i, "at"), f"it must start at {following}, where the last row ends"
        following = None if high is None else high + 1
    if file.enemies and not isinstance(file.enemies[-1], EnemyRowFile):
        why = "the last row must be an enemy, since it holds for all higher totals (A5)"
        yield ("enemies", len(file.enemies) - 1, "nobody"), why
    for place, space in _spaces(file):
        if space.enemy is not None and space.enemy_total is not None:
            yield (*place, "enemy_total"), "an enemy has a modifier or a fixed total, not both"


def _tables_in_use(file: AdventureFile) -> Iterator[Finding]:
    """Icons, enemies and fights need the table that they are looked up in."""
    tables = (
        (Hunt, "hunt", file.hunt),
        (Quest, "quest", file.quest),
        (Search, "search", file.search),
    )
    for place, space in _spaces(file):
        if not file.enemies and (space.enemy, space.enemy_total) != (None, None):
            yield place, "an enemy, but there is no enemies table"
        for i, action in enumerate(space.actions):
            for icon, name, table in tables:
                if isinstance(action, icon) and not table:
                    yield (*place, "actions", i), f"a {name} icon, but there is no {name} table"
    if not file.enemies:
        for place, outcome in _outcomes(file):
            if any(isinstance(effect, StartFight) for effect in sum(outcome.options, ())):
                yield place, "a fight, but there is no enemies table"


def _spaces(file: AdventureFile) -> Iterator[tuple[Place, SpaceFile]]:
    for i, tile in enumerate(file.tiles):
        for j, space in enumerate(tile.spaces):
            yield ("tiles", i, "spaces", j), space


def _outcomes(file: AdventureFile) -> Iterator[tuple[Place, Outcome]]:
    for place, space in _spaces(file):
        for i, action in enumerate(space.actions):
            if isinstance(action, Outcome):
                yield (*place, "actions", i), action
    for name, table in (("hunt", file.hunt), ("search", file.search), ("quest", file.quest)):
        for i, row in enumerate(table):
            yield (name, i), row


def _exists(pointer: str, data: Any) -> bool:
    """Whether the JSON pointer leads to a value. No key of a sheet needs escaping."""
    head, *keys = pointer.split("/")
    for key in keys:
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list) and key in map(str, range(len(data))):
            data = data[int(key)]
        else:
            return False
    return head == ""
