"""The client against the real service: the same bytes, and its problems as errors."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from odds.client import Odds
from odds.errors import InvalidInput, ServiceError, TooLarge
from odds.game import Question
from odds.games import all_games
from odds.games.build.contract import EXAMPLE
from tests.api.serving import Served, served

QUESTIONS = [question for game in all_games() for question in game.questions]
PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def service() -> Iterator[Served]:
    with served(processes=1) as found:
        yield found


def address(service: Served) -> str:
    return f"http://127.0.0.1:{service.port}"


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.path)
def test_the_same_bytes_with_and_without_a_service(service: Served, question: Question) -> None:
    remote, here = Odds(address(service)), Odds()
    for example in question.request().examples.values():
        last = here.ask_bytes(question.path, example)
        assert remote.ask_bytes(question.path, example) == last
    assert remote.ask(question.path, example) == json.loads(
        remote.ask_bytes(question.path, example)
    )


def test_estimates(service: Served) -> None:
    found = Odds(address(service) + "/").estimate(PATH, BODY)
    here = Odds().estimate(PATH, BODY)
    assert found["states"] == here["states"]
    assert found["limits"]["states"] < here["limits"]["states"]


def test_a_question_over_the_limits_of_the_service(service: Served) -> None:
    large = {"quest": {**EXAMPLE, "attempts": 2000}}
    with pytest.raises(TooLarge) as caught:
        Odds(address(service)).build.plan(large)
    assert caught.value.limit < caught.value.estimate


def test_a_fault_that_only_the_service_sees(service: Served) -> None:
    odds = Odds(address(service))
    with pytest.raises(InvalidInput, match=r"^/objective/complete: "):
        odds.build.plan({**BODY, "objective": {"complete": 4}})
    with pytest.raises(ServiceError) as caught:
        Odds(address(service) + "/elsewhere").build.plan(BODY)
    assert (caught.value.kind, caught.value.status) == ("/problems/not-found", 404)


class Slept(Exception):
    """Raised in place of sleeping."""


def test_it_waits_as_long_as_the_service_says() -> None:
    def sleep(seconds: float) -> None:
        assert 1 <= seconds <= 3600
        raise Slept

    with served(processes=1, rate="1/hour") as service:
        impatient = Odds(address(service))
        impatient.build.plan(BODY)
        with pytest.raises(ServiceError) as caught:
            impatient.build.plan(BODY)
        assert (caught.value.kind, caught.value.status) == ("/problems/too-often", 429)
        with pytest.raises(Slept):
            Odds(address(service), patience=5000, sleep=sleep).build.plan(BODY)
