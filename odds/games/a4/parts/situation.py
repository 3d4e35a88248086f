"""A state of a game of A4 Quest as a caller gives it.

Spaces count from 1 over all tiles of the adventure, 0 is before the first; waves count from 1; a
die is 1 to 6, and none is an exhausted one. Places in errors are those of a request's ``state``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr

from odds.errors import check_each, check_type
from odds.frozen import Frozen
from odds.games.a4.sheet import TRACKS, Bundle, Effect, Enemy, EnemyIcon, check_effects

MAX_PENDING: Final = 9
DEFAULT_ADVENTURE: Final = "into-the-abyss"
DEFAULT_HERO: Final = "knight"

Detail = str
"""The name of a field that only some phases have."""

PHASES: Final[Mapping[str, tuple[Detail, ...]]] = {
    "setup": (),
    "pool_rolled": (),
    "turn": (),
    "movement": (),
    "movement_failed": (),
    "enemy": ("enemy",),
    "fight": ("enemy",),
    "fight_die": ("enemy", "die"),
    "fight_special": ("enemy", "die"),
    "fight_d6": ("enemy", "die", "d6"),
    "fight_over": ("die",),
    "action": (),
    "icon": ("icon",),
    "icon_die": ("icon", "die"),
    "quest_d6": ("d6",),
    "end_of_turn": (),
    "wave": ("wave", "boss_hp"),
    "wave_ready": ("wave", "boss_hp"),
    "wave_d6": ("wave", "boss_hp", "die", "d6"),
}
"""Every phase of a game with the fields of a state that belong to it alone.

``setup`` nothing is done yet; ``pool_rolled`` which dice to re-roll; ``turn`` its very start;
``movement`` it is to be paid; ``movement_failed`` 1 HP is paid for the failure; ``enemy`` its d6
is to be rolled; ``fight`` the enemy is known; ``fight_die`` a die is set aside, the special comes;
``fight_special`` that is done or pending; ``fight_d6`` the fight's d6 is known; ``fight_over`` the
die comes back; ``action`` or rest is due; ``icon`` is chosen, a die is not; ``icon_die`` the die is
too; ``quest_d6`` the d6 of a quest is known; ``end_of_turn`` its last moment; ``wave`` begins;
``wave_ready`` its effect is done; ``wave_d6``
its d6 is known.
"""


SETUP_PHASES: Final = ("setup", "pool_rolled")
"""The phases before the first turn."""

OF_WHOLE_GAMES: Final = ("level_up", "in_action", "then", "tiles_ahead")
"""The fields of a state that a part played alone has no use for."""


class Situation(Struct, frozen=True):
    """A state of a game as it lies on the table; what a question doesn't need may be left out.

    ``pool``     the hero's dice, each 1 to 6 or ``None`` for an exhausted one, in any order; a die
                 that is set aside is left out;
    ``tracks``   values by name: attack, defence, hp, xp, crystals, food; one that is left out
                 stands at the hero's start;
    ``space``    the hero's space, counted from 1 over all tiles of the adventure, the boss's last;
                 0 is before the first;
    ``phase``    what is due, one of ``PHASES``; by default the first that the question knows;
    ``crystal_used``  whether the ability was used this turn (A12);
    ``pending``  effects of an interrupted bundle that are still to come;
    ``level_up`` the fourth point of XP was just gained, and the bonus is to be chosen;
    ``in_action``  the fight belongs to the turn's action; by default where no enemy waits;
    ``then``     effects of the action that follow after the fight;
    ``enemy``    who is met: an ``Enemy``, ``EnemyIcon(total=11)``, or by a roll
                 ``EnemyIcon(modifier=5)``; by default as the space says;
    ``tiles_ahead``  where the tiles are shuffled (A15): the printed numbers, from 1, of those still
                 to come, the next one first; none where they lie in printed order;
    ``die``, ``d6``, ``icon``, ``wave``, ``boss_hp``  belong to some phases: the die set aside, the
                 adventure die, the icon counted from 0, the wave from 1, the boss's HP.

    >>> Situation(pool=[6, 2, None, None], tracks={"hp": 3, "food": 0}, space=3).pool
    (6, 2, None, None)
    """

    pool: Sequence[int | None] = ()
    tracks: Mapping[str, int] = {}
    space: int | None = None
    phase: str | None = None
    crystal_used: bool = False
    pending: Bundle = ()
    enemy: Enemy | EnemyIcon | None = None
    die: int | None = None
    d6: int | None = None
    icon: int | None = None
    wave: int | None = None
    boss_hp: int | None = None
    level_up: bool = False
    in_action: bool | None = None
    then: Bundle = ()
    tiles_ahead: Sequence[int] | None = None

    def __post_init__(self) -> None:
        die = "a die from 1 to 6, or None for an exhausted one"
        pool = check_each(self.pool, int | None, "/state/pool", die)
        force_setattr(self, "pool", pool)
        tracks = f"a mapping from tracks ({', '.join(TRACKS)}) to values"
        check_type(self.tracks, Mapping, "/state/tracks", tracks)
        force_setattr(self, "tracks", Frozen(self.tracks))
        for name, value in self.tracks.items():
            check_type(value, int, f"/state/tracks/{name}", "a whole number")
        check_type(self.phase, str | None, "/state/phase", f"one of: {', '.join(PHASES)}")
        check_type(self.crystal_used, bool, "/state/crystal_used", "True or False")
        pending = check_effects(self.pending, Effect, "/state/pending")
        force_setattr(self, "pending", pending)
        check_type(self.level_up, bool, "/state/level_up", "True or False")
        if self.in_action is not None:
            check_type(self.in_action, bool, "/state/in_action", "True or False")
        then = check_effects(self.then, Effect, "/state/then")
        force_setattr(self, "then", then)
        if self.tiles_ahead is not None:
            check_type(self.tiles_ahead, Sequence, "/state/tiles_ahead", "a sequence of numbers")
            ahead = check_each(self.tiles_ahead, int, "/state/tiles_ahead", "a tile's number")
            force_setattr(self, "tiles_ahead", ahead)
        enemy = "an Enemy(attack, defence, ...), EnemyIcon(modifier) or EnemyIcon(total=...)"
        check_type(self.enemy, Enemy | EnemyIcon | None, "/state/enemy", enemy)
        for name in ("space", "die", "d6", "icon", "wave", "boss_hp"):
            check_type(getattr(self, name), int | None, f"/state/{name}", "a whole number")
