"""A whole game at a scripted terminal: what is asked, shown, taken back and ended."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from odds.games.a4.commands_whole import _Screen
from odds.games.a4.parts.adventure import A4Adventure, SolvedAdventure
from odds.games.a4.playing import Game, new_game
from odds.games.a4.reading import load_adventure, load_hero
from odds.games.a4.results import Died, Unbeaten, Won
from odds.games.a4.sheet import EnemyIcon, Space, Tile
from odds.program import End
from odds.wholes import solve_whole

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def cellar(tmp_path_factory: pytest.TempPathFactory) -> SolvedAdventure:
    sheets = (
        load_adventure(ROOT / "examples" / "cellar.toml"),
        load_hero(ROOT / "examples" / "caretaker.toml"),
    )
    store = tmp_path_factory.mktemp("played")
    return solve_whole(A4Adventure(*sheets, dice=3), store=store, workers=1)


class Script:
    """Types what it is given, and then nothing more; keeps all that is shown."""

    def __init__(self, typed: Iterable[str]) -> None:
        self.typed = iter(typed)
        self.lines: list[str] = []

    def read(self, prompt: str) -> str:
        try:
            answer = next(self.typed)
        except StopIteration:
            raise EOFError from None
        self.lines.append(prompt + answer)
        return answer

    def write(self, line: str) -> None:
        self.lines.append(line)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)


class Dice(Script):
    """Takes the first choice, or any, and rolls what it is asked to roll."""

    def __init__(self, seed: int, wild: bool) -> None:
        super().__init__([])
        self.rng, self.wild, self.options = Random(seed), wild, 0

    def read(self, prompt: str) -> str:
        if prompt.startswith("Enter ends"):
            answer = ""
        elif "choice" in prompt:
            answer = str(self.rng.randint(1, self.options)) if self.wild else ""
        else:
            count = int(found[1]) if (found := re.search(r"(\d) dice", prompt)) else 1
            answer = " ".join(str(self.rng.randint(1, 6)) for _ in range(count))
        self.lines.append(prompt + answer)
        return answer

    def write(self, line: str) -> None:
        if found := re.match(r" +(\d+)  ", line):
            self.options = int(found[1])
        super().write(line)


def play(cellar: SolvedAdventure, typed: Iterable[str]) -> tuple[str, Game]:
    script = Script(typed)
    game = new_game(cellar.question.program, cellar.solved, script)
    game.play()
    return script.text, game


@pytest.mark.parametrize("seed", range(30))
def test_every_game_comes_to_its_end(cellar: SolvedAdventure, seed: int) -> None:
    dice = Dice(seed, wild=seed % 2 == 1)
    game = new_game(cellar.question.program, cellar.solved, dice)
    game.play()
    node = cellar.question.program.step(game.state.control)
    assert isinstance(node, End)
    said = {Won: "You have won!", Died: "Your HP is 0", Unbeaten: "No wave is left"}
    assert dice.lines[-2].startswith(said[type(node.result)])
    assert dice.lines[-1] == "Enter ends the game, u takes the last answer back: "


@pytest.mark.no_cover  # tracing would take as long as the test
def test_best_play_wins_as_often_as_it_says(cellar: SolvedAdventure) -> None:
    """400 games: four standard errors are 10 points of a percentage."""
    won = 0
    for seed in range(400):
        game = new_game(cellar.question.program, cellar.solved, Dice(seed, wild=False))
        game.play()
        node = cellar.question.program.step(game.state.control)
        won += isinstance(node, End) and isinstance(node.result, Won)
    assert abs(won / 400 - float(cellar.win.value)) < 0.1


def test_a_game_begins_with_the_setup(cellar: SolvedAdventure) -> None:
    text, _ = play(cellar, ["", "2 5 1", "", "31", "q"])
    assert "Before the first space: attack 2, defence 1, HP 3, XP 1" in text
    assert re.search(r"^   1  take the Broom +\d\d\.\d{3}%$", text, re.MULTILINE)
    assert re.search(r"^   2  take the Bucket +\d\d\.\d{3}%  -\d+\.\d{3}$", text, re.MULTILINE)
    assert "Roll 3 dice: 2 5 1\nThe dice to re-roll, once:\n   1  re-roll the 1 and the 2 " in text
    assert "Space 1 of 4: attack 3, defence 1, HP 3" in text
    assert "dice 5 3 1; you win with " in text
    assert text.endswith("The game ends here.")


def test_what_is_mistyped_is_asked_again(cellar: SolvedAdventure) -> None:
    typed = ["3", "0", "x", "?", "1", "7 1 1", "1 1", "1 x 1", "6,6,6"]
    text, game = play(cellar, typed)
    assert text.count("A number from 1 to 2, please.") == 3
    assert text.count("3 dice from 1 to 6, please: 6 2 5, say.") == 3
    assert text.count("Type the number of a choice") == 2
    assert game.state.control.pool == (6, 6, 6)


def test_answers_are_taken_back_one_by_one(cellar: SolvedAdventure) -> None:
    text, game = play(cellar, ["u", "2", "1 1 1", "u", "u", "1", "666"])
    assert text.count("There is nothing to take back.") == 1
    assert text.count("Taken back.") == 2
    assert game.state.control.pool == (6, 6, 6)
    assert game.state.counters[0] == 3
    assert game.state.counters[1] == 1


def test_at_the_end_only_enter_ends_it(cellar: SolvedAdventure) -> None:
    class Slipping(Dice):
        """Types something else twice, and then Enter."""

        slips = 2

        def read(self, prompt: str) -> str:
            found = super().read(prompt)
            if prompt.startswith("Enter ends") and self.slips:
                self.slips -= 1
                return "x"
            return found

    table = Slipping(0, wild=False)
    new_game(cellar.question.program, cellar.solved, table).play()
    assert table.slips == 0
    assert table.text.count("Enter ends the game") == 3


def test_also_the_last_answer_is_taken_back(cellar: SolvedAdventure) -> None:
    class Doubting(Dice):
        """Takes the last roll back, twice, and then agrees to the end."""

        doubts = 2

        def read(self, prompt: str) -> str:
            if prompt.startswith("Enter ends") and self.doubts:
                self.doubts -= 1
                self.lines.append(prompt + "u")
                return "u"
            return super().read(prompt)

    for seed in range(10):
        table = Doubting(seed, wild=True)
        game = new_game(cellar.question.program, cellar.solved, table)
        game.play()
        assert table.text.count("Taken back.") == 2
        assert isinstance(cellar.question.program.step(game.state.control), End)


def test_what_is_due_and_why_hp_is_paid_is_told(cellar: SolvedAdventure) -> None:
    text = "\n".join(
        table.text for table in (played(cellar, seed, wild=True) for seed in range(40))
    )
    for due in (
        "Moving on costs a die of [23] or more:\n(   1  use the|You use the)",
        "The die against the enemy with attack 3, defence 2:\n(   1  use the|You use the)",
        "Your action:\n   1  ",
        "You gain a level:\n   1  take (Nerve|Second breath)",
        r"HP \d to \d\.\nNo die is high enough to move on, so 1 HP is paid to re-roll one\.\n",
        "The die to re-roll:\n(   1  re-roll|You re-roll)",
        r"No die is active, so 1 HP is paid to roll an exhausted one\.\nRoll a die: ",
        "The die against the wave:\n(   1  use the|You use the)",
    ):
        assert re.search(due, text), due


def played(cellar: SolvedAdventure, seed: int, wild: bool) -> Dice:
    dice = Dice(seed, wild)
    new_game(cellar.question.program, cellar.solved, dice).play()
    return dice


def test_enemies_and_fights_are_told(cellar: SolvedAdventure) -> None:
    dice = Dice(2, wild=False)
    new_game(cellar.question.program, cellar.solved, dice).play()
    assert re.search(r"An enemy may come: roll a d6 \(the sheet adds \+1\): \d", dice.text)
    assert re.search(r"Total \d: (nobody comes|an enemy comes, attack \d)", dice.text)


def test_waves_are_told_as_they_come(cellar: SolvedAdventure) -> None:
    seen = set()
    for seed in range(30):
        dice = Dice(seed, wild=False)
        new_game(cellar.question.program, cellar.solved, dice).play()
        waves = [line for line in dice.lines if line.startswith("Wave ")]
        assert bool(waves) == any(line.startswith("The boss: ") for line in dice.lines)
        if waves:
            assert waves[0] == "Wave 1 of 2: attack 6, defence 6; the boss has 4 HP."
        for line in waves[1:]:
            assert re.fullmatch(r"Wave 2 of 2: attack 6, defence 5; the boss has [1-4] HP\.", line)
        seen.add(len(waves))
    assert seen == {0, 1, 2}


def test_the_page_shows_a_true_game(cellar: SolvedAdventure) -> None:
    """What the pages show of a game is what it says to what is typed there."""
    page = (ROOT / "examples" / "a4.md").read_text(encoding="utf-8")
    shown = page.split("<!-- a game -->\n```text\n")[1].split("\n```")[0]
    prompts = r"(?:Your choice \[1\]|Roll [^:\n]*|[^:\n]*: roll a d6 [^:\n]*): ?(.*)$"
    typed = re.findall(prompts, shown, re.MULTILINE)
    text, _ = play(cellar, typed)
    assert text.startswith(shown)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.split("<!-- a game -->\n```text\n")[1].split("\n```")[0] in text


@pytest.mark.parametrize("shuffled", [False, True])
def test_turns_without_a_choice_and_turns_that_begin_with_a_roll(
    shuffled: bool, tmp_path: Path
) -> None:
    """On blank spaces, and on one with an enemy, a hero without food or an ability."""
    adventure = load_adventure(ROOT / "examples" / "cellar.toml")
    hero = replace(load_hero(ROOT / "examples" / "caretaker.toml"), ability=(), equipment=())
    start = (*hero.start[:4], 0, 0)
    blank, fight = Space(), Space(enemy=EnemyIcon(modifier=1))
    tiles = (Tile(0, (blank, blank)), Tile(0, (fight,)), Tile(0, (blank,)), adventure.tiles[-1])
    question = A4Adventure(
        replace(adventure, tiles=tiles), replace(hero, start=start), dice=2, random_order=shuffled
    )
    solved = solve_whole(question, store=tmp_path, workers=1)
    ends = set()
    for seed in range(30):
        table = Turner(seed, wild=True)
        game = new_game(question.program, solved.solved, table)
        game.play()
        node = question.program.step(game.state.control)
        assert isinstance(node, End)
        ends.add(type(node.result))
        assert "An enemy may come" in table.text
    assert len(ends) > 1


class Turner(Dice):
    """Turns tiles up, too."""

    def read(self, prompt: str) -> str:
        if found := re.search(r"turned up .*: (.*)\?", prompt):
            answer = self.rng.choice(re.findall("[0-9]+", found[1]))
            self.lines.append(prompt + answer)
            return answer
        return super().read(prompt)


@pytest.mark.parametrize("columns", [30, 80])
def test_lines_fit_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    line = "   1  take the 木材木材 and the wood   42.893%  -27.423"
    _Screen().write(f"Short  as it is.\n{line}")
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "Short  as it is."
    assert rest == (
        [line] if columns == 80 else ["   1 take the 木材木材 and the", "    wood 42.893% -27.423"]
    )
