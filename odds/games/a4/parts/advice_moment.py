"""Any moment of a whole adventure as the rules hold it: its control, from a situation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from odds.errors import numeral
from odds.games.a4.control import Control
from odds.games.a4.fight import boss_of, enemy_of
from odds.games.a4.frames import ChooseLevelUp, Stack
from odds.games.a4.moments import Scene, laid_out, pool_rolled, turn_start
from odds.games.a4.parts.setting import Setting
from odds.games.a4.parts.situation import PHASES, SETUP_PHASES
from odds.games.a4.sheet import Enemy, EnemyIcon, Icon
from odds.games.a4.turn import AFTER_ACTION, BEFORE_ACTION, after_movement

LEAVING: Final = ("turn", "movement", "movement_failed")
FIGHT: Final = ("enemy", "fight", "fight_die", "fight_special", "fight_d6", "fight_over")
ACTION: Final = ("action", "icon", "icon_die", "quest_d6", "end_of_turn")
WAVES: Final = ("wave", "wave_ready", "wave_d6")


def check_moment(setting: Setting) -> None:
    """``InvalidInput`` where a situation is none of a whole adventure, or lacks what it needs."""
    for fault, name, why in _faults(setting):
        if fault:
            raise setting.need(name, why)


Faults = Iterator[tuple[object, str, str]]
"""What may be wrong, one thing after the other: whether it is, the field, and what it must be."""


def _faults(setting: Setting) -> Faults:
    state, phase = setting.situation, setting.phase
    for name in PHASES[phase]:
        missing = getattr(state, name) is None and name not in ("enemy", "wave", "boss_hp")
        yield missing, name, f"the phase {phase} needs it"
    yield from _place_faults(setting)
    yield phase == "setup" and state.pool, "pool", "is rolled in the phase pool_rolled, not before"
    bare = phase != "setup" and not state.pool and state.die is None
    yield bare, "pool", "give the dice of the pool"
    yield phase == "pool_rolled" and None in state.pool, "pool", "no die is exhausted at the setup"
    for name in ("crystal_used", "pending", "level_up"):
        early = phase in (*SETUP_PHASES, "turn") and getattr(state, name)
        yield early, name, f"can't be in the phase {phase}"
    for name in ("in_action", "then"):
        alien = phase not in FIGHT and getattr(state, name)
        yield alien, name, f"does not belong to the phase {phase}"
    more = phase in FIGHT and state.then and not in_action(setting)
    yield more, "then", "only a fight of the action has more to follow"
    failed = phase == "movement_failed"
    why = "a movement has not failed where it is free or a die is high enough"
    yield failed and setting.pool and setting.pool[-1] >= setting.cost, "phase", why
    yield from _icon_faults(setting)


def _icon_faults(setting: Setting) -> Faults:
    if setting.phase in ("icon", "icon_die"):
        icon, many = setting.situation.icon, len(setting.sheets.spaces[setting.place].icons)
        wrong = icon is not None and not 0 <= icon < many
        yield wrong, "icon", f"must be from 0 to {many - 1}" if many else "this space has no icon"


def _place_faults(setting: Setting) -> Faults:
    space, phase, last = setting.situation.space, setting.phase, setting.last
    if phase in SETUP_PHASES:
        yield space, "space", "the setup comes before the first turn"
    elif phase in WAVES:
        yield from _wave_faults(setting)
    else:
        yield space is None, "space", "give the hero's space; 0 is before the first"
        leaves = phase in LEAVING
        yield leaves and space == last, "space", "there is no space after the last"
        why = "there are no fights and actions on the boss's space, nor on 0"
        yield not leaves and not setting.is_on_way, "space", why


def _wave_faults(setting: Setting) -> Faults:
    state, boss, last = setting.situation, setting.adventure.boss, setting.last
    yield boss is None, "phase", f"{setting.adventure.name} has no boss"
    assert boss is not None
    yield state.space not in (None, last), "space", f"the boss waits on space {last}"
    for name, most in (("wave", len(boss.waves)), ("boss_hp", boss.hp)):
        value = getattr(state, name)
        wrong = value is not None and not 1 <= value <= most
        yield wrong, name, f"must be from 1 to {most}, not {numeral(value or 0)}"
    no_d6 = setting.phase == "wave_d6" and not boss.adds_die
    yield no_d6, "phase", "this sheet adds no d6 to a wave"


def in_action(setting: Setting) -> bool:
    """Whether a fight belongs to the action."""
    given = setting.situation.in_action
    return setting.sheets.spaces[setting.place].enemy is None if given is None else given


def control_of(setting: Setting, dice: int) -> Control:
    """The moment of a checked situation; ``InvalidInput`` where nobody is there to fight."""
    if setting.phase == "setup":
        return laid_out(setting.place, dice)
    if setting.phase == "pool_rolled":
        return pool_rolled(setting.pool, place=setting.place)
    if setting.phase == "turn":
        return turn_start(setting.place, setting.pool)
    scene = setting.scene(_after(setting))
    if setting.situation.level_up:
        scene = replace(scene, pending=(ChooseLevelUp(), *scene.pending))
    return _MOMENTS[setting.phase](setting, scene)


def _after(setting: Setting) -> Stack:
    """What is left of the turn behind the moment."""
    if setting.phase in LEAVING:
        return after_movement(setting.sheets, setting.place)
    if setting.phase in WAVES:
        return ()
    if setting.phase in FIGHT:
        rest = AFTER_ACTION if in_action(setting) else BEFORE_ACTION
        return (*setting.situation.then, *rest)
    return AFTER_ACTION


def _encounter(setting: Setting, scene: Scene) -> Control:
    icon = _icon(setting)
    if isinstance(icon, EnemyIcon) and icon.total is None:
        return scene.encounter(icon.modifier)
    return scene.met(_enemy(setting))


def _icon(setting: Setting) -> Enemy | EnemyIcon:
    given = setting.situation.enemy or setting.sheets.spaces[setting.place].enemy
    if given is None:
        raise setting.need("enemy", "no enemy waits on this space: give who is met")
    return given


def _enemy(setting: Setting) -> Enemy:
    """Who is met."""
    icon = _icon(setting)
    if isinstance(icon, Enemy):
        return icon
    if icon.total is None:
        raise setting.need("enemy", "must be who is met: an enemy, or the total of one")
    enemy = enemy_of(setting.sheets, icon.total)
    if enemy is None:
        raise setting.need("enemy", "nobody appears at this total")
    return enemy


def _given(value: int | None) -> int:
    """A detail that the phase needs, and so has."""
    assert value is not None
    return value


def _icon_taken(setting: Setting) -> Icon:
    return setting.sheets.spaces[setting.place].icons[_given(setting.situation.icon)]


def _fight_d6(setting: Setting, scene: Scene) -> Control:
    state = setting.situation
    return scene.rolled(_enemy(setting), _given(state.die), _given(state.d6))


def wave_of(setting: Setting) -> tuple[int, int]:
    """The wave, counted from 0, and the boss's HP."""
    state, boss = setting.situation, boss_of(setting.sheets)
    return (state.wave or 1) - 1, boss.hp if state.boss_hp is None else state.boss_hp


def _wave_d6(setting: Setting, scene: Scene) -> Control:
    state = setting.situation
    dice = (_given(state.die), _given(state.d6))
    return scene.wave_rolled(boss_of(setting.sheets), *wave_of(setting), *dice)


_MOMENTS: Final[Mapping[str, Callable[[Setting, Scene], Control]]] = {
    "movement": lambda setting, scene: scene.movement(setting.cost),
    "movement_failed": lambda setting, scene: scene.toll_paid(setting.cost),
    "enemy": _encounter,
    "fight": lambda setting, scene: scene.met(_enemy(setting)),
    "fight_die": lambda s, scene: scene.engaged(_enemy(s), _given(s.situation.die)),
    "fight_special": lambda s, scene: scene.special_done(_enemy(s), _given(s.situation.die)),
    "fight_d6": _fight_d6,
    "fight_over": lambda _, scene: scene.fight_over(),
    "action": lambda _, scene: scene.action(),
    "icon": lambda setting, scene: scene.icon_taken(_icon_taken(setting)),
    "icon_die": lambda s, scene: scene.icon_used(_icon_taken(s), _given(s.situation.die)),
    "quest_d6": lambda s, scene: scene.quest_rolled(s.sheets, _given(s.situation.d6)),
    "end_of_turn": lambda _, scene: scene.now(),
    "wave": lambda s, scene: scene.wave(*wave_of(s)),
    "wave_ready": lambda s, scene: scene.wave_ready(*wave_of(s)),
    "wave_d6": lambda s, scene: _wave_d6(s, scene),
}
