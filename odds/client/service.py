"""A service over HTTP: one question, one reply, asked again where the service wants that."""

from __future__ import annotations

import http.client
import itertools
import json
from collections.abc import Callable, Iterator
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from odds.errors import (
    Fault,
    InvalidInput,
    NotSolved,
    OddsError,
    ServiceError,
    TooLarge,
    check_type,
)
from odds.json_text import NotJson

AGAIN: Final = (429, 503)
"""The statuses after which the same question may be answered later."""
LONGEST_PAUSE: Final = 8


class Service:
    """The service at ``url``; the other parameters are those of ``odds.client.Odds``."""

    def __init__(
        self,
        url: str,
        patience: float,
        timeout: float,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        check_type(url, str, "url", "an address")
        if not url.startswith(("http://", "https://")):
            raise InvalidInput.at("url", f"must start with http:// or https://, not {url[:40]!r}")
        self.url = url.rstrip("/")
        self.patience = patience
        self.timeout = timeout
        self._clock = clock
        self._sleep = sleep

    def post(self, path: str, body: bytes) -> bytes:
        """The reply's body; raises what a problem says, and ``ServiceError``."""
        last = self._clock() + self.patience
        for pause in pauses():
            try:
                return self._once(path, body)
            except HTTPError as error:
                content = self._guarded(error.read)
                wait = retry_after(error.headers, pause)
                if error.code not in AGAIN or self._clock() + wait > last:
                    raise error_of(error.code, content) from error
            self._sleep(wait)
        raise AssertionError("pauses never end")

    def _once(self, path: str, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}

        def work() -> bytes:
            request = Request(self.url + path, body, headers)
            content: bytes = urlopen(request, timeout=self.timeout).read()
            return content

        return self._guarded(work)

    def _guarded(self, work: Callable[[], bytes]) -> bytes:
        try:
            return work()
        except HTTPError:
            raise
        except (URLError, http.client.HTTPException, OSError, ValueError) as error:
            why = getattr(error, "reason", None) or error or type(error).__name__
            raise ServiceError(f"{self.url} does not answer: {why}") from error


def pauses() -> Iterator[int]:
    """Seconds to wait where the service doesn't say how many: 1, 2, 4, 8, 8, ..."""
    return (min(2**power, LONGEST_PAUSE) for power in itertools.count())


def retry_after(headers: Message, otherwise: float) -> float:
    """The seconds that Retry-After names (RFC 9110, 10.2.3), as a number or as a date."""
    given = headers.get("Retry-After", "").strip()
    if given.isdecimal():
        return int(given)
    try:
        # By the service's own clock: that of this machine may differ.
        until, now = parsedate_to_datetime(given), parsedate_to_datetime(headers["Date"])
    except (TypeError, ValueError):
        return otherwise
    return max((until - now).total_seconds(), 0)


def error_of(status: int, content: bytes) -> OddsError:
    """The error that a problem document (RFC 9457) stands for."""
    try:
        problem: dict[str, Any] = json.loads(content)
        kind = problem["type"]
        if kind in ("/problems/invalid", "/problems/not-json"):
            faults = [Fault(fault["pointer"], fault["detail"]) for fault in problem["errors"]]
            return (NotJson if kind.endswith("not-json") else InvalidInput)(*faults)
        if kind == "/problems/too-large":
            return TooLarge(problem["what"], problem["estimate"], problem["limit"])
        if kind == "/problems/not-solved":
            return NotSolved(problem["detail"])
        message = ": ".join(filter(None, (problem["title"], problem.get("detail"))))
    except (ValueError, TypeError, KeyError):
        return ServiceError(f"the service answers {status} without saying why", None, status)
    return ServiceError(message, kind, status)
