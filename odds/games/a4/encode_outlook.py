"""Proofs about a whole adventure of A4 Quest and its outlook as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from odds.encoding import ending, number
from odds.games.a4.parts.certificate import Certificate
from odds.games.a4.parts.outlook import Outlook, Worth
from odds.games.a4.sheet import TRACKS
from odds.numbers import Certified

if TYPE_CHECKING:
    from odds.shapes import NumberOut


def encode_certificate(answer: Certificate) -> dict[str, Any]:
    """The exact probability, and what it took to prove it."""
    proof = answer.proof
    return {
        "value": number(answer.value),
        "close": proof.close,
        "differ": proof.differ,
        "wrong": proof.wrong,
        **ending(answer),
    }


def encode_outlook(answer: Outlook) -> dict[str, Any]:
    """All of an outlook; probabilities have their bounds."""
    turns = zip(answer.alive, answer.means, strict=True)
    return {
        "value": number(answer.win),
        "endings": [{"end": end, "probability": number(p)} for end, p in answer.endings.items()],
        "deaths": [
            {
                "space": space,
                "phases": {phase.name.lower(): number(p) for phase, p in phases.items()},
            }
            for space, phases in answer.deaths.items()
        ],
        "turns": [
            {"alive": number(alive), "means": None if means is None else _tracks(means)}
            for alive, means in turns
        ],
        "last_space": {
            track: [number(p) for p in spread]
            for track, spread in zip(TRACKS, answer.at_the_end, strict=False)
        },
        "one_more": _worths(answer.points),
        "equipment": _worths(answer.equipment),
        "level_ups": _worths(answer.level_ups),
        **ending(answer),
    }


def _tracks(values: Sequence[Certified]) -> dict[str, NumberOut]:
    return {track: number(value) for track, value in zip(TRACKS, values, strict=True)}


def _worths(worths: Sequence[Worth]) -> list[dict[str, Any]]:
    return [
        {
            "name": worth.name,
            "value": None if worth.win is None else number(worth.win),
            "gain": None if worth.gain is None else number(worth.gain),
        }
        for worth in worths
    ]
