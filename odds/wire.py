"""The contract: bytes in, bytes out, the same ones for library, command line, client and HTTP.

A request is read without rounding (JSON numbers become ``int`` or ``Decimal``) and without
forgiving anything: duplicate keys, NaN and unknown fields are errors with a place. Canonical JSON
is UTF-8 with a fixed key order and no spaces, so that equal questions are equal bytes.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from pydantic import Field, ValidationError
from typing_extensions import TypedDict

from odds.answers import DEFAULT_LIMITS, Limits, estimate, solve
from odds.errors import InvalidInput, below, is_unicode
from odds.faults import fault_at, faults_of
from odds.game import LongQuestion, Question, find_question
from odds.games import all_games
from odds.numbers import parse_number
from odds.shapes import ENGINE, AnswerOut, Engine, LongRequest, Request, Shape

MAX_DEPTH: Final = 32
MAX_FAULTS: Final = 20
PERMALINK: Final = r"^[A-Za-z0-9_-]+={0,2}$"
"""What a permalink's text looks like: base64url (RFC 4648, 5), with or without padding."""

ShapeT = TypeVar("ShapeT", bound=Shape)


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


@dataclass(frozen=True, slots=True)
class _Place:
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


def question_at(path: str) -> Question:
    """The question asked at ``path``; ``InvalidInput`` where there is none."""
    question = find_question(all_games(), path)
    if question is None:
        known = ", ".join(q.path for game in all_games() for q in game.questions)
        raise InvalidInput.at("/path", f"no question is asked at {path[:60]!r}; known: {known}")
    return question


def read(question: Question, body: Any) -> Request:
    """A request from parsed JSON; ``InvalidInput`` names every fault's place."""
    return _read_as(question.request(), body)


def _read_as(shape: type[ShapeT], body: Any) -> ShapeT:
    try:
        return shape.model_validate(body)
    except ValidationError as error:
        raise InvalidInput(*faults_of(error, body)[:MAX_FAULTS]) from error


def long_at(path: str) -> LongQuestion:
    """What is solved in the long run at ``path``; ``InvalidInput`` where there is nothing."""
    for game in all_games():
        for question in game.long:
            if question.path == path:
                return question
    raise InvalidInput.at("/path", f"nothing is solved at {path[:60]!r}")


def read_long(question: LongQuestion, body: Any) -> LongRequest:
    """As ``read``, for what is solved in the long run."""
    found = _read_as(question.request(), body)
    found.check()
    return found


def canonical(request: Request | LongRequest) -> bytes:
    """The one way to write a request; equal questions give equal bytes."""
    return dumps(request.model_dump(mode="json", exclude_defaults=True), sort=True)


def respond(question: Question, body: Any, limits: Limits = DEFAULT_LIMITS) -> AnswerOut:
    """The answer to a question asked as parsed JSON, as the contract writes it."""
    return respond_to(question, read(question, body), limits)


def respond_to(question: Question, request: Request, limits: Limits = DEFAULT_LIMITS) -> AnswerOut:
    """The answer to a request, as the contract writes it."""
    answer = solve(request.problem(), limits)
    return encode(question, answer)


def encode(question: Question, answer: Any) -> AnswerOut:
    """An answer as the contract writes it."""
    return question.request().encode(answer)


class EstimateRequest(Shape):
    """A question whose size is asked for: its path and its body."""

    path: str
    body: dict[str, Any]


class LimitsOut(TypedDict):
    """The most work of one question."""

    states: int
    choices: int
    digits: int


class EstimateOut(TypedDict):
    """The size of a question, and whether it is allowed."""

    states: int
    choices: int
    digits: Annotated[int, Field(description="the most digits of a number in the answer")]
    what: Annotated[str, Field(description="what is counted as states")]
    allowed: bool
    limits: LimitsOut
    engine: Engine


def estimate_of(asked: Any, limits: Limits = DEFAULT_LIMITS) -> EstimateOut:
    """The size of a question and whether it is allowed, without answering it."""
    request = _read_as(EstimateRequest, asked)
    question = question_at(request.path)
    with below("/body"):
        problem = read(question, request.body).problem()
    size, allowed = estimate(problem, limits)
    return {
        "states": size.states,
        "choices": size.choices,
        "digits": size.digits,
        "what": size.what,
        "allowed": allowed,
        "limits": {"states": limits.states, "choices": limits.choices, "digits": limits.digits},
        "engine": ENGINE,
    }


def permalink(request: Request) -> str:
    """The text behind ``?q=``: the canonical request in base64url without padding."""
    return base64.urlsafe_b64encode(canonical(request)).rstrip(b"=").decode()


def from_permalink(text: str) -> Any:
    """The parsed request behind ``?q=``."""
    if not re.fullmatch(PERMALINK, text):
        raise NotJson.at("", "q is not base64url")
    try:
        raw = base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error as error:
        raise NotJson.at("", "q is not base64url") from error
    return loads(raw)
