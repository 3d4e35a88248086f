"""Strict JSON text: what is read isn't rounded or forgiven, what is written has one form.

Duplicate keys, named with their place, and NaN are errors. Numbers become ``int`` or ``Decimal``.
Canonical JSON is UTF-8 without spaces.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from odds.errors import InvalidInput, fault_at, is_unicode
from odds.numbers import parse_number

MAX_DEPTH: Final = 32
PERMALINK: Final = r"^[A-Za-z0-9_-]+={0,2}$"
"""What a permalink's text looks like: base64url (RFC 4648, 5), with or without padding."""


class NotJson(InvalidInput):
    """The text isn't JSON, or an object in it has a key twice."""


class _Twice:
    """Stands for an object that has ``key`` more than once, until its place is known."""

    def __init__(self, key: str) -> None:
        self.key = key


def loads(text: bytes | str) -> Any:
    """Strict JSON: no duplicate keys, no NaN; a number with a point or exponent is a Decimal."""
    try:
        if isinstance(text, bytes):
            text = text.decode()
        value = json.loads(
            text.removeprefix("\ufeff"),
            parse_float=parse_number,
            parse_int=parse_number,
            parse_constant=_refuse,
            object_pairs_hook=_object,
        )
    except RecursionError as error:
        raise NotJson.at("", f"nested deeper than {MAX_DEPTH}") from error
    except UnicodeDecodeError as error:
        raise NotJson.at("", "not UTF-8") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise NotJson.at("", f"not JSON: {error.msg} ({where})") from error
    for place, item in _walk(value):
        if isinstance(item, _Twice):
            raise NotJson(fault_at(place.parts(), f"the key {item.key[:40]!r} occurs twice"))
        if place.depth > MAX_DEPTH:
            raise NotJson.at("", f"nested deeper than {MAX_DEPTH}")
        if not _is_unicode(item):
            raise InvalidInput(fault_at(place.parts(), "half a surrogate pair isn't text"))
    return value


def _is_unicode(item: Any) -> bool:
    """Whether a text, or an object's keys, could be written as UTF-8."""
    texts = item if isinstance(item, dict) else (item,)
    return all(is_unicode(text) for text in texts if isinstance(text, str))


def _refuse(name: str) -> Any:
    raise NotJson.at("", f"not JSON: {name}")


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            return _Twice(key)
        found[key] = value
    return found


class _Place(Struct, frozen=True):
    """Where a value is: linked to the place around it, as a pointer for each would be costly."""

    depth: int = 0
    around: _Place | None = None
    part: str | int = ""

    def parts(self) -> list[str | int]:
        """The keys and indices that lead here."""
        found, here = [], self
        while here.around is not None:
            found.append(here.part)
            here = here.around
        return found[::-1]


def _walk(value: Any) -> Iterator[tuple[_Place, Any]]:
    """Every value inside ``value`` with its place."""
    waiting = [(_Place(), value)]
    while waiting:
        place, item = waiting.pop()
        yield place, item
        inside: Iterable[tuple[str | int, Any]] = ()
        if isinstance(item, dict):
            inside = item.items()
        elif isinstance(item, list):
            inside = enumerate(item)
        waiting.extend((_Place(place.depth + 1, place, part), inner) for part, inner in inside)


def dumps(value: Any, *, sort: bool = False) -> bytes:
    """Canonical JSON: UTF-8, no spaces."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort)
    return text.encode()


def from_permalink(text: str) -> Any:
    """The parsed request behind ``?q=``."""
    if not re.fullmatch(PERMALINK, text):
        raise NotJson.at("", "q is not base64url")
    try:
        raw = base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error as error:
        raise NotJson.at("", "q is not base64url") from error
    return loads(raw)


def split_address(address: str) -> tuple[str, str | None]:
    """A question's path, and the text of its permalink if there is one, from an address.

    It may be that of an answer, ``.../v1/build/plan?q=...``, or of the page,
    ``.../#q=...&path=/v1/build/plan``; a path alone stays as it is.
    """
    if not any(mark in address for mark in "?#:"):
        return address, None
    from urllib.parse import parse_qs, urlsplit  # Most paths have nothing to be split.

    parts = urlsplit(address)
    fields = parse_qs(parts.query or parts.fragment)
    return fields.get("path", [parts.path])[0], fields.get("q", [None])[0]
