"""The values of a sheet file as pydantic types: numbers within limits, and notations as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from odds.errors import InvalidInput
from odds.games.a4 import effects_text as texts
from odds.games.a4.sheet import MAX_AMOUNT, MAX_COST, Effect, Hunt, Quest, Search
from odds.games.a4.sheet_data import DIE_RANGE, MAX_EFFECTS, TOTAL_RANGE

MAX_ALL_SPACES: Final = 200
MAX_CHOICES: Final = 12
MAX_TILES: Final = 30


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
            return self.read(value)
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
DieSpan = Annotated[Span, _range(*DIE_RANGE, "[1-6]")]
TotalSpan = Annotated[Span, _range(*TOTAL_RANGE, "0|[1-9][0-9]?")]
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
Amount = Annotated[int, Field(ge=0, le=MAX_AMOUNT)]
Positive = Annotated[int, Field(ge=1, le=MAX_AMOUNT)]
Cost = Annotated[int, Field(ge=1, le=MAX_COST)]
Modifier = Annotated[int, Field(ge=-MAX_AMOUNT, le=MAX_AMOUNT)]
_ONE_LINE: Final = r"^[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$"
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=_ONE_LINE)]
Sentence = Annotated[str, Field(min_length=1, max_length=200, pattern=_ONE_LINE)]
Effects = Annotated[list[AnyEffect], Field(min_length=1, max_length=MAX_EFFECTS)]
QuietEffects = Annotated[list[QuietEffect], Field(min_length=1, max_length=MAX_EFFECTS)]
GainEffects = Annotated[list[GainEffect], Field(min_length=1, max_length=MAX_EFFECTS)]
