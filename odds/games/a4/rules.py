"""The rules of A4 Quest as one program (A1 to A15); whoever plays or solves, runs this.

``HANDLERS`` says what each kind of frame does. A new kind of effect is a class among the sheet's
effects and one handler in a module that is listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from odds.games.a4 import action, crystal, effects, fight, turn, use
from odds.games.a4.control import Ask, Control, Handler, Next, Sheets
from odds.games.a4.frames import (
    CheckAlive,
    Clash,
    Counter,
    CounterWave,
    Crystal,
    Engage,
    FaceWave,
    ReturnDie,
    Roll,
    RollQuest,
    Shift,
    Strike,
    Wave,
)
from odds.games.a4.sheet import Adventure, Gain, StartFight
from odds.games.a4.sheet_hero import Hero
from odds.program import Add, Chance, Choose, Counters, Look, Node, Program

HANDLERS: Final[Mapping[type, Handler]] = {
    **effects.HANDLERS,
    **use.HANDLERS,
    **crystal.HANDLERS,
    **fight.HANDLERS,
    **action.HANDLERS,
    **turn.HANDLERS,
}


BY_D6: Final[Mapping[type, Callable[[Any, Sheets, Control, int], Control]]] = {
    StartFight: fight.appear,
    Clash: fight.struck,
    RollQuest: action.quest_found,
}
"""What follows a d6, for each kind of frame that rolls one."""


APART: Final = frozenset(
    {
        Gain,
        Shift,
        CheckAlive,
        Crystal,
        Engage,
        Strike,
        Counter,
        ReturnDie,
        Wave,
        FaceWave,
        CounterWave,
    }
)
"""Frames that do the same whatever the place and the pool are and whatever lies below them.

They put dice into the pool, add notes and frames, and end the game, but look at nothing of it
apart from whether the ability was used, and whether this is a part played alone.
"""


def rolled(sheets: Sheets, control: Control, dice: Sequence[int]) -> Control:
    """What follows the roll that is due at ``control``, once it shows these ``dice``."""
    top, rest = control.stack[0], control.stack[1:]
    below = Control(control.place, control.pool, control.crystal_used, rest)
    if isinstance(top, Roll):
        return below.put(*dice)
    (d6,) = dice
    return BY_D6[type(top)](top, sheets, below, d6)


def follow(sheets: Sheets, control: Control) -> Next:
    """What the next thing to be done leads to; with nothing left to do, a turn starts."""
    if not control.stack:
        return turn.begin_turn(sheets, control)
    top, rest = control.stack[0], control.stack[1:]
    below = Control(control.place, control.pool, control.crystal_used, rest)
    return HANDLERS[type(top)](top, sheets, below)


class A4Program(Program[Control]):
    """The game of ``hero`` on ``adventure``; the counters are the tracks, in their order.

    With ``random_order`` the tiles between the first and the last are shuffled (A15).

    Controls to begin from are made by ``odds.games.a4.moments``. Results are those of
    ``odds.games.a4.results``, labels of choices those of ``odds.games.a4.actions``. Every control
    that a node names is canonical: its top frame is one that leads to a node, or its stack is
    empty and a turn starts. Steps are kept, so a program is worth keeping too.
    """

    def __init__(self, adventure: Adventure, hero: Hero, random_order: bool = False) -> None:
        self.sheets = Sheets(adventure, hero, random_order)
        self._raw: dict[Control, Control | Node[Control]] = {}
        self._nodes: dict[Control, Node[Control]] = {}

    @property
    def maxima(self) -> Counters:
        return self.sheets.hero.maxima

    def step(self, control: Control) -> Node[Control]:
        node = self._nodes.get(control)
        if node is None:
            node = self._nodes[control] = self._with_canonical(self._node(control))
        return node

    def canonical(self, control: Control) -> Control:
        """The control that ``control`` comes to before any choice, roll or track is asked for."""
        while control.stack:
            following = self._follow(control)
            if not isinstance(following, Control):
                break
            control = following
        return control

    def _node(self, control: Control) -> Node[Control]:
        while True:
            following = self._follow(control)
            if not isinstance(following, Control):
                return following
            control = following

    def _follow(self, control: Control) -> Control | Node[Control]:
        following = self._raw.get(control)
        if following is None:
            then = follow(self.sheets, control)
            following = self.sheets.split(then) if isinstance(then, Ask) else then
            self._raw[control] = following
        return following

    def _with_canonical(self, node: Node[Control]) -> Node[Control]:
        """The node with every control in it canonical."""
        if isinstance(node, Choose):
            return Choose(tuple((label, self.canonical(then)) for label, then in node.options))
        if isinstance(node, Chance):
            return Chance(tuple((self.canonical(then), weight) for then, weight in node.outcomes))
        if isinstance(node, Add):
            return Add(node.counter, node.amount, self.canonical(node.then))
        if isinstance(node, Look):
            return Look(node.counter, node.cuts, tuple(map(self.canonical, node.then)))
        return node
