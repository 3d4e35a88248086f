"""The contract: bytes in, bytes out, the same ones for library, command line, client and HTTP.

A request is read without rounding (JSON numbers become ``int`` or ``Decimal``) and without
forgiving anything: duplicate keys, NaN and unknown fields are errors with a place. Canonical JSON
is UTF-8 with a fixed key order and no spaces, so that equal questions are equal bytes.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from pydantic import ValidationError

from odds import __version__
from odds.answers import DEFAULT_LIMITS, Limits, estimate, solve
from odds.errors import Fault, InvalidInput
from odds.game import Question, find_question
from odds.games import all_games
from odds.numbers import MAX_DIGITS
from odds.shapes import Request

ENGINE: Final = {"name": "quest-odds", "version": __version__}
MAX_DEPTH: Final = 32
MAX_FAULTS: Final = 20


class NotJson(InvalidInput):
    """The text isn't JSON, or an object in it has a key twice."""


class _Twice:
    """Stands for an object that has ``key`` more than once, until its place is known."""

    def __init__(self, key: str) -> None:
        self.key = key


def loads(text: bytes | str) -> Any:
    """Strict JSON: no duplicate keys, no NaN; a number with a point or exponent is a Decimal."""
    try:
        value = json.loads(
            text,
            parse_float=Decimal,
            parse_int=_integer,
            parse_constant=_refuse,
            object_pairs_hook=_object,
        )
    except RecursionError as error:
        raise NotJson.at("", f"nested deeper than {MAX_DEPTH}") from error
    except UnicodeDecodeError as error:
        raise NotJson.at("", "not UTF-8") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotJson.at("", f"not JSON: {error.msg} ({place})") from error
    for place, item in _walk(value):
        if isinstance(item, _Twice):
            raise NotJson.at(place, f"the key {item.key[:40]!r} occurs twice")
        if place.count("/") > MAX_DEPTH:
            raise NotJson.at("", f"nested deeper than {MAX_DEPTH}")
    return value


def _integer(text: str) -> int | Decimal:
    """Long integers stay decimals: they are refused later, with their place."""
    return int(text) if len(text) <= MAX_DIGITS + 1 else Decimal(text)


def _refuse(name: str) -> Any:
    raise NotJson.at("", f"not JSON: {name}")


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            return _Twice(key)
        found[key] = value
    return found


def _walk(value: Any) -> Iterator[tuple[str, Any]]:
    """Every value inside ``value`` with its JSON pointer."""
    waiting = [("", value)]
    while waiting:
        place, item = waiting.pop()
        yield place, item
        if isinstance(item, dict):
            waiting.extend((f"{place}/{escape(key)}", inner) for key, inner in item.items())
        elif isinstance(item, list):
            waiting.extend((f"{place}/{i}", inner) for i, inner in enumerate(item))


def escape(key: str) -> str:
    """A key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def dumps(value: Any, *, sort: bool = False) -> bytes:
    """Canonical JSON: UTF-8, no spaces."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort)
    return text.encode()


def question_at(path: str) -> Question:
    """The question asked at ``path``; ``InvalidInput`` where there is none."""
    question = find_question(all_games(), path)
    if question is None:
        known = ", ".join(q.path for game in all_games() for q in game.questions)
        raise InvalidInput.at("/path", f"no question is asked at {path[:60]!r}; known: {known}")
    return question


def read(question: Question, body: Any) -> Request:
    """A request from parsed JSON; ``InvalidInput`` names every fault's place."""
    try:
        return question.request().model_validate(body)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        faults = [Fault(_pointer(body, d["loc"], d["type"]), d["msg"]) for d in details]
        raise InvalidInput(*faults[:MAX_FAULTS]) from error


def _pointer(body: Any, loc: Sequence[int | str], kind: str) -> str:
    """The JSON pointer of a fault; parts of ``loc`` that name a variant are not in the input."""
    place, here = "", body
    for i, part in enumerate(loc):
        is_key = isinstance(here, Mapping) and part in here
        is_index = isinstance(here, list) and isinstance(part, int) and part < len(here)
        is_missing = kind == "missing" and i == len(loc) - 1
        if is_key or is_index:
            here = here[part]
        elif not is_missing:
            continue
        place += f"/{escape(str(part))}"
    return place


def canonical(request: Request) -> bytes:
    """The one way to write a request; equal questions give equal bytes."""
    return dumps(request.model_dump(mode="json", exclude_defaults=True), sort=True)


def respond(question: Question, body: Any, limits: Limits = DEFAULT_LIMITS) -> dict[str, Any]:
    """The answer to a question asked as parsed JSON, as the contract writes it."""
    return respond_to(question, read(question, body), limits)


def respond_to(
    question: Question, request: Request, limits: Limits = DEFAULT_LIMITS
) -> dict[str, Any]:
    """The answer to a request, as the contract writes it."""
    answer = solve(request.problem(), limits)
    return encode(question, answer)


def encode(question: Question, answer: Any) -> dict[str, Any]:
    """An answer as the contract writes it."""
    found = question.request().encode(answer)
    return {**found, "assumptions": list(answer.assumptions), "engine": ENGINE}


def estimate_of(path: str, body: Any, limits: Limits = DEFAULT_LIMITS) -> dict[str, Any]:
    """The size of a question and whether it is allowed, without answering it."""
    size, allowed = estimate(read(question_at(path), body).problem(), limits)
    return {
        "states": size.states,
        "choices": size.choices,
        "digits": size.digits,
        "allowed": allowed,
        "limits": {
            "states": limits.states,
            "choices": limits.choices,
            "digits": limits.digits,
        },
        "engine": ENGINE,
    }


def permalink(request: Request) -> str:
    """The text behind ``?q=``: the canonical request in base64url without padding."""
    return base64.urlsafe_b64encode(canonical(request)).rstrip(b"=").decode()


def from_permalink(text: str) -> Any:
    """The parsed request behind ``?q=``."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotJson.at("", "q is not base64url") from error
    return loads(raw)
