"""How long the parts of A4 Quest take in the states that games come to.

python benchmarks/a4_games.py [--store FOLDER]      the adventure must have been solved

Games are played with best play, and with any choice at random. Where a movement, a fight, an
action or the boss is due, that part is asked about on its own; at the start of a game the setup.
Times are wall times of library calls in one process, as a service or a session at the table has
them; what the rules lead to is kept from question to question, as it is there.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace
from walk import walk

from odds import (
    A4Action,
    A4Adventure,
    A4Boss,
    A4Fight,
    A4Movement,
    A4Setup,
    Ahead,
    EnemyIcon,
    Move,
    Situation,
    open_whole,
    solve,
)
from odds.game import Problem
from odds.games.a4.frames import Act, FaceWave, Ready, Travel
from odds.games.a4.parts.adventure import SolvedAdventure
from odds.games.a4.parts.whole_choices import State
from odds.games.a4.sheet import TRACKS, StartFight

LIMIT = 100
"""What every answer should stay below, in milliseconds."""

AHEAD = Ahead((Move(2), EnemyIcon(modifier=0), Move(2)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--dice", type=int, default=4)
    parser.add_argument("--store")
    options = parser.parse_args()
    adventure = open_whole(A4Adventure(dice=options.dice), options.store)
    times: dict[str, list[float]] = {}
    for name, share in (("best play", 0.0), ("any choice", 1.0)):
        rng = Random(1)
        for _ in range(options.games):
            for part, problem in game(adventure, rng, share):
                start = time.perf_counter()
                solve(problem)
                spent = 1000 * (time.perf_counter() - start)
                times.setdefault(f"{part}, {name}", []).append(spent)
    for part, some in sorted(times.items()):
        some.sort()
        over = sum(spent > LIMIT for spent in some)
        print(
            f"{part}: {len(some)} questions, median {statistics.median(some):.1f}, "
            f"99% {some[int(0.99 * len(some))]:.1f}, most {some[-1]:.1f} ms, {over} over {LIMIT}"
        )


def game(adventure: SolvedAdventure, rng: Random, share: float) -> Iterator[tuple[str, Problem]]:
    """The questions of one game, of whose choices a ``share`` is made at random."""
    yield "setup", A4Setup(Situation(), dice=adventure.question.dice)
    yield "setup ahead", A4Setup(Situation(), dice=adventure.question.dice, objective=AHEAD)
    asked = None
    for state in walk(adventure, rng, share):
        due = question(state)
        if due is not None and due[0] != asked:
            yield due
        asked = due[0] if due is not None else None


def question(state: State) -> tuple[str, Problem] | None:
    """The part that is due at a state, if one begins there."""
    control = state.control
    situation = Situation(
        pool=[die or None for die in control.pool],
        tracks=dict(zip(TRACKS, state.counters, strict=True)),
        space=control.place + 1,
        crystal_used=control.crystal_used,
    )
    due = next((f for f in control.stack if isinstance(f, Travel | StartFight | Act | Ready)), None)
    if isinstance(due, Travel):
        return "movement", A4Movement(situation)
    if isinstance(due, StartFight):
        return "fight", A4Fight(replace(situation, enemy=EnemyIcon(modifier=due.modifier)))
    if isinstance(due, Act):
        return "action", A4Action(situation)
    if isinstance(due, Ready) and isinstance(due.task, FaceWave):
        wave, hp = due.task.wave + 1, due.task.boss_hp
        ready = replace(situation, space=None, phase="wave_ready", wave=wave, boss_hp=hp)
        return f"boss, wave {wave}", A4Boss(ready)
    return None


if __name__ == "__main__":
    main()
