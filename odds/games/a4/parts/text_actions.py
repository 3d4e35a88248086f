"""A player's choices in A4 Quest in words, and as objects of an answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from odds.format import joined
from odds.games.a4.actions import (
    Equip,
    KeepCrystal,
    KeepDice,
    LevelUp,
    RerollDice,
    RerollDie,
    Rest,
    SetDie,
    TakeBundle,
    TakeIcon,
    UseCrystal,
    UseDie,
)
from odds.games.a4.control import Sheets
from odds.games.a4.effects_text import write_effect
from odds.games.a4.pool import EXHAUSTED, Pool
from odds.games.a4.sheet import Bundle, Direct, Effect, Hunt, Icon, Quest, Search

if TYPE_CHECKING:
    from odds.games.a4.answers import ActionOut
    from odds.games.a4.parts.common import Choice

LABELS: Final = ("attack", "defence", "HP", "XP", "crystals", "food")
"""The tracks as a sentence names them."""

Ways = dict[type, Callable[[Any, Sheets, int], "ActionOut"]]


def die_text(die: int) -> str:
    """A die by its value."""
    return "an exhausted die" if die == EXHAUSTED else f"the {die}"


def dice_text(dice: Sequence[int]) -> str:
    """Several dice by their values."""
    return joined(map(die_text, dice)) if dice else "nothing"


def pool_text(pool: Pool) -> str:
    """A pool as it lies, highest first; ``-`` is an exhausted die."""
    return " ".join("-" if die == EXHAUSTED else str(die) for die in reversed(pool)) or "no dice"


def shown_pool(pool: Pool) -> list[int | None]:
    """A pool as an answer holds it, highest first."""
    return [None if die == EXHAUSTED else die for die in reversed(pool)]


def bundle_text(bundle: Bundle) -> str:
    """The effects of a bundle in the notation of the sheets."""
    return ", ".join(map(write_effect, bundle)) or "nothing"


def effects(bundle: Iterable[Effect]) -> list[str]:
    """The effects of a bundle as an answer holds them."""
    return [write_effect(effect) for effect in bundle]


def icon_text(icon: Icon) -> str:
    """An icon as a sheet writes it; a direct effect by what it brings."""
    if isinstance(icon, Direct):
        return " or ".join(map(bundle_text, icon.options))
    if isinstance(icon, Search):
        return f"search {icon.modifier:+}" if icon.modifier else "search"
    return {Hunt: "hunt", Quest: "quest"}[type(icon)]


def _die(value: int) -> int | None:
    return None if value == EXHAUSTED else value


_OBJECTS: Final[Ways] = {
    Equip: lambda a, s, _: {"do": "equip", "name": s.hero.equipment[a.index].name},
    RerollDice: lambda a, _s, _p: {"do": "reroll_dice", "dice": list(a.dice)},
    UseDie: lambda a, _s, _p: {"do": "use_die", "die": a.value},
    RerollDie: lambda a, _s, _p: {"do": "reroll_die", "die": _die(a.value)},
    SetDie: lambda a, _s, _p: {"do": "set_die", "to": a.value},
    KeepDice: lambda _a, _s, _p: {"do": "keep_dice"},
    UseCrystal: lambda a, s, _: {"do": "use_crystal", "effects": effects(s.hero.ability[a.index])},
    KeepCrystal: lambda _a, _s, _p: {"do": "keep_crystal"},
    TakeIcon: lambda a, s, place: {
        "do": "icon",
        "icon": a.index,
        "name": icon_text(s.spaces[place].icons[a.index]),
    },
    Rest: lambda a, _s, _p: {"do": "rest", "reroll": list(a.dice)},
    TakeBundle: lambda a, _s, _p: {"do": "take", "effects": effects(a.bundle)},
    LevelUp: lambda a, s, _: {"do": "level_up", "name": s.hero.level_ups[a.index].name},
}

_TEXTS: Final[dict[str, Callable[[ActionOut], str]]] = {
    "equip": lambda o: f"take the {o['name']}",
    "reroll_dice": lambda o: f"re-roll {dice_text(o['dice'])}",
    "use_die": lambda o: f"use the {o['die']}",
    "reroll_die": lambda o: f"re-roll {die_text(o['die'] or EXHAUSTED)}",
    "set_die": lambda o: f"set an exhausted die to {o['to']}",
    "keep_dice": lambda _: "leave the dice",
    "use_crystal": lambda o: f"spend a crystal ({', '.join(o['effects'])})",
    "keep_crystal": lambda _: "keep the crystal",
    "icon": lambda o: f"{o['name']}",
    "rest": lambda o: f"rest, re-rolling {dice_text(o['reroll'])} too" if o["reroll"] else "rest",
    "take": lambda o: f"take {', '.join(o['effects'])}",
    "level_up": lambda o: f"take {o['name']}",
}


def action_object(action: Hashable, sheets: Sheets, place: int) -> ActionOut:
    """A choice as an answer holds it; ``place`` is the space whose icons it may name."""
    return _OBJECTS[type(action)](action, sheets, place)


def action_text(action: Hashable, sheets: Sheets, place: int) -> str:
    """A choice in words, without a capital letter."""
    found = action_object(action, sheets, place)
    return _TEXTS[found["do"]](found)


def actions_text(actions: Sequence[Hashable], sheets: Sheets, place: int) -> str:
    """Choices that follow one another, in words.

    A crystal kept goes without saying, unless one is spent next: to spend it at once is another
    choice.
    """
    said = [
        action
        for action, after in zip_longest(actions, actions[1:])
        if not isinstance(action, KeepCrystal) or isinstance(after, UseCrystal)
    ] or actions[:1]
    return ", then ".join(action_text(action, sheets, place) for action in said)


def ways_text(choices: Sequence[Choice]) -> str:
    """A remark where several choices tie for the best; none where one is best."""
    count = sum(choice.best for choice in choices)
    return f" ({count} choices tie)" if count > 1 else ""


def ranges_text(totals: Sequence[int]) -> str:
    """Ascending whole numbers with runs joined: ``4``, ``4-6``, ``4, 6-9``."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def sentence(text: str) -> str:
    """``text`` with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."
