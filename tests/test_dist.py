"""Distributions: equality, mixtures, moments, and what is refused."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.dist import Dist
from odds.errors import InvalidInput, ModelError

WEIGHTS = st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1)


@given(WEIGHTS, st.integers(1, 6))
def test_equal_probabilities_are_equal_distributions(weights: dict[int, int], factor: int) -> None:
    dist, scaled = Dist(weights), Dist({o: w * factor for o, w in weights.items()})
    backwards = Dist(reversed(list(weights.items())))
    assert dist == scaled == backwards
    assert hash(dist) == hash(scaled) == hash(backwards)
    assert (dist == Dist({**weights, 9: 1})) is False
    assert dist != weights


@given(WEIGHTS)
def test_a_distribution_is_a_mapping_to_weights(weights: dict[int, int]) -> None:
    dist = Dist(weights)
    assert dict(dist) == dict(dist.items()) == weights
    assert list(dist.values()) == list(weights.values())
    assert len(dist) == len(weights)
    assert dist.total == sum(weights.values())
    assert sum(dist.probabilities().values()) == 1
    assert all(dist.probability(o) == p for o, p in dist.probabilities().items())
    assert dist.probability(99) == 0


def test_outcomes_listed_twice_are_merged_and_weight_0_is_dropped() -> None:
    dist = Dist([("a", 1), ("b", 2), ("a", 3), ("c", 0)])
    assert dict(dist) == {"a": 4, "b": 2}
    assert repr(dist) == "Dist({'a': 4, 'b': 2})"
    assert Dist.uniform("aab") == Dist({"a": 2, "b": 1})
    assert Dist.certain("x") == Dist({"x": 7})


@pytest.mark.parametrize(
    "weight", [-1, -(10**5000), 0.5, True, Fraction(1, 2), "1", None], ids=lambda _: ""
)
def test_weights_are_whole_numbers(weight: Any) -> None:
    with pytest.raises(ModelError, match="is not a whole number >= 0"):
        Dist({"a": weight})


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        (5, "no mapping"),
        ([("a",)], "not a pair"),
        (["abc"], "not a pair"),
        ([5], "not a pair"),
        ([([], 1)], "not hashable"),
    ],
)
def test_what_is_no_distribution_is_refused(weights: Any, why: str) -> None:
    with pytest.raises(ModelError, match=why):
        Dist(weights)


def test_an_error_of_what_makes_the_pairs_stays_as_it_is() -> None:
    with pytest.raises(TypeError, match="can only concatenate"):
        Dist({"a": 1}).map(lambda outcome: outcome + 1)  # type: ignore[operator]


def test_only_distributions_are_mixed_and_only_exact_numbers_averaged() -> None:
    with pytest.raises(InvalidInput, match="a Dist"):
        Dist.mixture([(5, 1)])  # type: ignore[list-item]
    for value in (0.5, "1", None):
        with pytest.raises(ModelError, match="neither a Fraction nor"):
            Dist({"a": 1}).mean(lambda _, given=value: given)  # type: ignore[misc]


@pytest.mark.parametrize("weights", [{}, {"a": 0}])
def test_something_must_happen(weights: dict[str, int]) -> None:
    with pytest.raises(ModelError, match="needs an outcome"):
        Dist(weights)


@given(
    st.lists(st.tuples(WEIGHTS, st.integers(0, 4)), min_size=1).filter(
        lambda p: any(w for _, w in p)
    )
)
def test_a_mixture_has_the_mixed_probabilities(parts: list[tuple[dict[int, int], int]]) -> None:
    mixed = Dist.mixture((Dist(weights), weight) for weights, weight in parts)
    total = sum(weight for _, weight in parts)
    for outcome in range(-5, 6):
        shares = (Dist(weights).probability(outcome) * weight for weights, weight in parts)
        assert mixed.probability(outcome) == sum(shares, Fraction(0)) / total


def test_an_empty_mixture_is_refused() -> None:
    with pytest.raises(ModelError, match="needs an outcome"):
        Dist.mixture([(Dist.certain(1), 0)])


@given(WEIGHTS)
def test_moments_and_events(weights: dict[int, int]) -> None:
    dist = Dist(weights)
    listed = [outcome for outcome, weight in weights.items() for _ in range(weight)]
    mean = Fraction(sum(listed), len(listed))
    assert dist.mean(lambda o: o) == mean
    assert dist.variance(lambda o: o) == Fraction(sum(o * o for o in listed), len(listed)) - mean**2
    assert dist.chance(lambda o: o > 0) == Fraction(sum(o > 0 for o in listed), len(listed))
    assert dist.map(abs) == Dist.uniform(map(abs, listed))


def test_a_die() -> None:
    die = Dist.uniform(range(1, 7))
    assert die.mean(lambda face: face) == Fraction(7, 2)
    assert die.variance(lambda face: face) == Fraction(35, 12)
    assert pickle.loads(pickle.dumps(die)) == die
