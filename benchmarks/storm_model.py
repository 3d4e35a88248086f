"""Storm's exact engine on a build quest, through stormpy: build the model and solve it.

Both ways describe one and the same Markov decision process. A roll is one die after the other;
to choose what to roll again is to take up one die after the other. So neither a roll nor a choice
is ever enumerated as a whole, which was the fastest of the models tried on six faces. The payoff is
a probability: taking a reward leads to the goal with chance reward / largest reward.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import stormpy
from quests import Quest
from storm_program import program
from storm_states import GOAL, explore
from stormpy.datastructures import SparseMatrixBuilder
from stormpy.models import SparseMdp, SparseModelComponents, StateLabeling

FORMULA = 'Pmax=? [F "goal"]'


@dataclass(frozen=True)
class Solved:
    """A value with the size of the model and the seconds of its parts."""

    value: Fraction
    states: int
    choices: int
    transitions: int
    build: float
    solve: float


def solve_program(quest: Quest, merged: bool) -> Solved:
    """The value of ``quest`` from a PRISM program, whose states Storm explores itself."""
    start = process_time()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "quest.prism"
        path.write_text(program(quest, merged))
        description = stormpy.parse_prism_program(str(path))
    formula = stormpy.parse_properties(FORMULA, description)
    model = stormpy.build_model[stormpy.Rational](description, formula)
    return _solved(quest, model, formula[0], start)


def solve_matrix(quest: Quest, merged: bool) -> Solved:
    """The value of ``quest`` from a sparse matrix, which Python fills."""
    start = process_time()
    model = _matrix_model(quest, merged)
    return _solved(quest, model, stormpy.parse_property(FORMULA), start)


def _solved(quest: Quest, model: Any, formula: Any, start: float) -> Solved:
    built = process_time()
    result = stormpy.model_checking(model, formula)
    chance = Fraction(str(result.get_value(model.initial_states[0])))
    end = process_time()
    top = max(stage.reward for stage in quest.stages)
    sizes = (model.nr_states, model.nr_choices, model.nr_transitions)
    return Solved(chance * top, *sizes, built - start, end - built)


def _matrix_model(quest: Quest, merged: bool) -> Any:
    initial, choices = explore(quest, merged)
    number = {state: index for index, state in enumerate(choices)}
    rows: list[int] = []
    columns: list[int] = []
    values: list[Any] = []
    groups: list[int] = []
    rationals: dict[tuple[int, int], Any] = {}
    row = 0
    for found in choices.values():
        groups.append(row)
        for choice in found:
            total = sum(choice.values())
            for column, weight in sorted((number[to], ways) for to, ways in choice.items()):
                rows.append(row)
                columns.append(column)
                if (weight, total) not in rationals:
                    rationals[weight, total] = stormpy.Rational(Fraction(weight, total))
                values.append(rationals[weight, total])
            row += 1
    builder = SparseMatrixBuilder[stormpy.Rational](
        rows=row,
        columns=len(number),
        entries=len(rows),
        has_custom_row_grouping=True,
        row_groups=len(number),
    )
    builder.add_next_values(rows, columns, values, groups)
    labels = StateLabeling(len(number))
    for label, state in (("init", initial), ("goal", GOAL)):
        labels.add_label(label)
        labels.add_label_to_state(label, number[state])
    parts = SparseModelComponents[stormpy.Rational](builder.build(), labels)
    return SparseMdp[stormpy.Rational](parts)
