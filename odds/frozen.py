"""A dictionary that nobody can change, so that what holds it can be hashed and shared."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

V = TypeVar("V")


class Frozen(dict[str, V]):
    """The entries of another mapping, in their order; two are equal if their entries are.

    >>> Frozen({"hp": 3})
    {'hp': 3}
    >>> len({Frozen({"hp": 3, "xp": 0}), Frozen({"xp": 0, "hp": 3})})
    1
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen[V]], tuple[dict[str, V]]]:
        return type(self), (dict(self),)

    def _refuse(self, *_given: Any, **_named: Any) -> NoReturn:
        raise TypeError("it can't be changed: make another one")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse
