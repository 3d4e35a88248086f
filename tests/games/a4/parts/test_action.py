"""Actions and rests worked out by hand, and mistakes in the question."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from odds import solve
from odds.errors import InvalidInput
from odds.games.a4.actions import (
    KeepCrystal,
    LevelUp,
    Rest,
    TakeBundle,
    TakeIcon,
    UseCrystal,
    UseDie,
)
from odds.games.a4.control import Sheets
from odds.games.a4.parts.action import A4Action, ActionAnswer, QuestRoll, outcomes
from odds.games.a4.parts.action_objective import SafeGains, Survive, Weights
from odds.games.a4.parts.common import Choice
from odds.games.a4.parts.situation import Situation
from odds.games.a4.parts.text_actions import actions_text
from odds.games.a4.sheet import (
    ATTACK,
    DEFENCE,
    FOOD,
    HP,
    XP,
    Adventure,
    Bundle,
    Direct,
    Enemy,
    EnemyRow,
    Gain,
    Hunt,
    Icon,
    Quest,
    Recover,
    Row,
    Search,
    Space,
    StartFight,
    Tile,
)
from odds.games.a4.sheet_hero import Hero, Named
from tests.games.a4.naive_effects import DIE, mean

HALF = Fraction(1, 2)


def on_space(*icons: Icon, **tables: Any) -> Adventure:
    return Adventure("one", (Tile(0, (Space(icons=icons),)),), **tables)


def a_hero(*level_ups: Bundle, ability: tuple[Bundle, ...] = ()) -> Hero:
    bonuses = tuple(Named(f"level {i}", bundle) for i, bundle in enumerate(level_ups))
    return Hero("hero", (1, 1, 3, 0, 0, 1), (9, 9, 9, 3, 9, 9), (), bonuses, ability)


def ask(
    adventure: Adventure,
    *pool: int | None,
    objective: Any = None,
    hero: Hero | None = None,
    phase: str | None = None,
    icon: int | None = None,
    **tracks: int,
) -> ActionAnswer:
    situation = Situation(pool, tracks, 1, phase, icon=icon)
    return solve(
        A4Action(situation, adventure, hero or a_hero(), objective=objective or SafeGains())
    )


def by_actions(answer: ActionAnswer) -> Mapping[Any, Choice]:
    return {choice.actions: choice for choice in answer.choices}


ROWS = (
    Row(3, 4, ((Gain(HP, 1),),)),
    Row(3, 5, ((Gain(ATTACK, 1),),)),
    Row(4, None, ((Gain(FOOD, 2),),)),
)


def test_overlapping_rows_are_a_choice_of_their_own() -> None:
    answer = ask(on_space(Search(-1), search=ROWS), 5, 2, food=0)
    one, two, three = ((gain,) for gain in (Gain(HP, 1), Gain(ATTACK, 1), Gain(FOOD, 2)))
    found = by_actions(answer)
    assert set(found) == {
        (TakeIcon(0), UseDie(2)),
        *((TakeIcon(0), UseDie(5), TakeBundle(bundle)) for bundle in (one, two, three)),
    }
    best = answer.choices[0]
    assert best.actions[-1] == TakeBundle(three)
    assert best.value == (1, 2)
    assert found[TakeIcon(0), UseDie(5), TakeBundle(one)].loss == (0, 1)
    use = answer.uses[0]
    assert use is not None
    assert use.bundles == (one, two, three)
    assert answer.uses[-1] is not None
    assert answer.uses[-1].bundles == ()


def test_ties_are_named() -> None:
    answer = ask(on_space(Hunt(), hunt=ROWS), 3, objective=Weights({"hp": HALF, "attack": HALF}))
    assert [c.actions[-1] for c in answer.choices if c.best] == [
        TakeBundle((Gain(HP, 1),)),
        TakeBundle((Gain(ATTACK, 1),)),
    ]
    assert answer.text.startswith("Hunt, then use the 3, then take +1 hp (2 choices tie): ")


def test_a_quest_is_shown_by_the_adventure_die() -> None:
    quest = (
        Row(1, 2, ((Gain(HP, -3),),)),
        Row(4, 5, ((Gain(FOOD, 1),), (Gain(ATTACK, 2),))),
        Row(6, 6, ((StartFight(0),),)),
    )
    enemies = (EnemyRow(1, 5, None), EnemyRow(6, None, Enemy(3, 4, 2)))
    answer = ask(on_space(Quest(), quest=quest, enemies=enemies), 6, 5, food=0)
    (first, second) = answer.uses
    assert first is not None
    assert second is not None
    rolls: dict[int, QuestRoll] = {roll.d6: roll for roll in first.rolls}
    assert [rolls[d6].taken for d6 in DIE] == [
        *((Gain(HP, -3),),) * 2,
        (),
        *((Gain(ATTACK, 2),),) * 2,
        (StartFight(0),),
    ]
    assert rolls[4].bundles == ((Gain(FOOD, 1),), (Gain(ATTACK, 2),))
    figures = {d6: answer.figures_of(roll.ends) for d6, roll in rolls.items()}
    assert [figures[d6].dies for d6 in DIE] == [1, 1, 0, 0, 0, 0]
    assert figures[6].meets == Fraction(1, 6)
    # The 5 is used for the quest, so the 6 fights: 1 + 6 beats 4 + d6 for 1 to 3.
    assert (first.die, figures[6].beats) == (5, Fraction(1, 12))
    assert figures[6].gains[XP] == Fraction(2, 12)
    overall = answer.figures_of(answer.choices[0].ends)
    assert overall.dies == mean([figures[d6].dies for d6 in DIE]) == Fraction(1, 3)


def test_the_fourth_point_of_xp_counts_and_brings_the_best_level_up() -> None:
    hero = a_hero((Gain(FOOD, 1),), (Gain(ATTACK, 2),))
    answer = ask(on_space(Direct(((Gain(XP, 1),),))), 4, xp=3, hero=hero)
    assert answer.choices[0].actions == (TakeIcon(0), UseDie(4), LevelUp(1))
    assert answer.figures.gains == (2, 0, 0, 1, 0, 0)


def test_a_recover_effect_may_take_the_used_die_back() -> None:
    answer = ask(
        on_space(Direct(((Recover(1, any_value=True),),))), 2, objective=Weights({"dice": HALF})
    )
    assert answer.choices[0].value == (0,)
    assert {o.pool for o in outcomes(answer.choices[0].ends)} <= {(value,) for value in DIE}


def test_without_a_die_the_icon_is_chosen_before_the_payment() -> None:
    answer = ask(on_space(Hunt(), Quest(), hunt=ROWS), None, None, food=0, hp=2)
    assert [c.actions for c in answer.choices] == [(TakeIcon(0),), (TakeIcon(1),)]
    assert answer.uses == (None, None)
    # 3: either row, 4: the food, 5: the food, 6: the food; and 1 HP is paid.
    assert answer.choices[0].value == (1, Fraction(1 + 2 + 2 + 2, 6) - 1)
    assert answer.text.startswith("Hunt: you live; ")
    assert ask(on_space(Hunt()), None, hp=1, food=0).figures.dies == 1


def test_without_icons_the_rest_is_forced() -> None:
    answer = ask(on_space(), 5, None)
    assert [c.actions for c in answer.choices] == [(Rest(()),), (Rest((5,)),)]
    found = {o.pool: p for o, p in outcomes(answer.choices[1].ends).items()}
    assert found[1, 1] == Fraction(1, 36)
    assert found[1, 5] == Fraction(2, 36)
    assert {o.pool: p for o, p in outcomes(answer.choices[0].ends).items()} == {
        tuple(sorted((5, value))): Fraction(1, 6) for value in DIE
    }
    assert answer.figures.gains == (0, 0, 0, 0, 0, -1)


def test_without_icons_and_food_the_turn_simply_ends() -> None:
    answer = ask(on_space(), 5, None, food=0)
    assert answer.choices == ()
    assert answer.text == "There is nothing to choose: you live; no track moves on average."
    assert [(o.pool, p) for o, p in outcomes(answer.ends).items()] == [((0, 5), 1)]
    assert answer.tables()[0].rows[0][0] is not None


def test_the_ability_may_come_before_the_action() -> None:
    hero = a_hero(ability=((Gain(FOOD, 1),),))
    answer = ask(
        on_space(), 6, food=0, crystals=1, hero=hero, objective=Weights({"crystals": HALF})
    )
    kinds = [type(choice.action) for choice in answer.choices]
    assert kinds == [type(answer.choices[0].action), UseCrystal]
    assert answer.choices[0].value == (0,)
    assert answer.choices[1].loss == (HALF,)


def test_survive_ties_whatever_is_gained() -> None:
    answer = ask(on_space(Hunt(), hunt=ROWS), 6, 1, food=0, objective=Survive())
    assert [c.best for c in answer.choices] == [True, True]
    assert answer.tables()[0].shown()[0][-3:] == ["100%", "0%", "best"]
    assert answer.choices[0].value == (1,)
    assert answer.figures.gains[FOOD] == 2


def test_an_icon_that_is_chosen_leaves_the_die() -> None:
    answer = ask(on_space(Quest(), Hunt(), hunt=ROWS), 6, 1, phase="icon", icon=1)
    assert [c.actions for c in answer.choices] == [(UseDie(6),), (UseDie(1),)]
    assert [use.bundles for use in answer.uses if use] == [((Gain(FOOD, 2),),), ()]


# The shipped sheet


def test_the_walkthroughs_actions() -> None:
    """Search -1 with a 5 brings 1 attack, search with a 3 brings 1 defence, hunt with a 6."""
    for space, icon, die, gain, after in (
        (2, 1, 5, Gain(ATTACK, 1), (3, 2, 5, 0, 0, 1)),
        (4, 1, 3, Gain(DEFENCE, 1), (2, 3, 5, 0, 0, 1)),
    ):
        found = by_actions(solve(A4Action(Situation([die], space=space))))
        choice = found[TakeIcon(icon), UseDie(die), TakeBundle((gain,))]
        assert [(o.tracks, o.pool) for o in outcomes(choice.ends)] == [(after, (0,))]
    hunting = by_actions(solve(A4Action(Situation([6], {"hp": 4}, 5))))[TakeIcon(0), UseDie(6)]
    assert [(o.tracks, o.pool) for o in outcomes(hunting.ends)] == [((2, 2, 5, 0, 0, 3), (0,))]


@pytest.mark.parametrize(
    ("place", "make"),
    [
        ("/state/space", lambda: A4Action(Situation([6]))),
        ("/state/space", lambda: A4Action(Situation([6], space=0))),
        ("/state/space", lambda: A4Action(Situation([6], space=18))),
        ("/state/space", lambda: A4Action(Situation([6], space=19))),
        ("/state/pool", lambda: A4Action(Situation(space=1))),
        ("/state/icon", lambda: A4Action(Situation([6], space=1, phase="icon"))),
        ("/state/icon", lambda: A4Action(Situation([6], space=1, phase="icon", icon=3))),
        ("/state/icon", lambda: A4Action(Situation([6], space=1, icon=0))),
        (
            "/state/icon",
            lambda: A4Action(Situation([6], space=1, phase="icon", icon=0), on_space(), a_hero()),
        ),
        ("/state/tracks/hp", lambda: A4Action(Situation([6], {"hp": 0}, 1))),
        (
            "/objective/weights",
            lambda: A4Action(Situation([6], space=1), objective=Weights({})),
        ),
        (
            "/objective/weights/luck",
            lambda: A4Action(Situation([6], space=1), objective=Weights({"luck": HALF})),
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(place: str, make: Callable[[], Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        make()
    assert [fault.place for fault in caught.value.faults] == [place]


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ((KeepCrystal(),), "keep the crystal"),
        ((KeepCrystal(), UseDie(4)), "use the 4"),
        ((UseCrystal(0), UseDie(4)), "spend a crystal (recover 1), then use the 4"),
        ((KeepCrystal(), UseCrystal(0)), "keep the crystal, then spend a crystal (recover 1)"),
        ((KeepCrystal(), UseDie(4), UseCrystal(0)), "use the 4, then spend a crystal (recover 1)"),
    ],
)
def test_a_crystal_kept_is_said_where_it_is_spent_next(
    actions: tuple[Hashable, ...], said: str
) -> None:
    sheets = Sheets(on_space(Quest()), a_hero(ability=((Recover(1),),)))
    assert actions_text(actions, sheets, 1) == said
