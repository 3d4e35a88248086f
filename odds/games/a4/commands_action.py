"""``odds a4 action``: flags that become the JSON body of the question."""

from __future__ import annotations

from typing import Annotated, Any

from odds.commands import Group
from odds.errors import InvalidInput
from odds.flags import Option
from odds.games.a4.commands import (
    AdventureName,
    Attack,
    Crystals,
    CrystalUsed,
    Defence,
    Food,
    HeroName,
    Hp,
    Output,
    Pool,
    Space,
    StateFile,
    Xp,
    read_body,
    read_pool,
    tracks_of,
)
from odds.running import Run


def register(app: Group, run: Run) -> None:
    """Add the command to ``app``."""

    @app.command
    def action(
        request: StateFile = None,
        adventure: AdventureName = None,
        hero: HeroName = None,
        pool: Pool = None,
        space: Space = None,
        icon: Annotated[int | None, Option(help="The icon that is chosen already, from 0.")] = None,
        attack: Attack = None,
        defence: Defence = None,
        hp: Hp = None,
        xp: Xp = None,
        crystals: Crystals = None,
        food: Food = None,
        crystal_used: CrystalUsed = False,
        objective: Annotated[
            str | None,
            Option(
                value="GOAL",
                help="safe_gains, survive, or weights: 'attack=1, hp=1/2, dice=1/4, death=-5'. "
                "[default: safe_gains]",
            ),
        ] = None,
        output: Output = "text",
    ) -> None:
        """What each die brings for each icon of a space, or a rest."""
        state = {
            "pool": None if pool is None else read_pool(pool),
            "space": space,
            "phase": None if icon is None else "icon",
            "icon": icon,
            "crystal_used": crystal_used or None,
        }
        tracks = tracks_of(attack, defence, hp, xp, crystals, food)
        body = read_body(run, request, adventure, hero, tracks, state)
        if objective is not None:
            body["objective"] = read_objective(objective)
        run("/v1/a4/action", body, output)


def read_objective(text: str) -> Any:
    """``safe_gains``, ``survive``, or weights such as ``attack=1, hp=1/2``."""
    if "=" not in text:
        from odds.games.a4.parts.action_objective import NAMED

        if text.strip() not in NAMED:
            why = f"{text[:40]!r} is none of: {', '.join(NAMED)}, or weights like 'hp=1, dice=1/4'"
            raise InvalidInput.at("--objective", why)
        return text.strip()
    weights: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name in weights:
            raise InvalidInput.at("--objective", f"{part.strip()!r} is not one like 'hp=1/2'")
        weights[name] = value
    return {"weights": weights}
