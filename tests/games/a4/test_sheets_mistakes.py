"""Each kind of mistake in a sheet file is refused, with its place, table and row."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from decimal import Decimal
from importlib.resources import files
from typing import Any, Final

import pytest

from odds.errors import InvalidInput
from odds.games.a4.reading import adventure, hero
from odds.games.a4.sheet_faults import MAX_FAULTS, MAX_KEY
from odds.numbers import parse_number

DATA = files("odds.games.a4") / "data"
ADVENTURE = tomllib.loads((DATA / "adventures" / "drowned-clockwork.toml").read_text("utf-8"))
HERO = tomllib.loads((DATA / "heroes" / "lamplighter.toml").read_text("utf-8"))

GONE: Final = object()
"""Put at a place to take the value away."""


def changed(data: dict[str, Any], place: str, value: object) -> dict[str, Any]:
    """A copy with ``value`` at the JSON pointer ``place``."""
    result = deepcopy(data)
    *path, last = [int(key) if key.isdigit() else key for key in place.split("/")[1:]]
    target: Any = result
    for key in path:
        target = target[key]
    if value is GONE:
        del target[last]
    elif isinstance(target, list) and last == len(target):
        target.append(value)
    else:
        target[last] = value
    return result


def one_tile(*spaces: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "Small", "tiles": [{"spaces": list(spaces)}], **more}


ENEMIES: Final = [{"at": 1, "attack": 1, "defence": 1}]
BOSS: Final = {"hp": 1, "waves": [{"attack": 1, "defence": 1}]}
ROW: Final = {"at": 1, "effects": ["+1 hp"]}

ADVENTURE_MISTAKES: Final = [
    # place of the change, new value, place of the fault (none: the same), its message
    ("/colour", "red", None, "colour: unknown key"),
    ("/name", GONE, None, "name: missing"),
    ("/name", "", None, "name: needs 1 or more characters"),
    ("/name", "a\x1b[0m", None, "name: expected one line of text"),
    ("/name", "x" * 81, None, "name: takes 80 or fewer characters"),
    ("/name", 3, None, "name: expected text"),
    ("/tiles", GONE, None, "tiles: missing"),
    ("/tiles", [], None, "tiles: needs 1 or more entries"),
    ("/tiles", {}, None, "tiles: expected a list"),
    ("/tiles", [{"spaces": [{}]}] * 31, None, "tiles: takes 30 or fewer entries"),
    ("/tiles/2", 7, None, "tiles, row 3: expected a table"),
    ("/tiles/0/cost", 2, None, "tiles, row 1: cost: entering the first tile is free (A3)"),
    ("/tiles/1/cost", GONE, None, "tiles, row 2: cost: missing"),
    ("/tiles/1/cost", 0, None, "tiles, row 2: cost: must be at least 1"),
    ("/tiles/1/cost", 7, None, "tiles, row 2: cost: must be at most 6"),
    ("/tiles/1/cost", True, None, "tiles, row 2: cost: expected an integer"),
    ("/tiles/1/cost", Decimal("2.5"), None, "tiles, row 2: cost: expected an integer"),
    ("/tiles/1/cost", Decimal("NaN"), None, "tiles, row 2: cost: expected an integer"),
    ("/tiles/1/cost", Decimal("1e999999999"), None, "tiles, row 2: cost: expected an integer"),
    ("/tiles/1/cost", "2", None, "tiles, row 2: cost: expected an integer"),
    ("/tiles/1/spaces", [], None, "tiles, row 2: spaces: needs 1 or more entries"),
    ("/tiles/1/spaces", [{}] * 21, None, "takes 20 or fewer entries"),
    ("/tiles/1/spaces/0/foe", 1, None, "tiles, row 2: spaces, row 1: foe: unknown key"),
    ("/tiles/1/spaces/0/enemy", 100, None, "must be at most 99"),
    ("/tiles/1/spaces/0/enemy", "+1", None, "enemy: expected an integer"),
    ("/tiles/1/spaces/1/enemy", 1, "/tiles/1/spaces/1/enemy_total", "not both"),
    ("/tiles/1/spaces/1/boss", 1, None, "boss: expected true or false"),
    ("/tiles/1/spaces/1/actions", "hunt", None, "actions: expected a list"),
    ("/tiles/1/spaces/1/actions/0", "fish", None, 'actions, row 1: expected "hunt"'),
    ("/tiles/1/spaces/1/actions/0", True, None, "actions, row 1: expected"),
    ("/tiles/1/spaces/0/actions/0", {}, None, "expected either effects or choose"),
    (
        "/tiles/1/spaces/0/actions/0/choose",
        [["+1 hp"]] * 2,
        "/tiles/1/spaces/0/actions/0",
        "either",
    ),
    ("/tiles/1/spaces/0/actions/0/effects", [], None, "needs 1 or more entries"),
    ("/tiles/1/spaces/0/actions/0/effects", "+1 hp", None, "effects: expected a list"),
    (
        "/tiles/1/spaces/0/actions/0/effects/1",
        "+1 mana",
        None,
        "effects, row 2: expected an effect",
    ),
    ("/tiles/1/spaces/0/actions/0/effects", ["+1 hp"] * 10, None, "takes 9 or fewer entries"),
    ("/tiles/1/spaces/0/actions/1/choose", [["+1 hp"]], None, "needs 2 or more entries"),
    ("/tiles/1/spaces/0/actions/1/choose/1", [], None, "needs 1 or more entries"),
    ("/tiles/1/spaces/0/boss", True, None, "a boss space has no enemy and no actions"),
    ("/tiles/3/spaces/1", {"boss": True}, "/tiles/4/spaces/0/boss", "a second boss space"),
    (
        "/tiles/3/spaces/1",
        {"boss": True},
        "/tiles/3/spaces/1/boss",
        "the boss must stand on the last space",
    ),
    ("/tiles/4/spaces/1", {}, "/tiles/4/spaces/0/boss", "the boss must stand on the last space"),
    ("/tiles/4/spaces/0", {}, "/boss", "there is no boss space"),
    ("/boss", GONE, "/boss", "boss: missing: there is a boss space"),
    ("/boss", [], None, "boss: expected a table"),
    ("/boss/hp", 0, None, "boss: hp: must be at least 1"),
    ("/boss/hp", GONE, None, "boss: hp: missing"),
    ("/boss/adds_die", "no", None, "boss: adds_die: expected true or false"),
    ("/boss/waves", [], None, "boss: waves: needs 1 or more entries"),
    ("/boss/waves/1/attack", -1, None, "boss: waves, row 2: attack: must be at least"),
    ("/boss/waves/1/defence", 100, None, "boss: waves, row 2: defence: must be at most"),
    ("/boss/waves/1/effect/0", "fight +1", None, "waves, row 2: effect, row 1: 'fight +1' is not"),
    ("/enemies/3/attack", "5", None, "enemies, row 4: attack: expected an integer"),
    ("/enemies/3/attack", GONE, None, "enemies, row 4: attack: missing"),
    ("/enemies/3/at", GONE, None, "enemies, row 4: at: missing"),
    ("/enemies/3/xp", False, None, "enemies, row 4: xp: expected an integer"),
    ("/enemies/3/special/0", "fight +1", None, "special, row 1: 'fight +1' is not allowed here"),
    ("/enemies/3", "6/6", None, "enemies, row 4: expected a table"),
    ("/enemies/0/nobody", False, None, "enemies, row 1: nobody: expected true"),
    ("/enemies/0/attack", 1, None, "enemies, row 1: attack: unknown key"),
    ("/enemies/1/at", "4-3", None, "enemies, row 2: at: the range 4-3 runs downwards"),
    ("/enemies/1/at", "4", None, "it must start at 3"),
    ("/enemies/1/at", "2-4", None, "it must start at 3"),
    ("/enemies/2/at", "5+", "/enemies/3/at", "a row after an open-ended one"),
    ("/enemies/3", {"at": "7+", "nobody": True}, "/enemies/3/nobody", "must be an enemy"),
    ("/enemies", [], "/tiles/0/spaces/1", "an enemy, but there is no enemies table"),
    ("/enemies", [], "/tiles/1/spaces/1", "an enemy, but there is no enemies table"),
    ("/enemies", [], "/quest/1", "quest, row 2: a fight, but there is no enemies table"),
    ("/enemies", [], "/tiles/3/spaces/0/actions/1", "a fight, but there is no enemies table"),
    ("/hunt", [], "/tiles/0/spaces/0/actions/0", "a hunt icon, but there is no hunt table"),
    ("/quest", [], "/tiles/0/spaces/1/actions/0", "a quest icon, but there is no quest table"),
    ("/search", GONE, "/tiles/0/spaces/1/actions/1", "a search icon, but there is no search table"),
    ("/hunt/0/at", 0, None, "hunt, row 1: at: the range 0 is outside of the values 1 to 6"),
    ("/hunt/0/at", "6-7", None, "hunt, row 1: at: the range 6-7 is outside of the values 1 to 6"),
    ("/quest/0/at", 7, None, "quest, row 1: at: the range 7 is outside of the values 1 to 6"),
    ("/search/0/at", "3-1", None, "search, row 1: at: the range 3-1 runs downwards"),
    ("/search/0/at", True, None, "search, row 1: at: expected a range"),
    ("/search/0/effects", GONE, "/search/0", "search, row 1: expected either effects or choose"),
    ("/search", [ROW] * 61, None, "search: takes 60 or fewer entries"),
    ("/invented/0/what", GONE, None, "invented, row 1: what: missing"),
    ("/invented/0/places", [], None, "needs 1 or more entries"),
    ("/invented/0/places/0", 0, None, "expected text"),
    (
        "/invented/0/places/0",
        "/boss/mood",
        None,
        "places, row 1: there is no value at '/boss/mood'",
    ),
    ("/invented/0/places/0", "/tiles/5", None, "there is no value at '/tiles/5'"),
    ("/invented/0/places/0", "/tiles/-1", None, "there is no value at '/tiles/-1'"),
    ("/invented/0/places/0", "/tiles/" + "9" * 5000, None, "there is no value at '/tiles/999"),
    ("/invented/0/places/0", "/name/0", None, "there is no value at '/name/0'"),
    ("/invented/0/places/0", "name", None, "there is no value at 'name'"),
    ("/invented/0/places/0", "/invented/0", None, "there is no value at '/invented/0'"),
]

HERO_MISTAKES: Final = [
    ("/class", "mage", None, "class: unknown key"),
    ("/start", GONE, None, "start: missing"),
    ("/start/mana", 1, None, "start: mana: unknown key"),
    ("/start/food", GONE, None, "start: food: missing"),
    ("/start/food", True, None, "start: food: expected an integer"),
    ("/start/food", -1, None, "start: food: must be at least 0"),
    ("/start/food", 4, None, "start: food: 4 is above the track's maximum, 3"),
    ("/start/hp", 0, None, "start: hp: must be at least 1"),
    ("/start/attack", 7, None, "start: attack: 7 is above the track's maximum, 6"),
    ("/maxima/xp", 4, None, "maxima: xp: the fourth point is a level-up"),
    ("/maxima/attack", 100, None, "maxima: attack: must be at most 99"),
    ("/equipment", [{"name": "a", "effects": ["+1 hp"]}] * 13, None, "takes 12 or fewer entries"),
    ("/equipment/0/name", GONE, None, "equipment, row 1: name: missing"),
    ("/equipment/0/effects/0", "reroll 1", None, "row 1: 'reroll 1' is not allowed here"),
    ("/equipment/0/effects/0", "fight +1", None, "row 1: 'fight +1' is not allowed here"),
    ("/equipment/0/effects/0", "-5 hp", "/equipment/0/effects", "it takes all HP"),
    ("/equipment/0/effects/0", "+3 xp", "/equipment/0/effects", "it brings a level-up"),
    ("/level_ups/1/effects/1", "fight +1", None, "level_ups, row 2: effects, row 2: 'fight +1' is"),
    ("/level_ups/1/effects", [], None, "needs 1 or more entries"),
    ("/level_ups/1/effects", ["+4 xp"], None, "it brings the next level-up"),
    ("/level_ups/1/effects", ["-1 xp", "+2 xp", "+2 xp"], None, "it brings the next level-up"),
    ("/level_ups/2/name", "Steady hand", None, "row 2 has this name already"),
    ("/equipment/1/name", "Long pole", None, "row 1 has this name already"),
    ("/ability/choose/0/0", "fight +1", None, "choose, row 1, row 1: 'fight +1' is not allowed"),
    ("/ability/effects", ["+1 hp"], "/ability", "expected either effects or choose"),
    ("/ability", "heal", None, "ability: expected a table"),
    ("/invented/0/places/0", "/start/mana", None, "there is no value at '/start/mana'"),
]


def assert_found(error: InvalidInput, place: str, why: str) -> None:
    assert any(fault.place == place and why in fault.message for fault in error.faults)
    assert all(fault.message.startswith("mine.toml: ") for fault in error.faults)


def name_of(value: object) -> str | None:
    text = "gone" if value is GONE else repr(value) if isinstance(value, int) else None
    return text if text is None or len(text) < 30 else "long"


@pytest.mark.parametrize(("place", "value", "fault", "why"), ADVENTURE_MISTAKES, ids=name_of)
def test_mistakes_in_an_adventure(place: str, value: object, fault: str | None, why: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        adventure(changed(ADVENTURE, place, value), "mine.toml")
    assert_found(caught.value, fault or place, why)


@pytest.mark.parametrize(("place", "value", "fault", "why"), HERO_MISTAKES, ids=name_of)
def test_mistakes_in_a_hero(place: str, value: object, fault: str | None, why: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        hero(changed(HERO, place, value), "mine.toml")
    assert_found(caught.value, fault or place, why)


def test_the_message_names_file_table_and_row() -> None:
    with pytest.raises(InvalidInput) as caught:
        adventure(changed(ADVENTURE, "/enemies/3/attack", True), "mine.toml")
    assert str(caught.value) == (
        "/enemies/3/attack: mine.toml: enemies, row 4: attack: expected an integer"
    )


def test_all_mistakes_are_reported_at_once() -> None:
    data = changed(changed(ADVENTURE, "/tiles/0/cost", 2), "/tiles/1/cost", GONE)
    with pytest.raises(InvalidInput) as caught:
        adventure(data, "mine.toml")
    assert [fault.place for fault in caught.value.faults] == ["/tiles/0/cost", "/tiles/1/cost"]


def test_only_the_first_mistakes_are_listed() -> None:
    many = {f"odd{i}": 0 for i in range(1000)}
    rows = [{"at": 2, "attack": 1, "defence": 1}] * 60
    for data in (ADVENTURE | many, changed(ADVENTURE, "/enemies", rows)):
        with pytest.raises(InvalidInput) as caught:
            adventure(data, "mine.toml")
        assert len(caught.value.faults) == MAX_FAULTS


def test_long_keys_are_cut() -> None:
    with pytest.raises(InvalidInput) as caught:
        adventure(ADVENTURE | {"k" * 100_000: 1}, "mine.toml")
    (fault,) = caught.value.faults
    assert fault.place == ""
    assert fault.message == f"mine.toml: '{'k' * MAX_KEY}'...: unknown key"


def test_keys_are_escaped_in_places() -> None:
    with pytest.raises(InvalidInput) as caught:
        adventure(changed(ADVENTURE, "/odd", 0) | {"a/b~c": 1}, "mine.toml")
    assert {fault.place for fault in caught.value.faults} == {"/odd", "/a~1b~0c"}


def test_at_most_200_spaces() -> None:
    tiles = [{"spaces": [{}] * 20}, *([{"cost": 1, "spaces": [{}] * 20}] * 9)]
    assert len(adventure({"name": "Long", "tiles": tiles}, "").tiles) == 10
    with pytest.raises(InvalidInput, match="201 spaces in all, at most 200 allowed"):
        adventure({"name": "Long", "tiles": [*tiles, {"cost": 1, "spaces": [{}]}]}, "")


@pytest.mark.parametrize("data", [None, [], "into-the-abyss", 3, [ADVENTURE]])
def test_a_sheet_is_a_table(data: object) -> None:
    for read in (adventure, hero):
        with pytest.raises(InvalidInput, match=r"^mine\.toml: expected a table$"):
            read(data, "mine.toml")


def test_a_small_sheet_needs_little() -> None:
    assert adventure(one_tile({}), "").boss is None
    assert adventure(one_tile({"boss": True}, boss=BOSS), "").boss is not None
    assert adventure(one_tile({"enemy": 0}, enemies=ENEMIES), "").enemies[0].low == 1
    whole = adventure(one_tile({"enemy": parse_number("2.0")}, enemies=ENEMIES), "")
    assert whole == adventure(one_tile({"enemy": 2}, enemies=ENEMIES), "")


def test_markers_may_point_at_values_and_at_tables() -> None:
    marked = changed(HERO, "/invented/0/places", ["/level_ups/0/name", "/ability", "/start/hp"])
    assert hero(marked, "").invented == ("The Lamplighter: the whole sheet is made up.",)
