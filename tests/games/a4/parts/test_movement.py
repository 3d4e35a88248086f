"""Movements of A4 Quest against a plain recursion over what can happen."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest

from odds.answers import solve
from odds.errors import InvalidInput
from odds.explore import explore
from odds.games.a4.actions import RerollDie, UseCrystal, UseDie
from odds.games.a4.moments import part
from odds.games.a4.parts.movement import A4Movement, MovementAnswer
from odds.games.a4.parts.situation import Situation
from odds.games.a4.process import A4Process
from odds.games.a4.results import Phase

Vector = tuple[Fraction, ...]


class Naive:
    """The Knight, whose crystal buys an exhausted die re-rolled, moving alone."""

    def __init__(self, cost: int, hp: int) -> None:
        self.cost, self.hp = cost, hp
        self.travel = cache(self._travel)
        self.pay = cache(self._pay)

    def dead(self) -> Vector:
        return (Fraction(-1), Fraction(-self.hp), Fraction(0), Fraction(0))

    def done(self, pool: tuple[int, ...], hp: int) -> Vector:
        active = [die for die in pool if die]
        return tuple(map(Fraction, (0, hp - self.hp, len(active), sum(active))))

    def swapped(self, pool: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
        dice = list(pool)
        dice[dice.index(old)] = new
        return tuple(sorted(dice))

    def _travel(self, pool: tuple[int, ...], hp: int, crystals: int, used: bool) -> Vector:
        return max(self.choices(pool, hp, crystals, used).values())

    def choices(
        self, pool: tuple[int, ...], hp: int, crystals: int, used: bool
    ) -> dict[object, Vector]:
        high = [die for die in set(pool) if die >= self.cost]
        if high:
            return {UseDie(die): self.done(self.swapped(pool, die, 0), hp) for die in high}
        found: dict[object, Vector] = dict(self.tolls(pool, hp, crystals, used))
        if crystals and not used:
            found[UseCrystal(0)] = self.spent(pool, hp, crystals - 1)
        return found

    def spent(self, pool: tuple[int, ...], hp: int, crystals: int) -> Vector:
        options = [self.again(pool, hp, crystals)]
        if 0 in pool:
            rolled = [self.again(self.swapped(pool, 0, n), hp, crystals) for n in range(1, 7)]
            options.append(mean(rolled))
        return max(options)

    def again(self, pool: tuple[int, ...], hp: int, crystals: int) -> Vector:
        """The ability was used: where it hasn't helped, the toll is due at once."""
        if max(pool) >= self.cost:
            return self.travel(pool, hp, crystals, True)
        return max(self.tolls(pool, hp, crystals, True).values())

    def tolls(
        self, pool: tuple[int, ...], hp: int, crystals: int, used: bool
    ) -> dict[object, Vector]:
        if hp == 1:
            return {"dead": self.dead()}
        return {RerollDie(d): self.pay(pool, d, hp - 1, crystals, used) for d in set(pool)}

    def _pay(self, pool: tuple[int, ...], die: int, hp: int, crystals: int, used: bool) -> Vector:
        after = [self.swapped(pool, die, new) for new in range(1, 7)]
        return mean([self.travel(pool, hp, crystals, used) for pool in after])


def mean(vectors: list[Vector]) -> Vector:
    return tuple(Fraction(sum(parts), len(vectors)) for parts in zip(*vectors, strict=True))


def ask(pool: tuple[int, ...], cost: int, **tracks: int) -> MovementAnswer:
    dice = [die or None for die in pool]
    return solve(A4Movement(Situation(dice, tracks), cost=cost))


def figures(answer: MovementAnswer) -> Vector:
    means = answer.figures
    return (-means.dies, -means.hp_lost, means.active, means.total)


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize(("cost", "hp", "crystals"), [(2, 2, 0), (6, 3, 0), (5, 2, 1), (4, 1, 2)])
def test_every_choice_is_that_of_the_plain_recursion(
    dice: int, cost: int, hp: int, crystals: int
) -> None:
    naive = Naive(cost, hp)
    for pool in combinations_with_replacement(range(7), dice):
        expected = naive.choices(pool, hp, crystals, False)
        answer = ask(pool, cost, hp=hp, crystals=crystals)
        assert figures(answer) == max(expected.values())
        found = {choice.action: choice for choice in answer.choices}
        for action, value in expected.items():
            if action != "dead":
                assert found[action].value == value
                assert found[action].best == (value == max(expected.values()))
        values = [choice.value for choice in answer.choices]
        assert values == sorted(values, reverse=True)


def test_distributions_sum_to_1_and_bring_the_means() -> None:
    answer = ask((0, 3, 4), 5, hp=4)
    assert sum(answer.hp_lost.values()) == 1
    assert sum(hp * p for hp, p in answer.hp_lost.items()) == answer.figures.hp_lost
    assert sum(answer.dice_left.values()) == 1 - answer.figures.dies
    assert answer.hp_lost[4] == answer.figures.dies


def test_without_a_high_die_the_exhausted_one_is_rerolled() -> None:
    answer = ask((0, 0, 1), 2, hp=5)
    assert answer.choices[0].actions == (RerollDie(0),)
    assert answer.figures.dies == Fraction(1, 6) ** 4
    assert "Re-roll an exhausted die" in answer.text


def test_the_last_hp_leaves_nothing_to_choose() -> None:
    answer = ask((1,), 2, hp=1)
    assert answer.choices == ()
    assert answer.figures.dies == 1
    assert answer.text == "There is nothing to choose: you die."


def test_a_failed_movement_is_paid_already() -> None:
    state = Situation((1, 1), {"hp": 1}, phase="movement_failed")
    answer = solve(A4Movement(state, cost=2))
    assert answer.figures.dies == Fraction(1, 6)
    assert [choice.action for choice in answer.choices] == [RerollDie(1)]


def test_the_space_names_the_cost() -> None:
    onto_the_next_tile = solve(A4Movement(Situation((6, 2), space=1)))
    within_the_tile = solve(A4Movement(Situation((6, 2), space=2)))
    assert (onto_the_next_tile.cost, within_the_tile.cost) == (2, 0)
    assert onto_the_next_tile.choices[0].action == UseDie(2)
    assert within_the_tile.choices == ()
    assert within_the_tile.dice_left == {(2, 6): 1}


@pytest.mark.parametrize(
    ("state", "cost", "place"),
    [
        (Situation(), 2, "/state/pool"),
        (Situation((6,)), None, "/cost"),
        (Situation((6,), space=1), 2, "/cost"),
        (Situation((6,)), 7, "/cost"),
        (Situation((6,), space=18), None, "/state/space"),
        (Situation((6,), space=19), 2, "/state/space"),
        (Situation((7,)), 2, "/state/pool/0"),
        (Situation((6,) * 7), 2, "/state/pool"),
        (Situation((6,), {"hp": 0}), 2, "/state/tracks/hp"),
        (Situation((6,), {"luck": 1}), 2, "/state/tracks/luck"),
        (Situation((6,), phase="fight"), 2, "/state/phase"),
        (Situation((6,), wave=1), 2, "/state/wave"),
        (Situation((6,), d6=7), 2, "/state/d6"),
    ],
)
def test_mistakes_name_their_place(state: Situation, cost: int | None, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        A4Movement(state, cost=cost)
    assert place in [fault.place for fault in caught.value.faults]


def test_texts() -> None:
    assert ask((2, 6), 2).text == "Use the 2: no HP is lost, and 1 active die worth 6 is left."
    free = ask((2, 6), 0).text
    assert free == "The movement is free: no HP is lost, and 2 active dice worth 8 are left."
    crystal = ask((0, 6), 6, hp=2, crystals=1).text
    assert crystal == "Use the 6: no HP is lost, and 0 active dice worth 0 are left."


def test_hp_may_be_lost_without_any_danger() -> None:
    answer = ask((0, 1), 1, hp=5)
    assert answer.figures.dies == 0
    paid = solve(A4Movement(Situation((None, None), {"hp": 2}), cost=1))
    assert paid.text.startswith("Re-roll an exhausted die: you live and lose 1 HP on average;")


def test_the_size_covers_what_is_explored() -> None:
    question = A4Movement(Situation((1, 1, None, None), {"hp": 10, "crystals": 2}), cost=6)
    scene = question.setting.scene(part(Phase.MOVEMENT))
    process = A4Process(question.setting.sheets, [(scene.movement(6), question.setting.tracks)])
    assert len(explore(process)) <= question.size().states


def test_a_spent_crystal_is_a_choice_and_said_to_cost_nothing() -> None:
    answer = ask((0, 3, 4), 5, hp=3, crystals=1)
    assert answer.choices[0].action == UseCrystal(0)
    assert answer.assumptions[0].startswith("A crystal kept counts for nothing")
