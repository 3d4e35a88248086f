"""Objectives without parameters go by the names that they have in a request."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import TypeVar

from odds.errors import InvalidInput, check_type

T = TypeVar("T")


def named_objective(
    given: T | str, names: Mapping[str, T], kind: type | UnionType, others: str = ""
) -> T:
    """The objective of the name ``given``; one of the ``kind`` is taken as it is.

    ``others`` says how those without a name are made. ``InvalidInput`` for anything else.
    """
    expected = f"one of: {', '.join(names)}{others}"
    if not isinstance(given, str):
        check_type(given, kind, "/objective", expected)
        return given
    if given not in names:
        raise InvalidInput.at("/objective", f"must be {expected}")
    return names[given]
