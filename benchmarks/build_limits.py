"""What the library itself costs: large quests and memory."""

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import ours
from measure import interleaved
from quests import COMPARED, LARGE, Quest

QUESTS = (*COMPARED, *LARGE)


def process(*command: str | Path) -> str:
    """The output of a fresh process, run in this folder."""
    return subprocess.run(
        command, cwd=Path(__file__).parent, check=True, capture_output=True, text=True
    ).stdout


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


if __name__ == "__main__":
    main()
