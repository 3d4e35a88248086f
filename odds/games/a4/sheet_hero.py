"""The hero sheets of A4 Quest as immutable objects."""

from __future__ import annotations

from msgspec import Struct

from odds.errors import InvalidInput, check_range, check_type
from odds.games.a4.sheet import (
    HP,
    MAX_AMOUNT,
    TRACKS,
    XP,
    Bundle,
    Gain,
    Quiet,
    Tracks,
    keep,
    keep_options,
    keep_quiet,
)


class Named(Struct, frozen=True):
    """A choice on a hero sheet: equipment or a level-up bonus, with what it brings."""

    name: str
    effects: Bundle

    def __post_init__(self) -> None:
        check_type(self.name, str, "/name", "a text")
        keep_quiet(self, "effects", "/effects")


class Hero(Struct, frozen=True):
    """A hero sheet. ``ability`` holds the bundles that 1 crystal buys one of; empty: none.

    ``start`` and ``maxima`` have a number for each of ``TRACKS``. ``load_hero`` reads a sheet, and
    checks it, from a TOML file.
    """

    name: str
    start: Tracks
    maxima: Tracks
    equipment: tuple[Named, ...] = ()
    level_ups: tuple[Named, ...] = ()
    ability: tuple[Bundle, ...] = ()
    invented: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_type(self.name, str, "/name", "a text")
        for name in ("start", "maxima"):
            keep(self, name, int, f"/{name}", "a whole number")
            if len(getattr(self, name)) != len(TRACKS):
                raise InvalidInput.at(f"/{name}", f"must have {len(TRACKS)} numbers")
        for i, (start, most) in enumerate(zip(self.start, self.maxima, strict=True)):
            check_range(most, 0, MAX_AMOUNT, f"/maxima/{i}", "a track's end")
            check_range(start, int(i == HP), most, f"/start/{i}", f"{TRACKS[i]} at the start")
        for name in ("equipment", "level_ups"):
            keep(self, name, Named, f"/{name}", "a Named")
        for i, bonus in enumerate(self.level_ups):
            gains = (e.amount for e in bonus.effects if isinstance(e, Gain) and e.track == XP)
            if sum(amount for amount in gains if amount > 0) > self.maxima[XP]:
                why = "it brings the next level-up, so they might never end"
                raise InvalidInput.at(f"/level_ups/{i}", why)
        keep_options(self, "ability", "/ability", Quiet)
        keep(self, "invented", str, "/invented", "a sentence")
