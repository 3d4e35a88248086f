"""The library against Storm, icepool and a plain recursion, on the same quests in turn."""

import argparse
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import icepool_model
import naive
import ours
import storm_model
from measure import interleaved
from quests import COMPARED, Quest

Way = Callable[[Quest], Fraction]
OURS = "odds"


class Storm:
    """One way to Storm, which remembers the last model's size and the share of building it."""

    def __init__(self, run: Callable[[Quest, bool], storm_model.Solved], merged: bool) -> None:
        self.run = run
        self.merged = merged
        self.last: storm_model.Solved | None = None

    def __call__(self, quest: Quest) -> Fraction:
        self.last = self.run(quest, self.merged)
        return self.last.value

    @property
    def note(self) -> str:
        if self.last is None:
            return ""
        share = self.last.build / (self.last.build + self.last.solve)
        sizes = f"{self.last.states:,} states, {self.last.choices:,} choices"
        return f"{sizes}, {self.last.transitions:,} transitions; building is {share:.0%}"


def ways() -> dict[str, Way]:
    """All solvers by name."""
    found: dict[str, Way] = {
        OURS: ours.solve_plan,
        f"{OURS}, with table and outcomes": ours.solve_and_tabulate,
    }
    for faces, merged in (("six faces", False), ("merged by hand", True)):
        found |= {
            f"Storm, program, {faces}": Storm(storm_model.solve_program, merged),
            f"Storm, matrix, {faces}": Storm(storm_model.solve_matrix, merged),
            f"icepool, {faces}": partial(
                icepool_model.solve, merged=merged, mean=icepool_model.mean_by_map
            ),
            f"icepool, means in Python, {faces}": partial(
                icepool_model.solve, merged=merged, mean=icepool_model.mean_by_hand
            ),
            f"plain recursion, {faces}": partial(naive.solve, merged=merged),
        }
    return found


def checked(quest: Quest, name: str, way: Way) -> None:
    """Solve, and stop the benchmark unless the value is the known answer, exactly."""
    value = way(quest)
    if value != quest.value:
        raise SystemExit(f"{name} answers {value} to {quest.name}, not {quest.value}")


def compare(quest: Quest, rounds: int, turn: float) -> None:
    """Print one table."""
    found = ways()
    runs = {name: partial(checked, quest, name, way) for name, way in found.items()}
    seconds = interleaved(runs, rounds, turn)
    print(f"\n{quest.name}: {quest.value}\n")
    print("| solver | ms | times as long | model |\n| --- | --: | --: | --- |")
    for name, taken in seconds.items():
        way = found[name]
        note = way.note if isinstance(way, Storm) else ""
        print(f"| {name} | {1000 * taken:.2f} | {taken / seconds[OURS]:.1f} | {note} |")


def main() -> None:
    """Compare on every quest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--turn", type=float, default=0.1, help="seconds; 0 for single calls")
    arguments = parser.parse_args()
    for quest in COMPARED:
        compare(quest, arguments.rounds, arguments.turn)


if __name__ == "__main__":
    main()
