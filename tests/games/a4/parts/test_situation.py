"""What an answer says of a state that was given only in part."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction

import msgspec
import pytest

from odds.answers import solve
from odds.errors import InvalidInput
from odds.games.a4.parts.action_objective import Weights
from odds.games.a4.parts.fight import A4Fight
from odds.games.a4.parts.movement import A4Movement
from odds.games.a4.parts.situation import Situation
from odds.games.a4.sheet import Enemy, Gain


def assumed(*pool: int | None, **tracks: int) -> tuple[str, ...]:
    return solve(A4Movement(Situation(pool=pool, tracks=tracks), cost=2)).assumptions


@pytest.mark.parametrize(
    ("pool", "sentence"),
    [
        ((5, None, None), "The hero has 3 dice, as in Difficult Mode."),
        ((5, 2), "The hero has 2 dice in all."),
        ((5,), "The hero has 1 die in all."),
    ],
)
def test_a_hero_of_other_than_four_dice_is_said(
    pool: tuple[int | None, ...], sentence: str
) -> None:
    assert sentence in assumed(*pool)


def test_a_hero_of_four_dice_goes_without_saying() -> None:
    assert not any(text.startswith("The hero has") for text in assumed(5, 2, None, None))


def test_the_tracks_left_out_are_named_with_their_values() -> None:
    text = "Not given, so as at the hero's start: attack 2, defence 2, xp 0, crystals 0."
    assert text in assumed(5, hp=3, food=1)


def test_an_empty_phase_is_no_phase_left_out() -> None:
    with pytest.raises(InvalidInput, match="/state/phase: must be one of"):
        A4Movement(Situation(pool=[5], phase=""), cost=2)


def test_what_a_caller_changes_later_changes_no_question() -> None:
    pool, tracks, special = [6, 2], {"hp": 3}, [Gain(2, -1)]
    state = Situation(pool=pool, tracks=tracks, enemy=Enemy(1, 1, 0, special))
    before = repr(state)
    pool.append(1)
    tracks["hp"] = -3
    special.clear()
    assert repr(state) == before
    for change in (
        lambda: state.tracks.update(hp=1),  # type: ignore[attr-defined]
        lambda: state.tracks.pop("hp"),  # type: ignore[attr-defined]
        lambda: state.tracks.__setitem__("hp", 1),  # type: ignore[attr-defined]
        lambda: state.tracks.__delitem__("hp"),  # type: ignore[attr-defined]
        lambda: state.tracks.clear(),  # type: ignore[attr-defined]
    ):
        with pytest.raises(TypeError, match="can't be changed"):
            change()
    assert repr(state) == before
    assert hash(state.enemy) == hash(Enemy(1, 1, 0, (Gain(2, -1),)))


def test_equal_questions_have_equal_hashes() -> None:
    state = Situation(pool=[6, 2], tracks={"hp": 3, "food": 0}, space=3)
    same = Situation(pool=(6, 2), tracks={"food": 0, "hp": 3}, space=3)
    assert (state, hash(state)) == (same, hash(same))
    assert state != Situation(pool=(6, 2), tracks={"hp": 3}, space=3)
    assert hash(A4Fight(state)) == hash(A4Fight(same))
    one, other = (Weights({"hp": Fraction(1, 2), "dice": n}) for n in ("1/4", Fraction(1, 4)))
    assert (one, hash(one)) == (other, hash(other))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(state, protocol))
        assert (again, hash(again)) == (state, hash(state))
    assert copy.deepcopy(state) == copy.copy(state) == state
    assert msgspec.to_builtins(state)["tracks"] == {"hp": 3, "food": 0}
    assert json.loads(json.dumps(state.tracks)) == {"hp": 3, "food": 0}
    assert {**state.tracks, "hp": 1} == {"hp": 1, "food": 0}
