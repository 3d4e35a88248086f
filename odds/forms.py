"""The forms of parsed JSON: objects whose members are known, and lists."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from odds.errors import InvalidInput, check_type, pointer_to


def members(
    given: object, place: str, needed: Collection[str] = (), other: Collection[str] = ()
) -> dict[str, Any]:
    """``given`` as an object that has all members that are ``needed``, and maybe some ``other``.

    ``InvalidInput`` names its ``place`` if it isn't one, or the member that is missing or unknown.
    """
    check_type(given, dict, place, "an object")
    assert isinstance(given, dict)
    for name in needed:
        if name not in given:
            raise InvalidInput.at(f"{place}/{name}", "is missing")
    for name in given:
        if name not in needed and name not in other:
            raise InvalidInput.at(place + pointer_to(name), "is not a known field")
    return given


def items(given: object, place: str) -> list[Any]:
    """``given`` as a list; ``InvalidInput`` names its ``place`` if it isn't one."""
    check_type(given, list, place, "a list")
    assert isinstance(given, list)
    return given
