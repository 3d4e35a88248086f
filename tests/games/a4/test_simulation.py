"""Games played by the solved policy are won as often as its value says.

Most are slow, and so run by hand: ``pytest -m slow``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.results import Won
from odds.games.a4.sheet import Tile
from odds.games.a4.whole import WholeAdventure
from odds.solving import solve_staged
from tests.games.a4.simulation import Simulation

EXAMPLES = Path(__file__).parents[3] / "examples"
GAMES = 20_000


def small(dice: int = 1, random_order: bool = False) -> WholeAdventure:
    """The cellar with one more room, so that there are two orders."""
    adventure = load_adventure(EXAMPLES / "cellar.toml")
    hero = load_hero(EXAMPLES / "caretaker.toml")
    first, second, last = adventure.tiles
    tiles = (first, second, Tile(3, first.spaces), last)
    return WholeAdventure(replace(adventure, tiles=tiles), hero, dice, random_order)


@pytest.mark.slow
@pytest.mark.parametrize("random_order", [False, True])
@pytest.mark.parametrize("dice", [2, 3])
def test_games_are_won_as_often_as_the_value_says(
    dice: int, random_order: bool, tmp_path: Path
) -> None:
    simulation = Simulation(solve_staged(small(dice, random_order), tmp_path), GAMES, seed=1)
    results = simulation.play()
    assert sum(results.values()) == GAMES
    assert abs(simulation.standard_errors()) < 4


def test_a_simulation_hangs_on_its_seed_alone(tmp_path: Path) -> None:
    solved = solve_staged(small(), tmp_path, workers=1)
    one, again, other = (Simulation(solved, 500, seed) for seed in (1, 1, 2))
    assert one.play() == again.play() != other.play()
    assert abs(one.standard_errors()) < 4
    one.results.update({Won(): 500})
    assert one.standard_errors() > 4
