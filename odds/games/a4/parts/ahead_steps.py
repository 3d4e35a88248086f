"""The steps that may lie ahead of a pool: movements and fights."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from odds.errors import check_range
from odds.games.a4.control import Sheets
from odds.games.a4.course import START
from odds.games.a4.fight import enemy_of
from odds.games.a4.frames import Stack
from odds.games.a4.moments import Scene, part
from odds.games.a4.pool import Pool
from odds.games.a4.results import Escaped, Phase
from odds.games.a4.sheet import MAX_COST, Enemy, EnemyIcon, Tracks


class Move(Struct, frozen=True):
    """A movement onto a tile of this cost, 0 to 6."""

    cost: int

    def __post_init__(self) -> None:
        check_range(self.cost, 0, MAX_COST, "/cost", "the cost")


Step = Move | Enemy | EnemyIcon
"""A movement; or a fight with an enemy, with that of a total, or with one to be rolled for."""

Kept = tuple[Pool, Tracks]
"""What the player has when the first step begins."""


def stack_of(steps: Sequence[Step], sheets: Sheets) -> Stack:
    """The steps as what is still to be done in a game."""
    after = part(Phase.SETUP, heeded=(Escaped,))
    for step in reversed(steps):
        scene = Scene(START, (), after)
        if isinstance(step, Move):
            control = scene.movement(step.cost)
        elif isinstance(step, EnemyIcon) and step.total is None:
            control = scene.encounter(step.modifier)
        else:
            enemy = step if isinstance(step, Enemy) else enemy_of(sheets, step.total or 0)
            control = scene.now() if enemy is None else scene.met(enemy)
        after = control.stack
    return after
