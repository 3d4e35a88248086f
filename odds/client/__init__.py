"""Ask a service, or this process: the same questions, the same answers, to the byte.

    from odds.client import Odds

    odds = Odds("http://localhost:8000")
    plan = odds.build.plan({"quest": {"stages": [{"need": {"wood": 2}, "reward": 1}]}})

A question is the JSON object of the contract, as a mapping; numbers in it may be ``Fraction`` or
``Decimal``. An answer is a dictionary that type checkers know field by field, and ``value_of``
reads its numbers. Without an address, ``Odds()`` works the answers out here, offline.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, cast

from odds import wire
from odds.answers import DEFAULT_LIMITS, Limits
from odds.client.service import Service
from odds.errors import InvalidInput, ServiceError, check_type
from odds.game import Question
from odds.games import all_games
from odds.json_text import dumps, loads
from odds.numbers import INFINITE, Infinite
from odds.shapes import AnswerOut, NumberOut
from odds.wire import EstimateOut

if TYPE_CHECKING:
    from odds.client.typed import A4, Build, GetTo

__all__ = ("Odds", "value_of")

Body = Mapping[str, Any]
ESTIMATE: Final = "/v1/estimate"


class Odds:
    """Asks the service at ``url``, or answers here where there is none.

    ``odds.<game>.<question>(body)`` asks a question; ``ask``, ``ask_bytes`` and ``estimate`` take
    any question by its path. A wrong question is an ``InvalidInput``, found before it is sent; one
    that is too large is a ``TooLarge``; a service that doesn't answer is a ``ServiceError``.

    While the service is busy (503) or is asked too often (429), the question is asked again when
    the service says so, for ``patience`` seconds altogether. ``timeout`` is how long to wait for
    one reply, in seconds. ``clock`` and ``sleep`` are those of the module ``time``.

    >>> odds = Odds()
    >>> plan = odds.build.plan({"quest": {"stages": [{"need": {"wood": 2}, "reward": "1/2"}]}})
    >>> value_of(plan["value"])
    Fraction(6478623795812503469, 14215144014964850688)
    """

    if TYPE_CHECKING:
        a4: A4
        build: Build
        get_to: GetTo

    def __init__(
        self,
        url: str | None = None,
        *,
        patience: float = 30,
        timeout: float = 60,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        service = None if url is None else Service(url, patience, timeout, clock, sleep)
        self._post = answer_here if service is None else service.post
        for game in all_games():
            asking = {question.name: partial(self._ask, question) for question in game.questions}
            setattr(self, game.name, SimpleNamespace(**asking))

    def _ask(self, question: Question, body: Body) -> AnswerOut:
        return cast(AnswerOut, _parsed(self._post(question.path, _canonical(question, body))))

    def ask(self, path: str, body: Body) -> AnswerOut:
        """The answer to the question asked at ``path``."""
        return self._ask(wire.question_at(path), body)

    def ask_bytes(self, path: str, body: Body) -> bytes:
        """The answer as canonical JSON."""
        return self._post(path, _canonical(wire.question_at(path), body))

    def estimate(self, path: str, body: Body) -> EstimateOut:
        """The size of a question and whether it is allowed, without answering it."""
        asked = _canonical(wire.question_at(path), body)
        found = self._post(ESTIMATE, dumps({"path": path, "body": json.loads(asked)}))
        return cast(EstimateOut, _parsed(found))


def _canonical(question: Question, body: Body) -> bytes:
    return wire.canonical(wire.read(question, body))


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise ServiceError("the service replies, but with no answer", status=200) from error


def answer_here(path: str, body: bytes, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """What a service would answer, worked out in this process."""
    asked = loads(body)
    if path == ESTIMATE:
        return dumps(wire.estimate_of(asked, limits))
    return dumps(wire.respond(wire.question_at(path), asked, limits))


def value_of(number: NumberOut) -> Fraction | Infinite:
    """The exact value of a number in an answer.

    >>> value_of({"exact": "1/3", "approx": 0.3333333333333333})
    Fraction(1, 3)
    """
    check_type(number, Mapping, "", "a number of an answer")
    if number.get("infinite"):
        return INFINITE
    exact = number.get("exact")
    if exact is None:
        known = "exact" in number
        why = "known only to within an error: see approx and error" if known else "is missing"
        raise InvalidInput.at("/exact", why)
    check_type(exact, str, "/exact", "the text of a fraction")
    try:
        return Fraction(exact)
    except (ValueError, ZeroDivisionError) as error:
        raise InvalidInput.at("/exact", f"is no fraction that can be read: {error}") from error
