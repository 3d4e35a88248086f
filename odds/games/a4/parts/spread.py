"""What effects that re-roll or recover dice make of a pool (A13), whoever chooses."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from odds.dice import D6
from odds.games.a4.pool import EXHAUSTED, Pool, active, kinds, pool_of, without
from odds.games.a4.sheet import Recover, Reroll


class Spread(Struct, frozen=True):
    """What re-rolling dice of one pool can lead to.

    ``moments`` are those of rolling and of choosing, ``options`` what can be done there, ``pools``
    what may be left.
    """

    moments: int
    options: int
    pools: tuple[Pool, ...]


@lru_cache(maxsize=20_000)
def spread(pool: Pool, effect: Reroll | Recover) -> Spread:
    """The moments and pools of an effect that re-rolls or recovers dice one by one (A13)."""
    moments = options = 0
    left = now = {pool: None}
    for _ in range(effect.count):
        rolled: dict[Pool, None] = {}
        for before in now:
            found = active(before) if isinstance(effect, Reroll) else before[: EXHAUSTED in before]
            taken = [without(before, die) for die in kinds(found)]
            rolled |= dict.fromkeys(taken)
            moments += bool(taken)
            options += (1 + 6 * len(taken)) * bool(taken)
        moments, options = moments + len(rolled), options + len(rolled)
        now = {pool_of((*before, die)): None for before in rolled for die in D6}
        left = left | now
    return Spread(moments, options, tuple(left))
