"""The shape of sheet files, as strict models: what may be written where, and within which limits.

The models stand for a file as it is written; ``reading`` turns them into the sheets that the
rules play on. Their JSON Schemas (draft 2020-12) let an editor help with a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from odds.errors import InvalidInput
from odds.games.a4 import effects_text as texts
from odds.games.a4.sheet import TRACKS, Bundle, Effect, Hunt, Quest, Search, Tracks
from odds.shapes import Shape, whole

MAX_TILES: Final = 30
MAX_SPACES: Final = 20
MAX_ALL_SPACES: Final = 200
MAX_ROWS: Final = 60
MAX_CHOICES: Final = 12
MAX_EFFECTS: Final = 9
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, eq=False)
class _Notation:
    """Pydantic's view of a value written in a notation of ``effects_text``."""

    read: Callable[[Any], Any]
    schema: dict[str, Any]

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._validate)

    def __get_pydantic_json_schema__(self, _schema: Any, _handler: Any) -> dict[str, Any]:
        return dict(self.schema)

    def _validate(self, value: Any) -> Any:
        try:
            return self.read(whole(value))
        except InvalidInput as error:
            raise PydanticCustomError("text", "{why}", {"why": error.faults[0].message}) from error


def _effect(kinds: tuple[texts.Kind, ...]) -> _Notation:
    pattern = texts.any_of(kind.pattern for kind in kinds)
    examples = [kind.example for kind in kinds]
    return _Notation(
        lambda value: texts.read_effect(value, kinds),
        {"type": "string", "pattern": pattern, "examples": examples},
    )


def _range(least: int, most: int, number: str) -> _Notation:
    schema = {
        "anyOf": [
            {"type": "integer", "minimum": least, "maximum": most},
            {"type": "string", "pattern": texts.any_of([texts.range_pattern(number)])},
        ],
        "description": "the values of this row: 4, or text like 4-6, or 4+ for 4 and above",
    }
    return _Notation(lambda value: texts.read_range(value, least, most), schema)


Span = tuple[int, int | None]
DieSpan = Annotated[Span, _range(1, 6, "[1-6]")]
TotalSpan = Annotated[Span, _range(0, 99, "0|[1-9][0-9]?")]
AnyEffect = Annotated[Effect, _effect(texts.KINDS)]
QuietEffect = Annotated[Effect, _effect(texts.WITHOUT_FIGHTS)]
GainEffect = Annotated[Effect, _effect(texts.GAINS)]
Icon = Annotated[
    Hunt | Quest | Search,
    _Notation(
        texts.read_icon,
        {
            "type": "string",
            "pattern": texts.any_of(["hunt", "quest", texts.SEARCH_PATTERN]),
            "examples": ["hunt", "quest", "search", "search -1"],
        },
    ),
]
Integer = Annotated[int, BeforeValidator(whole)]
Amount = Annotated[Integer, Field(ge=0, le=99)]
Modifier = Annotated[Integer, Field(ge=-99, le=99)]
_ONE_LINE: Final = r"^[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$"
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=_ONE_LINE)]
Sentence = Annotated[str, Field(min_length=1, max_length=200, pattern=_ONE_LINE)]
Effects = Annotated[list[AnyEffect], Field(min_length=1, max_length=MAX_EFFECTS)]
QuietEffects = Annotated[list[QuietEffect], Field(min_length=1, max_length=MAX_EFFECTS)]


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

    cost: Annotated[Integer, Field(ge=1, le=6)] | None = Field(
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

    hp: Annotated[Integer, Field(ge=1, le=99)]
    adds_die: bool = Field(False, description="whether a d6 is added to each wave's two values")
    waves: list[WaveFile] = Field(min_length=1, max_length=MAX_CHOICES)


class InventedFile(Shape):
    """Values that are not publicly known: a sentence, and where they stand in this file."""

    what: Sentence = Field(description="a short sentence; every answer lists it")
    places: list[str] = Field(
        min_length=1, description="JSON pointers; each marks everything below it"
    )


class AdventureFile(Shape):
    """An adventure sheet of A4 Quest."""

    model_config = ConfigDict(title="A4 Quest adventure sheet")
    name: Name
    tiles: list[TileFile] = Field(min_length=1, max_length=MAX_TILES)
    enemies: list[EnemyTableRow] = Field(default_factory=list, max_length=MAX_ROWS)
    hunt: list[DieRow] = Field(default_factory=list, max_length=MAX_ROWS)
    search: list[TotalRow] = Field(default_factory=list, max_length=MAX_ROWS)
    quest: list[DieRow] = Field(default_factory=list, max_length=MAX_ROWS)
    boss: BossFile | None = None
    invented: list[InventedFile] = Field(default_factory=list, max_length=MAX_ROWS)


class TracksFile(Shape):
    """One number for each track."""

    attack: Amount
    defence: Amount
    hp: Annotated[Integer, Field(ge=1, le=99)]
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
    effects: Annotated[list[GainEffect], Field(min_length=1, max_length=MAX_EFFECTS)]


class LevelUpFile(Shape):
    """A bonus to choose at a level-up."""

    name: Name
    effects: QuietEffects


class HeroFile(Shape):
    """A hero sheet of A4 Quest."""

    model_config = ConfigDict(title="A4 Quest hero sheet")
    name: Name
    start: TracksFile
    maxima: TracksFile
    equipment: list[EquipmentFile] = Field(default_factory=list, max_length=MAX_CHOICES)
    level_ups: list[LevelUpFile] = Field(default_factory=list, max_length=MAX_CHOICES)
    ability: QuietOutcome | None = Field(None, description="what 1 crystal buys; none: no ability")
    invented: list[InventedFile] = Field(default_factory=list, max_length=MAX_ROWS)


def adventure_schema() -> dict[str, Any]:
    """The JSON Schema of an adventure sheet."""
    return {"$schema": DRAFT, **AdventureFile.model_json_schema()}


def hero_schema() -> dict[str, Any]:
    """The JSON Schema of a hero sheet."""
    return {"$schema": DRAFT, **HeroFile.model_json_schema()}
