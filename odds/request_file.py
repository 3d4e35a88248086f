"""A request from a file or standard input, parsed; what it may hold is for the contract to say."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from odds.errors import InvalidInput
from odds.json_text import loads
from odds.numbers import parse_number


def read_request(name: str) -> dict[str, Any]:
    """A JSON or TOML file (``-``: JSON from standard input) as a parsed object.

    ``InvalidInput`` names the file where it can't be read, isn't JSON or TOML, or holds no object.
    """
    content = _content(name)
    try:
        if name.endswith(".toml"):
            found: Any = tomllib.loads(content.decode("utf-8-sig"), parse_float=parse_number)
        else:
            found = loads(content)
    except InvalidInput as error:
        raise error.below(name) from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput.at(name, f"not TOML: {error}") from error
    if not isinstance(found, dict):
        raise InvalidInput.at(name, "must hold an object")
    return found


def _content(name: str) -> bytes:
    if name != "-":
        try:
            return Path(name).read_bytes()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise InvalidInput.at(name, f"can't be read: {why}") from error
    if sys.stdin is None:
        raise InvalidInput.at(name, "can't be read: standard input is closed")
    return sys.stdin.buffer.read()
