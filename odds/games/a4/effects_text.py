"""Effects and row ranges as a sheet writes them: ``"+1 hp"``, ``"recover 1 any"``, ``"4-6"``.

One ``Kind`` per kind of effect. A new kind needs its data class in ``sheet``, one entry in
``KINDS`` here and its rule; reader, JSON Schema and error messages follow from the entry.

>>> read_effect("-2 food")
Gain(track=5, amount=-2)
>>> write_effect(Recover(1, any_value=True))
'recover 1 any'
>>> read_range("10+", 0, 99)
(10, None)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct

from odds.errors import InvalidInput
from odds.games.a4.sheet import (
    TRACKS,
    Effect,
    ExhaustHighest,
    Gain,
    Hunt,
    Quest,
    Recover,
    Reroll,
    Search,
    StartFight,
)

_TRACK: Final = "|".join((*TRACKS, "crystal"))
_SIGNED: Final = "[+-][0-9]{1,2}"


class Kind(Struct, frozen=True):
    """How one kind of effect is written.

    ``pattern`` is a regular expression for the whole text, in the subset that JSON Schema shares;
    ``read`` takes its groups.
    """

    effect: type[Effect]
    pattern: str
    example: str
    read: Callable[..., Effect]
    write: Callable[[Any], str]


def _read_gain(amount: str, track: str) -> Gain:
    return Gain(TRACKS.index("crystals" if track == "crystal" else track), int(amount))


def _write_gain(gain: Gain) -> str:
    track = TRACKS[gain.track]
    single = abs(gain.amount) == 1 and track == "crystals"
    return f"{gain.amount:+} {'crystal' if single else track}"


KINDS: Final = (
    Kind(Gain, rf"([+-][1-9][0-9]?) ({_TRACK})", "+1 hp", _read_gain, _write_gain),
    Kind(
        StartFight,
        rf"fight ({_SIGNED})",
        "fight +2",
        lambda modifier: StartFight(int(modifier)),
        lambda effect: f"fight {effect.modifier:+}",
    ),
    Kind(
        Reroll,
        r"reroll ([1-9])",
        "reroll 1",
        lambda count: Reroll(int(count)),
        lambda effect: f"reroll {effect.count}",
    ),
    Kind(
        Recover,
        r"recover ([1-9])( any)?",
        "recover 1 any",
        lambda count, any_value: Recover(int(count), any_value is not None),
        lambda effect: f"recover {effect.count}{' any' if effect.any_value else ''}",
    ),
    Kind(
        ExhaustHighest,
        "exhaust highest",
        "exhaust highest",
        ExhaustHighest,
        lambda _: "exhaust highest",
    ),
)
"""Every kind of effect, in the order in which messages list them."""

WITHOUT_FIGHTS: Final = tuple(kind for kind in KINDS if kind.effect is not StartFight)
"""What specials, waves, level-ups and abilities may bring (A13)."""

GAINS: Final = tuple(kind for kind in KINDS if kind.effect is Gain)
"""What equipment may bring: it is chosen before there is a pool (A1)."""


def any_of(patterns: Iterable[str]) -> str:
    """The anchored regular expression for a text of one of these patterns."""
    return f"^({'|'.join(patterns)})$"


def read_effect(text: object, kinds: tuple[Kind, ...] = KINDS) -> Effect:
    """The effect that ``text`` writes; ``InvalidInput`` if it is none, or none of ``kinds``."""
    for kind in KINDS:
        if isinstance(text, str) and (match := re.fullmatch(kind.pattern, text)):
            if kind in kinds:
                return kind.read(*match.groups())
            raise InvalidInput.at(
                "", f"{_shown(text)} is not allowed here, only {_examples(kinds)}"
            )
    raise InvalidInput.at("", f"expected an effect like {_examples(kinds)}, not {_shown(text)}")


def write_effect(effect: Effect) -> str:
    """The text that ``read_effect`` reads as ``effect``."""
    return next(kind.write(effect) for kind in KINDS if kind.effect is type(effect))


SEARCH_PATTERN: Final = rf"search(?: ({_SIGNED}))?"
"""How a search icon is written."""


def read_icon(value: object) -> Hunt | Quest | Search:
    """The icon that ``hunt``, ``quest``, ``search`` or ``search -1`` writes."""
    if value == "hunt":
        return Hunt()
    if value == "quest":
        return Quest()
    match = re.fullmatch(SEARCH_PATTERN, value) if isinstance(value, str) else None
    if match is None:
        why = f'expected "hunt", "quest", "search" or one like "search -1", not {_shown(value)}'
        raise InvalidInput.at("", why)
    return Search(int(match[1] or 0))


def range_pattern(number: str) -> str:
    """The pattern of a row's range over numbers of the pattern ``number``."""
    return rf"({number})(?:-({number})|(\+))?"


def read_range(value: object, least: int, most: int) -> tuple[int, int | None]:
    """A row's lowest and highest value (none: open) from ``4``, ``"4"``, ``"4-6"`` or ``"4+"``.

    ``InvalidInput`` if it is none of these, leaves ``least`` to ``most`` or runs downwards.
    """
    text = value if isinstance(value, str) else _shown(value)
    match = re.fullmatch(range_pattern("0|[1-9][0-9]?"), text)
    if match is None:
        raise InvalidInput.at("", f'expected a range like 4, "4-6" or "4+", not {_shown(value)}')
    low = int(match[1])
    high = int(match[2]) if match[2] else low
    if low > high:
        raise InvalidInput.at("", f"the range {text} runs downwards: {low} is more than {high}")
    if not (least <= low and high <= most):
        raise InvalidInput.at("", f"the range {text} is outside of the values {least} to {most}")
    return low, None if match[3] else high


def _examples(kinds: tuple[Kind, ...]) -> str:
    return ", ".join(f'"{kind.example}"' for kind in kinds)


def _shown(value: object) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else f"{value[:40]}…")
    small = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9
    return str(value) if small else f"a value of type {type(value).__name__}"
