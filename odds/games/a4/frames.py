"""What can still be to do in a game of A4 Quest: the frames of a control's stack.

The effects of the sheets are frames themselves, so a bundle waits on the stack as it is printed.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct

from odds.games.a4.results import Phase, Result
from odds.games.a4.sheet import Bundle, Effect, Enemy, Icon


class Shift(Struct, frozen=True):
    """A track moves, and nothing follows from it."""

    track: int
    amount: int


class CheckAlive(Struct, frozen=True):
    """HP was lost: at 0 the game is over (A2)."""


class Die(Struct, frozen=True):
    """No HP is left."""


class ChooseLevelUp(Struct, frozen=True):
    """The fourth point of XP was gained (A11)."""


class Roll(Struct, frozen=True):
    """``count`` dice in the hand are rolled and join the pool as active ones."""

    count: int


class Pick(Struct, frozen=True):
    """One of these bundles is chosen."""

    options: tuple[Bundle, ...]


class Crystal(Struct, frozen=True):
    """A moment for the ability (A12)."""


class CrystalOffer(Struct, frozen=True):
    """A moment for the ability, with a crystal to pay for it."""


class Engage(Struct, frozen=True):
    """Fight ``enemy`` with ``die``, which is set aside (A6); 0: not chosen yet."""

    enemy: Enemy
    die: int = 0


class FaceWave(Struct, frozen=True):
    """Face a wave of the boss with ``die``, which is set aside (A14); 0: not chosen yet."""

    wave: int
    boss_hp: int
    die: int = 0


class Perform(Struct, frozen=True):
    """Perform ``icon`` with ``die``, which is out of the pool (A8); 0: not chosen yet."""

    icon: Icon
    die: int = 0


Task = Engage | FaceWave | Perform


class Ready(Struct, frozen=True):
    """An active die must be chosen for ``task`` (A7)."""

    task: Task


class Counter(Struct, frozen=True):
    """The hero's blow at an enemy: beaten with an attack of at least ``need``."""

    need: int
    xp: int


class CounterWave(Struct, frozen=True):
    """The hero's blow at the boss: every point of attack above ``need`` costs it 1 HP."""

    need: int
    wave: int
    boss_hp: int


class Clash(Struct, frozen=True):
    """A d6 is about to be added to ``strength`` and to the blow's ``need``; the die is in them."""

    strength: int
    blow: Counter | CounterWave


class Strike(Struct, frozen=True):
    """The hero is hit for what ``strength`` exceeds the defence; the die is already in it."""

    strength: int


class ReturnDie(Struct, frozen=True):
    """The die that was set aside joins the pool, exhausted."""


class RollQuest(Struct, frozen=True):
    """A d6 is rolled for the quest table."""


class Travel(Struct, frozen=True):
    """The hero leaves for the next space at this cost; 0 is free (A4)."""

    cost: int


class Toll(Struct, frozen=True):
    """No active die was high enough to move; the moment for the ability is over (A4)."""

    cost: int


class TollReroll(Struct, frozen=True):
    """The HP for a failed movement is paid: choose the die to re-roll (A4)."""


class Arrive(Struct, frozen=True):
    """The hero enters the next space."""


class Act(Struct, frozen=True):
    """An action or a rest is due (A3, A10)."""


class ChooseAction(Struct, frozen=True):
    """Choose an icon or, with food, a rest."""

    may_rest: bool


class EndTurn(Struct, frozen=True):
    """The turn ends: the ability can be used again."""


class Wave(Struct, frozen=True):
    """Wave number ``wave`` begins, against a boss with ``boss_hp``."""

    wave: int
    boss_hp: int


class LayTiles(Struct, frozen=True):
    """The tiles are laid out, in random order the first two face up (A15)."""


class ChooseEquipment(Struct, frozen=True):
    """The first choice of the setup (A1)."""


class FirstReroll(Struct, frozen=True):
    """The pool is rolled: up to ``most`` dice may be re-rolled together, once (A1)."""

    most: int


class Over(Struct, frozen=True):
    """The game is over."""

    result: Result


class Stop(Struct, frozen=True):
    """The part of the game that was asked for is done; ``notes`` are taken on the way.

    What isn't ``heeded`` is no note: fewer situations are then told apart. ``None``: all is.
    """

    phase: Phase
    notes: tuple[Hashable, ...] = ()
    heeded: tuple[type, ...] | None = None


class Below(Struct, frozen=True):
    """Stands for all that lies below in the stack of a whole game."""


Frame = (
    Effect
    | Shift
    | CheckAlive
    | Die
    | ChooseLevelUp
    | Roll
    | Pick
    | Crystal
    | CrystalOffer
    | Task
    | Ready
    | Counter
    | CounterWave
    | Clash
    | Strike
    | ReturnDie
    | RollQuest
    | Travel
    | Toll
    | TollReroll
    | Arrive
    | Act
    | ChooseAction
    | EndTurn
    | Wave
    | LayTiles
    | ChooseEquipment
    | FirstReroll
    | Over
    | Stop
    | Below
)

Stack = tuple[Frame, ...]
