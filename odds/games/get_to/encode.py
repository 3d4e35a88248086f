"""The answer about a Get To quest as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.encoding import ending, number, number_or_null
from odds.games.get_to.forecast import Forecast
from odds.games.get_to.plan import GetToPlan
from odds.games.get_to.quest import Tile

if TYPE_CHECKING:
    from odds.games.get_to.answers import CardOut, ForecastOut, PlanOut


def encode_plan(answer: GetToPlan) -> PlanOut:
    """How many Move actions the quest takes, by card and over the whole deck."""
    cards: list[CardOut] = [
        {
            "tile": _plain(card.tile),
            "count": card.count,
            "reachable": card.reachable,
            **_forecast(card.forecast),
            "best": [
                {"steps": move.steps, "tiles": [_plain(tile) for tile in move.tiles]}
                for move in card.best
            ],
        }
        for card in answer.cards
    ]
    return {"cards": cards, "deck": _forecast(answer.deck), **ending(answer)}


def _plain(tile: Tile) -> str | int | list[int]:
    return list(tile) if isinstance(tile, tuple) else tile


def _forecast(forecast: Forecast) -> ForecastOut:
    return {
        "mean": number_or_null(forecast.mean),
        "distribution": [number(p) for p in forecast.distribution],
        "later": number(forecast.later),
        "never": number(forecast.never),
        "within": [number(p) for p in forecast.within],
        "best_within": [number(p) for p in forecast.best_within],
    }
