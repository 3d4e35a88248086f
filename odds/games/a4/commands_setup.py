"""``odds a4 setup``: flags that become the JSON body of the question."""

from __future__ import annotations

import re
from typing import Annotated, Any

from odds.commands import Group
from odds.errors import InvalidInput
from odds.flags import Option
from odds.games.a4.commands import (
    WHOLE,
    AdventureName,
    Difficult,
    HeroName,
    Output,
    Pool,
    StateFile,
    StoreFolder,
    TilesAhead,
    read_body,
    read_pool,
    read_tiles,
    set_dice,
)
from odds.running import Run


def register(app: Group, run: Run) -> None:
    """Add the command to ``app``."""

    @app.command
    def setup(
        request: StateFile = None,
        adventure: AdventureName = None,
        hero: HeroName = None,
        pool: Pool = None,
        tiles_ahead: TilesAhead = None,
        difficult: Difficult = False,
        equipment: Annotated[
            str | None,
            Option(
                value="PIECE",
                help="The piece that is taken. [default: all compared; none where a pool is given]",
            ),
        ] = None,
        objective: Annotated[
            str | None,
            Option(
                value="GOAL",
                help="highest_total, at_least_one=V, win (a solved adventure, or a small one), or "
                "what is ahead, in this order: "
                "'cost 2, enemy +0, total 6, 6/6'. [default: highest_total]",
            ),
        ] = None,
        store: StoreFolder = None,
        output: Output = "text",
    ) -> None:
        """Which dice to re-roll at the start; without a pool, for every pool."""
        run.keep_in(store)
        dice = None if pool is None else read_pool(pool)
        state = {"pool": dice, "tiles_ahead": read_tiles(tiles_ahead)}
        body = read_body(run, request, adventure, hero, {}, state)
        set_dice(body, difficult)
        if equipment is not None:
            body["equipment"] = equipment
        if objective is not None:
            body["objective"] = read_objective(objective)
        run("/v1/a4/setup", body, output)


def read_objective(text: str) -> Any:
    """``highest_total``, ``win``, ``at_least_one=5``, or steps: ``cost 2, enemy +0, 6/6``."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if equals and name == "at_least_one" and re.fullmatch(WHOLE, value):
        return {"at_least_one": int(value)}
    if name in ("highest_total", "win") and not equals:
        return name
    return {"ahead": [_step(part.strip()) for part in text.split(",")]}


def _step(text: str) -> dict[str, int]:
    for name, word, pattern in (
        ("cost", "cost", "[0-9]{1,2}"),
        ("modifier", "enemy", "[+-]?[0-9]{1,2}"),
        ("total", "total", "[0-9]{1,2}"),
    ):
        if match := re.fullmatch(rf"{word} ({pattern})", text):
            return {name: int(match[1])}
    if match := re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", text):
        return {"attack": int(match[1]), "defence": int(match[2])}
    known = "highest_total, at_least_one=5, win, or steps like 'cost 2', 'enemy +0', 'total 6', 6/6"
    raise InvalidInput.at("--objective", f"{text[:40]!r} is none of: {known}")
