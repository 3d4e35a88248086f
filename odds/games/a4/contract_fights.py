"""Fights and the boss of A4 Quest as JSON."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from odds.games.a4.answers_fights import BossOut, FightOut
from odds.games.a4.parts.boss import A4Boss
from odds.games.a4.parts.fight import A4Fight
from odds.games.a4.pool import MAX_DICE
from odds.games.a4.questions import read_boss, read_fight
from odds.games.a4.state_shapes import A4Request, StateShape


class FightRequest(A4Request):
    """Who appears, and which die to use against them."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "space": {"state": {"space": 3, "pool": [6, 2, None, None]}},
        "rulebook": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "state": {
                "pool": [4, 2],
                "tracks": {"attack": 4, "defence": 3},
                "enemy": {"total": 11},
            },
            "objective": "least_damage",
        },
        "d6 known": {
            "state": {
                "phase": "fight_d6",
                "tracks": {"attack": 4, "defence": 3, "hp": 4},
                "enemy": {"attack": 6, "defence": 6, "xp": 2},
                "die": 4,
                "d6": 3,
            }
        },
    }
    answer: ClassVar[type] = FightOut

    state: StateShape
    objective: Annotated[
        Literal["win", "least_damage", "most_xp", "survive"],
        Field(description="least_damage: the fewest HP lost on average, a death losing all"),
    ] = "win"

    def problem(self) -> A4Fight:
        return read_fight(self.model_dump())


class BossRequest(A4Request):
    """The best die for each wave and the chance to win, for one pool or for every pool."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {
        "every pool": {
            "adventure": "into-the-abyss",
            "hero": "knight",
            "state": {"tracks": {"attack": 6, "defence": 6, "hp": 5}},
        },
        "difficult": {"state": {"tracks": {"attack": 5, "defence": 7}}, "dice": 3},
        "one pool": {
            "state": {
                "pool": [6, 4, None, None],
                "tracks": {"attack": 6, "defence": 5, "hp": 4},
                "wave": 2,
                "boss_hp": 3,
            }
        },
    }
    answer: ClassVar[type] = BossOut

    state: Annotated[StateShape, Field(default_factory=StateShape)]
    dice: Annotated[int, Field(ge=1, le=MAX_DICE)] | None = Field(
        None, description="without a pool: how many dice every pool has; 4 if left out"
    )

    def problem(self) -> A4Boss:
        return read_boss(self.model_dump())
