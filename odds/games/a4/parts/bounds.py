"""How much work a part of A4 Quest asks for, counted from the sheets without playing it."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from odds.dice import multiset_count
from odds.game import Size
from odds.games.a4.parts.situation import Setting
from odds.games.a4.sheet import CRYSTALS, HP, XP, Bundle, Effect, Gain, Recover, Reroll

Event = Sequence[Bundle]
"""Something that may happen once, and brings one of these bundles."""


def part_size(
    setting: Setting, events: Sequence[Event], dice: int, xp: int = 0, rounds: int = 1
) -> Size:
    """An estimate from above of the states and choices of a part with ``dice`` dice in all.

    All pools times all tracks, of which few meet, outweigh the moments at which one state can be.
    ``events`` come besides the ability and what is pending; ``xp`` is the most that can be gained
    besides theirs; ``rounds`` is how many fights, waves or actions are solved together.
    """
    hero, state = setting.hero, setting.situation
    happening = [*events, (state.pending,)] if state.pending else list(events)
    if hero.ability and not state.crystal_used:
        happening.append(hero.ability)
    brought = [effect for event in happening for bundle in event for effect in bundle]
    gained = xp + sum(e.amount for e in brought if isinstance(e, Gain) and e.track == XP)
    levels = (setting.tracks[XP] + max(0, gained)) // (hero.maxima[XP] + 1)
    happening += [[bonus.effects for bonus in hero.level_ups]] * levels
    brought += [effect for bonus in hero.level_ups for effect in bonus.effects] * min(levels, 1)
    pools = sum(multiset_count(count, 7) for count in range(max(0, dice - 2), dice + 1))
    steps = 1 + sum(e.count for e in brought if isinstance(e, Reroll | Recover))
    states = pools * _tracks(setting, happening, brought, xp) * steps * rounds
    return Size(states, states * (7 + len(hero.level_ups) + len(hero.ability)))


def _tracks(
    setting: Setting, happening: Sequence[Event], brought: Sequence[Effect], xp: int
) -> int:
    """How many values the tracks and the ability's flag can take together.

    At most as many as there are histories of what may happen, and values of the tracks that move.
    """
    maxima = setting.hero.maxima
    moved = {effect.track for effect in brought if isinstance(effect, Gain)}
    hp = maxima[HP] if HP in moved else setting.tracks[HP]
    moved |= {CRYSTALS} if setting.hero.ability else set()
    moved |= {XP} if xp else set()
    values = 2 * prod(maxima[track] + 1 for track in moved - {HP})
    histories = prod(1 + sum(map(bool, event)) for event in happening) * (2 if xp else 1)
    return min(values, histories) * (hp + 1)
