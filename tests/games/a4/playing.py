"""Play through the rules by hand: follow choices and collect what can happen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from odds.dist import Dist
from odds.games.a4.control import Control
from odds.games.a4.moments import Scene, part
from odds.games.a4.pool import Pool
from odds.games.a4.results import Died, Phase, Stopped
from odds.games.a4.rules import A4Program
from odds.games.a4.sheet import Adventure, Tracks
from odds.games.a4.sheet_hero import Hero
from odds.program import At, Choose, ProgramProcess

State = At[Control]
Chooser = Callable[[Sequence[Any]], Hashable]
ALONE = part(Phase.ACTION)


def program(adventure: Adventure | None = None, hero: Hero | None = None) -> A4Program:
    return A4Program(adventure or Adventure("none", ()), hero or a_hero())


def a_hero(**changes: Any) -> Hero:
    start = (2, 2, 5, 0, 0, 1)
    return Hero(**{"name": "hero", "start": start, "maxima": (10, 10, 10, 3, 4, 5), **changes})


def tracks(
    attack: int = 2, defence: int = 2, hp: int = 5, xp: int = 0, crystals: int = 0, food: int = 0
) -> Tracks:
    return (attack, defence, hp, xp, crystals, food)


def alone(*pool: int, used: bool = False, pending: Any = (), place: int = 0) -> Scene:
    """A scene that stops after what it asks for."""
    return Scene(place, tuple(sorted(pool)), ALONE, used, pending)


class Game:
    """A state of a program, followed step by step."""

    def __init__(self, rules: A4Program, control: Control, counters: Tracks) -> None:
        self.process = ProgramProcess(rules, [(control, counters)])
        (self.state,) = self.process.initial()

    def at(self, state: State) -> Game:
        game = object.__new__(Game)
        game.process, game.state = self.process, state
        return game

    @property
    def options(self) -> list[Hashable]:
        """What can be chosen; ``[None]`` at a roll, nothing at the end."""
        return [] if self.is_over else list(self.process.actions(self.state))

    @property
    def is_over(self) -> bool:
        return self.process.is_absorbing(self.state)

    @property
    def result(self) -> Hashable:
        return self.process.result(self.state)

    @property
    def pool(self) -> Pool:
        return self.state.control.pool

    @property
    def tracks(self) -> Tracks:
        return self.state.counters

    def take(self, *labels: Hashable) -> Game:
        """Choose these one after the other."""
        game = self
        for label in labels:
            assert isinstance(game.process.program.step(game.state.control), Choose)
            (state,) = game.process.transitions(game.state, label)
            game = game.at(state)
        return game

    def roll(self) -> Dist[State]:
        """What the roll that is due can bring."""
        assert self.options == [None]
        return self.process.transitions(self.state, None)

    def rolled(self, *pool: int) -> Game:
        """The roll that is due brings this pool."""
        (state,) = [s for s in self.roll() if s.control.pool == tuple(sorted(pool))]
        return self.at(state)

    def ends(self, choose: Chooser = lambda options: options[0]) -> Dist[State]:
        """How the game ends where ``choose`` makes all choices."""
        if self.is_over:
            return Dist.certain(self.state)
        moves = self.process.transitions(self.state, choose(self.options))
        return Dist.mixture((self.at(state).ends(choose), w) for state, w in moves.items())


def end(game: Game) -> tuple[Hashable, Pool, Tracks]:
    """Result, pool and tracks of a game without choices or rolls to come."""
    assert game.is_over
    return game.result, game.pool, game.tracks


def died(game: Game) -> bool:
    return game.is_over and isinstance(game.result, Died)


def stopped(game: Game) -> bool:
    return game.is_over and isinstance(game.result, Stopped)
