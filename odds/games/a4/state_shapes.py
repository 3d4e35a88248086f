"""A state of A4 Quest and the sheets that it is played on, as they stand in a request."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Discriminator, Field, PlainSerializer, Tag

from odds.games.a4 import effects_text as texts
from odds.games.a4.parts.situation import DEFAULT_ADVENTURE, DEFAULT_HERO, MAX_PENDING
from odds.games.a4.pool import MAX_DICE
from odds.games.a4.sheet import MAX_AMOUNT
from odds.games.a4.sheet_data import MAX_EFFECTS
from odds.games.a4.sheet_source import AdventureGiven, HeroGiven
from odds.games.a4.sheet_types import (
    MAX_ALL_SPACES,
    MAX_CHOICES,
    MAX_TILES,
    Amount,
    AnyEffect,
    Modifier,
    QuietEffect,
)
from odds.shapes import Request, Shape

DieValue = Annotated[int, Field(ge=1, le=6)]
Track = Annotated[int, Field(ge=0, le=MAX_AMOUNT)]
EffectText = Annotated[QuietEffect, PlainSerializer(texts.write_effect)]
FollowingText = Annotated[AnyEffect, PlainSerializer(texts.write_effect)]
PoolShape = Annotated[
    list[DieValue | None],
    Field(max_length=MAX_DICE, description="the dice; null is an exhausted one"),
]
PhaseName = Literal[
    "setup",
    "pool_rolled",
    "turn",
    "movement",
    "movement_failed",
    "enemy",
    "fight",
    "fight_die",
    "fight_special",
    "fight_d6",
    "fight_over",
    "action",
    "icon",
    "icon_die",
    "quest_d6",
    "end_of_turn",
    "wave",
    "wave_ready",
    "wave_d6",
]


class TracksShape(Shape):
    """The tracks; one that is left out stands at the hero's start."""

    attack: Track | None = None
    defence: Track | None = None
    hp: Annotated[int, Field(ge=1, le=MAX_AMOUNT)] | None = None
    xp: Track | None = None
    crystals: Track | None = None
    food: Track | None = None


class EnemyShape(Shape):
    """An enemy that stands there."""

    attack: Amount
    defence: Amount
    xp: Amount = 0
    special: Annotated[list[EffectText], Field(max_length=MAX_EFFECTS, default_factory=list)]


class EnemyTotalShape(Shape):
    """The enemy of a total of the adventure's table."""

    total: Amount


class EnemyRollShape(Shape):
    """An enemy that is rolled for: a d6 plus the modifier."""

    modifier: Modifier


_FORMS: Final[dict[str, type[Any]]] = {"total": EnemyTotalShape, "modifier": EnemyRollShape}


def _form(value: Any) -> str:
    for key, shape in _FORMS.items():
        if isinstance(value, shape) or (isinstance(value, dict) and key in value):
            return f"<{key}>"
    return "<enemy>"


AnyEnemy = Annotated[
    Annotated[EnemyTotalShape, Tag("<total>")]
    | Annotated[EnemyRollShape, Tag("<modifier>")]
    | Annotated[EnemyShape, Tag("<enemy>")],
    Discriminator(_form),
]


class StateShape(Shape):
    """Where a game stands. The last fields belong to some phases only."""

    space: Annotated[int, Field(ge=0, le=MAX_ALL_SPACES)] | None = Field(
        None, description="the hero's space, counted from 1 over all tiles; 0: before the first"
    )
    phase: PhaseName | None = Field(None, description="by default the question's first phase")
    pool: Annotated[PoolShape, Field(default_factory=list)]
    tracks: Annotated[TracksShape, Field(default_factory=TracksShape)]
    crystal_used: bool = False
    pending: Annotated[
        list[EffectText],
        Field(
            max_length=MAX_PENDING,
            default_factory=list,
            description="effects of an interrupted bundle that are still to come",
        ),
    ]
    enemy: AnyEnemy | None = None
    die: DieValue | None = Field(None, description="the die that is set aside")
    d6: DieValue | None = None
    icon: Annotated[int, Field(ge=0, lt=MAX_CHOICES)] | None = None
    wave: Annotated[int, Field(ge=1, le=MAX_CHOICES)] | None = Field(
        None, description="counted from 1"
    )
    boss_hp: Annotated[int, Field(ge=1, le=MAX_AMOUNT)] | None = None
    level_up: bool = Field(
        False, description="in advice: the fourth point of XP was just gained, before `pending`"
    )
    in_action: bool | None = Field(
        None, description="in advice: whether the fight belongs to the action of the turn"
    )
    then: Annotated[
        list[FollowingText],
        Field(
            max_length=MAX_PENDING,
            default_factory=list,
            description="in advice: effects of the action that follow after the fight",
        ),
    ]

    tiles_ahead: (
        Annotated[list[Annotated[int, Field(ge=2, le=MAX_TILES)]], Field(max_length=MAX_TILES)]
        | None
    ) = Field(
        None,
        description="in advice where the tiles are shuffled: all that are still to come by their "
        "numbers on the sheet, the next one first, the unseen in any order",
    )


class A4Request(Request):
    """What the requests of A4 Quest share: the sheets; by default the ones that are shipped."""

    adventure: AdventureGiven = DEFAULT_ADVENTURE
    hero: HeroGiven = DEFAULT_HERO
