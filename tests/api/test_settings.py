"""The settings: from the environment, strict, and stated to callers."""

from __future__ import annotations

import pytest

from api.settings import Settings, from_environment
from odds.answers import DEFAULT_LIMITS, Limits
from odds.errors import InvalidInput


def test_they_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDS_STATES", "7")
    monkeypatch.setenv("ODDS_TIME_LIMIT", "0.5")
    monkeypatch.setenv("odds_max_body", "9")
    found = from_environment()
    assert found.limits == Limits(states=7, choices=2_000_000, digits=4_000)
    assert found.stated() == {
        "states": 7,
        "choices": 2_000_000,
        "digits": 4_000,
        "seconds": 0.5,
        "body": 9,
        "body_seconds": 10.0,
        "rate": None,
    }


def test_the_limits_of_a_request_are_tighter_than_the_librarys() -> None:
    limits = Settings().limits
    assert (limits.states, limits.choices, limits.digits) == (500_000, 2_000_000, 4_000)
    assert limits.states < DEFAULT_LIMITS.states
    assert limits.choices < DEFAULT_LIMITS.choices


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ODDS_STATES", "0"),
        ("ODDS_CHOICES", "many"),
        ("ODDS_TIME_LIMIT", "nan"),
        ("ODDS_TIME_LIMIT", "0"),
        ("ODDS_PROCESSES", "-1"),
        ("ODDS_RATE", "often"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidInput) as caught:
        from_environment()
    assert caught.value.faults[0].place == name


def test_an_empty_variable_sets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ODDS_CACHE_FILE", "ODDS_RATE", "ODDS_STATES"):
        monkeypatch.setenv(name, "")
    assert from_environment() == Settings()
    assert from_environment().cache_file is None
