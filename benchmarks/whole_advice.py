"""Time advice on a solved adventure: `python benchmarks/whole_advice.py -a drowned-clockwork ...`.

Every moment of simulated games is asked about once more: with best play, and with any choice taken
at random, which comes to unusual states. The adventure must have been solved (`odds a4 solve`).
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

from walk import walk

from odds import A4Adventure, load_adventure, load_hero, open_whole
from odds.games.a4.parts.adventure import SolvedAdventure
from odds.games.a4.parts.whole_choices import State, choices
from odds.program import Choose
from odds.solved import Solved


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("-a", "--adventure", default="into-the-abyss")
    parser.add_argument("--hero", default="knight")
    parser.add_argument("--dice", type=int, default=4)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--store")
    options = parser.parse_args()
    sheets = load_adventure(options.adventure), load_hero(options.hero)
    adventure = open_whole(A4Adventure(*sheets, dice=options.dice), options.store)
    for name, share in (("best play", 0.0), ("any choice", 1.0)):
        rng = Random(1)
        walked = (s for _ in range(options.games) for s in walk(adventure, rng, share))
        program = adventure.question.program
        states = [s for s in walked if isinstance(program.step(s.control), Choose)]
        show(name, adventure, states)


def show(name: str, adventure: SolvedAdventure, states: list[State]) -> None:
    """Processor milliseconds for an answer, with nothing kept of the states of others."""
    times = []
    assert isinstance(adventure.solved, Solved)
    for state in states:
        number = adventure.question.program.stage_of(state.control)
        lookahead = adventure.solved.lookahead(number)
        lookahead.forget()
        start = time.process_time()
        adventure.solved.value(state)
        choices(adventure.solved, state)
        times.append(1000 * (time.process_time() - start))
    times.sort()
    shares = [times[min(len(times) - 1, len(times) * part // 1000)] for part in (900, 990, 999)]
    shown = ", ".join(f"{value:.1f}" for value in [statistics.median(times), *shares, times[-1]])
    print(f"{name}: {len(times)} moments; median, 90%, 99%, 99.9%, most: {shown} ms")


if __name__ == "__main__":
    main()
