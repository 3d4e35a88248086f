"""Every error that this package raises on purpose.

OddsError
├── InvalidInput       the question is malformed; says where and what is allowed
├── TooLarge           the question is well formed but over the limit; says both figures
├── ModelError         a model breaks its contract (weights, support, missing actions)
├── VerificationError  a policy does not bring the value claimed for it: a fault of ours
├── NotSolved          the question is about something large that isn't solved yet; says how to
├── SolveError         a solve broke off: a process was killed, a value is too small for a float
├── StoreError         what was solved and kept on disk is damaged, or can't be read or written
└── ServiceError       a service that was asked has no answer; says why
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import UnionType
from typing import Final, TypeVar

from msgspec import Struct

MAX_POINTER: Final = 200
MAX_ECHO: Final = 40
"""The most characters of a caller's text that a pointer and a message repeat."""

T = TypeVar("T")


class OddsError(Exception):
    """The root of the tree: catch this to catch everything raised on purpose."""


class Fault(Struct, frozen=True):
    """One thing wrong with an input: ``place`` is a JSON pointer such as ``/quest/attempts``."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


def pointer_to(part: str | int) -> str:
    """One step of a JSON pointer, escaped (RFC 6901, section 3).

    >>> pointer_to("wood/stone")
    '/wood~1stone'
    """
    return f"/{str(part).replace('~', '~0').replace('/', '~1')}"


def fault_at(parts: Iterable[str | int], message: str) -> Fault:
    """A fault at the place that the keys and indices ``parts`` lead to.

    Its JSON pointer (RFC 6901) ends before a part that is too long to be repeated; the message
    then starts with that part's first characters.
    """
    place = ""
    for part in parts:
        longer = place + pointer_to(part)
        if len(longer) > MAX_POINTER:
            return Fault(place, f"{str(part)[:MAX_ECHO]!r}...: {message}")
        place = longer
    return Fault(place, message)


class InvalidInput(OddsError, ValueError):
    """A question that has no answer as it stands; ``faults`` names each place."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(str(fault) for fault in faults))
        self.faults = faults

    def __reduce__(self) -> tuple[type[InvalidInput], tuple[Fault, ...]]:
        return type(self), self.faults

    @classmethod
    def at(cls, place: str, message: str) -> InvalidInput:
        """The common case of a single fault."""
        return cls(Fault(place, message))

    def below(self, prefix: str) -> InvalidInput:
        """The same faults, with ``prefix`` put before each place."""
        return type(self)(*(Fault(prefix + fault.place, fault.message) for fault in self.faults))


@contextmanager
def below(prefix: str, *, except_for: tuple[str, ...] = ()) -> Iterator[None]:
    """Put ``prefix`` before the place of each fault, but for places that start otherwise."""
    try:
        yield
    except InvalidInput as error:
        raise InvalidInput(
            *(
                fault
                if fault.place.startswith(except_for)
                else Fault(prefix + fault.place, fault.message)
                for fault in error.faults
            )
        ) from error


def numeral(number: int) -> str:
    """A whole number in a message; Python refuses to write one of some thousand digits."""
    return str(number) if abs(number) < 10**MAX_ECHO else f"a number of over {MAX_ECHO} digits"


def is_unicode(text: str) -> bool:
    """Whether ``text`` can be written as UTF-8; half a surrogate pair can't."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def check_type(value: object, kind: type | UnionType, place: str, expected: str) -> None:
    """``InvalidInput`` unless ``value`` is of this ``kind``; a bool is no int, a class no value."""
    if isinstance(value, type):
        found = f"the class {value.__name__}"
    elif isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool)):
        return
    else:
        found = type(value).__name__
    raise InvalidInput.at(place, f"must be {expected}, not {found}")


def check_each(
    values: Iterable[T], kind: type | UnionType, place: str, expected: str
) -> tuple[T, ...]:
    """``values`` as a tuple, each checked; a text is not taken as the list of its letters."""
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        found = type(values).__name__
        raise InvalidInput.at(place, f"must be a list, each entry {expected}, not {found}")
    listed = tuple(values)
    for index, value in enumerate(listed):
        check_type(value, kind, f"{place}/{index}", expected)
    return listed


def check_range(value: int, low: int, high: int, place: str, what: str) -> None:
    """``InvalidInput`` unless ``value`` is a whole number from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput.at(place, f"{what} must be a whole number from {low} to {high}")
    if not low <= value <= high:
        raise InvalidInput.at(place, f"{what} must be from {low} to {high}, not {numeral(value)}")


class TooLarge(OddsError):
    """Refused before any work: ``what`` would be ``estimate``, and at most ``limit`` is allowed."""

    def __init__(self, what: str, estimate: int, limit: int) -> None:
        needed = f"{estimate:,}" if estimate < 10**MAX_ECHO else numeral(estimate)
        super().__init__(f"{what}: {needed} needed, at most {limit:,} allowed")
        self.what = what
        self.estimate = estimate
        self.limit = limit

    def __reduce__(self) -> tuple[type[TooLarge], tuple[str, int, int]]:
        return type(self), (self.what, self.estimate, self.limit)


class ModelError(OddsError):
    """A model that breaks what ``odds.model`` asks of it."""


class VerificationError(OddsError):
    """The outcome distribution of a policy does not bring the value claimed for it."""


class NotSolved(OddsError):
    """The question needs something that is solved once and kept, and isn't solved yet."""


class SolveError(OddsError):
    """A solve that can't go on: a process of it was killed, or a value is too small for a float."""


class StoreError(OddsError):
    """A file of what was solved is missing, truncated or altered, or can't be written."""


class ServiceError(OddsError):
    """A service has not answered: out of reach, busy for too long, or at fault.

    ``kind`` is the problem's type, such as ``/problems/timeout``; none where there was no problem
    document. ``status`` is that of HTTP; none where nothing came back.
    """

    def __init__(self, message: str, kind: str | None = None, status: int | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status

    def __reduce__(self) -> tuple[type[ServiceError], tuple[str, str | None, int | None]]:
        return ServiceError, (str(self), self.kind, self.status)
