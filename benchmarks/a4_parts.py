"""How long each part of A4 Quest takes on the shipped sheets, over a grid of states.

python benchmarks/a4_parts.py                      the best and the worst of every part
python benchmarks/a4_parts.py --part boss --all    every state of one part

Times are processor times of library calls: *cold* with nothing kept of what the rules lead to,
*warm* the least of a few more calls of the same question.
"""

import argparse
import gc
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
from odds.games.a4.steps import forget

LIMIT = 100
"""What every part should stay below, in milliseconds."""

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
    for (name, tracks), pool, space in product(TRACKS.items(), POOLS[::2], (1, 8, 9, 13, 16, 17)):
        state = Situation(pool=pool, tracks=tracks, space=space)
        for aim in ("safe_gains", weights):
            text = f"{name}, {pool}, space {space}, {aim}"
            yield text, lambda s=state, a=aim: A4Action(s, objective=a)


LISTS = {
    "example": (Move(2), EnemyIcon(modifier=0), Move(2)),
    "longest": (
        Move(2),
        EnemyIcon(modifier=0),
        Move(2),
        EnemyIcon(modifier=2),
        Move(2),
        EnemyIcon(modifier=2),
    ),
}


def setups() -> Iterator[Call]:
    for dice in (4, 3):
        for aim in ("highest_total", AtLeastOne(5)):
            yield (
                f"{dice} dice, {aim}",
                lambda d=dice, a=aim: A4Setup(Situation(), dice=d, objective=a),
            )
    for (name, tracks), (steps, ahead), dice in product(TRACKS.items(), LISTS.items(), (4, 3)):
        if steps == "longest" and name not in ("default", "level", "full"):
            continue
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
    cold: float
    warm: float
    state: str


def timed(call: Call, repeats: int) -> Timed | None:
    """A first call, nothing kept, and the least of ``repeats`` more; none if it is refused."""
    state, problem = call
    forget()
    gc.collect()
    try:
        cold = seconds(problem())
    except TooLarge:
        return None
    return Timed(cold, min(seconds(problem()) for _ in range(repeats)), state)


def seconds(question: Problem) -> float:
    """The processor time of one answer."""
    start = process_time()
    solve(question)
    return process_time() - start


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--part", choices=PARTS, help="only this one")
    reader.add_argument("--all", action="store_true", help="print every state")
    reader.add_argument("--repeats", type=int, default=2)
    given = reader.parse_args()
    for part in [given.part] if given.part else PARTS:
        asked = [timed(call, given.repeats) for call in PARTS[part]()]
        found = [one for one in asked if one]
        if given.all:
            for one in sorted(found, key=lambda one: one.cold):
                print(f"{1000 * one.cold:8.1f} {1000 * one.warm:8.1f} ms  {one.state}")
        print(f"{part}: {len(found)} states, {len(asked) - len(found)} refused as too large")
        for name in ("cold", "warm"):
            found.sort(key=lambda one: getattr(one, name))
            times = [1000 * getattr(one, name) for one in found]
            print(
                f"  {name}: {times[0]:.1f} to {times[-1]:.1f} ms, median {median(times):.1f} ms, "
                f"{sum(time > LIMIT for time in times)} over {LIMIT} ms; worst: {found[-1].state}",
                flush=True,
            )


if __name__ == "__main__":
    main()
