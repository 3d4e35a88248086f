"""Every phase of a whole adventure, told by what follows from it; and mistakes in a situation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from odds.answers import Limits, solve
from odds.errors import InvalidInput
from odds.games.a4.actions import Equip, KeepCrystal, TakeIcon, UseCrystal, UseDie
from odds.games.a4.parts.adventure import A4Adventure
from odds.games.a4.parts.advice import A4Advice, AdviceAnswer
from odds.games.a4.parts.situation import PHASES, Situation
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.sheet import (
    HP,
    XP,
    Boss,
    Direct,
    Enemy,
    EnemyIcon,
    EnemyRow,
    Gain,
    Hunt,
    Quest,
    Recover,
    Reroll,
    Row,
    Space,
    StartFight,
    Tile,
    Wave,
)
from odds.games.a4.sheet_hero import Named
from tests.games.a4.naive import Oracle
from tests.games.a4.small import hero, one_tile

EXAMPLES = Path(__file__).parents[4] / "examples"
CELLAR = load_adventure(EXAMPLES / "cellar.toml"), load_hero(EXAMPLES / "caretaker.toml")

# Phases, each told by what follows from it. The sheet has every one of them.

SPIDER = Enemy(3, 2, xp=2, special=(Reroll(1), Gain(HP, -1)))
SHEET = replace(
    one_tile(
        Space(enemy=EnemyIcon(0), icons=(Quest(), Direct(((StartFight(1), Gain(HP, 1)),)))),
        Space(icons=(Hunt(),)),
    ),
    tiles=(
        Tile(
            0,
            (
                Space(
                    enemy=EnemyIcon(0),
                    icons=(Quest(), Direct(((StartFight(1), Gain(HP, 1)),)), Hunt()),
                ),
            ),
        ),
        Tile(4, (Space(boss=True),)),
    ),
    enemies=(EnemyRow(3, 4, SPIDER), EnemyRow(5, None, Enemy(4, 3, xp=1))),
    hunt=(Row(2, 6, ((Gain(HP, 1),), (Recover(1),))), Row(4, 5, ((Gain(0, 1),),))),
    quest=(Row(1, 3, ((Gain(XP, 1),),)), Row(4, None, ((Gain(HP, -1),), (Reroll(2),)))),
    boss=Boss(3, (Wave(2, 1, (Gain(HP, -1),)), Wave(3, 2)), adds_die=True),
)
PLAYER = replace(
    hero((Reroll(1),), level_ups=((Gain(HP, 1),), (Recover(1),)), attack=2, defence=1, hp=3, xp=2),
    start=(2, 1, 3, 2, 1, 1),
    equipment=(Named("a", (Gain(0, 1),)), Named("b", (Gain(1, 1),))),
)
TRACKS = {"attack": 2, "defence": 1, "hp": 3, "xp": 2, "crystals": 1, "food": 1}


MUCH = Limits(states=10**15, choices=10**15)


def ask(**state: Any) -> AdviceAnswer:
    tracks = {**TRACKS, **state.pop("tracks", {})}
    return solve(A4Advice(Situation(tracks=tracks, **state), SHEET, PLAYER), MUCH)


def value(**state: Any) -> Fraction:
    answer = ask(**state)
    assert answer.value.error == 0
    return answer.value.value


def by(answer: AdviceAnswer) -> dict[Any, Fraction]:
    return {choice.actions[-1]: choice.value.value for choice in answer.choices}


def kept(answer: AdviceAnswer) -> dict[Any, Fraction]:
    """The choices with the crystal kept."""
    return {c.actions[1]: c.value.value for c in answer.choices if c.actions[0] == KeepCrystal()}


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def test_a_turn_and_its_movement() -> None:
    """At the start of a turn the ability may be used; else the movement is due."""
    turn = ask(space=1, pool=[5, 4, None])
    assert kept(turn)[UseDie(4)] == by(ask(space=1, phase="movement", pool=[5, 4, None]))[UseDie(4)]
    assert UseCrystal(0) in by(turn)
    assert turn.value.value == max(by(turn).values())


def test_a_failed_movement() -> None:
    paid = value(space=1, phase="movement_failed", pool=[3, 1], tracks={"hp": 2}, crystal_used=True)
    assert paid == value(space=1, phase="movement", pool=[3, 1], crystal_used=True)
    again = [
        value(space=1, phase="movement", pool=[3, new], tracks={"hp": 2}, crystal_used=True)
        for new in range(1, 7)
    ]
    failed = ask(space=1, phase="movement_failed", pool=[3, 1], tracks={"hp": 2}, crystal_used=True)
    assert mean(again) in by(failed).values()


def test_an_enemy_is_rolled_for() -> None:
    state: dict[str, Any] = {"space": 1, "pool": [4, 2], "crystal_used": True}
    action = value(phase="action", **state)
    weak = value(phase="fight", enemy=EnemyIcon(total=3), **state)
    strong = value(phase="fight", enemy=Enemy(4, 3, xp=1), **state)
    assert value(phase="enemy", **state) == mean([action, action, weak, weak, strong, strong])
    assert value(phase="enemy", enemy=EnemyIcon(total=4), **state) == weak
    assert value(phase="enemy", enemy=EnemyIcon(modifier=9), **state) == strong


def test_a_fight_step_by_step() -> None:
    state: dict[str, Any] = {"space": 1, "crystal_used": True}
    foe = {"enemy": EnemyIcon(total=3)}
    met = ask(phase="fight", pool=[4, 2], **foe, **state)
    engaged = ask(phase="fight_die", pool=[2], die=4, **foe, **state)
    assert by(met)[UseDie(4)] == engaged.value.value
    after = {"tracks": {"hp": 2}}  # the special: one re-roll, then 1 HP
    special = value(phase="fight_special", pool=[2], die=4, **foe, **after, **state)
    pending = value(phase="fight_special", pool=[2], die=4, pending=(Gain(HP, -1),), **foe, **state)
    assert pending == special
    assert next(iter(by(engaged).values())) >= special
    assert special in by(engaged).values()
    rolled = [
        value(phase="fight_d6", pool=[2], die=4, d6=d6, **foe, **after, **state)
        for d6 in range(1, 7)
    ]
    assert special == mean(rolled)
    # 2 + 4 against 2 + 1: beaten, no damage, and 2 points of XP: the second is a level.
    won = ask(
        phase="fight_over", pool=[2], die=4, level_up=True, tracks={"hp": 2, "xp": 0}, **state
    )
    assert rolled[0] == won.value.value
    assert len(won.choices) == 2
    over = value(phase="fight_over", pool=[2], die=4, tracks={"hp": 3, "xp": 0}, **state)
    assert over == value(phase="action", pool=[2, None], tracks={"hp": 3, "xp": 0}, **state)
    assert over in by(won).values()


def test_a_fight_of_the_action() -> None:
    state: dict[str, Any] = {"space": 1, "crystal_used": True, "enemy": EnemyIcon(total=3)}
    before = value(phase="fight", pool=[4, 2], **state)
    within = value(phase="fight", pool=[4, 2], in_action=True, **state)
    more = value(phase="fight", pool=[4, 2], in_action=True, then=(Gain(HP, 1),), **state)
    assert len({before, within, more}) == 3
    icon = ask(space=1, phase="icon_die", icon=1, pool=[2, 6], die=4, crystal_used=True)
    rolled = ask(
        space=1,
        phase="enemy",
        pool=[2, 6, None],
        enemy=EnemyIcon(modifier=1),
        in_action=True,
        then=(Gain(HP, 1),),
        crystal_used=True,
    )
    assert icon.value == rolled.value


def test_an_action_step_by_step() -> None:
    state: dict[str, Any] = {"space": 1, "crystal_used": True}
    action = ask(phase="action", pool=[4, 2], **state)
    by_actions = {choice.actions: choice.value.value for choice in action.choices}
    icon = ask(phase="icon", icon=2, pool=[4, 2], **state)
    assert by_actions[TakeIcon(0), UseDie(4)] == value(
        phase="icon_die", icon=0, pool=[2], die=4, **state
    )
    offers = ask(phase="icon_die", icon=2, pool=[2], die=4, **state)
    assert len(offers.choices) == 3
    taken = {actions[2]: v for actions, v in by_actions.items() if actions[:2] == hunted}
    assert taken == by(offers)
    assert max(by(offers).values()) == max(
        choice.value.value for choice in icon.choices if choice.actions[0] == UseDie(4)
    )


hunted = (TakeIcon(2), UseDie(4))


def test_a_quest() -> None:
    state: dict[str, Any] = {"space": 1, "crystal_used": True}
    quest = value(phase="icon_die", icon=0, pool=[2], die=4, **state)
    rolled = [value(phase="quest_d6", d6=d6, pool=[2, None], **state) for d6 in range(1, 7)]
    assert quest == mean(rolled)
    levelled = value(phase="end_of_turn", pool=[2, None], tracks={"xp": 3}, **state)
    assert rolled[0] == levelled == value(space=1, pool=[2, None], tracks={"xp": 3})


def test_waves() -> None:
    state: dict[str, Any] = {"pool": [4, 2], "crystal_used": True}
    begun = value(phase="wave", **state)
    assert begun == value(phase="wave_ready", tracks={"hp": 2}, wave=1, boss_hp=3, **state)
    ready = ask(phase="wave_ready", wave=2, boss_hp=3, space=2, **state)
    rolled = [
        value(phase="wave_d6", wave=2, boss_hp=3, pool=[2], die=4, d6=d6, crystal_used=True)
        for d6 in range(1, 7)
    ]
    assert by(ready)[UseDie(4)] == mean(rolled)


def test_the_setup() -> None:
    start = solve(A4Advice(Situation(), SHEET, PLAYER, dice=2), MUCH)
    assert start.value.value == Oracle(SHEET, PLAYER).setup(2, 2, (0, 1), ())
    assert set(by(start)) == {Equip(0), Equip(1)}
    equipped = {"tracks": {"attack": 3}}
    pool = ask(phase="pool_rolled", pool=[4, 2], **equipped)
    assert pool.value.value >= value(space=0, pool=[4, 2], **equipped)
    assert len(pool.choices) == 4


def test_every_phase_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [phase for phase in PHASES if f'phase="{phase}", ' not in text] == ["setup", "turn"]


BAD: list[tuple[str, Callable[[], Any]]] = [
    ("/state/phase", lambda: ask(space=1, pool=[4], phase="lunch")),
    ("/state/space", lambda: ask(pool=[4])),
    ("/state/space", lambda: ask(pool=[4], space=2)),
    ("/state/space", lambda: ask(pool=[4], space=2, phase="action")),
    ("/state/space", lambda: ask(pool=[4], space=1, phase="wave")),
    ("/state/space", lambda: ask(pool=[4], space=1, phase="pool_rolled")),
    ("/state/pool", lambda: ask(space=1)),
    ("/state/pool", lambda: ask(pool=[4], phase="setup")),
    ("/state/pool", lambda: ask(pool=[4, None], phase="pool_rolled")),
    ("/state/crystal_used", lambda: ask(space=1, pool=[4], crystal_used=True)),
    ("/state/pending", lambda: ask(space=1, pool=[4], pending=(Gain(0, 1),))),
    ("/state/level_up", lambda: ask(space=1, pool=[4], level_up=True)),
    ("/state/in_action", lambda: ask(space=1, pool=[4], in_action=True)),
    ("/state/then", lambda: ask(space=1, pool=[4], phase="action", then=(Gain(0, 1),))),
    ("/state/then", lambda: ask(space=1, pool=[4], phase="fight", then=(Gain(0, 1),))),
    ("/state/phase", lambda: ask(space=1, pool=[4], phase="movement_failed")),
    ("/state/die", lambda: ask(space=1, pool=[4], phase="fight_die")),
    ("/state/enemy", lambda: ask(space=1, pool=[4], phase="fight")),
    ("/state/enemy", lambda: ask(space=1, pool=[4], phase="fight", enemy=EnemyIcon(total=1))),
    ("/state/icon", lambda: ask(space=1, pool=[4], phase="icon")),
    ("/state/icon", lambda: ask(space=1, pool=[4], phase="icon", icon=3)),
    ("/state/wave", lambda: ask(pool=[4], phase="wave", wave=3)),
    ("/state/boss_hp", lambda: ask(pool=[4], phase="wave", boss_hp=4)),
    ("/dice", lambda: A4Advice(Situation([4], space=1), SHEET, PLAYER, dice=2)),
    ("/dice", lambda: A4Advice(Situation(), SHEET, PLAYER, dice=7)),
    ("/state/phase", lambda: A4Advice(Situation([4], phase="wave"), one_tile(Space()), PLAYER)),
    (
        "/state/phase",
        lambda: A4Advice(Situation([4], phase="wave_d6", die=1, d6=1), *CELLAR),
    ),
    ("/state/enemy", lambda: A4Advice(Situation([4], space=1, phase="enemy"), *CELLAR)),
    ("/dice", lambda: A4Adventure(*CELLAR, dice=0)),
]


@pytest.mark.parametrize(("place", "make"), BAD)
def test_a_mistake_is_named_with_its_place(place: str, make: Callable[[], Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        make()
    assert [fault.place for fault in caught.value.faults] == [place]
