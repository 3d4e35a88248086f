"""A mapping that nobody can change, so that what holds it can be compared, hashed and shared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")


class Frozen(Mapping[str, V]):
    """The entries of another mapping, in their order; two are equal if their entries are.

    >>> Frozen({"hp": 3})
    {'hp': 3}
    >>> len({Frozen({"hp": 3, "xp": 0}), Frozen({"xp": 0, "hp": 3})})
    1
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[str, V]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, name: str) -> V:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)
