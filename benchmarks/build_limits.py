"""What the library itself costs: large quests, memory, and the start of the command line."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import ours
from measure import interleaved
from quests import COMPARED, LARGE, Quest

QUESTS = (*COMPARED, *LARGE)
COMMAND = ["build", "plan", "--stage", "2 wood = 1", "--stage", "3 wood = 2"]
COMMAND += ["--stage", "1 wood = 3"]


def process(*command: str | Path) -> str:
    """The output of a fresh process, run in this folder."""
    return subprocess.run(
        command, cwd=Path(__file__).parent, check=True, capture_output=True, text=True
    ).stdout


def children_time() -> float:
    """The processor seconds of all processes that this one has started and seen end."""
    times = os.times()
    return times.children_user + times.children_system


def peak_megabytes(quest: Quest) -> float:
    """The peak resident memory of a fresh process that solves ``quest`` (Linux)."""
    # Linux counts it for the program that runs now; getrusage would count its parent's in.
    code = (
        "import sys, ours, build_limits;"
        "ours.solve_and_tabulate(build_limits.QUESTS[int(sys.argv[1])]);"
        "print(open('/proc/self/status').read())"
    )
    status = process(sys.executable, "-c", code, str(QUESTS.index(quest)))
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    print("| quest | s, plan | s, with table and outcomes | peak MB |\n| --- | --: | --: | --: |")
    for quest in QUESTS:
        runs: dict[str, Callable[[], object]] = {
            "plan": partial(ours.solve_plan, quest),
            "tables": partial(ours.solve_and_tabulate, quest),
        }
        seconds = interleaved(runs, rounds, turn=0)
        print(
            f"| {quest.name} | {seconds['plan']:.4f} | {seconds['tables']:.4f}"
            f" | {peak_megabytes(quest):.1f} |"
        )
    starts: dict[str, Callable[[], object]] = {
        "python": partial(process, sys.executable, "-c", "pass"),
        "odds": partial(process, Path(sys.executable).with_name("odds"), *COMMAND),
    }
    seconds = interleaved(starts, rounds, turn=0, clock=children_time)
    print(f"\nAn empty Python process: {seconds['python']:.3f} s")
    print(f"The example from the command line: {seconds['odds']:.3f} s", end="")
    print(f", {seconds['odds'] - seconds['python']:.3f} s more")


if __name__ == "__main__":
    main()
