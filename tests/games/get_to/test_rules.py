"""The rules G1 to G4 on maps small enough to see the answer, and distances against tiles."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.answers import solve
from odds.errors import TooLarge
from odds.games.get_to import plan as plan_module
from odds.games.get_to.plan import CardPlan, GetToQuest
from odds.games.get_to.quest import DoneWithin, FewestExpected, Grid, Objective, TileMap
from odds.games.get_to.rules import Walks
from odds.numbers import INFINITE

ROW = Grid(["....."])
TRIANGLE = TileMap(["a", "b", "c"], [("a", "b"), ("b", "c"), ("c", "a")])


def card(quest: GetToQuest) -> CardPlan:
    return solve(quest).cards[0]


def test_passing_through_does_not_complete() -> None:
    """With exactly 3 steps a target at distance 2 has the wrong parity for ever after (G2)."""
    found = card(GetToQuest(ROW, (0, 0), [(0, 2)], 4, fewer_allowed=False))
    assert found.forecast.distribution[0] == 1
    found = card(GetToQuest(ROW, (0, 0), [(0, 2)], 3, fewer_allowed=False))
    assert found.forecast.distribution[:2] == (0, 1)


def test_standing_on_the_target_is_not_enough() -> None:
    """A Move action must end there, one of no steps only where fewer may be taken (G2)."""
    here = (0, 0)
    assert card(GetToQuest(ROW, here, [here], 0)).forecast.mean == 1
    assert card(GetToQuest(ROW, here, [here], 0, fewer_allowed=False)).forecast.mean is INFINITE
    assert card(GetToQuest(ROW, here, [here], 1, fewer_allowed=False)).forecast.mean == 2
    assert card(GetToQuest(ROW, here, [here], 2, fewer_allowed=False)).forecast.mean == 1


def test_without_a_walk_the_owner_stays() -> None:
    """A tile that joins no other has no walk of any length (G3)."""
    alone = TileMap(["a", "b"], [])
    for steps in (1, 2):
        found = card(GetToQuest(alone, "a", ["a"], steps, fewer_allowed=False))
        assert not found.reachable
        assert found.best[0].tiles == ("a",)
    assert card(GetToQuest(alone, "a", ["a"], 2)).forecast.mean == 1
    assert not card(GetToQuest(alone, "a", ["b"], 2)).reachable


def test_a_die_without_fewer_steps_is_a_cycle() -> None:
    """Next to the target the odd half of a d6 completes, however often it takes."""
    found = card(GetToQuest(ROW, (0, 0), [(0, 1)], range(1, 7), fewer_allowed=False))
    assert found.forecast.mean == 2
    assert found.forecast.distribution == tuple(Fraction(1, 2**n) for n in range(1, 11))


def test_all_ties_are_named_in_input_order() -> None:
    """From distance 4, any tile at a distance of 1 to 3 is one Move of 3 steps away."""
    found = card(GetToQuest(ROW, (0, 0), [(0, 4)], 3))
    assert found.best[0].tiles == ((0, 1), (0, 2), (0, 3))
    assert found.best[0].chosen == (0, 1)


def test_an_odd_circle_needs_tiles() -> None:
    assert not Walks(GetToQuest(TRIANGLE, "a", ["b"], 1, fewer_allowed=False)).by_distance
    found = card(GetToQuest(TRIANGLE, "a", ["b"], [2, 3], fewer_allowed=False))
    assert found.forecast.mean == 1


def test_parity_can_put_a_card_out_of_reach() -> None:
    quest = GetToQuest(ROW, (0, 0), [(0, 1), (0, 2), (0, 2)], [2, 4], fewer_allowed=False)
    plan = solve(quest)
    assert [found.reachable for found in plan.cards] == [False, True]
    assert plan.cards[0].best[0].tiles == ((0, 0), (0, 2))
    assert plan.deck.never == Fraction(1, 3)
    assert plan.deck.mean is INFINITE
    assert plan.deck.within[0] == Fraction(2, 3)


GRIDS = st.lists(st.text(".....#", min_size=4, max_size=4), min_size=2, max_size=4)
OBJECTIVES: st.SearchStrategy[Objective] = st.one_of(
    st.just(FewestExpected()), st.builds(DoneWithin, st.integers(1, 6))
)


@given(GRIDS, st.lists(st.integers(0, 6), min_size=1, max_size=4), st.booleans(), OBJECTIVES)
@settings(deadline=None, max_examples=60)
def test_distances_say_the_same_as_tiles(
    rows: list[str], faces: list[int], fewer: bool, objective: Objective
) -> None:
    """The general model, which offers every end, equals the one in which distance is enough."""
    rows = ["." + rows[0][1:], *rows[1:]]
    deck = [(len(rows) - 1, 3), (0, 0), (1, 1)]
    quest = GetToQuest(Grid(rows), (0, 0), deck, faces, fewer, objective, within=8)
    short = solve(quest)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan_module.Walks, "by_distance", False)
        assert not Walks(quest).by_distance
        assert solve(quest) == short


def test_the_cost_is_stated_first() -> None:
    """On a complete graph every tile is an end of nearly every Move."""
    tiles = list(range(140))
    full = TileMap(tiles, [(a, b) for a in tiles for b in tiles[:a]])
    quest = GetToQuest(full, 0, tiles, range(100), fewer_allowed=False, within=1000)
    with pytest.raises(TooLarge, match="allowed"):
        solve(quest)


def test_a_plan_that_would_list_millions_of_tiles_is_refused() -> None:
    wide = Grid(["." * 100] * 100)
    deck = [(row, row) for row in range(60)]
    with pytest.raises(TooLarge, match="states"):
        solve(GetToQuest(wide, (50, 50), deck, range(100)))
    fenced = Grid(["." * 100] * 60 + ["#" * 100] + ["." * 100] * 39)
    with pytest.raises(TooLarge, match="states"):
        solve(GetToQuest(fenced, (30, 50), [(99, i) for i in range(60)], range(100)))


def test_size_counts_what_is_looked_at() -> None:
    quest = GetToQuest(TRIANGLE, "a", ["b"], [1, 2], fewer_allowed=False, within=1)
    # From each tile: 2 ends with one step, 3 with two.
    assert quest.size().choices == 15
    # Before and after the roll, each as a process and as draws; and 5 ends for the card.
    assert quest.size().states == 18 + 5
