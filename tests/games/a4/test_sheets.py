"""The shipped sheets: what is known of them, what is marked as invented, and how they are found."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from odds.errors import InvalidInput
from odds.games.a4.effects_text import KINDS, write_effect
from odds.games.a4.questions import given_adventure, given_hero
from odds.games.a4.reading import (
    MAX_BYTES,
    adventure,
    adventure_names,
    hero,
    hero_names,
    load_adventure,
    load_hero,
    shipped_adventure,
    shipped_hero,
    shipped_sheets,
)
from odds.games.a4.sheet import (
    CRYSTALS,
    TRACKS,
    Adventure,
    Bundle,
    Direct,
    Enemy,
    EnemyRow,
    Gain,
    Hunt,
    Quest,
    Row,
    Search,
    Space,
)
from odds.games.a4.sheet_hero import Hero

DATA = Path(str(files("odds.games.a4") / "data"))

KNIGHT: dict[str, Any] = {
    "/name": "Knight",
    "/start/attack": 2,
    "/start/defence": 2,
    "/start/hp": 5,
    "/start/xp": 0,
    "/start/crystals": 0,
    "/start/food": 1,
    "/maxima/attack": 10,
    "/maxima/defence": 10,
    "/maxima/hp": 10,
    "/maxima/xp": 3,
    "/maxima/crystals": 4,
    "/maxima/food": 5,
    "/equipment/0/effects/0": "+1 defence",
}
ABYSS: dict[str, Any] = {
    "/name": "Into the Abyss",
    **{f"/tiles/{i}/cost": 2 for i in range(1, 8)},
    "/tiles/0/spaces/0/actions/0": "hunt",
    "/tiles/0/spaces/0/actions/1": "quest",
    "/tiles/0/spaces/0/actions/2": "search -2",
    "/tiles/1/spaces/0/actions/0": "hunt",
    "/tiles/1/spaces/0/actions/1": "search -1",
    "/tiles/1/spaces/1/enemy": 0,
    "/tiles/1/spaces/1/actions/0": "quest",
    "/tiles/1/spaces/2/actions/0": "quest",
    "/tiles/1/spaces/2/actions/1": "search",
    "/tiles/2/spaces/0/actions/0": "hunt",
    "/tiles/2/spaces/0/actions/1": "quest",
    "/tiles/2/spaces/1/enemy": 2,
    "/tiles/6/spaces/1/enemy": 5,
    "/tiles/7/spaces/0/boss": True,
    "/enemies/0/at": "1-3",
    "/enemies/0/nobody": True,
    **{f"/enemies/{total - 3}/at": total for total in range(4, 10)},
    **{f"/enemies/{i}/attack": value for i, value in enumerate([2, 3, 2, 5, 5, 6], 1)},
    **{f"/enemies/{i}/defence": value for i, value in enumerate([2, 3, 5, 3, 5, 6], 1)},
    "/enemies/6/xp": 2,
    "/enemies/6/special/0": "-1 hp",
    "/hunt/1/at": 5,
    "/hunt/1/effects/0": "+2 food",
    "/hunt/2/at": 6,
    "/hunt/2/effects/0": "+2 food",
    "/hunt/2/effects/1": "+1 hp",
    **{f"/search/{i}/at": at for i, at in enumerate(["3-4", "3-5", "4-6", "5-6", 7, "7-9", 8, 9])},
    "/search/0/effects/0": "+1 hp",
    "/search/1/effects/0": "+1 defence",
    "/search/2/effects/0": "+1 attack",
    "/quest/0/at": 1,
    "/quest/5/at": 6,
    "/quest/5/effects/0": "+1 xp",
    "/boss/hp": 6,
    **{f"/boss/waves/{i}/attack": 10 + i for i in range(3)},
    **{f"/boss/waves/{i}/defence": 8 - i for i in range(3)},
}


def parsed(path: str) -> dict[str, Any]:
    return tomllib.loads((DATA / path).read_text("utf-8"), parse_float=Decimal)


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield from leaves(below, f"{place}/{key}")
    elif isinstance(value, list):
        for i, below in enumerate(value):
            yield from leaves(below, f"{place}/{i}")
    else:
        yield place, value


def unmarked(data: dict[str, Any]) -> dict[str, Any]:
    """The values of a sheet file that no marker covers."""
    markers = [place for entry in data["invented"] for place in entry["places"]]
    sheet = {key: value for key, value in data.items() if key != "invented"}
    return {
        place: value
        for place, value in leaves(sheet)
        if not any(f"{place}/".startswith(f"{marker}/") for marker in markers)
    }


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("heroes/knight.toml", KNIGHT),
        ("adventures/into-the-abyss.toml", ABYSS),
        ("heroes/lamplighter.toml", {}),
        ("adventures/drowned-clockwork.toml", {}),
    ],
)
def test_exactly_the_known_values_are_unmarked(path: str, known: dict[str, Any]) -> None:
    assert unmarked(parsed(path)) == known


def test_every_toml_file_is_a_shipped_sheet() -> None:
    assert adventure_names() == ("drowned-clockwork", "into-the-abyss")
    assert hero_names() == ("knight", "lamplighter")
    assert len(list(DATA.rglob("*.toml"))) == 4


def test_the_shipped_sheets_are_right() -> None:
    """They are read without a check, so they are checked here."""
    shipped = shipped_sheets()
    assert set(shipped) == {"adventures", "heroes"}
    for name, data in shipped["adventures"].items():
        assert adventure(data, name) == shipped_adventure(name)
    for name, data in shipped["heroes"].items():
        assert hero(data, name) == shipped_hero(name)


def test_answers_can_list_what_is_invented_in_short_sentences() -> None:
    sheets: list[Adventure | Hero] = [
        *map(shipped_adventure, adventure_names()),
        *map(shipped_hero, hero_names()),
    ]
    for sheet in sheets:
        assert 1 <= len(sheet.invented) <= 8
        assert all(
            line.startswith(f"{sheet.name}: ") and len(line) < 120 for line in sheet.invented
        )


def test_into_the_abyss_is_laid_out_as_known() -> None:
    sheet = shipped_adventure("into-the-abyss")
    assert [len(tile.spaces) for tile in sheet.tiles] == [1, 3, 3, 2, 3, 2, 3, 1]
    assert [tile.cost for tile in sheet.tiles] == [0, 2, 2, 2, 2, 2, 2, 2]
    modifiers = [s.enemy.modifier for tile in sheet.tiles for s in tile.spaces if s.enemy]
    assert modifiers == [0, 2, 2, 3, 4, 5]
    assert sheet.tiles[-1].spaces == (Space(boss=True),)
    assert sheet.enemies[0] == EnemyRow(1, 3, None)
    assert sheet.enemies[-1] == EnemyRow(9, 9, Enemy(6, 6, 2, (Gain(TRACKS.index("hp"), -1),)))


def test_the_walkthrough_finds_its_rows() -> None:
    sheet = shipped_adventure("into-the-abyss")

    def found(table: tuple[Row, ...], value: int) -> list[tuple[str, ...]]:
        rows = [row for row in table if row.holds(value)]
        return [tuple(map(write_effect, bundle)) for row in rows for bundle in row.options]

    assert Quest() in sheet.tiles[0].spaces[0].icons
    assert found(sheet.quest, 6) == [("+1 xp",)]
    assert Search(-1) in sheet.tiles[1].spaces[0].icons
    assert ("+1 attack",) in found(sheet.search, 5 - 1)
    assert Search(0) in sheet.tiles[1].spaces[2].icons
    assert ("+1 defence",) in found(sheet.search, 3)
    assert Hunt() in sheet.tiles[2].spaces[0].icons
    assert found(sheet.hunt, 6) == [("+2 food", "+1 hp")]
    met = [row.enemy for row in sheet.enemies if row.holds(3 + 2)]
    assert [(enemy.attack, enemy.defence) for enemy in met if enemy] == [(3, 3)]


def bundles(sheet: Adventure | Hero) -> Iterator[Bundle]:
    if isinstance(sheet, Hero):
        yield from (named.effects for named in (*sheet.equipment, *sheet.level_ups))
        yield from sheet.ability
        return
    for row in (*sheet.hunt, *sheet.search, *sheet.quest):
        yield from row.options
    yield from (row.enemy.special for row in sheet.enemies if row.enemy)
    yield from (wave.effect for wave in (sheet.boss.waves if sheet.boss else ()))
    for space in (space for tile in sheet.tiles for space in tile.spaces):
        for icon in space.icons:
            if isinstance(icon, Direct):
                yield from icon.options


def test_the_made_up_sheets_use_everything() -> None:
    sheet, person = shipped_adventure("drowned-clockwork"), shipped_hero("lamplighter")
    effects = [effect for bundle in (*bundles(sheet), *bundles(person)) for effect in bundle]
    assert {type(effect) for effect in effects} == {kind.effect for kind in KINDS}
    gains = [effect for effect in effects if isinstance(effect, Gain)]
    assert {gain.track for gain in gains} == set(range(len(TRACKS)))
    assert {gain.amount > 0 for gain in gains} == {True, False}
    spaces = [space for tile in sheet.tiles for space in tile.spaces]
    assert any(space.enemy and space.enemy.total is not None for space in spaces)
    assert sheet.boss is not None
    assert any(wave.effect for wave in sheet.boss.waves)
    assert sum(row.holds(6) for row in sheet.search) > 1
    assert {table[-1].high for table in (sheet.search, sheet.quest)} == {None}
    assert any(len(row.options) > 1 for row in sheet.search)
    assert any(Gain(CRYSTALS, 1) in bonus.effects for bonus in person.level_ups)
    assert len(person.ability) > 1


def test_a_path_is_read_and_a_name_in_a_request_is_never_a_path(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes((DATA / "heroes" / "knight.toml").read_bytes())
    assert load_hero(own) == load_hero(str(own)) == load_hero("knight") == shipped_hero("knight")
    own.write_bytes(b"\xef\xbb\xbf" + own.read_bytes())  # as some editors begin a file
    assert load_hero(own) == load_hero("knight")
    for name in (str(own), "../heroes/knight", "", "knight.toml"):
        with pytest.raises(InvalidInput, match="there are: knight, lamplighter"):
            shipped_hero(name)
    with pytest.raises(InvalidInput, match="there are: drowned-clockwork, into-the-abyss"):
        shipped_adventure("knight")
    with pytest.raises(InvalidInput, match=r"atlantis: no such sheet \(drowned-clockwork, into"):
        load_adventure("atlantis")
    with pytest.raises(InvalidInput, match="not a readable file"):
        load_adventure(tmp_path)
    with pytest.raises(InvalidInput, match="not a readable file"):
        load_adventure("\0")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'name = "a"\ntiles = [1 2]\n', "own.toml: not a TOML file: .*line 2"),
        (b"\xff", "own.toml: not a TOML file"),
        (b"x = 1e99999999999999999999", "own.toml: (not a TOML file|name: missing)"),
        pytest.param(b"x = " + b"9" * 5000, "own.toml: not a TOML file", id="digits"),
        pytest.param(
            b"x = " + b"[" * 5000, "own.toml: n(ested too deeply|ot a TOML file)", id="deep"
        ),
        pytest.param(b"#" * (MAX_BYTES + 1), "own.toml: more than 1,000,000 bytes", id="long"),
    ],
)
def test_files_that_are_no_toml(content: bytes, why: str, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(content)
    with pytest.raises(InvalidInput, match=why):
        load_adventure(own)


def test_a_request_names_a_sheet_or_holds_it() -> None:
    data = parsed("adventures/into-the-abyss.toml")
    assert given_adventure(data) == given_adventure("into-the-abyss")
    assert given_hero(parsed("heroes/knight.toml")) == given_hero("knight")
    del data["boss"]["hp"]
    with pytest.raises(InvalidInput) as caught:
        given_adventure(data)
    assert str(caught.value) == "/adventure/boss/hp: adventure: boss: hp: missing"
    with pytest.raises(InvalidInput, match=r"^/hero: no sheet of this name"):
        given_hero("into-the-abyss")
