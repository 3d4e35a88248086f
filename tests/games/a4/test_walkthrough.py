"""The opening of the public walkthrough, replayed on the shipped sheets step by step."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from odds.answers import solve
from odds.games.a4.actions import Equip, RerollDice, Rest, TakeBundle, TakeIcon, UseDie
from odds.games.a4.control import Control
from odds.games.a4.frames import Engage, Ready
from odds.games.a4.moments import setup
from odds.games.a4.parts.fight import A4Fight
from odds.games.a4.parts.situation import Situation
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.rules import A4Program
from odds.games.a4.sheet import ATTACK, DEFENCE, XP, EnemyIcon, Gain, Hunt, Quest, Search
from odds.program import At
from tests.games.a4.playing import Game

ABYSS, KNIGHT = load_adventure("into-the-abyss"), load_hero("knight")
SPACES = [space for tile in ABYSS.tiles for space in tile.spaces]


def start() -> Game:
    return Game(A4Program(ABYSS, KNIGHT), setup(4), KNIGHT.start)


def take(game: Game, *labels: Hashable) -> Game:
    for label in labels:
        assert label in game.options
        game = game.take(label)
    return game


def where(game: Game, wanted: Callable[[At[Control]], bool]) -> Game:
    """The one outcome of the roll that is due which is ``wanted``."""
    (state,) = [state for state in game.roll() if wanted(state)]
    return game.at(state)


def test_the_opening_is_legal_and_each_state_is_as_told() -> None:
    game = take(start(), Equip(0))
    assert game.tracks == (2, 3, 5, 0, 0, 1)
    game = take(game.rolled(2, 2, 5, 6), RerollDice(()))

    # Tile 1: quest with a 2, the result is 6.
    assert game.state.control.place == 0
    assert SPACES[0].icons[1] == Quest()
    game = take(game, TakeIcon(1), UseDie(2))
    game = where(game, lambda state: state.counters[XP] == 1)
    assert (game.pool, game.tracks) == ((0, 2, 5, 6), (2, 3, 5, 1, 0, 1))

    # Onto tile 2 with a 2; search -1 with a 5 is a 4: 1 HP or 1 attack.
    game = take(game, UseDie(2))
    assert (game.pool, game.state.control.place) == ((0, 0, 5, 6), 1)
    assert SPACES[1].icons[1] == Search(-1)
    game = take(game, TakeIcon(1), UseDie(5), TakeBundle((Gain(ATTACK, 1),)))

    # An enemy roll of 3 on the +0 space: nobody, as for 1 and 2. Rest, keeping the 6.
    assert (game.pool, game.tracks) == ((0, 0, 0, 6), (3, 3, 5, 1, 0, 1))
    assert SPACES[2].enemy == EnemyIcon(0)
    assert game.roll().probability(nobody(game).state) * 2 == 1
    game = take(nobody(game), Rest(()))
    assert game.state.counters == (3, 3, 5, 1, 0, 0)
    game = game.rolled(1, 3, 3, 6)

    # Search with a 3: 1 HP or 1 defence. Onto tile 3 with the other 3; hunt with the 6.
    assert SPACES[3].icons[1] == Search(0)
    game = take(game, TakeIcon(1), UseDie(3), TakeBundle((Gain(DEFENCE, 1),)))
    assert game.tracks == (3, 4, 5, 1, 0, 0)
    game = take(game, UseDie(3))
    assert SPACES[4].icons[0] == Hunt()
    game = take(game, TakeIcon(0), UseDie(6))

    # A roll of 3 on the +2 space brings the 3/3 enemy.
    assert (game.pool, game.tracks) == ((0, 0, 0, 1), (3, 4, 6, 1, 0, 2))
    assert SPACES[5].enemy == EnemyIcon(2)
    game = where(game, lambda state: strength(state) == (3, 3))
    assert game.options == [UseDie(1)]
    assert game.tracks[ATTACK : DEFENCE + 1] == (3, 4)


def nobody(game: Game) -> Game:
    return where(game, lambda state: strength(state) is None)


def strength(state: At[Control]) -> tuple[int, int] | None:
    """Attack and defence of the enemy that is met."""
    top = state.control.stack[0]
    if isinstance(top, Ready) and isinstance(top.task, Engage):
        return (top.task.enemy.attack, top.task.enemy.defence)
    return None


def test_the_last_fight_as_a_question_of_its_own() -> None:
    tracks = {"attack": 3, "defence": 4, "hp": 6, "xp": 1, "food": 2}
    answer = solve(A4Fight(Situation((1, None, None, None), tracks, space=6)))
    met = {e.enemy: e for e in answer.encounters}
    enemy = next(e for e in met if e and (e.attack, e.defence) == (3, 3))
    assert met[enemy].totals == (5,)
    figures = answer.figures(met[enemy].ends)
    assert figures.win * 6 == 1
    assert figures.damage == {0: figures.win * 2, **dict.fromkeys(range(1, 5), figures.win)}
