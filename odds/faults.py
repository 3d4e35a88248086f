"""What is wrong with a request, in words for people and with its place as a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from odds.errors import Fault, fault_at

_OBJECT: Final = "must be an object"
_LIST: Final = "must be a list"
_WHOLE: Final = "must be a whole number"
_TEXTS: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "extra_forbidden": "is not a known field",
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "dict_type": _OBJECT,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "string_type": "must be a text",
    "string_unicode": "must be Unicode text",
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "bool_type": "must be true or false",
    "none_required": "must be null",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "too_short": "needs {min_length} or more entries",
    "too_long": "takes {max_length} or fewer entries",
    "string_too_short": "needs {min_length} or more characters",
    "string_too_long": "takes {max_length} or fewer characters",
    "string_pattern_mismatch": "must match {pattern}",
    "literal_error": "must be {expected}",
}
"""Pydantic's kinds of error; what isn't listed has a message of ours already."""


def faults_of(error: ValidationError, body: Any) -> list[Fault]:
    """Every fault that pydantic found in ``body``."""
    return [_fault(body, details) for details in error.errors(include_url=False)]


def _fault(body: Any, details: ErrorDetails) -> Fault:
    kind, loc = details["type"], details["loc"]
    text = _TEXTS.get(kind, "{msg}").format(msg=details["msg"], **details.get("ctx", {}))
    if kind == "missing":
        return fault_at([*_in_input(body, loc[:-1]), loc[-1]], text)
    return fault_at(_in_input(body, loc), text)


def _in_input(body: Any, loc: Sequence[str | int]) -> Iterator[str | int]:
    """The parts of ``loc`` that lead into ``body``; the others name a variant of a model.

    A variant may have the name of one of its fields; then what comes next tells which is meant.
    """
    here = body
    for part, after in zip_longest(loc, loc[1:]):
        if not _has(here, part):
            continue
        if after is not None and _has(here, after) and not _has(here[part], after):
            continue
        here = here[part]
        yield part


def _has(value: Any, part: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(part, int) and part < len(value)
    return isinstance(value, Mapping) and part in value
