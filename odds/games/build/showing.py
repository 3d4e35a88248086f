"""Dice on the table: what they show, and the different ways to throw some of them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from msgspec import Struct

from odds.dice import sub_counts, ways_to_pick
from odds.errors import InvalidInput, TooLarge
from odds.games.build.quest import Face, FaceLike, Quest, face
from odds.games.build.rules import DieKind
from odds.model import Keep

MAX_CHOICES = 100_000


class Redraw(Struct, frozen=True):
    """One choice of dice to throw again: which faces of which kinds, however the dice lie.

    ``keep`` counts the kept faces of each kind, ``positions`` are the lowest ones that show the
    others, ``ways`` says how many sets of dice come to the same.
    """

    keep: Keep
    positions: tuple[int, ...]
    ways: int


@dataclass(frozen=True)
class Showing:
    """What each die shows: for each kind of dice, the face index (distinct faces) per die."""

    quest: Quest
    kinds: tuple[DieKind, ...]
    shown: tuple[tuple[int, ...], ...]

    @property
    def counts(self) -> Keep:
        """For each kind, how many dice show each of its faces."""
        return tuple(
            tuple(row.count(i) for i in range(len(kind.faces)))
            for kind, row in zip(self.kinds, self.shown, strict=True)
        )

    def redraws(self) -> Iterator[Redraw]:
        """Every choice: fewest dice first, then keeping what comes first (B9)."""
        flat = [count for row in self.counts for count in row]
        keeps = sorted(sub_counts(flat), key=lambda keep: (sum(keep), keep), reverse=True)
        for keep in keeps[1:]:
            yield Redraw(self._split(keep), self._positions(keep), ways_to_pick(flat, keep))

    def _split(self, flat: Sequence[int]) -> Keep:
        rest = iter(flat)
        return tuple(tuple(next(rest) for _ in kind.faces) for kind in self.kinds)

    def _positions(self, flat: Sequence[int]) -> tuple[int, ...]:
        """The lowest positions to throw again when ``flat`` is kept."""
        positions: list[int] = []
        for kind, row, keep in zip(self.kinds, self.shown, self._split(flat), strict=True):
            for index, kept in enumerate(keep):
                at = [p for p, i in zip(kind.positions, row, strict=True) if i == index]
                positions.extend(at[: len(at) - kept])
        return tuple(sorted(positions))


def read_showing(
    quest: Quest, kinds: tuple[DieKind, ...], showing: Sequence[FaceLike | int]
) -> Showing:
    """What the dice show, one entry per die in the order of ``quest.dice``.

    An entry is a face, or the index of a face of that die.
    """
    if len(showing) != len(quest.dice):
        raise InvalidInput.at(
            "/state/showing", f"needs {len(quest.dice)} faces, one per die, not {len(showing)}"
        )
    faces = [_shown_face(quest, position, value) for position, value in enumerate(showing)]
    shown = tuple(tuple(kind.faces.index(faces[p]) for p in kind.positions) for kind in kinds)
    found = Showing(quest, kinds, shown)
    number = prod(count + 1 for row in found.counts for count in row) - 1
    if number > MAX_CHOICES:
        raise TooLarge("choices of dice to throw again", number, MAX_CHOICES)
    return found


def _shown_face(quest: Quest, position: int, value: FaceLike | int) -> Face:
    place = f"/state/showing/{position}"
    die = quest.dice[position]
    if isinstance(value, int):
        if isinstance(value, bool) or not 0 <= value < len(die.faces):
            raise InvalidInput.at(place, f"a face index must be from 0 to {len(die.faces) - 1}")
        return die.faces[value]
    shown = face(value, place)
    if shown not in die.faces:
        names = ", ".join(str(f) for f in dict.fromkeys(die.faces))
        raise InvalidInput.at(place, f"this die has no face {shown}; its faces: {names}")
    return shown
