"""Sentences and tables for a Get To plan."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from odds.format import Share, decimal, joined, percent
from odds.games.get_to.forecast import Forecast
from odds.games.get_to.plan import BestMove, CardPlan, GetToPlan
from odds.games.get_to.quest import Tile
from odds.tables import Cell, Table

MAX_NAMED: Final = 4
"""The most tiles that a cell of a table names."""

MAX_ROLLS: Final = 6
"""The most different rolls that the sentence goes through."""


def tile_text(tile: Tile) -> str:
    """A tile as a person reads it: ``(2, 3)`` for row 2 and column 3, otherwise its name."""
    return f"({tile[0]}, {tile[1]})" if isinstance(tile, tuple) else str(tile)


def sentence(plan: GetToPlan) -> str:
    """The main figure over the deck and, for a single card, where to go first."""
    figure = _main_figure(plan)
    if len(plan.cards) > 1 or not plan.cards[0].reachable:
        return f"{figure}."
    moves = plan.cards[0].best
    if len({move.chosen for move in moves}) == 1:
        return f"{figure}: end the next Move on {tile_text(moves[0].chosen)}."
    if len(moves) > MAX_ROLLS:
        return f"{figure}."
    parts = [f"on {tile_text(move.chosen)} with {move.steps}" for move in moves]
    return f"{figure}: end the next Move {joined(parts)}."


def _main_figure(plan: GetToPlan) -> str:
    deck, deadline = plan.deck, plan.quest.objective.deadline
    if deck.never == 1:
        return "The quest can't be completed: no Move action can end on what the cards name"
    if deck.by_deadline is not None:
        moves = _moves(Fraction(deadline))
        return f"The quest is done within {moves} with a probability of {percent(deck.by_deadline)}"
    if isinstance(deck.mean, Fraction):
        return f"The quest takes {_moves(deck.mean)} on average"
    return f"The quest can be completed only with a probability of {percent(1 - deck.never)}"


def _moves(count: Fraction) -> str:
    return f"{decimal(count)} Move action{'' if count == 1 else 's'}"


def tables(plan: GetToPlan) -> tuple[Table, ...]:
    """One table of cards, one of best tiles, and one of the number of Move actions."""
    return (_cards(plan), _best_moves(plan), _distribution(plan))


def _cards(plan: GetToPlan) -> Table:
    rows = [
        *(_card_row(tile_text(card.tile), card.count, card.forecast) for card in plan.cards),
        _card_row("whole deck", len(plan.quest.deck), plan.deck),
    ]
    return Table("Cards", ("tile", "cards", "mean", "later", "never"), tuple(rows))


def _card_row(name: str, count: int, forecast: Forecast) -> tuple[Cell, ...]:
    return (name, count, forecast.mean, Share(forecast.later), Share(forecast.never))


def _best_moves(plan: GetToPlan) -> Table:
    rows = tuple(_best_row(card, move) for card in plan.cards for move in card.best)
    columns = ("card", "steps", "end on", "equally good", "best tiles")
    return Table("Best ends of the next Move", columns, rows)


def _best_row(card: CardPlan, move: BestMove) -> tuple[Cell, ...]:
    others = [tile_text(tile) for tile in move.tiles if tile != move.chosen]
    named = others[:MAX_NAMED]
    if len(others) > MAX_NAMED:
        named.append(f"{len(others) - MAX_NAMED} more")
    chosen = tile_text(move.chosen)
    return (tile_text(card.tile), move.steps, chosen, joined(named), len(move.tiles))


def _distribution(plan: GetToPlan) -> Table:
    deck = plan.deck
    rows = tuple(
        (n, Share(exactly), Share(within), Share(best))
        for n, (exactly, within, best) in enumerate(
            zip(deck.distribution, deck.within, deck.best_within, strict=True), start=1
        )
    )
    columns = ("Move actions", "exactly", "within", "best possible within")
    return Table("Move actions, over the deck", columns, rows)
