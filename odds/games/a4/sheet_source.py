"""A sheet within a request: the name of a shipped one, or an object of the shape of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from odds.games.a4 import reading
from odds.shapes import Shape


@dataclass(frozen=True, eq=False)
class _Given:
    """Pydantic's view of a sheet in a request: it stays as given until it is read.

    ``file`` loads the shape of its file, which only the JSON Schema needs.
    """

    file: Callable[[], type[Shape]]
    names: Callable[[], tuple[str, ...]]

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(_name_or_object)

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        file = self.file()
        file.model_rebuild()
        inline = handler(file.__pydantic_core_schema__)
        return {
            "anyOf": [{"type": "string", "enum": list(self.names())}, inline],
            "description": "the name of a sheet, or the sheet itself",
        }


def _name_or_object(value: Any) -> Any:
    if not isinstance(value, str | dict):
        raise PydanticCustomError("sheet", "expected the name of a sheet or a sheet")
    return value


def _adventure_file() -> type[Shape]:
    from odds.games.a4.sheet_files import AdventureFile

    return AdventureFile


def _hero_file() -> type[Shape]:
    from odds.games.a4.sheet_files import HeroFile

    return HeroFile


AdventureGiven = Annotated[str | dict[str, Any], _Given(_adventure_file, reading.adventure_names)]
HeroGiven = Annotated[str | dict[str, Any], _Given(_hero_file, reading.hero_names)]
