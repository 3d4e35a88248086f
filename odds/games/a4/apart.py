"""Frames of A4 Quest followed apart from the place, the pool and what lies below them.

What a blow or a gain leads to hangs on little of a situation, so it is followed once for all
situations that share it, with a stand-in for the rest (``rules.APART`` says which frames do).
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from odds.games.a4.control import Control
from odds.games.a4.frames import Below, Frame, Over, Stop
from odds.games.a4.pool import pool_of
from odds.games.a4.results import Phase
from odds.games.a4.rules import APART

NOWHERE: Final = -(10**9)
"""The place of a control that stands apart: no course has so many."""

_GAME: Final[Frame] = Below()
_PART: Final[Frame] = Stop(Phase.SETUP)


def is_apart(control: Control) -> bool:
    """Whether a control stands for many."""
    return control.place == NOWHERE


def is_due(control: Control) -> bool:
    """Whether what is due next can be followed apart."""
    stack = control.stack
    return bool(stack) and type(stack[0]) in APART


class Cut(Struct, frozen=True):
    """A control in two: its first frames apart, and where they lie on."""

    apart: Control
    control: Control
    frames: int

    def join(self, after: Control) -> Control:
        """The control with what its first frames have led to, ``after``, in their place."""
        control = self.control
        if isinstance(after.stack[-1], Over):
            return Control(control.place, (), False, after.stack)
        pool = pool_of(control.pool + after.pool) if after.pool else control.pool
        *frames, last = after.stack
        stack = (*frames, *control.stack[self.frames :])
        found = Control(control.place, pool, after.crystal_used, stack)
        if isinstance(last, Stop):
            for event in last.notes:
                found = found.note(event)
        return found


def cut(control: Control) -> Cut:
    """A control at which ``is_due``, with as many frames apart as can be."""
    stack = control.stack
    frames = 1
    while frames < len(stack) and type(stack[frames]) in APART:
        frames += 1
    rest = _PART if isinstance(stack[-1], Stop) else _GAME
    apart = Control(NOWHERE, (), control.crystal_used, (*stack[:frames], rest))
    return Cut(apart, control, frames)
