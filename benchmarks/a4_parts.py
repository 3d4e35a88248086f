"""How long each part of A4 Quest takes on the shipped sheets, over a grid of states.

python benchmarks/a4_parts.py                      every part: a line with its best and its worst
python benchmarks/a4_parts.py --part boss --all    every state of one part

A time is the least processor time of a few library calls, after one that isn't counted.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from statistics import median
from time import process_time

from odds import (
    A4Action,
    A4Boss,
    A4Fight,
    A4Movement,
    A4Setup,
    Ahead,
    AtLeastOne,
    EnemyIcon,
    Move,
    Situation,
    Weights,
    solve,
)
from odds.errors import TooLarge
from odds.game import Problem

LIMIT = 0.1
"""What every part should stay below, in seconds."""

DEFAULT: Mapping[str, int] = {}
MIDDLE = {"attack": 5, "defence": 5, "hp": 6, "xp": 2, "crystals": 1, "food": 2}
LEVEL = {"attack": 4, "defence": 4, "hp": 7, "xp": 3, "crystals": 2, "food": 3}
HIGH = {"attack": 6, "defence": 6, "hp": 10, "xp": 3, "crystals": 4, "food": 5}
FULL = {"attack": 10, "defence": 10, "hp": 10, "xp": 3, "crystals": 4, "food": 5}
WEAK = {"attack": 0, "defence": 0, "hp": 10, "xp": 3, "crystals": 4, "food": 0}
TRACKS = {
    "default": DEFAULT,
    "middle": MIDDLE,
    "level": LEVEL,
    "high": HIGH,
    "full": FULL,
    "weak": WEAK,
}
"""Tracks by name: the hero's start, some values on the way, all at their ends, and a weak hero."""

POOLS = (
    (6, 5, 4, 3),
    (6, 2, None, None),
    (4, 3, 2, 1),
    (3, 1, None, None),
    (1, None, None, None),
    (None, None, None, None),
    (5, 3, 1),
    (1, None, None),
    (None, None, None),
)
"""Dice from all fresh to none, of four and, in Difficult Mode, of three."""

Call = tuple[str, Callable[[], Problem]]


def movements() -> Iterator[Call]:
    for (name, tracks), pool, cost in product(TRACKS.items(), POOLS, (2, 4, 6)):
        state = Situation(pool=pool, tracks=tracks)
        yield f"{name}, {pool}, cost {cost}", lambda s=state, c=cost: A4Movement(s, cost=c)


def fights() -> Iterator[Call]:
    enemies = (EnemyIcon(modifier=0), EnemyIcon(modifier=5), EnemyIcon(total=9))
    for (name, tracks), pool, enemy in product(TRACKS.items(), POOLS, enemies):
        state = Situation(pool=pool, tracks=tracks, enemy=enemy)
        for aim in ("win", "least_damage"):
            text = f"{name}, {pool}, {enemy}, {aim}"
            yield text, lambda s=state, a=aim: A4Fight(s, objective=a)


def actions() -> Iterator[Call]:
    weights = Weights({"attack": 1, "hp": "1/2", "dice": "1/4", "death": -5})
    for (name, tracks), pool, space in product(TRACKS.items(), POOLS, (1, 3, 6, 8, 9, 12, 16, 17)):
        state = Situation(pool=pool, tracks=tracks, space=space)
        for aim in ("safe_gains", weights):
            text = f"{name}, {pool}, space {space}, {aim}"
            yield text, lambda s=state, a=aim: A4Action(s, objective=a)


LISTS = {
    "example": (Move(2), EnemyIcon(modifier=0), Move(2)),
    "three fights": (EnemyIcon(modifier=2), EnemyIcon(modifier=3), EnemyIcon(modifier=4)),
    "longest, as on the sheet": (
        Move(2),
        EnemyIcon(modifier=0),
        Move(2),
        EnemyIcon(modifier=2),
        Move(2),
        EnemyIcon(modifier=2),
    ),
    "longest, fights alone": tuple(EnemyIcon(modifier=m) for m in (0, 2, 2, 3, 4, 5)),
}


def setups() -> Iterator[Call]:
    for dice in (4, 3):
        for aim in ("highest_total", AtLeastOne(5)):
            yield (
                f"{dice} dice, {aim}",
                lambda d=dice, a=aim: A4Setup(Situation(), dice=d, objective=a),
            )
    for (name, tracks), (steps, ahead), dice in product(TRACKS.items(), LISTS.items(), (4, 3)):
        aim = Ahead(ahead)
        state = Situation(tracks=tracks)
        pool = Situation(tracks=tracks, pool=(4, 3, 1, 1)[:dice])
        text = f"{name}, {steps}, {dice} dice"
        yield f"{text}, compared", lambda s=state, a=aim, d=dice: A4Setup(s, objective=a, dice=d)
        yield f"{text}, one pool", lambda s=pool, a=aim: A4Setup(s, objective=a)


def bosses() -> Iterator[Call]:
    for (name, tracks), dice, wave in product(TRACKS.items(), (4, 3), (1, 2, 3)):
        state = Situation(tracks=tracks, wave=wave)
        text = f"{name}, {dice} dice, wave {wave}"
        yield f"{text}, every pool", lambda s=state, d=dice: A4Boss(s, dice=d)
        if wave == 1:
            for pool in POOLS:
                one = Situation(tracks=tracks, pool=pool)
                yield f"{name}, {pool}", lambda s=one: A4Boss(s)


PARTS: dict[str, Callable[[], Iterator[Call]]] = {
    "setup": setups,
    "movement": movements,
    "fight": fights,
    "action": actions,
    "boss": bosses,
}


@dataclass(frozen=True)
class Timed:
    seconds: float
    state: str


def timed(call: Call, repeats: int) -> Timed | None:
    """The least processor time of ``repeats`` calls; none where the question is refused."""
    state, problem = call
    try:
        solve(problem())
    except TooLarge:
        return None
    taken = []
    for _ in range(repeats):
        question = problem()
        start = process_time()
        solve(question)
        taken.append(process_time() - start)
    return Timed(min(taken), state)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--part", choices=PARTS, help="only this one")
    reader.add_argument("--all", action="store_true", help="print every state")
    reader.add_argument("--repeats", type=int, default=3)
    given = reader.parse_args()
    for part in [given.part] if given.part else PARTS:
        asked = [timed(call, given.repeats) for call in PARTS[part]()]
        found = [one for one in asked if one]
        found.sort(key=lambda one: one.seconds)
        if given.all:
            for one in found:
                print(f"{1000 * one.seconds:8.1f} ms  {one.state}")
        over = sum(one.seconds > LIMIT for one in found)
        least, worst = found[0], found[-1]
        middle = median(one.seconds for one in found)
        print(
            f"{part}: {len(found)} states, {1000 * least.seconds:.1f} ms to "
            f"{1000 * worst.seconds:.1f} ms, median {1000 * middle:.1f} ms, {over} over "
            f"{1000 * LIMIT:.0f} ms, {len(asked) - len(found)} refused; worst: {worst.state}",
            flush=True,
        )


if __name__ == "__main__":
    main()
