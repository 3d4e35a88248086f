"""The client without a service, and against one that is scripted: retries, errors, types."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, get_type_hints

import pytest

from odds import wire
from odds.client import Odds, typed, value_of
from odds.errors import InvalidInput, NotSolved, OddsError, ServiceError, TooLarge
from odds.game import Game
from odds.games import all_games
from odds.games.build.contract import EXAMPLE
from odds.json_text import NotJson, dumps, loads
from odds.numbers import INFINITE

PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}
ANSWER = dumps(wire.respond(wire.question_at(PATH), BODY))

Reply = tuple[int, dict[str, str], bytes]
OK: Reply = (200, {}, ANSWER)
BUSY: Reply = (503, {}, dumps({"type": "/problems/busy", "title": "Busy", "status": 503}))
OFTEN: Reply = (429, {"Retry-After": "7"}, b"")


class Scripted:
    """A service that gives the replies of a script, and a clock that moves while one sleeps."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = [*replies]
        self.asked: list[tuple[str, bytes]] = []
        self.slept: list[float] = []
        self.now = 1000.0
        self.url = ""

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def odds(self, **given: Any) -> Odds:
        return Odds(self.url, clock=lambda: self.now, sleep=self.sleep, **given)


@contextmanager
def scripted(*replies: Reply) -> Iterator[Scripted]:
    script = Scripted(*replies)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            script.asked.append((self.path, body))
            status, headers, content = script.replies.pop(0)
            self.send_response_only(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        script.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield script
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_type_checkers_know_every_question(game: Game) -> None:
    known = getattr(typed, "".join(part.title() for part in game.name.split("_")))
    methods = {name for name in vars(known) if not name.startswith("_")}
    assert methods == {question.name for question in game.questions}
    for question in game.questions:
        answered = get_type_hints(getattr(known, question.name))["return"]
        assert answered is question.request().answer
        assert callable(getattr(getattr(Odds(), game.name), question.name))


def test_without_a_service_it_answers_here() -> None:
    odds = Odds()
    assert odds.ask_bytes(PATH, BODY) == ANSWER
    assert odds.build.plan(BODY) == odds.ask(PATH, BODY)
    assert dumps(odds.build.plan(BODY)) == ANSWER
    assert odds.estimate(PATH, BODY) == wire.estimate_of({"path": PATH, "body": BODY})


def test_numbers_of_python_are_sent_exactly() -> None:
    with scripted(OK, OK, OK) as service:
        for reward in (Fraction(1, 3), "1/3", Decimal("0.5")):
            stages = [{"need": {"wood": 1}, "reward": reward}]
            assert service.odds().build.plan({"quest": {"stages": stages}})
    sent = [loads(body)["quest"]["stages"][0]["reward"] for _, body in service.asked]
    assert sent == ["1/3", "1/3", "1/2"]
    assert {path for path, _ in service.asked} == {PATH}


def test_a_wrong_question_is_not_sent() -> None:
    with scripted() as service:
        with pytest.raises(InvalidInput, match="/quest: is missing"):
            service.odds().build.plan({})
        with pytest.raises(InvalidInput, match="a float is not exact"):
            service.odds().build.advice({**BODY, "outside": 0.1})
        with pytest.raises(InvalidInput, match="no question is asked at"):
            service.odds().ask("/v1/nothing", {})
    assert not service.asked


def test_a_busy_service_is_asked_again() -> None:
    with scripted(BUSY, OFTEN, BUSY, OK) as service:
        assert service.odds().ask_bytes(PATH, BODY) == ANSWER
    assert service.slept == [1, 7, 4]
    assert len(set(service.asked)) == 1


def test_pauses_grow_up_to_a_limit_and_patience_ends() -> None:
    with scripted(*[BUSY] * 20) as service, pytest.raises(ServiceError, match="Busy") as caught:
        service.odds(patience=30).build.plan(BODY)
    assert service.slept == [1, 2, 4, 8, 8]
    assert (caught.value.kind, caught.value.status) == ("/problems/busy", 503)


def test_it_does_not_wait_for_longer_than_its_patience() -> None:
    with scripted(OFTEN) as service, pytest.raises(ServiceError) as caught:
        service.odds(patience=6).build.plan(BODY)
    assert service.slept == []
    assert caught.value.status == 429


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "0"}, 0),
        (
            {
                "Retry-After": "Wed, 21 Oct 2015 07:28:09 GMT",
                "Date": "Wed, 21 Oct 2015 07:28:00 GMT",
            },
            9,
        ),
        (
            {
                "Retry-After": "Wed, 21 Oct 2015 07:27:00 GMT",
                "Date": "Wed, 21 Oct 2015 07:28:00 GMT",
            },
            0,
        ),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:09 GMT"}, 1),
        ({"Retry-After": "soon"}, 1),
        ({"Retry-After": "-3"}, 1),
    ],
)
def test_how_long_it_waits(headers: dict[str, str], wait: float) -> None:
    with scripted((503, headers, b""), OK) as service:
        assert service.odds().ask_bytes(PATH, BODY) == ANSWER
    assert service.slept == [wait]


def raised(status: int, content: bytes) -> OddsError:
    with scripted((status, {}, content)) as service, pytest.raises(OddsError) as caught:
        service.odds(patience=0).build.plan(BODY)
    return caught.value


def test_problems_are_errors() -> None:
    fault = {"pointer": "/quest/attempts", "detail": "must be at least 1"}
    head = {"title": "Title", "status": 422}
    invalid = raised(422, dumps({**head, "type": "/problems/invalid", "errors": [fault]}))
    assert isinstance(invalid, InvalidInput)
    assert str(invalid) == "/quest/attempts: must be at least 1"
    text = raised(400, dumps({**head, "type": "/problems/not-json", "errors": [fault]}))
    assert isinstance(text, NotJson)
    figures = {"what": "states", "estimate": 20, "limit": 10}
    large = raised(422, dumps({**head, "type": "/problems/too-large", **figures}))
    assert isinstance(large, TooLarge)
    assert (large.what, large.estimate, large.limit) == ("states", 20, 10)
    missing = raised(409, dumps({**head, "type": "/problems/not-solved", "detail": "not yet"}))
    assert isinstance(missing, NotSolved)
    assert str(missing) == "not yet"
    late = raised(504, dumps({**head, "type": "/problems/timeout", "detail": "1 s"}))
    assert isinstance(late, ServiceError)
    assert (str(late), late.kind, late.status) == ("Title: 1 s", "/problems/timeout", 504)
    again = pickle.loads(pickle.dumps(late))
    assert (str(again), again.kind, again.status) == (str(late), late.kind, late.status)


@pytest.mark.parametrize("content", [b"", b"<html>", b"[]", b'"x"', b"{}", b'{"type": 1}', b"\xff"])
def test_an_error_that_is_no_problem_document(content: bytes) -> None:
    error = raised(502, content)
    assert isinstance(error, ServiceError)
    assert (error.kind, error.status) == (None, 502)


def test_nobody_there() -> None:
    with scripted() as service:
        pass
    with pytest.raises(ServiceError, match="does not answer") as caught:
        service.odds().build.plan(BODY)
    assert (caught.value.kind, caught.value.status) == (None, None)
    assert service.slept == []


def test_a_reply_that_breaks_off() -> None:
    cut: Reply = (200, {"Content-Length": "99999"}, ANSWER)
    with scripted(cut) as service, pytest.raises(ServiceError, match="does not answer"):
        service.odds().build.plan(BODY)


def test_an_answer_that_is_none() -> None:
    page: Reply = (200, {}, b"<html>")
    with scripted(page) as service, pytest.raises(ServiceError, match="with no answer"):
        service.odds().build.plan(BODY)


@pytest.mark.parametrize("url", ["localhost:8000", "file:///etc/hosts", ""])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(InvalidInput, match="must start with http"):
        Odds(url)


@pytest.mark.parametrize("url", ["http://[::1", f"http://{'a' * 70}.example", "http://x:y"])
def test_an_address_that_can_not_be_asked(url: str) -> None:
    with pytest.raises(ServiceError, match="does not answer"):
        Odds(url, patience=0).build.plan(BODY)


def test_values_of_the_wrong_type() -> None:
    with pytest.raises(InvalidInput, match="url: must be an address"):
        Odds(5)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="/path"):
        Odds().ask(5, {})  # type: ignore[arg-type]
    for number in (
        5,
        None,
        {},
        {"exact": "x"},
        {"exact": "1/0"},
        {"exact": 0.5},
        {"exact": "9" * 5000},
    ):
        with pytest.raises(InvalidInput):
            value_of(number)  # type: ignore[arg-type]


def test_values() -> None:
    assert value_of({"exact": "-1/3", "approx": -0.3}) == Fraction(-1, 3)
    assert value_of({"exact": None, "infinite": True}) is INFINITE
    with pytest.raises(InvalidInput, match="within an error"):
        value_of({"exact": None, "approx": 0.5, "error": 1e-9})
