"""What can still be to do in a game of A4 Quest: the frames of a control's stack.

The effects of the sheets are frames themselves, so a bundle waits on the stack as it is printed.
Frames are never changed once made; they aren't frozen, which would make each cost twice as much.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from odds.games.a4.results import Phase, Result
from odds.games.a4.sheet import Bundle, Effect, Enemy, Icon


@dataclass(unsafe_hash=True, slots=True)
class Shift:
    """A track moves, and nothing follows from it."""

    track: int
    amount: int


@dataclass(unsafe_hash=True, slots=True)
class CheckAlive:
    """HP was lost: at 0 the game is over (A2)."""


@dataclass(unsafe_hash=True, slots=True)
class ChooseLevelUp:
    """The fourth point of XP was gained (A11)."""


@dataclass(unsafe_hash=True, slots=True)
class Roll:
    """``count`` dice in the hand are rolled and join the pool as active ones."""

    count: int


@dataclass(unsafe_hash=True, slots=True)
class Pick:
    """One of these bundles is chosen."""

    options: tuple[Bundle, ...]


@dataclass(unsafe_hash=True, slots=True)
class Crystal:
    """A moment for the ability (A12)."""


@dataclass(unsafe_hash=True, slots=True)
class CrystalOffer:
    """A moment for the ability, with a crystal to pay for it."""


@dataclass(unsafe_hash=True, slots=True)
class Engage:
    """Fight ``enemy`` with ``die``, which is set aside (A6); 0: not chosen yet."""

    enemy: Enemy
    die: int = 0


@dataclass(unsafe_hash=True, slots=True)
class FaceWave:
    """Face a wave of the boss with ``die``, which is set aside (A14); 0: not chosen yet."""

    wave: int
    boss_hp: int
    die: int = 0


@dataclass(unsafe_hash=True, slots=True)
class Perform:
    """Perform ``icon`` with ``die``, which is out of the pool (A8); 0: not chosen yet."""

    icon: Icon
    die: int = 0


Task = Engage | FaceWave | Perform


@dataclass(unsafe_hash=True, slots=True)
class Ready:
    """An active die must be chosen for ``task`` (A7)."""

    task: Task


@dataclass(unsafe_hash=True, slots=True)
class Counter:
    """The hero's blow at an enemy: beaten with an attack of at least ``need``."""

    need: int
    xp: int


@dataclass(unsafe_hash=True, slots=True)
class CounterWave:
    """The hero's blow at the boss: every point of attack above ``need`` costs it 1 HP."""

    need: int
    wave: int
    boss_hp: int


@dataclass(unsafe_hash=True, slots=True)
class Clash:
    """A d6 is about to be added to ``strength`` and to the blow's ``need``; the die is in them."""

    strength: int
    blow: Counter | CounterWave


@dataclass(unsafe_hash=True, slots=True)
class Strike:
    """The hero is hit for what ``strength`` exceeds the defence; the die is already in it."""

    strength: int


@dataclass(unsafe_hash=True, slots=True)
class ReturnDie:
    """The die that was set aside joins the pool, exhausted."""


@dataclass(unsafe_hash=True, slots=True)
class RollQuest:
    """A d6 is rolled for the quest table."""


@dataclass(unsafe_hash=True, slots=True)
class Travel:
    """The hero leaves for the next space at this cost; 0 is free (A4)."""

    cost: int


@dataclass(unsafe_hash=True, slots=True)
class Toll:
    """No active die was high enough to move; the moment for the ability is over (A4)."""

    cost: int


@dataclass(unsafe_hash=True, slots=True)
class TollReroll:
    """The HP for a failed movement is paid: choose the die to re-roll (A4)."""


@dataclass(unsafe_hash=True, slots=True)
class Arrive:
    """The hero enters the next space."""


@dataclass(unsafe_hash=True, slots=True)
class Act:
    """An action or a rest is due (A3, A10)."""


@dataclass(unsafe_hash=True, slots=True)
class ChooseAction:
    """Choose an icon or, with food, a rest."""

    may_rest: bool


@dataclass(unsafe_hash=True, slots=True)
class EndTurn:
    """The turn ends: the ability can be used again."""


@dataclass(unsafe_hash=True, slots=True)
class Wave:
    """Wave number ``wave`` begins, against a boss with ``boss_hp``."""

    wave: int
    boss_hp: int


@dataclass(unsafe_hash=True, slots=True)
class LayTiles:
    """The tiles are laid out, in random order the first two face up (A15)."""


@dataclass(unsafe_hash=True, slots=True)
class ChooseEquipment:
    """The first choice of the setup (A1)."""


@dataclass(unsafe_hash=True, slots=True)
class FirstReroll:
    """The pool is rolled: up to ``most`` dice may be re-rolled together, once (A1)."""

    most: int


@dataclass(unsafe_hash=True, slots=True)
class Over:
    """The game is over."""

    result: Result


@dataclass(unsafe_hash=True, slots=True)
class Stop:
    """The part of the game that was asked for is done; ``notes`` are taken on the way.

    What isn't ``heeded`` is no note: fewer situations are then told apart. ``None``: all is.
    """

    phase: Phase
    notes: tuple[Hashable, ...] = ()
    heeded: tuple[type, ...] | None = None


Frame = (
    Effect
    | Shift
    | CheckAlive
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
)

Stack = tuple[Frame, ...]
