"""How much work a part of A4 Quest asks for, counted from the sheets without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from odds.dice import D6, multiset_count
from odds.game import Size
from odds.games.a4.action import bundles_at, bundles_of
from odds.games.a4.parts.reach import Reach, Run, capped, exhausted, join, put_back
from odds.games.a4.parts.setting import Setting
from odds.games.a4.pool import Pool
from odds.games.a4.sheet import (
    CRYSTALS,
    FOOD,
    HP,
    XP,
    Boss,
    Bundle,
    Direct,
    Effect,
    Enemy,
    Gain,
    Hunt,
    Icon,
    Quest,
    Recover,
    Reroll,
    Search,
    StartFight,
)

Event = Sequence[Bundle]
"""Something that may happen once, and brings one of these bundles."""


def part_size(setting: Setting, events: Sequence[Event], dice: int, rounds: int = 1) -> Size:
    """An estimate from above of the states and choices of a part with ``dice`` dice in all.

    All pools times all tracks, of which few meet, outweigh the moments at which one state can be.
    ``events`` come besides the ability and what is pending; ``rounds`` is how many waves are solved
    together.
    """
    hero, state = setting.hero, setting.situation
    happening = [*events, (state.pending,)] if state.pending else list(events)
    if hero.ability and not state.crystal_used:
        happening.append(hero.ability)
    brought = [effect for event in happening for bundle in event for effect in bundle]
    levels = most_levels(setting, points(brought))
    happening += [[bonus.effects for bonus in hero.level_ups]] * levels
    brought += [effect for bonus in hero.level_ups for effect in bonus.effects] * min(levels, 1)
    pools = sum(multiset_count(count, 7) for count in range(max(0, dice - 2), dice + 1))
    steps = 1 + sum(e.count for e in brought if isinstance(e, Reroll | Recover))
    states = pools * _tracks(setting, happening, brought, levels) * steps * rounds
    return Size(states, states * (7 + len(hero.level_ups) + len(hero.ability)))


def moved_by(effects: Iterable[Effect], track: int, sign: int = 1) -> int:
    """The most points by which these effects raise a track, or with ``sign`` -1 lower it.

    Gains and losses are summed apart: a track's ends may cut either.
    """
    gains = (e for e in effects if isinstance(e, Gain) and e.track == track)
    return sum(max(0, sign * gain.amount) for gain in gains)


def most_moved(event: Iterable[Bundle], track: int, sign: int = 1) -> int:
    """The same of the one of several bundles that moves the track most."""
    return max((moved_by(bundle, track, sign) for bundle in event), default=0)


def points(effects: Iterable[Effect]) -> int:
    """The most points of XP that these effects bring."""
    return moved_by(effects, XP)


def most_levels(setting: Setting, gained: int) -> int:
    """The most level-ups that so many points of XP lead to; each may bring points itself (A11)."""
    last = setting.hero.maxima[XP]
    extra = max((points(bonus.effects) for bonus in setting.hero.level_ups), default=0)
    levels, total = 0, setting.tracks[XP] + gained
    while levels < total // (last + 1):
        levels, total = levels + 1, total + min(extra, last)
    return levels


def ways_to_level(setting: Setting, levels: int) -> int:
    """How many sequences of at most so many level-up bonuses there are."""
    return sum(len(setting.hero.level_ups) ** count for count in range(levels + 1))


def _tracks(
    setting: Setting, happening: Sequence[Event], brought: Sequence[Effect], levels: int
) -> int:
    """How many values the tracks, the ability's flag and the level-ups taken can have together.

    At most as many as there are histories of what may happen, and values of the tracks that move.
    """
    maxima = setting.hero.maxima
    moved = {effect.track for effect in brought if isinstance(effect, Gain)}
    hp = maxima[HP] if HP in moved else setting.tracks[HP]
    moved |= {CRYSTALS} if setting.hero.ability else set()
    values = 2 * prod(maxima[track] + 1 for track in moved - {HP}) * ways_to_level(setting, levels)
    histories = prod(1 + sum(map(bool, event)) for event in happening)
    return min(values, histories) * (hp + 1)


def _values(setting: Setting, events: Sequence[Event], every_hp: bool) -> int:
    """How many values all tracks but XP can have together while the hero lives.

    Spending a crystal doesn't count: the ability's flag tells of it.
    """
    hero, state = setting.hero, setting.situation
    happening = [*events, (state.pending,), hero.ability if not state.crystal_used else ()]
    gained = sum(most_moved(event, XP) for event in happening)
    levels = most_levels(setting, gained)
    happening += [[bonus.effects for bonus in hero.level_ups]] * levels
    values = 1
    for track, (value, last) in enumerate(zip(setting.tracks, hero.maxima, strict=True)):
        gains = [_bounds_of(event, track) for event in happening]
        high = min(last, value + sum(most for _, most in gains))
        if track == HP:
            values *= last if every_hp else max(high, 1)
        elif track != XP:
            low = max(0, value + sum(least for least, _ in gains))
            values *= high - low + 1
    return values


def _bounds_of(event: Event, track: int) -> tuple[int, int]:
    """How far a track may fall in an event, as a negative number, and how far it may rise."""
    return -most_moved(event, track, -1), most_moved(event, track)


def icon_bundles(setting: Setting, icon: Icon) -> tuple[Bundle, ...]:
    """All that an icon may bring, whatever the die."""
    if isinstance(icon, Direct):
        return icon.options
    adventure = setting.adventure
    tables = {Hunt: adventure.hunt, Search: adventure.search, Quest: adventure.quest}
    return tuple(bundle for row in tables[type(icon)] for bundle in row.options)


def fight_size(setting: Setting, enemies: Sequence[Enemy]) -> Size:
    """An estimate from above of the states and choices of a fight with each of ``enemies``."""
    state = setting.situation
    run = Run(setting, [effect for enemy in enemies for effect in enemy.special])
    for enemy in enemies:
        reach = run.begin([setting.pool])
        if state.die is None:
            reach = run.fight(enemy, reach)
        elif state.d6 is None:
            reach = run.engaged(enemy, state.die, reach)
        else:
            reach = run.clash(enemy, state.die, [state.d6], reach)
        run.count(reach, 0)
    return run.size


def action_size(setting: Setting, icons: Sequence[Icon], *, chosen: bool) -> Size:
    """An estimate from above of the states and choices of an action or a rest.

    ``chosen`` says that it is the one icon given, with the die still to be chosen.
    """
    adventure, hero = setting.adventure, setting.hero
    effects = [e for icon in icons for bundle in icon_bundles(setting, icon) for e in bundle]
    if any(isinstance(effect, StartFight) for effect in effects):
        effects += [e for row in adventure.enemies if row.enemy for e in row.enemy.special]
        effects += [e for bonus in hero.level_ups for e in bonus.effects]
    run = Run(setting, effects)
    reach = run.begin([setting.pool])
    if not chosen:
        reach = run.moment(reach)
        run.count(reach, len(icons))
        brought = [*setting.situation.pending, *(e for bundle in hero.ability for e in bundle)]
        gains = any(isinstance(e, Gain) and e.track == FOOD for e in brought)
        if setting.tracks[FOOD] or gains or points(brought):
            run.rest(reach)
    for icon in icons:
        run.count(_icon(run, setting, icon, reach), 0)
    return run.size


def _icon(run: Run, setting: Setting, icon: Icon, reach: Reach) -> Reach:
    """A die is chosen for the icon, exhausted, and brings something (A8)."""
    adventure, used = setting.adventure, run.ready(reach, moment=False)
    if isinstance(icon, Direct):
        return run.pick(icon.options, exhausted(reach))
    if isinstance(icon, Quest):
        rolled = exhausted(reach)
        run.count(rolled)
        found = dict.fromkeys(bundles_at(adventure.quest, d6) for d6 in D6)
        return join(*(run.pick(bundles, rolled) for bundles in found))
    return join(
        *(run.pick(bundles_of(icon, die, adventure), put_back(r)) for die, r in used.items())
    )


def boss_size(
    setting: Setting, boss: Boss, boss_hp: int, pools: Iterable[Pool], *, every_hp: bool = False
) -> Size:
    """An estimate from above of the states and choices of the boss from each of ``pools``.

    With ``every_hp`` it begins with every HP that the hero can have.
    """
    state = setting.situation
    waves = boss.waves[(state.wave or 1) - 1 :]
    run = Run(setting, [effect for wave in waves for effect in wave.effect])
    tracks = _values(setting, [[wave.effect] for wave in waves], every_hp)
    most = tracks * boss_hp
    reach = run.begin(pools, setting.hero.maxima[HP] if every_hp else 1)
    ways = 0
    for number, wave in enumerate(waves):
        begun = number == 0 and setting.phase != "wave"
        reach = capped(reach if begun else run.do(wave.effect, reach), most)
        if begun and state.die is not None and state.d6 is not None:
            dice = {state.die: run.moment(reach)}
        else:
            dice = run.ready(run.moment(reach))
            if boss.adds_die:
                dice = {die: run.clash_with_boss(r) for die, r in dice.items()}
        reach = put_back(join(*dice.values()))
        ways += sum(reach.values())
        reach = capped(reach, most)
    run.states += min(ways, 3 * (setting.hero.maxima[XP] + 1) * tracks)  # won, unbeaten, dead
    return run.size
