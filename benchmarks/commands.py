"""How long the commands of the README and the examples take as processes of their own.

python benchmarks/commands.py [--rounds N] [--python FILE] [--terminal]

Wall time from starting the process to its end, the commands in turn, and an empty Python among
them. What needs a solved adventure, or solves one, isn't asked. ``--python`` is that of another
environment, such as one that the library is installed in as its users install it. With
``--terminal`` they write to a terminal of 120 columns, as for a player, else to nowhere.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "examples").glob("*.md")))
LONG = {"solve", "certify", "outlook", "advise", "play"}
EMPTY = "an empty Python"
ALSO = ("--version", "--help", "a4 setup", "a4 boss", "a4 boss --format json")


def commands() -> list[str]:
    """Every command that the documents show, without the name of the program."""
    shown = [
        match[1]
        for document in DOCUMENTS
        for match in re.finditer(r"^\$ odds (.*)$", document.read_text(), re.MULTILINE)
    ]
    return [*dict.fromkeys(line for line in shown if shlex.split(line)[1] not in LONG), *ALSO]


def seconds(command: list[str], terminal: bool) -> float:
    """The wall time of a process."""
    start = time.perf_counter()
    if not terminal:
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start
    ours, its = os.openpty()
    columns = {**os.environ, "COLUMNS": "120"}
    with subprocess.Popen(command, cwd=ROOT, stdout=its, env=columns) as process:
        os.close(its)
        with suppress(OSError):  # It is closed from the other side at the end.
            while os.read(ours, 1 << 16):
                pass
    os.close(ours)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return time.perf_counter() - start


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--rounds", type=int, default=15)
    reader.add_argument("--python", default=sys.executable)
    reader.add_argument("--terminal", action="store_true")
    given = reader.parse_args()
    runs = {EMPTY: [given.python, "-I", "-c", "pass"]}
    runs |= {line: [given.python, "-I", "-m", "odds", *shlex.split(line)] for line in commands()}
    found: dict[str, list[float]] = {name: [] for name in runs}
    for command in runs.values():  # What is read from disk for the first time isn't counted.
        seconds(command, given.terminal)
    for _ in range(given.rounds):
        for name, command in runs.items():
            found[name].append(1000 * seconds(command, given.terminal))
    for name, times in found.items():
        print(f"{median(times):4.0f} ms, {min(times):.0f} to {max(times):.0f}: {name}", flush=True)


if __name__ == "__main__":
    main()
