"""Games on a solved adventure, state by state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from odds.games.a4.parts.adventure import SolvedAdventure
from odds.games.a4.parts.whole_choices import State, choices
from odds.program import Chance, Choose, End


def walk(adventure: SolvedAdventure, rng: Random, share: float) -> Iterator[State]:
    """The choices and rolls of one game; a ``share`` of its choices is made at random."""
    program = adventure.question.program
    state = program.begin(*program.start)
    while not isinstance(node := program.step(state.control), End):
        yield state
        if isinstance(node, Chance):
            controls, weights = zip(*node.outcomes, strict=True)
            (control,) = rng.choices(controls, weights)
        else:
            assert isinstance(node, Choose)
            options = dict(node.options)
            label = rng.choice(list(options))
            if rng.random() >= share:
                label = choices(adventure.solved, state)[0].actions[0]
            control = options[label]
        state = program.settle(control, state.counters)
        if program.is_boundary(state.control):
            state = program.begin(state.control, state.counters)
