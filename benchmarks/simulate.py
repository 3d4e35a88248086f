"""Play a solved adventure many times: `PYTHONPATH=. python benchmarks/simulate.py --store DIR ...`.

Whatever isn't solved and kept in the store yet is solved first. Each game follows the solved
policy, every roll being drawn; the share of games won is compared with the value.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from odds.games.a4 import reading
from odds.games.a4.control import Control
from odds.games.a4.results import Died
from odds.games.a4.whole import WholeAdventure
from odds.solving import solve_staged
from tests.games.a4.simulation import Simulation


def main() -> None:
    options = arguments()
    adventure = reading.load_adventure(options.adventure)
    program = WholeAdventure(
        adventure, reading.load_hero(options.hero), options.dice, options.random_order
    )
    solved = solve_staged(program, options.store, workers=options.workers)
    value = solved.value(program.begin(*program.start))
    print(f"{program.title}: value {float(value.value)!r}")
    start, spent = time.monotonic(), time.process_time()
    simulation = Simulation(solved, options.games, options.seed)
    while simulation.playing:
        states, games = len(simulation.playing), sum(simulation.playing.values())
        wall = time.monotonic() - start
        print(f"{wall:7.1f} s  turn {simulation.stage}: {games:,} games in {states:,} states")
        simulation.play_stage()
    wall, spent = time.monotonic() - start, time.process_time() - spent
    print(f"{wall:.1f} s, {spent:.1f} s CPU, {simulation.decisions:,} decisions")
    for result, times in ends(simulation).most_common():
        print(f"{times:8,}  {result}")
    print(f"off the value by {simulation.standard_errors():+.2f} standard errors")


def ends(simulation: Simulation[Control]) -> Counter[str]:
    """How often the games ended which way, whatever the place."""
    found: Counter[str] = Counter()
    for result, times in simulation.results.items():
        kind = f"died, {result.phase.name.lower()}" if isinstance(result, Died) else ""
        found[kind or type(result).__name__.lower()] += times
    return found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--adventure", default="into-the-abyss", help="a name, or a TOML file")
    parser.add_argument("--hero", default="knight", help="a name, or a TOML file")
    parser.add_argument("--dice", type=int, default=4)
    parser.add_argument("--random-order", action="store_true")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--store", type=Path, help="the folder of solved adventures")
    return parser.parse_args()


if __name__ == "__main__":
    main()
