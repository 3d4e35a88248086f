"""A Build quest as an immutable object: what the cards and the dice show (B1 to B11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from odds.errors import (
    InvalidInput,
    TooLarge,
    check_each,
    check_range,
    check_type,
    is_unicode,
    pointer_to,
)
from odds.numbers import Exact, exact

Bundle = tuple[tuple[str, int], ...]
"""Resources with their counts, sorted by name."""

BLANK: Final = "blank"
RESERVED: Final = (BLANK, "any_of")
MAX_COUNT: Final = 1000
MAX_STAGES: Final = 200
MAX_ATTEMPTS: Final = 2000
MAX_DICE: Final = 100
MAX_FACES: Final = 100
MAX_NAME: Final = 40
MAX_READING: Final = 1_000_000


def bundle(resources: Mapping[str, int], place: str = "") -> Bundle:
    """A bundle from a mapping of resource to count; counts from 1 to ``MAX_COUNT``."""
    check_type(resources, Mapping, place, 'a mapping of resource to count such as {"wood": 2}')
    for name, count in resources.items():
        _check_resource(name, place)
        check_range(count, 1, MAX_COUNT, place + pointer_to(name), "a count")
    return tuple(sorted(resources.items()))


def _check_resource(name: str, place: str) -> None:
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME:
        raise InvalidInput.at(place, f"a resource needs a name of 1 to {MAX_NAME} characters")
    if not is_unicode(name):
        raise InvalidInput.at(place, "a resource's name must be Unicode text")
    if name in RESERVED:
        raise InvalidInput.at(place, f"a resource can't be called {name!r}")


def _pairs(option: Bundle, place: str) -> Bundle:
    """A bundle from its pairs, each checked."""
    for i, pair in enumerate(option):
        check_type(pair, tuple, f"{place}/{i}", "a pair of a resource and its count")
        if len(pair) != 2 or not isinstance(pair[0], str):
            raise InvalidInput.at(f"{place}/{i}", "must be a pair of a resource and its count")
    if len(dict(option)) < len(option):
        raise InvalidInput.at(place, "a resource is listed twice")
    return bundle(dict(option), place)


@dataclass(frozen=True)
class Face:
    """What a face shows: one bundle, or (a wild) alternatives of which one counts (B1)."""

    options: tuple[Bundle, ...]

    def __post_init__(self) -> None:
        expected = 'a tuple of (resource, count) pairs; Face is made by "wood" or any_of'
        listed = check_each(self.options, tuple, "", expected)
        if not listed:
            raise InvalidInput.at("", "a face needs at least one alternative")
        options = tuple(_pairs(option, f"/{i}") for i, option in enumerate(listed))
        object.__setattr__(self, "options", options)

    def __str__(self) -> str:
        return " or ".join(_bundle_text(option) for option in self.options)


def _bundle_text(option: Bundle) -> str:
    parts = [name if count == 1 else f"{count} {name}" for name, count in option]
    return " + ".join(parts) or BLANK


FaceLike = str | Mapping[str, int] | Face


def face(value: FaceLike, place: str = "") -> Face:
    """A face from ``"wood"``, ``"blank"`` or ``{"wood": 2}``; for a wild see ``any_of``."""
    if isinstance(value, Face):
        return value
    if isinstance(value, str):
        if value == BLANK:
            return Face(((),))
        _check_resource(value, place)
        return Face((((value, 1),),))
    if not isinstance(value, Mapping) or not value:
        raise InvalidInput.at(place, "a face is a resource, 'blank', a bundle or alternatives")
    return Face((bundle(value, place),))


def any_of(*alternatives: FaceLike, place: str = "") -> Face:
    """A wild: at each check it counts as one of ``alternatives``, chosen anew."""
    if not alternatives:
        raise InvalidInput.at(place, "'any_of' needs at least one alternative")
    faces = [face(a, f"{place}/{i}") for i, a in enumerate(alternatives)]
    return Face(tuple(option for f in faces for option in f.options))


@dataclass(frozen=True, init=False)
class Die:
    """A die; its faces are equally likely, and one listed twice is twice as likely (B1).

    A face is a resource ``"wood"``, the empty ``"blank"``, a bundle ``{"wood": 2, "ore": 1}`` of
    which all counts, or a wild ``any_of("wood", "stone")`` of which one counts. ``InvalidInput``
    unless there are 1 to ``MAX_FACES`` faces. A number times a die makes a tuple of such dice.

    >>> Die(["wood", "blank", {"ore": 2}, any_of("wood", "fish")])
    Die(['wood', 'blank', {'ore': 2}, any_of('wood', 'fish')])
    >>> dice = Die(["wood", "stone"]) * 3 + Die(["fish", "blank"]) * 2
    >>> len(dice)
    5
    """

    faces: tuple[Face, ...]

    def __init__(self, faces: Iterable[FaceLike], place: str = "") -> None:
        given = check_each(faces, object, f"{place}/faces", "a resource, a bundle or any_of(...)")
        listed = tuple(face(f, f"{place}/faces/{i}") for i, f in enumerate(given))
        if not 1 <= len(listed) <= MAX_FACES:
            raise InvalidInput.at(f"{place}/faces", f"a die needs 1 to {MAX_FACES} faces")
        object.__setattr__(self, "faces", listed)

    def __mul__(self, count: int) -> tuple[Die, ...]:
        """``count`` dice like this one, at most ``MAX_DICE``."""
        check_range(count, 0, MAX_DICE, "/dice", "the number of dice")
        return (self,) * count

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"Die([{', '.join(map(_written, self.faces))}])"


def _written(face: Face) -> str:
    """A face as a caller writes it."""
    options = [
        repr(dict(o) if len(o) > 1 or (o and o[0][1] > 1) else o[0][0] if o else BLANK)
        for o in face.options
    ]
    return options[0] if len(options) == 1 else f"any_of({', '.join(options)})"


SCAVENGE: Final = Die(["wood", "stone", "ore", "linen", "fish", "blank"]) * 5
"""The assumed dice of the printed game; the rulebook doesn't show their faces."""

SCAVENGE_ASSUMPTION: Final = (
    "The faces of the scavenge dice are assumed: wood, stone, ore, linen, fish, blank."
)


@dataclass(frozen=True, init=False)
class Stage:
    """A stage: the resources it needs (possibly none) and its reward, at least 0 (B4, B8).

    ``need`` maps each resource to its count, 1 to ``MAX_COUNT``; ``reward`` is an exact number:
    an integer, a ``Fraction``, a ``Decimal`` or a text such as ``"5/2"``, but no float.

    >>> Stage({"wood": 2, "stone": 1}, "5/2").reward
    Fraction(5, 2)
    """

    need: Bundle
    reward: Fraction

    def __init__(self, need: Mapping[str, int], reward: Exact, place: str = "") -> None:
        value = exact(reward, f"{place}/reward")
        if value < 0:
            raise InvalidInput.at(f"{place}/reward", "a reward must be at least 0")
        object.__setattr__(self, "need", bundle(need, f"{place}/need"))
        object.__setattr__(self, "reward", value)

    def paying(self, reward: Fraction) -> Stage:
        """The same stage with another reward, of any length."""
        stage = object.__new__(Stage)
        object.__setattr__(stage, "need", self.need)
        object.__setattr__(stage, "reward", reward)
        return stage

    def __str__(self) -> str:
        return ", ".join(f"{count} {name}" for name, count in self.need) or "nothing"


@dataclass(frozen=True, init=False)
class Quest:
    """Stages to complete in order out of one stock of attempts; ``BuildQuest`` asks for its plan.

    ``dice`` are the dice of every roll, 1 to ``MAX_DICE``, by default ``SCAVENGE``: five dice of
    assumed faces. ``attempts`` is the number of rolls for all stages together, from 1 to
    ``MAX_ATTEMPTS``. ``InvalidInput`` names what doesn't fit.

    >>> quest = Quest([Stage({"wood": 2}, 1), Stage({"wood": 3}, 2)], attempts=5)
    >>> len(quest.dice)
    5
    """

    stages: tuple[Stage, ...]
    dice: tuple[Die, ...]
    attempts: int

    def __init__(
        self, stages: Iterable[Stage], dice: Iterable[Die] | None = None, attempts: int = 5
    ) -> None:
        listed = check_each(stages, Stage, "/stages", "a Stage such as Stage({'wood': 2}, 1)")
        thrown = SCAVENGE if dice is None else dice
        thrown = check_each(thrown, Die, "/dice", "a Die; Die([...]) * 5 lists five of a kind")
        object.__setattr__(self, "stages", listed)
        object.__setattr__(self, "dice", thrown)
        object.__setattr__(self, "attempts", attempts)
        check_range(attempts, 1, MAX_ATTEMPTS, "/attempts", "attempts")
        check_range(len(self.stages), 1, MAX_STAGES, "/stages", "the number of stages")
        check_range(len(self.dice), 1, MAX_DICE, "/dice", "the number of dice")
        self._check_reading()

    def _check_reading(self) -> None:
        """Comparing each face's alternatives for each need is work before any size is known."""
        faces = {face for die in set(self.dice) for face in die.faces}
        needs = len({stage.need for stage in self.stages})
        reading = needs * sum(len(face.options) ** 2 for face in faces)
        if reading > MAX_READING:
            raise TooLarge("comparisons of what faces show", reading, MAX_READING)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is assumed rather than printed, and what no die can ever give."""
        assumed = (SCAVENGE_ASSUMPTION,) if self.dice == SCAVENGE else ()
        most = Counter[str]()
        for die in self.dice:
            shown: dict[str, int] = {}
            for name, count in (pair for f in die.faces for o in f.options for pair in o):
                shown[name] = max(count, shown.get(name, 0))
            most.update(shown)
        needs: dict[str, int] = {}
        for name, count in (pair for stage in self.stages for pair in stage.need):
            needs[name] = max(count, needs.get(name, 0))
        missing = [
            f"The dice show at most {most[name]} {name}." if most[name] else f"No die shows {name}."
            for name in sorted(needs)
            if most[name] < needs[name]
        ]
        return (*assumed, *missing)
