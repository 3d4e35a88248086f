"""The question of a Get To quest and its answer: a plan for each card and over the deck (G5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from odds.errors import check_range, check_type
from odds.format import decimal, percent
from odds.game import Notebook, Size, Solver
from odds.games.get_to.forecast import Forecast, mixture
from odds.games.get_to.quest import (
    MAX_WITHIN,
    FewestExpected,
    Objective,
    Quest,
    Tile,
    TileMap,
)
from odds.games.get_to.rules import (
    DONE,
    FAR,
    Walks,
    count_ends,
    moves_by_distance,
    moves_by_tile,
)
from odds.games.get_to.solved import SolvedByDistance, SolvedByTile, SolvedMoves, out_of_reach
from odds.tables import Table

WITHIN: Final = 10
"""How many Move actions are reported unless a caller says otherwise."""


@dataclass(frozen=True)
class BestMove:
    """Where to end the next Move action after a roll of ``steps``.

    ``tiles`` are all the best ones, in input order; ``chosen`` is the reported policy's (G4).
    """

    steps: int
    tiles: tuple[Tile, ...]
    chosen: Tile


@dataclass(frozen=True)
class CardPlan:
    """The plan for one card, of which the deck has ``count``."""

    tile: Tile
    count: int
    forecast: Forecast
    best: tuple[BestMove, ...]

    @property
    def reachable(self) -> bool:
        """Whether completion is possible at all."""
        return self.forecast.never < 1


@dataclass(frozen=True, repr=False)
class GetToPlan(Notebook):
    """The answer: a plan for each distinct card, in the deck's order, and the whole deck's."""

    quest: GetToQuest
    cards: tuple[CardPlan, ...]
    deck: Forecast

    @property
    def text(self) -> str:
        """One plain sentence."""
        from odds.games.get_to.text import sentence

        return sentence(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """None: all that the answer rests on is in the question."""
        return ()

    def tables(self) -> tuple[Table, ...]:
        """The cards, the best tiles and the number of Move actions."""
        from odds.games.get_to.text import tables

        return tables(self)

    def __repr__(self) -> str:
        mean, deadline = self.deck.mean, self.deck.by_deadline
        if deadline is not None:
            value = f"{percent(deadline)} within {self.quest.objective.deadline} Move actions"
        else:
            assert mean is not None  # Only a deadline leaves it out (G4).
            value = f"{decimal(mean)} Move actions on average"
        size = f"tiles: {len(self.quest.map.tiles)}, position cards: {len(self.quest.deck)}"
        return f"<GetToPlan: {value}; {size}>"


@dataclass(frozen=True, init=False)
class GetToQuest(Quest):
    """A Get To quest and what the player wants: ``solve(GetToQuest(...))`` gives its plan.

    ``map``            a ``Grid`` of squares, or a ``TileMap`` of named tiles;
    ``owner``          the owner's tile, by its name: (row, column), both from 0, on a grid;
    ``deck``           the tiles that the position cards name, one entry per card;
    ``steps``          the steps of a Move action: a number, or a list of a die's faces (G3);
    ``fewer_allowed``  whether a Move action may use fewer steps, by default yes;
    ``objective``      ``FewestExpected()``, the default, or ``DoneWithin(deadline)`` (G5);
    ``within``         how many Move actions the plan lists, from 1 to ``MAX_WITHIN``.

    ``InvalidInput`` names what doesn't fit.

    >>> from odds import DoneWithin, Grid, solve
    >>> field = Grid(["...", ".#.", "..."])
    >>> quest = GetToQuest(field, owner=(0, 0), deck=[(2, 2), (0, 2)], steps=[1, 2, 3])
    >>> solve(quest)
    <GetToPlan: 1.852 Move actions on average; tiles: 8, position cards: 2>
    >>> solve(GetToQuest(field, (0, 0), [(2, 2)], steps=2, objective=DoneWithin(2))).cards[0].best
    (BestMove(steps=2, tiles=((0, 2), (2, 0)), chosen=(0, 2)),)
    """

    objective: Objective
    within: int

    def __init__(
        self,
        map: TileMap,  # noqa: A002
        owner: Tile,
        deck: Iterable[Tile],
        steps: int | Iterable[int],
        fewer_allowed: bool = True,
        objective: Objective | None = None,
        within: int = WITHIN,
    ) -> None:
        super().__init__(map, owner, deck, steps, fewer_allowed)
        check_range(within, 1, MAX_WITHIN, "/within", "the Move actions to report")
        wanted = FewestExpected() if objective is None else objective
        check_type(wanted, Objective, "/objective", "FewestExpected() or DoneWithin(deadline)")
        object.__setattr__(self, "objective", wanted)
        object.__setattr__(self, "within", within)

    def size(self) -> Size:
        """States are counted for each Move action looked ahead, choices likewise.

        The ends of the next Move, which the plan compares for each card, count as states too.

        A mean is a ratio of determinants. With W the weight of a roll, that of the system of n
        positions is at most W ** n (Hadamard's inequality, which holds for M-matrices), and the
        numerator at most n times as much.
        """
        planner = _Planner(self)
        horizon = max(self.within, self.objective.deadline)
        rolls, total = len(planner.walks.rolls), sum(planner.walks.weights)
        if planner.walks.by_distance:
            positions = planner.farthest + 1
            states, choices = positions * (1 + rolls), positions * rolls
            longest = positions * total**positions
        else:
            positions = len(planner.walks.component)
            cards = sum(planner.in_reach(tile) for tile in self.cards)
            states = cards * positions * (1 + rolls) * 2
            choices = cards * count_ends(planner.walks)
            longest = (positions * total**positions) ** cards
        bits = (max(longest, total**horizon) * len(self.deck)).bit_length()
        ends = len(self.cards) * sum(map(len, planner.ends.values()))
        return Size(states * horizon + ends, choices * horizon, bits * 30103 // 100000 + 1)

    def answer(self, solver: Solver) -> GetToPlan:
        """Solve each distinct card; those of a map by distance are solved together."""
        planner = _Planner(self)
        cards = tuple(planner.card(tile, solver) for tile in self.cards)
        total = len(self.deck)
        deck = mixture([(card.forecast, Fraction(card.count, total)) for card in cards])
        return GetToPlan(self, cards, deck)


class _Planner:
    """Makes the plan of each card of a quest."""

    def __init__(self, quest: GetToQuest) -> None:
        self.quest = quest
        self.walks = Walks(quest)
        self._shared: SolvedMoves | None = None

    @cached_property
    def _from_owner(self) -> tuple[list[int], list[int]]:
        return self.walks.shortest(self.walks.owner)

    def in_reach(self, tile: Tile) -> bool:
        """Whether the owner can walk to ``tile``, in whatever number of steps."""
        number = self.walks.numbers.get(tile)
        return number is not None and min(lengths[number] for lengths in self._from_owner) < FAR

    @cached_property
    def farthest(self) -> int:
        """The largest distance from a card at which the owner may end the next Move."""
        numbers = [self.walks.numbers[t] for t in self.quest.cards if self.in_reach(t)]
        nearest = [min(lengths[n] for lengths in self._from_owner) for n in numbers]
        most = max(nearest, default=0) + max(self.walks.rolls)
        return max(1, min(most, len(self.walks.component) - 1))

    def _solved(self, target: int, solver: Solver) -> SolvedMoves:
        objective, within = self.quest.objective, self.quest.within
        if not self.walks.by_distance:
            return SolvedByTile(moves_by_tile(self.walks, target), objective, within, solver)
        if self._shared is None:
            draws = moves_by_distance(self.walks, self.farthest)
            self._shared = SolvedByDistance(draws, objective, within, solver)
        return self._shared

    def card(self, tile: Tile, solver: Solver) -> CardPlan:
        """The plan for the card that names ``tile``."""
        count = self.quest.cards[tile]
        if not self.in_reach(tile):
            forecast = out_of_reach(self.quest.objective, self.quest.within)
            best = tuple(self._best(r, ends) for r, ends in self.ends.items())
            return CardPlan(tile, count, forecast, best)
        target = self.walks.numbers[tile]
        solved = self._solved(target, solver)
        place = self.walks.distances(target) if self.walks.by_distance else None
        at = [place[i] if place else i for i in range(len(self.walks.neighbours))]
        best = tuple(self._best_for(solved, r, target, at) for r in self.walks.rolls)
        return CardPlan(tile, count, solved.forecast(at[self.walks.owner]), best)

    @cached_property
    def ends(self) -> dict[int, list[int]]:
        """For each roll, where the owner's next Move may end."""
        walks = self.walks
        return {r: walks.ends(walks.owner, self._from_owner, r) for r in walks.rolls}

    def _best_for(self, solved: SolvedMoves, steps: int, target: int, at: list[int]) -> BestMove:
        """The ends of the highest key; of these the policy takes the first of the highest rank."""
        completes = self.walks.moves(self.walks.owner, steps)
        position = {i: DONE if i == target and completes else at[i] for i in self.ends[steps]}
        keys = {p: solved.key(p) for p in set(position.values())}
        top = max(keys.values())
        ranks = {p: solved.rank(p) for p, key in keys.items() if key == top}
        best = [i for i, p in position.items() if p in ranks]
        rank = max(ranks.values())
        return self._best(steps, best, next(i for i in best if ranks[position[i]] == rank))

    def _best(self, steps: int, tiles: list[int], chosen: int | None = None) -> BestMove:
        names = self.quest.map.tiles
        first = tiles[0] if chosen is None else chosen
        return BestMove(steps, tuple(names[i] for i in tiles), names[first])
