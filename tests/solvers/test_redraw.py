"""The redraw solver against recursion over labelled draws, with no lattice and no packing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from odds.answers import Solvers
from odds.errors import ModelError
from odds.model import Keep, Kind, RedrawChain, RedrawStage, Vector
from odds.solvers.redraw import RedrawSolver
from tests.solvers.draws import KINDS, Sum, draws

ZERO = (Fraction(0), Fraction(0))
Ends = dict[tuple[int, bool], Fraction]


def parts(keep: Keep) -> Iterator[Keep]:
    """Every part, the whole included, in ascending order."""
    rows = [list(product(*(range(n + 1) for n in row))) for row in keep]
    yield from product(*rows)


class Plain:
    """A chain played by recursion: the value, the ends and the chance of the stage itself."""

    def __init__(self, chain: RedrawChain) -> None:
        self.chain = chain
        self.redraw = cache(self._redraw)

    def empty(self, stage: int) -> Keep:
        return tuple((0,) * len(kind.weights) for kind in self.chain.stages[stage].kinds)

    def is_done(self, stage: int, full: Keep) -> bool:
        total = sum(c * n for row in full for c, n in enumerate(row))
        rule = self.chain.stages[stage].rule
        assert isinstance(rule, Sum)
        return total >= rule.least

    def stopping(self, stage: int, left: int) -> tuple[bool, Vector, Ends]:
        """After completing a stage: whether it ends there, the value, the ends."""
        here = self.chain.stages[stage]
        stop: tuple[bool, Vector, Ends] = (True, here.stop, {(stage, True): Fraction(1)})
        if stage + 1 == len(self.chain.stages) or not left:
            return stop
        value, ends, _ = self.redraw(stage + 1, left, self.empty(stage + 1))
        if here.may_stop and here.stop >= value:
            return stop
        return False, value, ends

    def best(self, stage: int, left: int, full: Keep) -> Keep:
        """The most valuable part to keep, then the largest, then the one that comes last."""

        def rank(keep: Keep) -> object:
            value, _, chance = self.redraw(stage, left, keep)
            own = (chance, value[1]) if self.chain.own_stage_first else value
            return own, sum(map(sum, keep)), keep

        return max((k for k in parts(full) if k != full), key=rank)

    def after(self, stage: int, left: int, full: Keep) -> tuple[Vector, Ends, Fraction]:
        if self.is_done(stage, full):
            _, value, ends = self.stopping(stage, left)
            return value, ends, Fraction(1)
        if not left:
            return self.chain.stages[stage].fail, {(stage, False): Fraction(1)}, Fraction(0)
        return self.redraw(stage, left, self.best(stage, left, full))

    def _redraw(self, stage: int, left: int, keep: Keep) -> tuple[Vector, Ends, Fraction]:
        """Spend one of ``left`` rounds on all but ``keep``."""
        ways = draws(self.chain.stages[stage].kinds, keep)
        value, ends, chance = [Fraction(0), Fraction(0)], Ends(), Fraction(0)
        for full, n in ways.items():
            p = Fraction(n, sum(ways.values()))
            if p:
                v, e, c = self.after(stage, left - 1, full)
                value = [x + p * y for x, y in zip(value, v, strict=True)]
                chance += p * c
                for end, q in e.items():
                    ends[end] = ends.get(end, Fraction(0)) + p * q
        return tuple(value), ends, chance


def make(random: Random, kinds: tuple[Kind, ...], own_stage_first: bool = False) -> RedrawChain:
    def payoff(second: int) -> Vector:
        first = Fraction(random.randint(-3, 6), random.choice((1, 1, 2, 3)))
        return (Fraction(second) if own_stage_first else first), Fraction(second)

    stages = tuple(
        RedrawStage(
            kinds,
            Sum(random.randint(0, 5)),
            stop=payoff(1),
            fail=payoff(0),
            may_stop=not own_stage_first and random.random() < 0.8,
        )
        for _ in range(random.randint(1, 3))
    )
    return RedrawChain(stages, random.randint(1, 3), own_stage_first)


def agree(chain: RedrawChain) -> None:
    plain, solved = Plain(chain), RedrawSolver(chain)
    for stage in range(min(len(chain.stages), chain.rounds)):
        empty = plain.empty(stage)
        for left in range(1, chain.rounds - stage + 1):
            value, ends, chance = plain.redraw(stage, left, empty)
            if not chain.own_stage_first:
                assert solved.enter(stage, left) == value
            assert solved.enter(stage, left)[1] == value[1]
            assert solved.outcomes(stage, left) == {e: p for e, p in ends.items() if p}
            assert solved.completes(stage, left) == chance
            assert solved.stops(stage, left - 1) == plain.stopping(stage, left - 1)[0]
            for full in draws(chain.stages[stage].kinds, empty):
                if not plain.is_done(stage, full):
                    check_keeps(plain, solved, stage, left, full)


def check_keeps(plain: Plain, solved: RedrawSolver, stage: int, left: int, full: Keep) -> None:
    if left < solved.chain.rounds - stage:  # one round at least was needed to see ``full``
        assert solved.best_keep(stage, left, full) == plain.best(stage, left, full)
    for keep in parts(full):
        if keep != full:
            value, ends, chance = plain.redraw(stage, left, keep)
            assert solved.keep_value(stage, left, keep)[1] == value[1]
            if not plain.chain.own_stage_first:
                assert solved.keep_value(stage, left, keep) == value
            assert solved.completes(stage, left, keep) == chance
            assert solved.outcomes(stage, left, keep) == {e: p for e, p in ends.items() if p}


@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("own", [False, True])
def test_random_chains(kinds: tuple[Kind, ...], own: bool) -> None:
    random = Random(3)
    for _ in range(12):
        agree(make(random, kinds, own))


COIN = (Kind(1, (1, 1)),)


def stage(least: int, kinds: tuple[Kind, ...] = COIN, stop: int = 1) -> RedrawStage:
    return RedrawStage(kinds, Sum(least), (Fraction(stop), Fraction(1)), ZERO)


def test_rows_that_can_be_reached() -> None:
    solved = RedrawSolver(RedrawChain((stage(0), stage(1), stage(1), stage(9), stage(0)), 5))
    reached = [[left for left in range(6) if solved.reachable(s, left)] for s in range(5)]
    assert reached == [[4], [0, 1, 2, 3], [0, 1, 2], [], []]


def test_more_stages_than_rounds() -> None:
    solved = RedrawSolver(RedrawChain((stage(0), stage(0), stage(0)), 1))
    assert solved.enter(0, 1) == (1, 1)
    assert [solved.reachable(s, 0) for s in range(3)] == [True, False, False]


def test_ties_matter_only_where_a_stage_is_completed_and_another_follows() -> None:
    two = (Kind(2, (1, 1)),)
    never, last = stage(9, two), stage(2, two)
    flat = RedrawStage(two, Sum(2), ZERO, ZERO)
    solved = RedrawSolver(RedrawChain((flat, never, last), 4))
    assert [solved.has_tied_keeps(s) for s in range(3)] == [True, False, False]
    # Whoever wants to complete the stage has one best keep of each size.
    keen = RedrawSolver(RedrawChain((stage(2, two), last), 4))
    assert [keen.has_tied_keeps(s) for s in range(2)] == [False, False]


def test_the_library_reaches_it_through_its_solvers() -> None:
    assert Solvers().redraw(RedrawChain((stage(1),), 2)).enter(0, 2)[0] == Fraction(3, 4)


@pytest.mark.parametrize("payoff", [(Fraction(1),), (Fraction(1), Fraction(2)), (1, Fraction(-1))])
def test_payoffs_are_pairs_with_a_probability(payoff: Vector) -> None:
    bad = RedrawStage(COIN, Sum(1), payoff, ZERO)
    with pytest.raises(ModelError, match="pair"):
        RedrawSolver(RedrawChain((bad,), 1))


def test_stages_have_the_same_number_of_draws() -> None:
    with pytest.raises(ModelError, match="equally likely draws"):
        RedrawSolver(RedrawChain((stage(1), stage(1, (Kind(2, (1, 1)),))), 2))


def test_stages_may_class_the_same_draws_differently() -> None:
    chain = RedrawChain((stage(1, (Kind(2, (1, 3)),)), stage(2, (Kind(2, (2, 1, 1)),), 3)), 3)
    agree(chain)
