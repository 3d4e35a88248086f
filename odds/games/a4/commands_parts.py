"""``odds a4 movement``, ``odds a4 fight`` and ``odds a4 boss``."""

from __future__ import annotations

from typing import Annotated

from odds.commands import Group
from odds.errors import InvalidInput
from odds.flags import Option
from odds.games.a4.commands import (
    AdventureName,
    Attack,
    Crystals,
    CrystalUsed,
    Defence,
    Difficult,
    EnemyText,
    Food,
    HeroName,
    Hp,
    Modifier,
    Output,
    PhaseName,
    Pool,
    Space,
    StateFile,
    Total,
    Xp,
    read_body,
    read_enemy,
    read_pool,
    set_dice,
    tracks_of,
)
from odds.running import Run, check_format


def register(app: Group, run: Run) -> None:
    """Add the commands to ``app``."""
    _movement(app, run)
    _fight(app, run)
    _boss(app, run)


def _dice(pool: str | None) -> list[int | None] | None:
    return None if pool is None else read_pool(pool)


def _movement(app: Group, run: Run) -> None:
    @app.command
    def movement(
        request: StateFile = None,
        adventure: AdventureName = None,
        hero: HeroName = None,
        pool: Pool = None,
        cost: Annotated[int | None, Option(help="What the movement costs.")] = None,
        space: Space = None,
        failed: Annotated[
            bool, Option("--failed", help="1 HP is paid: which die to re-roll?")
        ] = False,
        hp: Hp = None,
        crystals: Crystals = None,
        crystal_used: CrystalUsed = False,
        output: Output = "text",
    ) -> None:
        """Which die to exhaust for a movement, or to re-roll, and its cost."""
        state = {
            "pool": _dice(pool),
            "space": space,
            "phase": "movement_failed" if failed else None,
            "crystal_used": crystal_used or None,
        }
        tracks = tracks_of(None, None, hp, None, crystals, None)
        body = read_body(run, request, adventure, hero, tracks, state)
        if cost is not None:
            body["cost"] = cost
        run("/v1/a4/movement", body, output)


def _fight(app: Group, run: Run) -> None:
    @app.command
    def fight(
        request: StateFile = None,
        adventure: AdventureName = None,
        hero: HeroName = None,
        pool: Pool = None,
        space: Space = None,
        modifier: Modifier = None,
        total: Total = None,
        enemy: EnemyText = None,
        phase: PhaseName = None,
        die: Annotated[int | None, Option(help="The die that is set aside.")] = None,
        d6: Annotated[int | None, Option(help="The d6 of the fight.")] = None,
        attack: Attack = None,
        defence: Defence = None,
        hp: Hp = None,
        xp: Xp = None,
        crystals: Crystals = None,
        food: Food = None,
        crystal_used: CrystalUsed = False,
        objective: Annotated[
            str | None, Option(value="GOAL", help="win, least_damage, most_xp or survive.")
        ] = None,
        output: Output = "text",
    ) -> None:
        """Who appears, and what each die brings against them."""
        state = {
            "pool": _dice(pool),
            "space": space,
            "phase": phase,
            "crystal_used": crystal_used or None,
            "enemy": read_enemy(modifier, total, enemy),
            "die": die,
            "d6": d6,
        }
        tracks = tracks_of(attack, defence, hp, xp, crystals, food)
        body = read_body(run, request, adventure, hero, tracks, state)
        if objective is not None:
            body["objective"] = objective
        run("/v1/a4/fight", body, output)


def _boss(app: Group, run: Run) -> None:
    @app.command
    def boss(
        request: StateFile = None,
        adventure: AdventureName = None,
        hero: HeroName = None,
        pool: Pool = None,
        difficult: Difficult = False,
        wave: Annotated[int | None, Option(help="The wave, from 1. [default: 1]")] = None,
        boss_hp: Annotated[int | None, Option(help="The boss's HP. [default: all]")] = None,
        attack: Attack = None,
        defence: Defence = None,
        hp: Hp = None,
        crystals: Crystals = None,
        crystal_used: CrystalUsed = False,
        export: Annotated[
            str | None,
            Option(
                value="FILE", help="Write all attacks, defences and HP to this .csv or .json file."
            ),
        ] = None,
        output: Output = "text",
    ) -> None:
        """Which die for each wave, and the chance to win; for one pool or all."""
        state = {
            "pool": _dice(pool),
            "wave": wave,
            "boss_hp": boss_hp,
            "crystal_used": crystal_used or None,
        }
        tracks = tracks_of(attack, defence, hp, None, crystals, None)
        body = read_body(run, request, adventure, hero, tracks, state)
        set_dice(body, difficult)
        if export is None:
            run("/v1/a4/boss", body, output)
            return
        check_format(output)
        if output == "text":
            from odds.games.a4.export import export_boss

            export_boss(run, body, export)
        else:
            raise InvalidInput.at("--format", "the file of --export has the format of its ending")
