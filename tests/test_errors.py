"""The exception tree: messages, places, and copies that cross processes."""

from __future__ import annotations

import pickle

import pytest

from odds.errors import (
    Fault,
    InvalidInput,
    ModelError,
    OddsError,
    TooLarge,
    VerificationError,
    below,
    is_unicode,
)


def test_one_root() -> None:
    for kind in (InvalidInput, TooLarge, ModelError, VerificationError):
        assert issubclass(kind, OddsError)
    assert issubclass(InvalidInput, ValueError)


def test_faults_name_their_places() -> None:
    error = InvalidInput(Fault("/a/0", "too small"), Fault("", "empty"))
    assert str(error) == "/a/0: too small; empty"
    assert str(error.below("/quest")) == "/quest/a/0: too small; /quest: empty"
    assert InvalidInput.at("/a", "bad").faults == (Fault("/a", "bad"),)


def test_faults_below_a_place() -> None:
    with pytest.raises(InvalidInput) as caught, below("/quest", except_for=("/objective",)):
        raise InvalidInput(Fault("/stages", "a"), Fault("/objective/x", "b"), Fault("", "c"))
    assert [fault.place for fault in caught.value.faults] == [
        "/quest/stages",
        "/objective/x",
        "/quest",
    ]


def test_no_fault_below_a_place() -> None:
    with below("/quest"):
        found = 1
    assert found == 1


@pytest.mark.parametrize("text", ["", "chêne", "木", "\U0001f332"])
def test_text(text: str) -> None:
    assert is_unicode(text)


@pytest.mark.parametrize("text", ["\ud800", "wood\udfff", "\udcff木"])
def test_half_a_surrogate_pair_is_no_text(text: str) -> None:
    assert not is_unicode(text)


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
