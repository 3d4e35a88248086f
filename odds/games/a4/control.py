"""Where a game of A4 Quest stands, apart from the six tracks: the control of its program.

A control holds the hero's place, the pool, whether the ability was used this turn, and the stack
of what is still to be done, next thing first. An empty stack is the start of a turn. A stack that
ends in ``Stop`` is a part of the game played alone. What can no longer matter is dropped at once,
so that equal situations are equal controls.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any

from msgspec import Struct

from odds.games.a4.course import Course, course_of
from odds.games.a4.frames import Frame, Over, Stack, Stop
from odds.games.a4.pool import EXHAUSTED, Pool, pool_of, without
from odds.games.a4.results import Result
from odds.games.a4.sheet import Adventure, Space
from odds.games.a4.sheet_hero import Hero
from odds.program import Chance, Choose, Look, Node


class Control(Struct, frozen=True, cache_hash=True):
    """All of a situation but the tracks. Dice set aside or in the hand are not in the pool.

    Solving a part makes them by the ten thousand and looks them up all the time, so they are kept
    cheap: their hash is known once it was asked for.
    """

    place: int
    pool: Pool
    crystal_used: bool
    stack: Stack

    def push(self, *frames: Frame) -> Control:
        """With ``frames`` to be done before everything else."""
        return Control(self.place, self.pool, self.crystal_used, frames + self.stack)

    def take(self, *dice: int) -> Control:
        """With ``dice`` taken out of the pool."""
        return Control(self.place, without(self.pool, *dice), self.crystal_used, self.stack)

    def put(self, *dice: int) -> Control:
        """With ``dice`` put into the pool."""
        pool = pool_of(self.pool + dice)
        return Control(self.place, pool, self.crystal_used, self.stack)

    def exhaust(self, die: int) -> Control:
        """With an active die of this value turned into an exhausted one."""
        return self.take(die).put(EXHAUSTED)

    def at(self, place: int) -> Control:
        """With the hero at another place."""
        return Control(place, self.pool, self.crystal_used, self.stack)

    def has_active(self) -> bool:
        """Whether a die can be used."""
        return bool(self.pool) and self.pool[-1] != EXHAUSTED

    @property
    def stop(self) -> Stop | None:
        """The end of the part of the game that is played alone; none in a whole game."""
        last = self.stack[-1] if self.stack else None
        return last if isinstance(last, Stop) else None

    def note(self, event: Hashable) -> Control:
        """With ``event`` noted, if this is a part played alone that heeds it; else unchanged."""
        alone = self.stop
        if alone is None or (alone.heeded is not None and type(event) not in alone.heeded):
            return self
        stop = Stop(alone.phase, (*alone.notes, event), alone.heeded)
        return Control(self.place, self.pool, self.crystal_used, (*self.stack[:-1], stop))

    def over(self, result: Result) -> Control:
        """The game is over: nothing but the result, the place and the tracks remains."""
        return Control(self.place, (), False, (Over(result),))


class Ask(Struct, frozen=True):
    """What follows depends on the value of a track."""

    track: int
    follow: Callable[[int], Control]


Next = Control | Node[Control] | Ask
"""What a frame leads to: a node, at once another control, or one that hangs on a track."""


class Sheets(Struct, frozen=True, dict=True):
    """The printed data that a game is played with, and whether the tiles are shuffled (A15)."""

    adventure: Adventure
    hero: Hero
    random_order: bool = False

    @cached_property
    def course(self) -> Course:
        """The places."""
        return course_of(self.adventure, self.random_order)

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """The space at each place."""
        tiles = self.adventure.tiles
        return tuple(tiles[place.tile].spaces[place.space] for place in self.course.places)

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The number of the space at each place, over all tiles as printed; 0 before the first."""
        before = [0, *accumulate(len(tile.spaces) for tile in self.adventure.tiles)]
        places = enumerate(self.course.places)
        found = {number: before[place.tile] + place.space + 1 for number, place in places}
        return found | dict.fromkeys(self.course.openings, 0)

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """What moving to each place costs: 0 within a tile and onto the first tile (A3, A4)."""
        tiles = self.adventure.tiles
        return tuple(
            tiles[place.tile].cost if place.tile and not place.space else 0
            for place in self.course.places
        )

    @cached_property
    def onward(self) -> Mapping[int, tuple[int, ...]]:
        """The places to which a move from each may lead: on one space, at one cost."""
        return self.course.onward

    def split(self, ask: Ask) -> Control | Node[Control]:
        """The branches of ``ask`` over all values of its track, cut where they change."""
        then = [ask.follow(0)]
        cuts = []
        for value in range(1, self.hero.maxima[ask.track] + 1):
            control = ask.follow(value)
            if control != then[-1]:
                cuts.append(value)
                then.append(control)
        return Look(ask.track, tuple(cuts), tuple(then)) if cuts else then[0]


Handler = Callable[[Any, Sheets, Control], Next]
"""What a kind of frame does: given the frame, the sheets and the control without the frame."""


def choose(options: Iterable[tuple[Hashable, Control]]) -> Next:
    """The player's choice, preferred options first."""
    return Choose(tuple(options))


def chance(outcomes: Iterable[tuple[Control, int]]) -> Next:
    """A roll; outcomes that come to the same are one, and a lone outcome is no roll at all."""
    weights: dict[Control, int] = {}
    for control, weight in outcomes:
        weights[control] = weights.get(control, 0) + weight
    if len(weights) == 1:
        return next(iter(weights))
    return Chance(tuple(weights.items()))
