"""What a player wants of a Build quest (B8): payoffs of stopping and of failing, by stage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from odds.errors import InvalidInput, check_each, check_range
from odds.games.build.quest import Quest
from odds.numbers import Exact, exact


@runtime_checkable
class Objective(Protocol):
    """Maximised in expectation. Stages count from 1."""

    def check(self, quest: Quest) -> None:
        """Raise ``InvalidInput`` where the objective does not fit the quest."""

    def stopped(self, quest: Quest, stage: int) -> Fraction:
        """The payoff of taking the reward of ``stage``."""

    def failed(self, quest: Quest, stage: int) -> Fraction:
        """The payoff of running out of attempts in ``stage``."""


@dataclass(frozen=True)
class ExpectedReward:
    """The expected reward; failing pays 0 (B6, B8)."""

    def check(self, quest: Quest) -> None:
        """Fits every quest."""

    def stopped(self, quest: Quest, stage: int) -> Fraction:
        return quest.stages[stage - 1].reward

    def failed(self, quest: Quest, stage: int) -> Fraction:
        return Fraction(0)


@dataclass(frozen=True, init=False)
class AtLeast:
    """The probability of a reward of at least ``reward``; a failed quest is a reward of 0.

    >>> AtLeast("5/2")
    AtLeast(reward=Fraction(5, 2))
    """

    reward: Fraction

    def __init__(self, reward: Exact) -> None:
        object.__setattr__(self, "reward", exact(reward, "/objective/at_least"))

    def check(self, quest: Quest) -> None:
        """Fits every quest."""

    def stopped(self, quest: Quest, stage: int) -> Fraction:
        return Fraction(quest.stages[stage - 1].reward >= self.reward)

    def failed(self, quest: Quest, stage: int) -> Fraction:
        return Fraction(self.reward <= 0)


@dataclass(frozen=True)
class Complete:
    """The probability of completing ``stage``, counted from 1, even if the quest fails later."""

    stage: int

    def check(self, quest: Quest) -> None:
        """The stage must exist."""
        check_range(self.stage, 1, len(quest.stages), "/objective/complete", "the stage")

    def stopped(self, quest: Quest, stage: int) -> Fraction:
        return Fraction(stage >= self.stage)

    def failed(self, quest: Quest, stage: int) -> Fraction:
        return Fraction(stage > self.stage)


@dataclass(frozen=True, init=False)
class Utility:
    """Expected utility: a number for failure and one for each reward that occurs (B8).

    ``rewards`` maps each reward of the quest's stages, and no other, to its utility.

    >>> Utility(failure=-1, rewards={1: 0, 3: "1/2"}).failure
    Fraction(-1, 1)
    """

    failure: Fraction
    rewards: tuple[tuple[Fraction, Fraction], ...]

    def __init__(
        self, failure: Exact, rewards: Mapping[Exact, Exact] | Iterable[tuple[Exact, Exact]]
    ) -> None:
        place = "/objective/utility"
        listed = rewards.items() if isinstance(rewards, Mapping) else rewards
        expected = "a pair of a reward and its utility"
        pairs = []
        for i, pair in enumerate(check_each(listed, tuple | list, f"{place}/rewards", expected)):
            if len(pair) != 2:
                raise InvalidInput.at(f"{place}/rewards/{i}", f"must be {expected}")
            numbers = [exact(part, f"{place}/rewards/{i}/{j}") for j, part in enumerate(pair)]
            pairs.append((numbers[0], numbers[1]))
        if len({reward for reward, _ in pairs}) < len(pairs):
            raise InvalidInput.at(f"{place}/rewards", "a reward is listed twice")
        object.__setattr__(self, "failure", exact(failure, f"{place}/failure"))
        object.__setattr__(self, "rewards", tuple(sorted(pairs)))

    def check(self, quest: Quest) -> None:
        """One entry for each reward that occurs, and no other."""
        occurring = {stage.reward for stage in quest.stages}
        listed = {reward for reward, _ in self.rewards}
        if listed != occurring:
            wanted = ", ".join(map(str, sorted(occurring)))
            raise InvalidInput.at(
                "/objective/utility/rewards", f"needs an entry for exactly these rewards: {wanted}"
            )

    def stopped(self, quest: Quest, stage: int) -> Fraction:
        return dict(self.rewards)[quest.stages[stage - 1].reward]

    def failed(self, quest: Quest, stage: int) -> Fraction:
        return self.failure
