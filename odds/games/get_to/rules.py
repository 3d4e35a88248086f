"""Where a Move action may end and what it completes (G1 to G3), each written once.

A walk may use a join to and fro, so from a tile that joins another one there is a walk of n steps
to a tile exactly if the shortest walk of the same parity is no longer than n.

What matters of the owner's place is called the *position*. In general that is the tile. The
distance to the target is enough in two cases:

- *Fewer steps may be taken.* After rolls that sum to s the owner, who began at distance d, is at
  distance d - s or more, so whatever is done, completion needs s >= d. Taking every Move as near as
  possible completes as soon as s >= d.
- *All steps must be taken, and every closed walk of the map is even* (as on a grid). The rolls then
  fix the parity of the distance. Compare, roll by roll, a player who always ends as near as the
  parity allows with any other player. The first is never farther away: a Move of r steps from
  distance d ends at d - r if r < d; otherwise at the target, if r and d have the same parity, and
  at distance 1 if not. Both are non-decreasing in d among the distances of one parity, and the
  other player can't do better than them. So when the other completes, the first does or has done.

In both cases going as near as possible is the best policy for every horizon at once, and hence for
every objective (G5); whoever ends elsewhere does equally well only if that place is equally good.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from odds.dist import Dist
from odds.games.get_to.quest import Quest
from odds.model import DecisionProcess, Draws, MarkovChain

DONE: Final = -1
"""The position of an owner who has completed the quest."""

FAR: Final = 1 << 62
"""More than any number of steps: there is no walk."""


class Walks:
    """Walks on the map of a quest, and the Moves that they allow; tiles are known by number."""

    def __init__(self, quest: Quest) -> None:
        self.quest = quest
        self.neighbours = quest.map.neighbours
        self.numbers = {tile: i for i, tile in enumerate(quest.map.tiles)}
        self.rolls = tuple(quest.steps)
        self.weights = tuple(quest.steps.values())

    @cached_property
    def owner(self) -> int:
        """The owner's tile."""
        return self.numbers[self.quest.owner]

    def shortest(self, start: int, most: int = FAR) -> tuple[list[int], list[int]]:
        """The length of the shortest even and of the shortest odd walk to each tile.

        Walks of more than ``most`` steps are not looked for; ``FAR`` where there is none.
        """
        lengths = ([FAR] * len(self.neighbours), [FAR] * len(self.neighbours))
        lengths[0][start] = 0
        border, length = [start], 0
        while border and length < most:
            length += 1
            reached = lengths[length % 2]
            following = []
            for tile in border:
                for neighbour in self.neighbours[tile]:
                    if reached[neighbour] == FAR:
                        reached[neighbour] = length
                        following.append(neighbour)
            border = following
        return lengths

    def distances(self, start: int) -> list[int]:
        """The number of steps to each tile, ``FAR`` where there is no way."""
        return [min(pair) for pair in zip(*self.shortest(start), strict=True)]

    @cached_property
    def component(self) -> list[int]:
        """The tiles that the owner can walk to, in input order."""
        return [i for i, length in enumerate(self.distances(self.owner)) if length < FAR]

    @cached_property
    def by_distance(self) -> bool:
        """Whether the distance to the target is all that matters of the owner's place."""
        if self.quest.fewer_allowed:
            return True
        even, odd = self.shortest(self.owner)
        return len(self.component) > 1 and all(max(even[i], odd[i]) == FAR for i in self.component)

    def ends(self, tile: int, lengths: tuple[list[int], list[int]], steps: int) -> list[int]:
        """The tiles where a Move action of ``steps`` steps from ``tile`` may end, in input order.

        ``lengths`` are those of the shortest walks from ``tile``. Without a walk of the right
        length the owner stays (G3).
        """
        even, odd = lengths
        if self.quest.fewer_allowed:
            return [i for i in self.component if even[i] <= steps or odd[i] <= steps]
        if not self.moves(tile, steps):
            return [tile]
        right = odd if steps % 2 else even
        return [i for i in self.component if right[i] <= steps]

    def positions(
        self, tile: int, lengths: tuple[list[int], list[int]], steps: int, target: int
    ) -> list[int]:
        """The same, with ``DONE`` for a Move that ends on ``target`` and completes the quest."""
        counts = self.moves(tile, steps)
        ends = self.ends(tile, lengths, steps)
        return [DONE if end == target and counts else end for end in ends]

    def moves(self, tile: int, steps: int) -> bool:
        """Whether a Move action of ``steps`` steps from ``tile`` counts as one.

        With no step to take, or no walk of that many steps, it counts only where fewer steps may
        be taken (G2).
        """
        return self.quest.fewer_allowed or (steps > 0 and bool(self.neighbours[tile]))


def moves_by_distance(walks: Walks, farthest: int) -> Draws[int]:
    """Moves among the distances 0 to ``farthest`` from any target, always as near as possible."""
    fewer = walks.quest.fewer_allowed
    options = {d: [(_nearest(d, r, fewer),) for r in walks.rolls] for d in range(farthest + 1)}
    return Draws(walks.weights, options, DONE)


def _nearest(distance: int, steps: int, fewer: bool) -> int:
    """The nearest distance at which a Move may end, ``DONE`` if it completes the quest (G2)."""
    if steps < distance or (steps == 0 and not fewer):
        return distance - steps
    return DONE if fewer or (steps - distance) % 2 == 0 else 1


def moves_by_tile(walks: Walks, target: int) -> Draws[int]:
    """Moves among the tiles that the owner can walk to, the target one of them."""
    options: dict[int, list[list[int]]] = {}
    for tile in walks.component:
        lengths = walks.shortest(tile, max(walks.rolls))
        options[tile] = [walks.positions(tile, lengths, r, target) for r in walks.rolls]
    return Draws(walks.weights, options, DONE)


def count_ends(walks: Walks) -> int:
    """How many ends there are, over all tiles that the owner can walk to and all rolls."""
    most = max(walks.rolls)
    count = 0
    for tile in walks.component:
        even, odd = (sorted(lengths) for lengths in walks.shortest(tile, most))
        count += sum(bisect_right(odd if r % 2 else even, r) for r in walks.rolls)
    return count


def completing(draws: Draws[int]) -> set[int]:
    """The positions from which completion is possible; it is then also certain, if so wanted.

    A walk can be walked back with the same number of steps. So wherever rolls lead, equal rolls
    may lead back to the start, and on to completion: in a number of Moves that is bounded, with a
    probability above a bound. Trying again and again succeeds with probability 1. (By distance,
    the same is true of the tiles behind the distances.)
    """
    before: dict[int, set[int]] = {}
    for position, options in draws.options.items():
        for ends in options:
            for end in ends:
                before.setdefault(end, set()).add(position)
    found: set[int] = set()
    waiting = [DONE]
    while waiting:
        following = before.get(waiting.pop(), set()) - found
        found |= following
        waiting.extend(following)
    return found


class MoveChain(MarkovChain[int]):
    """Move actions that leave no choice; a step is a Move."""

    def __init__(self, draws: Draws[int]) -> None:
        self._draws = draws

    def initial(self) -> Iterable[int]:
        return self._draws.options

    def is_absorbing(self, state: int) -> bool:
        return state == DONE

    def step(self, state: int) -> Dist[int]:
        only = (ends[0] for ends in self._draws.options[state])
        return Dist(zip(only, self._draws.weights, strict=True))


State = tuple[int, int | None]
"""The owner's position before a Move action, and the number of the roll once it is seen."""

END: Final[State] = (DONE, None)


class MoveProcess(DecisionProcess[State, int]):
    """Move actions as a decision process: each takes one step to roll and one to choose its end."""

    def __init__(self, draws: Draws[int]) -> None:
        self._draws = draws
        self._rolled: dict[int, Dist[State]] = {
            position: Dist(((position, i), weight) for i, weight in enumerate(draws.weights))
            for position in draws.options
        }
        self._moved: dict[int, Dist[State]] = {
            position: Dist.certain((position, None)) for position in (*draws.options, DONE)
        }

    def initial(self) -> Iterable[State]:
        return ((position, None) for position in self._draws.options)

    def is_absorbing(self, state: State) -> bool:
        return state == END

    def actions(self, state: State) -> Sequence[int]:
        position, roll = state
        return (position,) if roll is None else self._draws.options[position][roll]

    def transitions(self, state: State, action: int) -> Dist[State]:
        position, roll = state
        return self._rolled[position] if roll is None else self._moved[action]
