"""The contract: bytes in, bytes out, the same ones for library, command line, client and HTTP.

A request is read without rounding and without forgiving anything: unknown fields are errors with a
place. Canonical JSON has a fixed key order, so that equal questions are equal bytes.
"""

from __future__ import annotations

import base64
from typing import Annotated, Any, Final, TypeVar

from pydantic import Field, ValidationError
from typing_extensions import TypedDict

from odds import json_text
from odds.answers import DEFAULT_LIMITS, Limits, estimate, solve
from odds.encoding import ENGINE
from odds.errors import InvalidInput, below, check_type
from odds.faults import faults_of
from odds.game import LongQuestion, Question, find_question
from odds.games import all_games
from odds.shapes import AnswerOut, Engine, LongRequest, Request, Shape

MAX_FAULTS: Final = 20

ShapeT = TypeVar("ShapeT", bound=Shape)


def question_at(path: str) -> Question:
    """The question asked at ``path``; ``InvalidInput`` where there is none."""
    check_type(path, str, "/path", "a path such as /v1/build/plan")
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
    return json_text.dumps(request.model_dump(mode="json", exclude_defaults=True), sort=True)


def respond(question: Question, body: Any, limits: Limits = DEFAULT_LIMITS) -> AnswerOut:
    """The answer to a question asked as parsed JSON, as the contract writes it."""
    return respond_to(question, read(question, body), limits)


def respond_to(question: Question, request: Request, limits: Limits = DEFAULT_LIMITS) -> AnswerOut:
    """The answer to a request, as the contract writes it."""
    return question.encode()(solve(request.problem(), limits))


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
