"""The plainest player of Build quests: recursion over showing dice, all subsets thrown again.

Knows the quest's data classes and the rules B1 to B11, and nothing else. Whatever a state leads
to is held as one distribution of endings, from which every figure is read off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from odds.games.build.objective import AtLeast, Complete, ExpectedReward, Objective, Utility
from odds.games.build.quest import Bundle, Face, Quest

Ending = tuple[int | None, int]
"""The stage whose reward is taken (none: failed), and how many stages were completed."""
Endings = dict[Ending, Fraction]
Shown = tuple[Face, ...]
"""A face per die, in the order of the dice."""
Kept = tuple[Face | None, ...]
"""The same, with none for a die that is thrown again."""
Score = Callable[[Endings], Fraction]


@dataclass(frozen=True)
class Option:
    """One choice: take, push, or the dice that stay; with what it leads to."""

    action: str
    kept: Kept | None
    ends: Endings
    value: Fraction


def covers(need: Bundle, shown: Shown) -> bool:
    """B4: some choice of one alternative per die covers the requirement."""
    for chosen in product(*(face.options for face in shown)):
        total: dict[str, int] = {}
        for option in chosen:
            for resource, count in option:
                total[resource] = total.get(resource, 0) + count
        if all(total.get(resource, 0) >= count for resource, count in need):
            return True
    return False


def failing(ends: Endings) -> Fraction:
    return sum((p for (taken, _), p in ends.items() if taken is None), Fraction(0))


def completing(ends: Endings, stage: int) -> Fraction:
    return sum((p for (_, done), p in ends.items() if done >= stage), Fraction(0))


def mean_of(ends: Endings, worth: Callable[[int | None, int], Fraction]) -> Fraction:
    return sum((p * worth(taken, done) for (taken, done), p in ends.items()), Fraction(0))


def score(quest: Quest, objective: Objective) -> Score:
    """B8: what a distribution of endings is worth."""

    def reward(taken: int | None) -> Fraction:
        return Fraction(0) if taken is None else quest.stages[taken - 1].reward

    def worth(taken: int | None, done: int) -> Fraction:
        if isinstance(objective, ExpectedReward):
            return reward(taken)
        if isinstance(objective, AtLeast):
            return Fraction(reward(taken) >= objective.reward)
        if isinstance(objective, Complete):
            return Fraction(done >= objective.stage)
        assert isinstance(objective, Utility)
        return objective.failure if taken is None else dict(objective.rewards)[reward(taken)]

    return lambda ends: mean_of(ends, worth)


def blend(parts: list[tuple[Fraction, Endings]]) -> Endings:
    total: Endings = {}
    for weight, ends in parts:
        for ending, probability in ends.items():
            total[ending] = total.get(ending, Fraction(0)) + weight * probability
    return total


def parts_of(shown: Shown) -> Iterator[Kept]:
    """All but one die or more."""
    for stays in product((True, False), repeat=len(shown)):
        if not all(stays):
            yield tuple(f if s else None for f, s in zip(shown, stays, strict=True))


class Naive:
    """Play that is best for ``worth``, ties by B9; a stage's re-rolls may have their own goal."""

    def __init__(self, quest: Quest, worth: Score) -> None:
        self.quest = quest
        self.worth = worth
        self._played: dict[tuple[int, int, Shown], Endings] = {}
        self._thrown: dict[tuple[int, int, Kept], Endings] = {}
        self._rolls: dict[Kept, dict[Shown, Fraction]] = {}
        self._kinds: list[tuple[list[int], list[Face | None]]] = [
            ([i for i, d in enumerate(quest.dice) if d == die], [*dict.fromkeys(die.faces), None])
            for die in dict.fromkeys(quest.dice)
        ]

    def reroll_goal(self, ends: Endings, stage: int) -> Fraction:
        return self.worth(ends)

    def may_take(self, completed: int) -> bool:
        return True

    def may_push(self, completed: int, left: int) -> bool:
        return left > 0 and completed < len(self.quest.stages)

    def start(self) -> Endings:
        return self.throw(1, self.quest.attempts, (None,) * len(self.quest.dice))

    def between(self, completed: int, left: int) -> list[Option]:
        """B5: taking and pushing, best first by B9."""
        options = []
        pushes = self.may_push(completed, left)
        if self.may_take(completed) or not pushes:
            taken: Endings = {(completed, completed): Fraction(1)}
            options.append(Option("take", None, taken, self.worth(taken)))
        if pushes:
            ends = self.throw(completed + 1, left, (None,) * len(self.quest.dice))
            options.append(Option("push", None, ends, self.worth(ends)))
        return sorted(options, key=lambda o: (-o.value, failing(o.ends), o.action != "take"))

    def rerolls(self, stage: int, left: int, shown: Shown) -> list[Option]:
        """B3: every non-empty subset of the dice, best first by B9; like subsets count once."""
        options: dict[Kept, Option] = {}
        for kept in map(self.tidied, parts_of(shown)):
            if kept not in options:
                ends = self.throw(stage, left, kept)
                options[kept] = Option("reroll", kept, ends, self.reroll_goal(ends, stage))
        return sorted(options.values(), key=self._rank)

    def _rank(self, option: Option) -> object:
        assert option.kept is not None
        kept = [-count for count in self.counts(option.kept)]
        return -option.value, failing(option.ends), option.kept.count(None), kept

    def counts(self, kept: Kept) -> tuple[int, ...]:
        """How often each face stays: dice kinds in their order, then faces in theirs."""
        return tuple(
            [kept[i] for i in places].count(face)
            for places, faces in self._kinds
            for face in faces[:-1]
        )

    def throw(self, stage: int, left: int, kept: Kept) -> Endings:
        """Spend one of ``left`` attempts on the dice that are not kept."""
        kept = self.tidied(kept)
        key = (stage, left, kept)
        if key not in self._thrown:
            rolls = self.rolls(kept).items()
            parts = [(p, self.play(stage, left - 1, shown)) for shown, p in rolls]
            self._thrown[key] = blend(parts)
        return self._thrown[key]

    def rolls(self, kept: Kept) -> dict[Shown, Fraction]:
        """What the dice may show once those that aren't kept are thrown."""
        if kept not in self._rolls:
            found: dict[Shown, Fraction] = {}
            open_dice = [d for k, d in zip(kept, self.quest.dice, strict=True) if k is None]
            single = Fraction(1, prod(len(die.faces) for die in open_dice))
            for rolled in product(*(die.faces for die in open_dice)):
                rest = iter(rolled)
                shown = self.tidied([next(rest) if k is None else k for k in kept])
                full = tuple(face for face in shown if face is not None)
                found[full] = found.get(full, Fraction(0)) + single
            self._rolls[kept] = found
        return self._rolls[kept]

    def play(self, stage: int, left: int, shown: Shown) -> Endings:
        """What follows from these dice, tidied, in this stage."""
        key = (stage, left, shown)
        if key not in self._played:
            if covers(self.quest.stages[stage - 1].need, shown):
                ends = self.between(stage, left)[0].ends
            elif left == 0:
                ends = {(None, stage - 1): Fraction(1)}
            else:
                ends = self.rerolls(stage, left, shown)[0].ends
            self._played[key] = ends
        return self._played[key]

    def tidied(self, kept: Sequence[Face | None]) -> Kept:
        """Positions are only labels: dice of one kind stand in the order of their faces."""
        result = list(kept)
        for places, faces in self._kinds:
            ordered = sorted((kept[i] for i in places), key=faces.index)
            for place, shown in zip(places, ordered, strict=True):
                result[place] = shown
        return tuple(result)

    def reachable(self) -> set[tuple[int, int]]:
        """Every (completed, attempts left) that some way of playing can bring about."""
        found: set[tuple[int, int]] = set()
        seen: set[tuple[int, int, Kept]] = set()
        blank: Kept = (None,) * len(self.quest.dice)
        waiting: list[tuple[int, int, Kept]] = [(1, self.quest.attempts, blank)]
        while waiting:
            state = stage, left, kept = waiting.pop()
            if state in seen or left == 0 or stage > len(self.quest.stages):
                continue
            seen.add(state)
            for shown in self.rolls(kept):
                if covers(self.quest.stages[stage - 1].need, shown):
                    found.add((stage, left - 1))
                    waiting.append((stage + 1, left - 1, blank))
                else:
                    parts = (self.tidied(part) for part in parts_of(shown))
                    waiting.extend((stage, left - 1, part) for part in parts)
        return found


class NaiveFixed(Naive):
    """B10: push until stage ``stop_after`` is complete, each stage for its own completion."""

    def __init__(self, quest: Quest, worth: Score, stop_after: int) -> None:
        super().__init__(quest, worth)
        self.stop_after = stop_after

    def reroll_goal(self, ends: Endings, stage: int) -> Fraction:
        return completing(ends, stage)

    def may_take(self, completed: int) -> bool:
        return completed == self.stop_after

    def may_push(self, completed: int, left: int) -> bool:
        return completed < self.stop_after and super().may_push(completed, left)
