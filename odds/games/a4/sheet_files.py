"""The shape of sheet files, as strict models: what may be written where, and within which limits.

The models stand for a file as it is written; ``reading`` turns them into the sheets that the
rules play on. Their JSON Schemas (draft 2020-12) let an editor help with a file.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from odds.games.a4.sheet import TRACKS, Bundle, Tracks
from odds.games.a4.sheet_types import (
    MAX_CHOICES,
    MAX_TILES,
    Amount,
    Cost,
    DieSpan,
    Effects,
    GainEffects,
    Icon,
    Modifier,
    Name,
    Positive,
    QuietEffects,
    Sentence,
    TotalSpan,
)
from odds.shapes import Shape

MAX_SPACES: Final = 20
MAX_ROWS: Final = 60
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


class _Outcome(Shape):
    """What happens: ``effects``, or the player's choice among the lists of ``choose``."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": ["effects"]}, {"required": ["choose"]}]}
    )
    effects: list[Any] = Field(default_factory=list)
    choose: list[list[Any]] = Field(default_factory=list)

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if len({"effects", "choose"} & self.model_fields_set) != 1:
            raise PydanticCustomError("outcome", "expected either effects or choose")
        return self

    @property
    def options(self) -> tuple[Bundle, ...]:
        """The bundles to choose one from."""
        return tuple(map(tuple, self.choose or [self.effects]))


class Outcome(_Outcome):
    """What happens, a fight included: a list of effects, or several to choose one from."""

    effects: Effects = Field(default_factory=list)
    choose: Annotated[list[Effects], Field(min_length=2, max_length=MAX_CHOICES)] = Field(
        default_factory=list
    )


class QuietOutcome(_Outcome):
    """What happens, without fights: a list of effects, or several to choose one from."""

    effects: QuietEffects = Field(default_factory=list)
    choose: Annotated[list[QuietEffects], Field(min_length=2, max_length=MAX_CHOICES)] = Field(
        default_factory=list
    )


class DieRow(Outcome):
    """A row of the hunt table (by the die used) or of the quest table (by the adventure die)."""

    at: DieSpan


class TotalRow(Outcome):
    """A row of the search table, by the die used plus the icon's modifier. Rows may overlap."""

    at: TotalSpan


class NobodyRow(Shape):
    """Totals of the enemy table at which nobody appears."""

    at: TotalSpan
    nobody: Literal[True]


class EnemyRowFile(Shape):
    """Totals of the enemy table at which an enemy appears. The special comes before its d6."""

    at: TotalSpan
    attack: Amount
    defence: Amount
    xp: Amount = 0
    special: QuietEffects = Field(default_factory=list)


NOBODY: Final = "<nobody>"
ENEMY: Final = "<enemy>"
ICON: Final = "<icon>"
DIRECT: Final = "<direct>"
TAGS: Final = frozenset({NOBODY, ENEMY, ICON, DIRECT})
"""Names of alternatives, which pydantic puts into the place of an error."""

EnemyTableRow = Annotated[
    Annotated[NobodyRow, Tag(NOBODY)] | Annotated[EnemyRowFile, Tag(ENEMY)],
    Discriminator(lambda row: NOBODY if isinstance(row, dict) and "nobody" in row else ENEMY),
]
Action = Annotated[
    Annotated[Icon, Tag(ICON)] | Annotated[Outcome, Tag(DIRECT)],
    Discriminator(lambda action: DIRECT if isinstance(action, dict) else ICON),
]


class SpaceFile(Shape):
    """One space: at most one of enemy and enemy_total, the actions offered; or the boss."""

    enemy: Modifier | None = Field(None, description="an enemy: what is added to its d6")
    enemy_total: Amount | None = Field(None, description="the enemy of this total, without a roll")
    actions: list[Action] = Field(default_factory=list, max_length=MAX_CHOICES)
    boss: bool = Field(False, description="the boss waits here: the last space, with nothing else")


class TileFile(Shape):
    """A tile; its spaces are walked in order."""

    cost: Cost | None = Field(
        None, description="what a die must show to enter; every tile but the first has it"
    )
    spaces: list[SpaceFile] = Field(min_length=1, max_length=MAX_SPACES)


class WaveFile(Shape):
    """One wave of the boss; its effect comes before the hero's die is chosen."""

    attack: Amount
    defence: Amount
    effect: QuietEffects = Field(default_factory=list)


class BossFile(Shape):
    """The boss."""

    hp: Positive
    adds_die: bool = Field(False, description="whether a d6 is added to each wave's two values")
    waves: list[WaveFile] = Field(min_length=1, max_length=MAX_CHOICES)


class InventedFile(Shape):
    """Values that are not publicly known: a sentence, and where they stand in this file."""

    what: Sentence = Field(description="a short sentence; every answer lists it")
    places: list[str] = Field(
        min_length=1, description="JSON pointers; each marks everything below it"
    )


_INVENTED: Final[Any] = Field(
    default_factory=list,
    max_length=MAX_ROWS,
    description="which values of this file are not publicly known",
)


def _table(looked_up: str) -> Any:
    what = f"what {looked_up} brings; of rows that overlap, one is chosen"
    return Field(default_factory=list, max_length=MAX_ROWS, description=what)


class AdventureFile(Shape):
    """An adventure sheet of A4 Quest. Tables have any number of rows."""

    model_config = ConfigDict(title="A4 Quest adventure sheet")
    name: Name = Field(description="the adventure's name")
    tiles: list[TileFile] = Field(
        min_length=1, max_length=MAX_TILES, description="the tiles in the order of the sheet"
    )
    enemies: list[EnemyTableRow] = Field(
        default_factory=list,
        max_length=MAX_ROWS,
        description="who appears at which total, ascending and without gaps; below: nobody",
    )
    hunt: list[DieRow] = _table("the die used")
    search: list[TotalRow] = _table("the die used plus the icon's modifier")
    quest: list[DieRow] = _table("the adventure die")
    boss: BossFile | None = Field(None, description="the boss on the last space, if there is one")
    invented: list[InventedFile] = _INVENTED


class TracksFile(Shape):
    """One number for each track."""

    attack: Amount
    defence: Amount
    hp: Positive
    xp: Amount
    crystals: Amount
    food: Amount

    @property
    def tracks(self) -> Tracks:
        """The numbers in the order of ``sheet.TRACKS``."""
        return tuple(getattr(self, track) for track in TRACKS)


class EquipmentFile(Shape):
    """Equipment to choose at setup: what it adds to the start values."""

    name: Name
    effects: GainEffects


class LevelUpFile(Shape):
    """A bonus to choose at a level-up."""

    name: Name
    effects: QuietEffects


class HeroFile(Shape):
    """A hero sheet of A4 Quest."""

    model_config = ConfigDict(title="A4 Quest hero sheet")
    name: Name = Field(description="the hero's name")
    start: TracksFile = Field(description="the values before equipment is chosen")
    maxima: TracksFile = Field(description="the last number of each track")
    equipment: list[EquipmentFile] = Field(
        default_factory=list, max_length=MAX_CHOICES, description="one is chosen at setup"
    )
    level_ups: list[LevelUpFile] = Field(
        default_factory=list, max_length=MAX_CHOICES, description="one is chosen per level"
    )
    ability: QuietOutcome | None = Field(None, description="what 1 crystal buys; none: no ability")
    invented: list[InventedFile] = _INVENTED


def adventure_schema() -> dict[str, Any]:
    """The JSON Schema of an adventure sheet."""
    return {"$schema": DRAFT, **AdventureFile.model_json_schema()}


def hero_schema() -> dict[str, Any]:
    """The JSON Schema of a hero sheet."""
    return {"$schema": DRAFT, **HeroFile.model_json_schema()}
