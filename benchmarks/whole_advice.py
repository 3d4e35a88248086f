"""Time advice on a solved adventure: `python benchmarks/whole_advice.py -a drowned-clockwork ...`.

Every moment of simulated games is asked about once more: with best play, and with any choice taken
at random, which comes to unusual states. The adventure must have been solved (`odds a4 solve`).
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable
from random import Random

from odds import A4Adventure, load_adventure, load_hero, open_whole
from odds.games.a4.parts.adventure import SolvedAdventure
from odds.games.a4.parts.whole_choices import State, choices
from odds.program import Chance, Choose, End
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
        states = [s for _ in range(options.games) for s in game(adventure, rng, share)]
        show(name, adventure, states)


def game(adventure: SolvedAdventure, rng: Random, share: float) -> Iterable[State]:
    """The choices of one game, of which a ``share`` is made at random."""
    program = adventure.question.program
    state = program.begin(*program.start)
    while not isinstance(node := program.step(state.control), End):
        if isinstance(node, Chance):
            controls, weights = zip(*node.outcomes, strict=True)
            (control,) = rng.choices(controls, weights)
        else:
            assert isinstance(node, Choose)
            yield state
            options = dict(node.options)
            label = rng.choice(list(options))
            if rng.random() >= share:
                label = choices(adventure.solved, state)[0].actions[0]
            control = options[label]
        state = program.settle(control, state.counters)
        if program.is_boundary(state.control):
            state = program.begin(state.control, state.counters)


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
