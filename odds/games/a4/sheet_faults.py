"""What is wrong with the data of a sheet file, by the place and the row where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from odds.errors import Fault, InvalidInput, pointer_to
from odds.games.a4.sheet_checks import Finding, Place, check_adventure, check_hero, check_invented
from odds.games.a4.sheet_files import TAGS, AdventureFile, HeroFile
from odds.shapes import Shape

MAX_FAULTS: Final = 20
"""The most mistakes that one error lists."""
MAX_KEY: Final = 80
"""The most characters of an unknown key that a message repeats."""

FileT = TypeVar("FileT", bound=Shape)

_MESSAGES: Final = {
    "missing": "missing",
    "extra_forbidden": "unknown key",
    "model_type": "expected a table",
    "list_type": "expected a list",
    "int_type": "expected an integer",
    "string_type": "expected text",
    "bool_type": "expected true or false",
    "literal_error": "expected true",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "too_short": "needs {min_length} or more entries",
    "too_long": "takes {max_length} or fewer entries",
    "string_too_short": "needs {min_length} or more characters",
    "string_too_long": "takes {max_length} or fewer characters",
    "string_pattern_mismatch": "expected one line of text that doesn't begin with a space",
}


def refuse_adventure(data: object, source: str) -> None:
    """Raise ``InvalidInput`` where ``data`` is no adventure; see ``reading.adventure``."""
    file = _validated(AdventureFile, data, source)
    _refuse([*check_adventure(file), *check_invented(file.invented, data)], source)


def refuse_hero(data: object, source: str) -> None:
    """Raise ``InvalidInput`` where ``data`` is no hero; see ``reading.hero``."""
    file = _validated(HeroFile, data, source)
    _refuse([*check_hero(file), *check_invented(file.invented, data)], source)


def _validated(model: type[FileT], data: object, source: str) -> FileT:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)[:MAX_FAULTS]
        raise InvalidInput(*(_fault(*_finding(detail), source) for detail in details)) from error


def _finding(detail: ErrorDetails) -> Finding:
    place = tuple(key for key in detail["loc"] if key not in TAGS)
    message = _MESSAGES.get(detail["type"])
    return place, detail["msg"] if message is None else message.format(**detail.get("ctx", {}))


def _refuse(findings: Iterable[Finding], source: str) -> None:
    faults = [_fault(place, message, source) for place, message in islice(findings, MAX_FAULTS)]
    if faults:
        raise InvalidInput(*faults)


def _fault(place: Place, message: str, source: str) -> Fault:
    if place and len(str(place[-1])) > MAX_KEY:
        place, message = place[:-1], f"{str(place[-1])[:MAX_KEY]!r}...: {message}"
    where = ": ".join([source, *_tables(place), message])
    return Fault("".join(map(pointer_to, place)), where)


def _tables(place: Place) -> list[str]:
    """``("tiles", 3, "cost")`` as ``["tiles, row 4", "cost"]``."""
    words: list[str] = []
    for key in place:
        if isinstance(key, int) and words:
            words[-1] += f", row {key + 1}"
        else:
            words.append(str(key))
    return words
