"""The rules of a Build quest as keep-or-redraw stages (B1 to B6, B8, B10).

Faces that are worth the same to a stage are one class of draws there: what a face adds beyond the
stage's need is ignored, and an alternative that another one covers is dropped (B4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import add, itemgetter

from odds.games.build.objective import Objective
from odds.games.build.quest import Bundle, Die, Face, Quest, Stage
from odds.model import Keep, Kind, RedrawChain, RedrawStage

ZERO, ONE = Fraction(0), Fraction(1)

Needs = tuple[int, ...]
Frontier = frozenset[Needs]
"""What some dice can give to a need: all that isn't covered by something better."""


@dataclass(frozen=True)
class Covering:
    """B4: dice cover a need when one alternative of each, added up, does.

    ``gives[kind][cls]`` are the alternatives of a class, in units of the needed resources, capped
    at the need. Summaries are frontiers, so that no choice between alternatives is made too early.
    """

    need: Needs
    gives: tuple[tuple[Frontier, ...], ...]

    @cached_property
    def nothing(self) -> Frontier:
        """What no dice give, and a blank gives."""
        return frozenset([(0,) * len(self.need)])

    def start(self) -> Hashable:
        return self.nothing

    def add(self, summary: Hashable, kind: int, cls: int) -> Hashable:
        assert isinstance(summary, frozenset)
        gives = self.gives[kind][cls]
        if gives == self.nothing or self.need in summary:
            return summary
        found = {
            tuple(map(min, self.need, map(add, have, more))) for have in summary for more in gives
        }
        return frontier(found)

    def is_done(self, summary: Hashable) -> bool:
        assert isinstance(summary, frozenset)
        return self.need in summary


def frontier(vectors: set[Needs]) -> Frontier:
    """The vectors that no other one covers."""
    if len(vectors) == 1:
        return frozenset(vectors)
    return frozenset(
        v
        for v in vectors
        if not any(v != w and all(x <= y for x, y in zip(v, w, strict=True)) for w in vectors)
    )


@dataclass(frozen=True)
class DieKind:
    """Dice with the same faces: where they lie, and their distinct faces in the order given."""

    positions: tuple[int, ...]
    faces: tuple[Face, ...]
    weights: tuple[int, ...]


def die_kinds(dice: Sequence[Die]) -> tuple[DieKind, ...]:
    """The kinds of dice, in the order in which they are first listed."""
    places: dict[Die, list[int]] = {}
    for die, run in groupby(enumerate(dice), itemgetter(1)):
        places.setdefault(die, []).extend([position for position, _ in run])
    kinds = []
    for die, positions in places.items():
        counts = Counter(die.faces)
        kinds.append(DieKind(tuple(positions), tuple(counts), tuple(counts.values())))
    return tuple(kinds)


class StageClasses:
    """How the faces of each kind of dice fall into classes at one stage.

    ``worth`` is what each face of each kind can give to ``need``. With ``by_runs`` only
    neighbouring faces share a class, so that "what comes first" (B9) means the same for classes as
    for faces.
    """

    def __init__(
        self,
        kinds: Sequence[DieKind],
        need: Needs,
        worth: Sequence[Sequence[Frontier]],
        by_runs: bool = False,
    ) -> None:
        self.kinds = kinds
        self.worth = worth
        self.in_order = all(sum(1 for _ in groupby(row)) == len(set(row)) for row in worth)
        found = [_in_runs(row) if by_runs else _by_worth(row) for row in worth]
        self.class_of = [classes for classes, _ in found]
        self.rule = Covering(need, tuple([gives for _, gives in found]))

    @cached_property
    def in_runs(self) -> StageClasses:
        """The same stage with a class for each run of neighbouring faces of the same worth."""
        return StageClasses(self.kinds, self.rule.need, self.worth, by_runs=True)

    @cached_property
    def draws(self) -> tuple[Kind, ...]:
        """The dice as independent draws of classes."""
        found = []
        for kind, classes in zip(self.kinds, self.class_of, strict=True):
            weights = [0] * (max(classes) + 1)
            for cls, weight in zip(classes, kind.weights, strict=True):
                weights[cls] += weight
            found.append(Kind(len(kind.positions), tuple(weights)))
        return tuple(found)

    def merged(self, counts: Keep) -> Keep:
        """Counts of faces as counts of classes."""
        merged = []
        for row, classes in zip(counts, self.class_of, strict=True):
            sums = [0] * (max(classes) + 1)
            for cls, count in zip(classes, row, strict=True):
                sums[cls] += count
            merged.append(tuple(sums))
        return tuple(merged)

    def is_done(self, counts: Keep) -> bool:
        """Whether faces with these counts complete the stage."""
        summary = self.rule.start()
        for kind, row in enumerate(self.merged(counts)):
            for cls, count in enumerate(row):
                for _ in range(count):
                    summary = self.rule.add(summary, kind, cls)
        return self.rule.is_done(summary)


def _by_worth(row: Sequence[Frontier]) -> tuple[list[int], tuple[Frontier, ...]]:
    """The class of each face, and what each class gives, where equal faces share a class."""
    numbers = {worth: number for number, worth in enumerate(dict.fromkeys(row))}
    return [numbers[worth] for worth in row], tuple(numbers)


def _in_runs(row: Sequence[Frontier]) -> tuple[list[int], tuple[Frontier, ...]]:
    """The same where only neighbours share a class."""
    runs = [list(run) for _, run in groupby(row)]
    return [number for number, run in enumerate(runs) for _ in run], tuple(run[0] for run in runs)


class DiceClasses:
    """The classes of some dice's faces at any stage, found once for each need."""

    def __init__(self, dice: Sequence[Die]) -> None:
        self.kinds = die_kinds(dice)
        self._options = [
            [[dict(option) for option in face.options] for face in kind.faces]
            for kind in self.kinds
        ]
        self._found: dict[Bundle, StageClasses] = {}

    def at(self, stage: Stage) -> StageClasses:
        """As few classes as there are: faces of equal worth share one."""
        need = stage.need
        if need not in self._found:
            worth = [[_worth(need, options) for options in kind] for kind in self._options]
            counts = tuple([count for _, count in need])
            self._found[need] = StageClasses(self.kinds, counts, worth)
        return self._found[need]


def _worth(need: Bundle, options: Sequence[Mapping[str, int]]) -> Frontier:
    """What a face with these alternatives can give to a need."""
    return frontier(
        {tuple([min(count, option.get(name, 0)) for name, count in need]) for option in options}
    )


def chain(quest: Quest, objective: Objective, classes: Sequence[StageClasses]) -> RedrawChain:
    """The quest under an objective; the second payoff, not failing, breaks its ties (B9)."""
    stages = tuple(
        RedrawStage(
            kinds=at.draws,
            rule=at.rule,
            stop=(objective.stopped(quest, number), ONE),
            fail=(objective.failed(quest, number), ZERO),
        )
        for number, at in enumerate(classes, start=1)
    )
    return RedrawChain(stages, quest.attempts)


def fixed_chain(quest: Quest, classes: Sequence[StageClasses]) -> RedrawChain:
    """B10: push until the last stage is complete, each stage played for its own completion."""
    stages = tuple(
        RedrawStage(
            kinds=at.draws,
            rule=at.rule,
            stop=(ONE, ONE),
            fail=(ZERO, ZERO),
            may_stop=False,
        )
        for at in classes
    )
    return RedrawChain(stages, quest.attempts, own_stage_first=True)
