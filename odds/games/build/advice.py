"""The answer to "what now?" in a Build quest: every choice with its value, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from odds.errors import InvalidInput, check_each, check_range
from odds.game import Notebook
from odds.games.build.breakeven import break_even
from odds.games.build.objective import ExpectedReward, Objective
from odds.games.build.plan import Outcomes, SolvedQuest
from odds.games.build.quest import FaceLike, Quest
from odds.games.build.showing import Redraw, Showing, read_showing
from odds.games.build.text import advice_tables, advice_text
from odds.model import Vector
from odds.numbers import Exact, exact
from odds.tables import Table


@dataclass(frozen=True, init=False)
class Start:
    """Before the first roll; ``outside`` is what not starting is worth, if that is open (B7).

    >>> Start("1/2")
    Start(outside=Fraction(1, 2))
    """

    outside: Fraction | None

    def __init__(self, outside: Exact | None = None, place: str = "/state/outside") -> None:
        value = None if outside is None else exact(outside, place)
        object.__setattr__(self, "outside", value)


@dataclass(frozen=True)
class Between:
    """A stage has just been completed, counted from 1: take its reward or push on? (B5)"""

    completed: int
    attempts_left: int


@dataclass(frozen=True, init=False)
class Rolled:
    """In the middle of a stage, counted from 1: which dice to throw again? (B3)

    ``showing`` has an entry for each die, in the quest's order: the face, or its index from 0.

    >>> Rolled(stage=1, attempts_left=2, showing=["wood", "blank", 3]).showing
    ('wood', 'blank', 3)
    """

    stage: int
    attempts_left: int
    showing: tuple[FaceLike | int, ...]

    def __init__(self, stage: int, attempts_left: int, showing: Iterable[FaceLike | int]) -> None:
        shown = check_each(showing, object, "/state/showing", "a face or its index")
        object.__setattr__(self, "stage", stage)
        object.__setattr__(self, "attempts_left", attempts_left)
        object.__setattr__(self, "showing", shown)


State = Start | Between | Rolled
Action = Literal["take", "push", "reroll", "decline"]


class Choice(Struct, frozen=True):
    """One choice: ``reroll`` holds positions of dice from 0, ``loss`` is what it costs."""

    action: Action
    reroll: tuple[int, ...] | None
    ways: int
    value: Fraction
    loss: Fraction
    best: bool


@dataclass(frozen=True)
class Advice(Notebook):
    """What to do, what it is worth, and what everything else costs.

    ``choices`` are best first. ``success`` is the probability of completing the stage in question
    (between stages: the next one) when playing on; none where there is no playing on.
    ``outcomes`` belong to the decision, ``played_on`` to the best way of playing on.
    """

    quest: Quest
    objective: Objective
    state: State
    choices: tuple[Choice, ...]
    success: Fraction | None
    outcomes: Outcomes
    played_on: Outcomes
    take: Fraction | None = None
    push: Fraction | None = None
    break_even: Fraction | None = None
    showing: Showing | None = None

    @property
    def decision(self) -> Action:
        """What to do: the action of the first choice."""
        return self.choices[0].action

    @property
    def tie(self) -> bool:
        """Whether several choices are best."""
        return sum(choice.best for choice in self.choices) > 1

    @property
    def value(self) -> Fraction:
        """What the decision is worth."""
        return self.choices[0].value

    @property
    def stage(self) -> int:
        """The stage in question: the one being played, or the one that would be next."""
        if isinstance(self.state, Rolled):
            return self.state.stage
        return self.state.completed + 1 if isinstance(self.state, Between) else 1

    @property
    def text(self) -> str:
        """One plain sentence."""
        return advice_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        return self.quest.assumptions

    def tables(self) -> tuple[Table, ...]:
        """The choices, and how the quest ends."""
        return advice_tables(self)


Option = tuple[Action, Redraw | None, Vector]


def _ranked(options: Sequence[Option]) -> tuple[Choice, ...]:
    """Best first. The sort is stable, so options come in the order of B9 where they tie."""
    ordered = sorted(options, key=lambda option: option[2], reverse=True)
    best = ordered[0][2][0]
    return tuple(
        Choice(
            action,
            redraw.positions if redraw else None,
            redraw.ways if redraw else 1,
            value[0],
            best - value[0],
            value[0] == best,
        )
        for action, redraw, value in ordered
    )


def advise_start(solved: SolvedQuest, state: Start) -> Advice:
    """Before the first roll: start, or prefer the outside option where that is worth more."""
    quest = solved.quest
    enter = solved.solution.enter(0, quest.attempts)
    options: list[Option] = [("push", None, enter)]
    declines = state.outside is not None and state.outside > enter[0]
    if state.outside is not None:
        # Starting comes first in a tie: only a better outside option is a reason to decline.
        options.insert(0 if declines else 1, ("decline", None, (state.outside, Fraction(0))))
    choices = _ranked(options)
    played_on = solved.outcomes(1, quest.attempts)
    return Advice(
        quest,
        solved.objective,
        state,
        choices=choices,
        success=solved.solution.completes(0, quest.attempts),
        outcomes=() if declines else played_on,
        played_on=played_on,
    )


def advise_between(solved: SolvedQuest, state: Between) -> Advice:
    """Take or push, after completing a stage."""
    _check_between(solved.quest, state)
    quest, completed, left = solved.quest, state.completed, state.attempts_left
    take = (solved.objective.stopped(quest, completed), Fraction(1))
    options: list[Option] = [("take", None, take)]
    push = solved.push(completed, left)
    taken = solved.taken(completed)
    played_on: Outcomes = ()
    success = threshold = None
    if push is not None:
        options.append(("push", None, push))
        played_on = solved.outcomes(completed + 1, left)
        success = solved.solution.completes(completed, left)
        if isinstance(solved.objective, ExpectedReward):
            threshold = break_even(quest, completed, left, solved.solver)
    choices = _ranked(options)
    return Advice(
        quest,
        solved.objective,
        state,
        choices=choices,
        success=success,
        outcomes=taken if choices[0].action == "take" else played_on,
        played_on=played_on,
        take=take[0],
        push=None if push is None else push[0],
        break_even=threshold,
    )


def _check_between(quest: Quest, state: Between) -> None:
    last = min(len(quest.stages), quest.attempts)
    check_range(state.completed, 1, last, "/state/completed", "the stage")
    most = quest.attempts - state.completed
    check_range(state.attempts_left, 0, most, "/state/attempts_left", "attempts left")


def advise_rolled(solved: SolvedQuest, state: Rolled) -> Advice:
    """Which dice to throw again, in the middle of a stage."""
    quest, stage, left = solved.quest, state.stage, state.attempts_left
    _check_rolled(quest, state)
    showing = read_showing(quest, solved.kinds, state.showing)
    classes = solved.classes[stage - 1]
    if classes.is_done(showing.counts):
        raise InvalidInput.at("/state/showing", f"these dice already complete stage {stage}")
    options: list[Option] = []
    keeps = {}
    for redraw in showing.redraws():
        keep = classes.merged(redraw.keep)
        keeps[redraw.positions] = keep
        options.append(("reroll", redraw, solved.solution.keep_value(stage - 1, left, keep)))
    choices = _ranked(options)
    kept = keeps[choices[0].reroll or ()]
    outcomes = solved.outcomes(stage, left, kept)
    return Advice(
        quest,
        solved.objective,
        state,
        choices=choices,
        success=solved.solution.completes(stage - 1, left, kept),
        outcomes=outcomes,
        played_on=outcomes,
        showing=showing,
    )


def _check_rolled(quest: Quest, state: Rolled) -> None:
    if quest.attempts == 1:
        why = "out of reach: the only attempt of this quest is spent by rolling"
        raise InvalidInput.at("/state/stage", why)
    last = min(len(quest.stages), quest.attempts - 1)
    check_range(state.stage, 1, last, "/state/stage", "the stage")
    most = quest.attempts - state.stage
    check_range(state.attempts_left, 1, most, "/state/attempts_left", "attempts left")
