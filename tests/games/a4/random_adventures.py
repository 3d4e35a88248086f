"""Small random adventures and heroes, made so that the odd cases of the rules happen often.

Everything is small enough for the oracle: mostly 1 or 2 dice, low tracks, 1 to 4 spaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from odds.games.a4.sheet import (
    ATTACK,
    CRYSTALS,
    DEFENCE,
    FOOD,
    HP,
    XP,
    Adventure,
    Boss,
    Bundle,
    Direct,
    Effect,
    Enemy,
    EnemyIcon,
    EnemyRow,
    ExhaustHighest,
    Gain,
    Hunt,
    Icon,
    Quest,
    Recover,
    Reroll,
    Row,
    Search,
    Space,
    StartFight,
    Tile,
    Tracks,
    Wave,
)
from odds.games.a4.sheet_hero import Hero, Named


@dataclass(frozen=True)
class Case:
    """An adventure to be solved, and one turn of it to start from instead of the setup."""

    adventure: Adventure
    hero: Hero
    dice: int
    rerolls: int
    space: int
    pool: tuple[int, ...]
    tracks: Tracks


def adventures(seed: int, count: int) -> Iterator[Case]:
    """``count`` adventures of 1 to 3 tiles and 1 to 4 spaces."""
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        sizes = rng.choice([(1,), (2,), (1, 1), (1, 1), (2, 1), (1, 2), (1, 1, 1), (1, 2, 1)])
        yield _case(rng, sizes)


def shuffled_adventures(seed: int, count: int) -> Iterator[Case]:
    """``count`` adventures of 2 to 5 tiles, for play in random order; milder ones."""
    for number in range(count):
        rng = Random(f"shuffled {seed}/{number}")
        sizes = rng.choice([(1, 1), (1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1), (1, 2, 1, 1), (1,) * 5])
        yield _case(rng, sizes)


def _case(rng: Random, sizes: tuple[int, ...]) -> Case:
    spaces = sum(sizes)
    dice = rng.choice({1: [1, 2, 2, 3], 2: [1, 2, 2, 2], 3: [1, 1, 2]}.get(spaces, [1]))
    adventure = _adventure(rng, sizes)
    hero = _hero(rng, long=spaces > 3)
    pool = tuple(sorted(rng.choice([0, 0, 1, 2, 3, 4, 5, 6]) for _ in range(dice)))
    return Case(
        *(adventure, hero, dice, rng.choice([0, 1, 2, 2, 2])),
        *(rng.randrange(spaces), pool, _tracks(rng, hero.maxima)),
    )


# Effects


def _gain(rng: Random) -> Gain:
    track = rng.choice([ATTACK, DEFENCE, HP, HP, XP, XP, CRYSTALS, FOOD])
    return Gain(track, rng.choice([1, 1, 1, 2, -1, -1, -2]))


def _effect(rng: Random) -> Effect:
    """Anything but a fight."""
    if rng.random() < 0.6:
        return _gain(rng)
    count = rng.randint(1, 2)
    effects: list[Effect] = [Reroll(count), Recover(count), Recover(count, any_value=True)]
    return rng.choice([*effects, ExhaustHighest()])


def _bundle(rng: Random, most: int, fights: float = 0.0) -> Bundle:
    size = rng.choice([1, 1, 2, 2, 3])
    effects = [_effect(rng) for _ in range(min(size, most))]
    if rng.random() < fights:
        effects.insert(rng.randint(0, len(effects)), StartFight(rng.randint(-1, 3)))
    return tuple(effects)


def _options(rng: Random, fights: float = 0.0) -> tuple[Bundle, ...]:
    return tuple(_bundle(rng, 3, fights) for _ in range(rng.choice([1, 1, 2])))


# The adventure


def _adventure(rng: Random, sizes: tuple[int, ...]) -> Adventure:
    boss = _boss(rng) if rng.random() < 0.7 else None
    tiles = []
    for number, size in enumerate(sizes):
        spaces = [_space(rng, 0.6 if sum(sizes) < 4 else 0.2) for _ in range(size)]
        if boss is not None and number == len(sizes) - 1:
            spaces[-1] = Space(boss=True)
        cost = rng.randint(1, 6 if len(sizes) < 4 else 3) if number else 0
        tiles.append(Tile(cost, tuple(spaces)))
    return Adventure(
        name="random",
        tiles=tuple(tiles),
        enemies=_enemies(rng),
        hunt=_table(rng),
        search=_overlapping(rng),
        quest=_table(rng),
        boss=boss,
    )


def _space(rng: Random, enemies: float) -> Space:
    enemy = None
    if rng.random() < enemies:
        enemy = EnemyIcon(rng.randint(-2, 3))
        if rng.random() < 0.2:
            enemy = EnemyIcon(total=rng.randint(0, 9))
    icons = rng.sample(_icons(rng), rng.choice([0, 1, 1, 1, 2]))
    return Space(enemy, tuple(icons))


def _icons(rng: Random) -> list[Icon]:
    return [Hunt(), Quest(), Search(rng.randint(-1, 2)), Direct(_options(rng, fights=0.5))]


def _enemies(rng: Random) -> tuple[EnemyRow, ...]:
    """Two or three rows that join; below, above or in the first one nobody may stand."""
    low = rng.randint(1, 3)
    rows = []
    for number in range(rng.randint(2, 3)):
        high = low + rng.randint(1, 2)
        special = _bundle(rng, 2) if rng.random() < 0.6 else ()
        enemy = Enemy(rng.randint(0, 4), rng.randint(0, 3), rng.randint(0, 2), special)
        nobody = number == 0 and rng.random() < 0.5
        rows.append(EnemyRow(low, high, None if nobody else enemy))
        low = high + 1
    if rng.random() < 0.5:
        rows[-1] = EnemyRow(rows[-1].low, None, rows[-1].enemy)
    return tuple(rows)


def _table(rng: Random) -> tuple[Row, ...]:
    """Rows that don't overlap, perhaps with gaps, perhaps open at the end."""
    rows: list[Row] = []
    low = rng.randint(1, 2)
    while low <= 6:
        high: int | None = low + rng.randint(0, 2)
        if low >= 5 and rng.random() < 0.5:
            high = None
        rows.append(Row(low, high, _options(rng, fights=0.2)))
        low = 7 if high is None else high + rng.choice([1, 1, 1, 2])
    return tuple(rows)


def _overlapping(rng: Random) -> tuple[Row, ...]:
    """Two to four rows at will."""
    rows = []
    for _ in range(rng.randint(2, 4)):
        low = rng.randint(0, 6)
        high = rng.choice([low, low + 1, low + 2, None])
        rows.append(Row(low, high, _options(rng, fights=0.2)))
    return tuple(rows)


def _boss(rng: Random) -> Boss:
    adds_die = rng.random() < 0.4
    waves = []
    for _ in range(rng.choice([1, 2, 2, 3])):
        effect = _bundle(rng, 2) if rng.random() < 0.5 else ()
        attack, defence = rng.randint(1, 6), rng.randint(0, 4)
        if adds_die:
            attack, defence = attack // 2, defence // 3
        waves.append(Wave(attack, defence, effect))
    return Boss(rng.choice([1, 1, 2, 2, 3, 4, 5]), tuple(waves), adds_die)


# The hero


def _hero(rng: Random, long: bool) -> Hero:
    maxima = (
        *(
            rng.randint(1, 3),
            rng.randint(1, 3),
            rng.choice([3, 4] if long else [1, 2, 2, 3, 3]),
            3,
        ),
        *(rng.choice([0, 1, 1, 1, 2]), rng.choice([1, 2] if long else [0, 1, 1, 1, 2])),
    )
    start = list(_tracks(rng, maxima))
    equipment = tuple(
        Named(f"equipment {number}", _equipment(rng, start)) for number in range(rng.randint(0, 2))
    )
    level_ups = tuple(
        Named(f"bonus {number}", _level_up(rng)) for number in range(rng.randint(0, 2))
    )
    ability = tuple(_ability(rng) for _ in range(rng.choice([0, 1, 1, 1, 2])))
    return Hero("random", tuple(start), maxima, equipment, level_ups, ability)


def _tracks(rng: Random, maxima: Tracks) -> Tracks:
    """Few HP, often, and the next level often near."""
    tracks = [rng.randint(0, most) for most in maxima]
    tracks[HP] = rng.choice([1, maxima[HP], maxima[HP]])
    tracks[CRYSTALS] = rng.randint(min(1, maxima[CRYSTALS]), maxima[CRYSTALS])
    if rng.random() < 0.2:
        tracks[CRYSTALS] = 0
    tracks[XP] = rng.choice([1, 2, 2, 3, 3])
    return tuple(tracks)


def _equipment(rng: Random, start: list[int]) -> Bundle:
    """Only tracks: there are no dice yet. No level-up, whose bonus might need dice."""
    gains = [_gain(rng) for _ in range(rng.randint(1, 2))]
    room = 3 - start[XP]
    if sum(gain.amount for gain in gains if gain.track == XP and gain.amount > 0) > room:
        return (Gain(ATTACK, 1),)
    return tuple(gains)


def _level_up(rng: Random) -> Bundle:
    """Often a crystal; never so much XP that one level leads to the next without end."""
    effects = [Gain(XP, 1) if _is_xp(effect) else effect for effect in _bundle(rng, 2)]
    if rng.random() < 0.5:
        effects.insert(rng.randint(0, len(effects)), Gain(CRYSTALS, 1))
    return tuple(effects)


def _ability(rng: Random) -> Bundle:
    """Mostly one plain good thing, so that its moment matters."""
    if rng.random() < 0.3:
        return _bundle(rng, 2)
    gain = Gain(rng.choice([ATTACK, DEFENCE, HP, HP, FOOD]), 1)
    return (rng.choice([gain, gain, Reroll(1), Recover(1), Recover(1, any_value=True)]),)


def _is_xp(effect: Effect) -> bool:
    return isinstance(effect, Gain) and effect.track == XP
