"""How many Move actions completion takes: the figures of one card or of the whole deck (G5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from odds.model import Value
from odds.numbers import Infinite


@dataclass(frozen=True)
class Forecast:
    """The number of Move actions to completion, under the reported policy.

    ``mean``          the mean; none where the objective is a deadline (G4), infinite where
                      completion isn't certain;
    ``distribution``  the probabilities of exactly 1, 2, ... Move actions;
    ``later``         the probability of more than these; ``never`` that of no completion at all;
    ``best_within``   the highest possible probabilities of completion within 1, 2, ... of them,
                      each of which may need a policy of its own;
    ``by_deadline``   where the objective is a deadline, the probability of keeping it, else none.
    """

    mean: Value | None
    distribution: tuple[Fraction, ...]
    never: Fraction
    best_within: tuple[Fraction, ...]
    by_deadline: Fraction | None = None

    @property
    def within(self) -> tuple[Fraction, ...]:
        """The probabilities of completion within 1, 2, ... Move actions."""
        return tuple(accumulate(self.distribution))

    @property
    def later(self) -> Fraction:
        """The probability of completion after more Move actions than ``distribution`` lists."""
        return 1 - self.never - sum(self.distribution)


def mixture(parts: Sequence[tuple[Forecast, Fraction]]) -> Forecast:
    """The forecast before it is known which of ``parts`` holds, each with its probability."""

    def mixed(columns: Sequence[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
        shares = [share for _, share in parts]
        return tuple(
            sum((s * v for s, v in zip(shares, column, strict=True)), Fraction(0))
            for column in zip(*columns, strict=True)
        )

    deadlines = [part.by_deadline for part, _ in parts]
    return Forecast(
        _mean([(part.mean, share) for part, share in parts]),
        mixed([part.distribution for part, _ in parts]),
        mixed([(part.never,) for part, _ in parts])[0],
        mixed([part.best_within for part, _ in parts]),
        None if None in deadlines else mixed([(p,) for p in deadlines if p is not None])[0],
    )


def _mean(parts: Sequence[tuple[Value | None, Fraction]]) -> Value | None:
    total = Fraction(0)
    for mean, share in parts:
        if mean is None or isinstance(mean, Infinite):
            return mean
        total += mean * share
    return total
