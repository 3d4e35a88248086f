"""The exception tree: messages, places, and copies that cross processes."""

from __future__ import annotations

import pickle

import pytest

from odds.errors import Fault, InvalidInput, ModelError, OddsError, TooLarge, VerificationError


def test_one_root() -> None:
    for kind in (InvalidInput, TooLarge, ModelError, VerificationError):
        assert issubclass(kind, OddsError)
    assert issubclass(InvalidInput, ValueError)


def test_faults_name_their_places() -> None:
    error = InvalidInput(Fault("/a/0", "too small"), Fault("", "empty"))
    assert str(error) == "/a/0: too small; empty"
    assert str(error.below("/quest")) == "/quest/a/0: too small; /quest: empty"
    assert InvalidInput.at("/a", "bad").faults == (Fault("/a", "bad"),)


def test_too_large_says_both_figures() -> None:
    error = TooLarge("states", 1_234_567, 1000)
    assert str(error) == "states: 1,234,567 needed, at most 1,000 allowed"
    assert (error.what, error.estimate, error.limit) == ("states", 1_234_567, 1000)


@pytest.mark.parametrize(
    "error",
    [
        InvalidInput(Fault("/a", "bad"), Fault("/b", "worse")),
        TooLarge("states", 5, 3),
        ModelError("no action"),
        VerificationError("not the value"),
    ],
)
def test_errors_survive_pickling(error: OddsError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
