"""A whole adventure of A4 Quest as a program that is solved once, a turn at a time (A16).

Stage 0 is the setup. Stage ``i`` is the turn that enters the ``i``-th space of the game, the last
one the last space. The boundary is the start of a turn. Which tiles are still to come says how
many spaces are behind the hero, so also in random order a place belongs to one stage (A15).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import blake2b, sha256
from itertools import combinations_with_replacement
from typing import Any

from odds.errors import check_range, check_type
from odds.games.a4.control import Control
from odds.games.a4.effects import every_effect
from odds.games.a4.frames import Arrive, Frame
from odds.games.a4.moments import HERO_DICE, setup, turn_start
from odds.games.a4.pool import MAX_DICE
from odds.games.a4.results import Won
from odds.games.a4.rules import A4Program
from odds.games.a4.sheet import CRYSTALS, FOOD, HP, XP, Adventure, Gain
from odds.games.a4.sheet_hero import Hero
from odds.games.a4.turn import begin_turn
from odds.program import Add, At, Counters, Node, Ranges, StagedProgram


class WholeAdventure(A4Program, StagedProgram[Control]):
    """``adventure`` played by ``hero`` from the setup, with so many ``dice``; an end pays 1 if won.

    The tiles lie in printed order, or with ``random_order`` as they are shuffled (A15):
    ``TooLarge`` if that gives too many places.
    """

    def __init__(
        self,
        adventure: Adventure,
        hero: Hero,
        dice: int = HERO_DICE,
        random_order: bool = False,
    ) -> None:
        check_type(adventure, Adventure, "/adventure", "an Adventure")
        check_type(hero, Hero, "/hero", "a Hero")
        check_range(dice, 1, MAX_DICE, "/dice", "the number of dice")
        super().__init__(adventure, hero, random_order)
        self.dice = dice
        _ = self.sheets.course  # Making it refuses too many places.
        self._digests: dict[Frame, bytes] = {}

    @property
    def title(self) -> str:
        """The sheets, the dice, and the order of the tiles if it is random."""
        adventure, hero = self.sheets.adventure.name, self.sheets.hero.name
        order = ", tiles in random order" if self.sheets.random_order else ""
        return f"{adventure} with {hero}, {self.dice} {'die' if self.dice == 1 else 'dice'}{order}"

    @cached_property
    def identity(self) -> Mapping[str, Any]:
        """The names, digests of all that the sheets say, the number of dice, a random order."""
        adventure, hero = self.sheets.adventure, self.sheets.hero
        return {
            "game": "a4",
            "adventure": adventure.name,
            "hero": hero.name,
            "dice": self.dice,
            "sheets": {"adventure": _digest(adventure), "hero": _digest(hero)},
            **({"order": "random"} if self.sheets.random_order else {}),
        }

    @property
    def start(self) -> tuple[Control, Counters]:
        """The setup, the tracks at the hero's start."""
        return self.canonical(setup(self.dice)), self.sheets.hero.start

    @cached_property
    def ranges(self) -> Ranges:
        """Every value of a track that may fall, others from the start; a hero alive has HP."""
        hero, effects = self.sheets.hero, every_effect(self.sheets.adventure, self.sheets.hero)
        lost = {e.track for e in effects if isinstance(e, Gain) and e.amount < 0}
        falling = {XP, CRYSTALS, FOOD, *lost}
        lowest = [0 if track in falling else start for track, start in enumerate(hero.start)]
        lowest[HP] = 1
        return tuple(zip(lowest, self.maxima, strict=True))

    @property
    def stages(self) -> int:
        """One for the setup and one for each space."""
        return sum(len(tile.spaces) for tile in self.sheets.adventure.tiles) + 1

    def begins(self, stage: int) -> Iterable[Control]:
        """The setup; or every pool before a turn."""
        if stage == 0:
            return [self.start[0]]
        lowest = 1 if stage == 1 else 0  # no die is exhausted before the first turn
        pools = combinations_with_replacement(range(lowest, 7), self.dice)
        turns = self.sheets.course.turns
        places = [place for place, turn in turns.items() if turn == stage - 1]
        return [turn_start(place, pool) for pool in pools for place in places]

    def stage_of(self, control: Control) -> int:
        """Told by the spaces behind the hero, and by whether this turn's is still to be entered."""
        leaving = not control.stack or any(isinstance(f, Arrive) for f in control.stack)
        return self.sheets.course.turns[control.place] + (1 if leaving else 0)

    def step(self, control: Control) -> Node[Control]:
        if not control.stack:
            following = self.canonical(begin_turn(self.sheets, control))
            if self.is_boundary(following):  # Also a turn in which nothing is due is a stage.
                return Add(HP, 0, following)
        return super().step(control)

    def begin(self, control: Control, counters: Counters) -> At[Control]:
        """Past the start of a turn at ``control``, to what is due, perhaps the next one's start."""
        if not control.stack:
            control = self.canonical(begin_turn(self.sheets, control))
            if self.is_boundary(control):
                return At(control, counters)
        return super().begin(control, counters)

    def is_boundary(self, control: Control) -> bool:
        """Nothing is left to be done in the turn."""
        return not control.stack

    def payoff(self, result: Hashable) -> Fraction:
        """1 for a game that is won (A16)."""
        return Fraction(isinstance(result, Won))

    def key(self, control: Control) -> int:
        """A digest of the place, the pool, the crystal's flag and the frames."""
        high, low = divmod(control.place + len(self.sheets.course.openings), 256)
        head = bytes((low, control.crystal_used, *control.pool))
        frames = b"".join(map(self._frame, control.stack))
        digest = blake2b(head + b"/" + frames, digest_size=8, salt=high.to_bytes(2)).digest()
        return int.from_bytes(digest) >> 1

    def _frame(self, frame: Frame) -> bytes:
        found = self._digests.get(frame)
        if found is None:
            text = repr(frame).encode()
            found = self._digests[frame] = blake2b(text, digest_size=16).digest()
        return found


def _digest(sheet: Adventure | Hero) -> str:
    return sha256(repr(sheet).encode()).hexdigest()


@lru_cache(maxsize=8)
def whole_adventure(
    adventure: Adventure, hero: Hero, dice: int, random_order: bool = False
) -> WholeAdventure:
    """The program of these sheets; one that was asked for lately keeps what it has found."""
    return WholeAdventure(adventure, hero, dice, random_order)
