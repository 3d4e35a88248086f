"""``odds a4``: flags that become the JSON body of a question.

What a command needs of the game is loaded when it runs, so that the help of all takes no time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Annotated, Any, Final

from odds.commands import Group
from odds.errors import Fault, InvalidInput
from odds.flags import Option
from odds.running import FORMATS_HELP, Run

Output = Annotated[str, Option("--format", "-f", value="FORMAT", help=FORMATS_HELP)]
StateFile = Annotated[
    str | None,
    Option(
        "--request",
        value="FILE",
        help="The request as a JSON or TOML file ('-': JSON); flags replace its parts.",
    ),
]
AdventureName = Annotated[
    str | None,
    Option(
        "--adventure", "-a", value="SHEET", help="A sheet's name or file. [default: into-the-abyss]"
    ),
]
HeroName = Annotated[
    str | None, Option("--hero", value="SHEET", help="A hero's name or file. [default: knight]")
]
Pool = Annotated[
    str | None,
    Option(
        "--pool",
        "-p",
        value="DICE",
        help="All dice of the hero but one set aside; '-' is an exhausted one, e.g. '6,2,-,-'.",
    ),
]
Space = Annotated[
    int | None,
    Option("--space", "-s", help="The hero's space, from 1 over all tiles; 0: outside."),
]
TilesAhead = Annotated[
    str | None,
    Option(
        value="TILES",
        help="Tiles in random order: all that are still to come by their numbers on the sheet, the "
        "next one first, the unseen in any order: '4 2 5'.",
    ),
]
PhaseName = Annotated[
    str | None,
    Option(
        "--phase",
        value="PHASE",
        help="What is due, such as action; any other word lists all phases.",
    ),
]
Attack = Annotated[int | None, Option("--attack", help="Attack. [default: the hero's]")]
Defence = Annotated[int | None, Option("--defence", help="Defence. [default: the hero's]")]
Hp = Annotated[int | None, Option("--hp", help="HP. [default: the hero's]")]
Xp = Annotated[int | None, Option("--xp", help="XP. [default: the hero's]")]
Crystals = Annotated[int | None, Option("--crystals", help="Crystals. [default: the hero's]")]
Food = Annotated[int | None, Option("--food", help="Food. [default: the hero's]")]
CrystalUsed = Annotated[
    bool, Option("--crystal-used", help="The ability was used this turn already.")
]
Difficult = Annotated[
    bool, Option("--difficult", help="Difficult Mode: three hero dice instead of four.")
]
Modifier = Annotated[
    int | None, Option("--modifier", help="The enemy is rolled for with this modifier.")
]
Total = Annotated[int | None, Option("--total", help="The enemy of this total is met.")]
EnemyText = Annotated[
    str | None,
    Option(
        "--enemy",
        value="ENEMY",
        help="The enemy met, without special effect, maybe with XP: 6/6 or 6/6/2. One of the "
        "sheet's is met by its --total.",
    ),
]
StoreFolder = Annotated[
    str | None,
    Option(
        "--store",
        value="FOLDER",
        help="Where solved adventures are kept. [default: $ODDS_STORE, or your cache]",
    ),
]
WHOLE: Final = r" *[0-9]{1,9} *"
"""How a flag writes a whole number within its text."""


HOLDERS: Final = {
    "commands_setup": ("setup",),
    "commands_parts": ("movement", "fight", "boss"),
    "commands_action": ("action",),
    "commands_whole": ("solve", "certify", "outlook", "advise", "play"),
    "commands_sheets": ("schema",),
}
"""The modules of this folder that hold the commands."""


def commands(run: Run) -> Group:
    """The commands of A4 Quest; a module is loaded once one of its commands is needed."""
    app = Group("A4 Quest: which die to move and fight with; whole adventures.")
    for module, names in HOLDERS.items():
        app.later(partial(_register, module, app, run), *names)
    return app


def _register(module: str, app: Group, run: Run) -> None:
    import_module(f"odds.games.a4.{module}").register(app, run)


def read_pool(text: str, place: str = "--pool") -> list[int | None]:
    """``6,2,-,-`` or ``62--``."""
    parts = text.replace(",", " ").split()
    dice = list(parts[0]) if len(parts) == 1 else parts
    unknown = [die for die in dice if die not in tuple("123456-")]
    if unknown:
        raise InvalidInput.at(
            place, f"a die is 1 to 6, or '-' if exhausted, not {unknown[0][:40]!r}"
        )
    return [None if die == "-" else int(die) for die in dice]


def read_tiles(text: str | None) -> list[int] | None:
    """``4,2,5`` or ``4 2 5``; empty where no tile is still to come."""
    if text is None:
        return None
    tiles = text.replace(",", " ").split()
    for tile in tiles:
        if not re.fullmatch(WHOLE, tile):
            raise InvalidInput.at("--tiles-ahead", f"a tile is a number from 2, not {tile[:40]!r}")
    return list(map(int, tiles))


def read_enemy(modifier: int | None, total: int | None, enemy: str | None) -> dict[str, Any] | None:
    """The enemy that flags name."""
    if [modifier, total, enemy].count(None) < 2:
        raise InvalidInput.at("--enemy", "only one of --enemy, --total and --modifier can be given")
    given = {"modifier": modifier, "total": total}
    found: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if enemy is None:
        return found or None
    parts = enemy.split("/")
    if not all(re.fullmatch(WHOLE, part) for part in parts) or not 2 <= len(parts) <= 3:
        raise InvalidInput.at("--enemy", f"{enemy[:40]!r} is not like '6/6' or '6/6/2'")
    return dict(zip(("attack", "defence", "xp"), map(int, parts), strict=False))


def read_body(
    run: Run,
    file: str | None,
    adventure_name: str | None,
    hero_name: str | None,
    tracks: dict[str, int | None],
    state: dict[str, Any],
) -> dict[str, Any]:
    """The request: a file, with whatever flags say instead; what is not given is left out."""
    from odds.games.a4.reading import adventure, adventure_names, hero, hero_names

    body = run.read_file(file) if file else {}
    if adventure_name is not None:
        names = adventure_names()
        body["adventure"] = _sheet(run, "--adventure", adventure_name, names, adventure)
    if hero_name is not None:
        body["hero"] = _sheet(run, "--hero", hero_name, hero_names(), hero)
    found = body.setdefault("state", {})
    if isinstance(found, dict):
        found.update(_given(state))
        standing = found.setdefault("tracks", {}) if _given(tracks) else None
        if isinstance(standing, dict):
            standing.update(_given(tracks))
    return body


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _sheet(
    run: Run,
    flag: str,
    name: str,
    known: tuple[str, ...],
    check: Callable[[dict[str, Any], str], object],
) -> str | dict[str, Any]:
    """A shipped sheet by its name, or the contents of a file; what is wrong there names it."""
    if name in known:
        return name
    if "/" not in name and "." not in name:
        why = f"{name[:40]!r} is no sheet ({', '.join(known)}), nor a file"
        raise InvalidInput.at(flag, why)
    data = run.read_file(name)
    try:
        check(data, name)
    except InvalidInput as error:
        raise InvalidInput(*(Fault(flag, fault.message) for fault in error.faults)) from error
    return data


def tracks_of(*values: int | None) -> dict[str, int | None]:
    """The tracks as the flags give them, in the order of the sheets."""
    from odds.games.a4.sheet import TRACKS

    return dict(zip(TRACKS, values, strict=True))


def set_dice(body: dict[str, Any], difficult: bool) -> None:
    """Ask for the dice of Difficult Mode, if that is played."""
    if difficult:
        from odds.games.a4.moments import DIFFICULT_DICE

        body["dice"] = DIFFICULT_DICE
