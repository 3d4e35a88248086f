"""A value of the wrong type is an ``InvalidInput`` that names its place, in every public class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import odds
from odds import (
    A4Action,
    A4Adventure,
    A4Advice,
    A4Boss,
    A4Fight,
    A4Movement,
    A4Setup,
    Adventure,
    Ahead,
    AtLeast,
    AtLeastOne,
    Between,
    BuildMoment,
    BuildQuest,
    Complete,
    Die,
    DoneWithin,
    Enemy,
    EnemyIcon,
    Face,
    FightObjective,
    GetToQuest,
    Grid,
    Hero,
    HighestTotal,
    InvalidInput,
    Limits,
    Move,
    Rolled,
    SafeGains,
    Situation,
    Stage,
    Start,
    Survive,
    TileMap,
    Utility,
    Weights,
    Win,
    any_of,
    certify_whole,
    estimate,
    follow_whole,
    load_adventure,
    load_hero,
    open_whole,
    solve,
    solve_whole,
)

WOOD = Stage({"wood": 1}, 1)
QUEST = BuildQuest([WOOD])
PLAN = solve(QUEST)
FIELD = Grid(["..."])
FIGHT = Situation((4, 2), space=3)
ACT = Situation((4, 2), space=1)
DECK = [(0, 2)]

Ask = Callable[..., Any]

# The place that is named, and a call with a value of a type that doesn't belong there.
MISTAKES: list[tuple[str, Ask, tuple[Any, ...], dict[str, Any]]] = [
    ("", solve, ("x",), {}),
    ("", solve, (BuildQuest,), {}),
    ("", estimate, (None,), {}),
    ("/limits", solve, (QUEST, 5), {}),
    ("/states", Limits, ("many",), {}),
    ("/digits", Limits, (), {"digits": True}),
    # The Build quest.
    ("/stages", BuildQuest, (WOOD,), {}),
    ("/stages", BuildQuest, ("wood",), {}),
    ("/stages/0", BuildQuest, ([{"wood": 1}],), {}),
    ("/stages/0", BuildQuest, ([Stage],), {}),
    ("/dice", BuildQuest, ([WOOD], Die(["wood"])), {}),
    ("/dice", BuildQuest, ([WOOD], 5), {}),
    ("/dice/0", BuildQuest, ([WOOD], ["wood"]), {}),
    ("/attempts", BuildQuest, ([WOOD],), {"attempts": "5"}),
    ("/objective", BuildQuest, ([WOOD],), {"objective": "complete"}),
    ("/objective", BuildQuest, ([WOOD],), {"objective": 0}),
    ("/objective", BuildQuest, ([WOOD],), {"objective": Complete}),
    ("/objective/complete", BuildQuest, ([WOOD],), {"objective": Complete("1")}),
    ("/fixed", BuildQuest, ([WOOD],), {"fixed": 1}),
    ("/fixed/0", BuildQuest, ([WOOD],), {"fixed": ["1"]}),
    ("/need", Stage, ("wood", 1), {}),
    ("/need/wood", Stage, ({"wood": "2"}, 1), {}),
    ("/reward", Stage, ({"wood": 2}, 0.5), {}),
    ("/faces", Die, ("wood",), {}),
    ("/faces", Die, (6,), {}),
    ("/faces/1", Die, (["wood", 2],), {}),
    ("", Face, ("wood",), {}),
    ("/0", Face, (["wood"],), {}),
    ("/0/0", Face, ((("wood",),),), {}),
    ("/0/0", Face, (((("wood",),),),), {}),
    ("/0/0", Face, ((([], 1),),), {}),
    ("/0/wood", Face, (((("wood", 0.5),),),), {}),
    ("/0/wood", Face, (((("wood", -3),),),), {}),
    ("/0", Face, (((("wood", 1), ("wood", 1)),),), {}),
    ("/dice", lambda count: Die(["wood"]) * count, (2.5,), {}),
    ("/dice", lambda count: Die(["wood"]) * count, (10**30,), {}),
    ("/dice", lambda count: count * Die(["wood"]), (-1,), {}),
    ("/0", any_of, (["wood"],), {}),
    ("/objective/at_least", AtLeast, (0.5,), {}),
    ("/objective/utility/rewards", Utility, (0, 5), {}),
    ("/objective/utility/rewards/0", Utility, (0, [5]), {}),
    ("/objective/utility/rewards/0", Utility, (0, [(1, 2, 3)]), {}),
    ("/objective/utility/rewards/0/1", Utility, (0, {1: 0.5}), {}),
    ("/objective/utility/failure", Utility, (None, {1: 1}), {}),
    ("/quest", BuildMoment, ([WOOD],), {}),
    ("/state", BuildMoment, (QUEST, (1, 2)), {}),
    ("/state/outside", Start, (0.5,), {}),
    ("/outside", PLAN.start, (0.5,), {}),
    ("/state/completed", lambda: solve(BuildMoment(QUEST, Between("1", 2))), (), {}),
    ("/state/attempts_left", PLAN.advise, (1, "2"), {}),
    ("/state/showing", Rolled, (1, 2, "wood"), {}),
    ("/state/showing", PLAN.reroll, (1, 2, 5), {}),
    ("/state/showing/0", PLAN.reroll, (1, 2, [None] * 5), {}),
    # The Get To quest.
    ("/map", GetToQuest, (["..."], (0, 0), DECK, 1), {}),
    ("/owner", GetToQuest, (FIELD, [0, 0], DECK, 1), {}),
    ("/deck", GetToQuest, (FIELD, (0, 0), 2, 1), {}),
    ("/deck/0", GetToQuest, (FIELD, (0, 0), [[0, 2]], 1), {}),
    ("/owner/0", GetToQuest, (FIELD, ([],), DECK, 1), {}),
    ("/owner/0", GetToQuest, (FIELD, (0.0, 0), DECK, 1), {}),
    ("/deck/1/1", GetToQuest, (FIELD, (0, 0), [(0, 2), (0, True)], 1), {}),
    ("/steps", GetToQuest, (FIELD, (0, 0), DECK, 1.5), {}),
    ("/steps", GetToQuest, (FIELD, (0, 0), DECK, "6"), {}),
    ("/steps/faces/0", GetToQuest, (FIELD, (0, 0), DECK, ["6"]), {}),
    ("/fewer_allowed", GetToQuest, (FIELD, (0, 0), DECK, 1, "no"), {}),
    ("/objective", GetToQuest, (FIELD, (0, 0), DECK, 1), {"objective": "within"}),
    ("/within", GetToQuest, (FIELD, (0, 0), DECK, 1), {"within": "3"}),
    ("/objective/within", DoneWithin, ("3",), {}),
    ("/grid", Grid, ("...",), {}),
    ("/grid", Grid, (3,), {}),
    ("/grid/0", Grid, ([3],), {}),
    ("/tiles", TileMap, (3, []), {}),
    ("/tiles/0", TileMap, ([None], []), {}),
    ("/joins", TileMap, (["a"], 3), {}),
    ("/joins/0", TileMap, (["a"], [3]), {}),
    ("/joins/0/1", TileMap, (["a"], [("a", [])]), {}),
    ("/joins/0", TileMap, (["a", "b"], ["ab"]), {}),
    ("/tiles/0", TileMap, ([10**15 + 1], []), {}),
    # A4 Quest.
    ("/state/pool", Situation, ("64--",), {}),
    ("/state/pool", Situation, (6,), {}),
    ("/state/pool/1", Situation, ([6, "4"],), {}),
    ("/state/tracks", Situation, ((6,), (2, 2, 5, 0, 0, 1)), {}),
    ("/state/tracks/hp", Situation, ((6,), {"hp": "3"}), {}),
    ("/state/space", Situation, (), {"space": "3"}),
    ("/state/phase", Situation, (), {"phase": 1}),
    ("/state/crystal_used", Situation, (), {"crystal_used": 1}),
    ("/state/pending/0", Situation, (), {"pending": ["+1 hp"]}),
    ("/state/enemy", Situation, (), {"enemy": "6/6"}),
    ("/state/boss_hp", Situation, (), {"boss_hp": 2.5}),
    ("/state", A4Fight, ((6, 4),), {}),
    ("/adventure", A4Fight, (FIGHT, "into-the-abyss"), {}),
    ("/hero", A4Fight, (FIGHT,), {"hero": "knight"}),
    ("/objective", A4Fight, (FIGHT,), {"objective": Win()}),
    ("/objective", A4Fight, (FIGHT,), {"objective": ["win"]}),
    ("/objective", A4Action, (ACT,), {"objective": "weights"}),
    ("/objective", A4Action, (ACT,), {"objective": HighestTotal()}),
    ("/objective", A4Setup, (Situation(),), {"objective": "ahead"}),
    ("/objective", A4Setup, (Situation(),), {"objective": Survive()}),
    ("/dice", A4Setup, (Situation(),), {"dice": "4"}),
    ("/dice", A4Advice, (Situation(),), {"dice": "4"}),
    ("/dice", A4Adventure, (), {"dice": "4"}),
    ("/adventure", A4Adventure, ("drowned-clockwork",), {}),
    ("/random_order", A4Adventure, (), {"random_order": 1}),
    ("/equipment", A4Setup, (Situation(),), {"equipment": 1}),
    ("/dice", A4Boss, (Situation(),), {"dice": "4"}),
    ("/cost", A4Movement, (Situation((6,)),), {"cost": "3"}),
    ("/cost", Move, ("3",), {}),
    ("/objective/at_least_one", A4Setup, (Situation(),), {"objective": AtLeastOne("5")}),
    ("/objective/ahead/0", Ahead, ((2,),), {}),
    ("/objective/ahead", Ahead, (Move(2),), {}),
    ("/objective/ahead", lambda: solve(A4Setup(Situation(), objective=Ahead(()))), (), {}),
    ("/objective/weights", Weights, ("hp",), {}),
    ("/objective/weights/hp", Weights, ({"hp": 0.5},), {}),
    ("/enemy/attack", Enemy, ("6/6", 6), {}),
    ("/enemy/special/0", Enemy, (6, 6, 1, ("-1 hp",)), {}),
    ("/enemy/modifier", EnemyIcon, ("+5",), {}),
    ("/enemy/total", EnemyIcon, (), {"total": "11"}),
    ("/name", Adventure, (1, ()), {}),
    ("/tiles", Adventure, ("mine", 1), {}),
    ("/tiles/0", Adventure, ("mine", ("tile",)), {}),
    ("/boss", Adventure, ("mine", ()), {"boss": "dragon"}),
    ("/start", Hero, ("me", 1, (9,) * 6), {}),
    ("/maxima", Hero, ("me", (1,) * 6, (9,) * 5), {}),
    ("/equipment/0", Hero, ("me", (1,) * 6, (9,) * 6, ("sword",)), {}),
    ("/invented/0", Adventure, ("mine", ()), {"invented": (5,)}),
    ("/ability", Hero, ("me", (1,) * 6, (9,) * 6), {"ability": 5}),
    # Whole adventures.
    ("", solve_whole, (5,), {}),
    ("", open_whole, (QUEST,), {}),
    ("", certify_whole, (A4Adventure,), {}),
    ("", follow_whole, (None,), {}),
    ("/store", solve_whole, (A4Adventure(),), {"store": 5}),
    ("/store", open_whole, (A4Adventure(), 5), {}),
    ("/store", follow_whole, (A4Adventure(),), {"store": b"x"}),
    ("/workers", solve_whole, (A4Adventure(),), {"workers": -1}),
    ("/workers", certify_whole, (A4Adventure(),), {"workers": "2"}),
    ("/workers", follow_whole, (A4Adventure(),), {"workers": 0}),
    ("/report", solve_whole, (A4Adventure(),), {"report": 5}),
    ("/report", certify_whole, (A4Adventure(),), {"report": "x"}),
    ("/max_bytes", solve_whole, (A4Adventure(),), {"max_bytes": "x"}),
    ("/all_states", solve_whole, (A4Adventure(),), {"all_states": 1}),
    ("/state", lambda: A4Adventure().opened(None, None).advise(5), (), {}),
    ("/state", lambda: A4Adventure().opened(None, None).setup(5), (), {}),
    ("", load_adventure, (1,), {}),
    ("", load_hero, (None,), {}),
]

TAKE_NOTHING = {"ExpectedReward", "FewestExpected", "HighestTotal", "SafeGains", "Survive", "Win"}
MADE_FOR_CALLERS = {"Advice", "BuildPlan", "GetToPlan"}
NOT_CLASSES = {"INFINITE", "SCAVENGE", "adventure_names", "hero_names"}
ERRORS = {"InvalidInput", "NotSolved", "OddsError", "TooLarge"}


@pytest.mark.parametrize(("place", "make", "values", "named"), MISTAKES)
def test_a_wrong_type_is_named(
    place: str, make: Ask, values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInput) as caught:
        make(*values, **named)
    assert [fault.place for fault in caught.value.faults] == [place]


def test_every_public_name_is_covered() -> None:
    seen = {getattr(make, "__name__", "") for _, make, _, _ in MISTAKES}
    inside = {"AtLeastOne", "Ahead", "Complete", "Between"}  # Checked with the quest they meet.
    others = {"Dist", "FightObjective"}  # These have errors of their own.
    named = set(odds.__all__) - TAKE_NOTHING - MADE_FOR_CALLERS
    expected = named - NOT_CLASSES - ERRORS - others
    assert expected <= seen | inside


def test_a_message_says_what_is_expected_and_what_was_given() -> None:
    with pytest.raises(InvalidInput, match=r"/dice: must be a list, each entry a Die; .*, not Die"):
        BuildQuest([WOOD], Die(["wood"]))
    with pytest.raises(InvalidInput, match=r"/adventure: must be an Adventure; load_.*, not str"):
        A4Fight(FIGHT, "into-the-abyss")


@pytest.mark.parametrize("objective", FightObjective)
def test_a_fights_objective_goes_by_its_name(objective: FightObjective) -> None:
    named, given = A4Fight(FIGHT, objective=objective.value), A4Fight(FIGHT, objective=objective)
    assert named.aim is given.aim is objective
    assert solve(named).objective is objective


@pytest.mark.parametrize(
    ("name", "objective"), [("survive", Survive()), ("safe_gains", SafeGains())]
)
def test_an_actions_objective_goes_by_its_name(name: str, objective: Survive | SafeGains) -> None:
    assert A4Action(ACT, objective=name).aim == A4Action(ACT, objective=objective).aim == objective


@pytest.mark.parametrize(("name", "objective"), [("win", Win()), ("highest_total", HighestTotal())])
def test_a_setups_objective_goes_by_its_name(name: str, objective: Win | HighestTotal) -> None:
    named, given = (A4Setup(Situation(), objective=o) for o in (name, objective))
    assert named.aim == given.aim == objective


def test_a_plan_prints_in_one_line() -> None:
    assert repr(PLAN) == "<BuildPlan: value 0.99; stages: 1, dice: 5, attempts: 5>"
    late = solve(GetToQuest(FIELD, (0, 0), DECK, 1, objective=DoneWithin(2)))
    assert repr(late) == "<GetToPlan: 100% within 2 Move actions; tiles: 3, position cards: 1>"


def test_a_die_prints_as_it_is_written() -> None:
    die = Die(["wood", "blank", {"ore": 2}, {"ore": 1, "fish": 1}, any_of("wood", {"ore": 2})])
    assert eval(repr(die)) == die
    assert len(repr(odds.SCAVENGE[0])) < 80
