"""Every figure of a plan equals the plainest enumeration, exactly."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from odds.answers import solve
from odds.games.get_to.plan import CardPlan, GetToQuest
from odds.games.get_to.quest import DoneWithin, FewestExpected, Grid, Objective, TileMap
from odds.numbers import INFINITE
from tests.games.get_to.naive import DONE, Naive, Tile, grid_neighbours, worth

WITHIN = 5
ENUMERATED = 300


def random_steps(random: Random) -> int | list[int]:
    if random.random() < 0.3:
        return random.randint(0, 4)
    return [random.randint(0, 4) for _ in range(random.randint(1, 4))]


def random_quest(random: Random) -> tuple[GetToQuest, dict[Tile, list[Tile]]]:
    fewer = random.random() < 0.4
    if random.random() < 0.4:
        columns = random.randint(1, 4)
        rows = ["".join(random.choice("..#") for _ in range(columns)) for _ in range(3)]
        rows[0] = "." + rows[0][1:]
        tile_map: TileMap = Grid(rows)
        neighbours = grid_neighbours(rows)
        named: list[Any] = [(r, c) for r in range(3) for c in range(columns)]
    else:
        named = list(range(random.randint(1, 6)))
        if random.random() < 0.5:
            named = [f"tile {i}" for i in named]
        pairs = [(a, b) for i, a in enumerate(named) for b in named[:i]]
        joins = [pair for pair in pairs if random.random() < 0.5]
        tile_map = TileMap(named, joins)
        neighbours = {t: [u for u in named if (t, u) in joins or (u, t) in joins] for t in named}
    owner = random.choice(list(neighbours))
    deck = [random.choice(named) for _ in range(random.randint(1, 3))]
    k = random.randint(1, 4)
    objective: Objective = DoneWithin(k) if random.random() < 0.4 else FewestExpected()
    steps = random_steps(random)
    quest = GetToQuest(tile_map, owner, deck, steps, fewer, objective, WITHIN)
    return quest, neighbours


def check_card(card: CardPlan, quest: GetToQuest, neighbours: dict[Tile, list[Tile]]) -> None:
    faces = tuple(r for r, weight in quest.steps.items() for _ in range(weight))
    naive = Naive(neighbours, card.tile, faces, quest.fewer_allowed)
    owner, deadline = quest.owner, quest.objective.deadline
    within = naive.best_within(max(WITHIN, deadline, len(neighbours) + 1))
    means = naive.improve(naive.some_policy())
    if naive.policy_count() <= ENUMERATED:
        all_means = [naive.mean_of(policy) for policy in naive.policies()]
        for t in neighbours:
            assert min((m[t] for m in all_means), key=worth) == means[t]
    keys = {
        end: (False, -within[deadline - 1][end]) if deadline else worth(means[end])
        for end in [*neighbours, DONE]
    }
    allowed = {
        at: [e for e in among if deadline or keys[e] == min(keys[e] for e in among)]
        for at, among in naive.options.items()
    }
    layers = naive.sequences(allowed, deadline)
    forecast = card.forecast
    assert forecast.distribution == layers[-1][owner][:WITHIN]
    assert forecast.best_within == tuple(within[k][owner] for k in range(1, WITHIN + 1))
    assert forecast.within == tuple(sum(forecast.distribution[:k]) for k in range(1, WITHIN + 1))
    assert card.reachable == (within[-1][owner] > 0) == (means[owner] is not None)
    assert forecast.never == (0 if card.reachable else 1)
    assert forecast.later == 1 - forecast.never - sum(forecast.distribution)
    if deadline:
        assert forecast.mean is None
        assert forecast.by_deadline == within[deadline][owner]
    else:
        assert forecast.by_deadline is None
        assert forecast.mean == (INFINITE if means[owner] is None else means[owner])
    before = layers[max(deadline - 1, 0)]

    def taste(end: Tile) -> tuple[Fraction, ...]:
        if end == DONE:
            return (Fraction(2),)
        return (sum(before[end][: max(deadline - 1, 0)], Fraction(0)), *before[end])

    assert [move.steps for move in card.best] == sorted(set(faces))
    for move in card.best:
        among = naive.options[owner, move.steps]
        best = [e for e in among if keys[e] == min(keys[e] for e in among)]
        named = [card.tile if e == DONE else e for e in best]
        assert list(move.tiles) == named
        assert move.chosen == named[best.index(max(best, key=taste))]


@pytest.mark.parametrize("seed", range(160))
def test_random_maps(seed: int) -> None:
    quest, neighbours = random_quest(Random(seed))
    plan = solve(quest)
    assert [card.tile for card in plan.cards] == list(dict.fromkeys(quest.deck))
    assert [card.count for card in plan.cards] == [quest.deck.count(c.tile) for c in plan.cards]
    for card in plan.cards:
        check_card(card, quest, neighbours)
    shares = [Fraction(card.count, len(quest.deck)) for card in plan.cards]
    forecasts = [card.forecast for card in plan.cards]
    for name in ("distribution", "within", "best_within"):
        mixed = zip(*(getattr(f, name) for f in forecasts), strict=True)
        assert getattr(plan.deck, name) == tuple(
            sum(s * v for s, v in zip(shares, column, strict=True)) for column in mixed
        )
    assert plan.deck.never == sum(s * f.never for s, f in zip(shares, forecasts, strict=True))
    if quest.objective.deadline:
        assert plan.deck.mean is None
    elif any(f.mean is INFINITE for f in forecasts):
        assert plan.deck.mean is INFINITE
    else:
        assert plan.deck.mean == sum(s * f.mean for s, f in zip(shares, forecasts, strict=True))
