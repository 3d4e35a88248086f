"""A whole game of A4 Quest at the table: the player says what was rolled and is told what to do.

What is read and written goes through a ``Terminal``, so that a game can also be played by a test.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from odds.format import joined
from odds.games.a4.control import Control
from odds.games.a4.course import START
from odds.games.a4.fight import boss_of, enemy_of
from odds.games.a4.frames import (
    Arrive,
    Clash,
    CounterWave,
    FaceWave,
    LayTiles,
    Ready,
    Roll,
    RollQuest,
)
from odds.games.a4.moments import is_payment
from odds.games.a4.parts.playing_text import due_text, payment_text
from odds.games.a4.parts.text_actions import LABELS, actions_text, bundle_text, pool_text
from odds.games.a4.parts.text_advice import chance_text, loss_of
from odds.games.a4.parts.whole_choices import Advised, State, choices
from odds.games.a4.results import Died, Won
from odds.games.a4.rules import rolled
from odds.games.a4.sheet import HP, StartFight, Tracks
from odds.games.a4.whole import WholeAdventure
from odds.program import Chance, Choose, End, SolvedProgram
from odds.tables import width

HELP: Final = """Type the number of a choice, or Enter for the first, which is the best; or what
the dice show, such as 4 or 6 2. u takes the last answer back, q ends the game,
? shows this."""


class Terminal(Protocol):
    """Where the game is played."""

    def read(self, prompt: str) -> str:
        """What the player types; ``EOFError`` if nobody does any more."""

    def write(self, line: str) -> None:
        """Show a line."""


class Undo(Exception):
    """The player takes the last answer back."""


class Quit(Exception):
    """The player ends the game."""


class Over(Exception):
    """The game is over, and the player agrees."""


@dataclass
class Game:
    """A game on an adventure that is solved, from ``state`` on."""

    program: WholeAdventure
    solved: SolvedProgram[Control]
    terminal: Terminal
    state: State

    def play(self) -> None:
        """Until the game is over or the player ends it."""
        answered: list[State] = []
        self._say(HELP)
        self._show_state()
        while True:
            before = self.state
            try:
                if self._step():
                    answered.append(before)
            except Undo:
                if answered:
                    self.state = answered.pop()
                    self._say("Taken back.")
                    self._show_state()
                else:
                    self._say("There is nothing to take back.")
            except Over:
                return
            except (Quit, EOFError):
                if not isinstance(self.program.step(self.state.control), End):
                    self._say("The game ends here.")
                return

    def _step(self) -> bool:
        """One choice or roll, or the end; whether the player was asked."""
        node = self.program.step(self.state.control)
        if isinstance(node, End):
            self._show_end(node.result)
            while self._read("Enter ends the game, u takes the last answer back: "):
                pass
            raise Over
        if isinstance(node, Chance):
            self._roll()
            return True
        if due := due_text(self.state.control):
            self._say(due)
        found = choices(self.solved, self.state)
        if len(found) == 1:
            self._say(f"You {self._name(found[0])}: there is nothing else to do.")
            self._take(found[0])
            return False
        self._choose(found)
        return True

    def _show_end(self, result: Hashable) -> None:
        if isinstance(result, Won):
            self._say("You have won!")
        elif isinstance(result, Died):
            self._say("Your HP is 0: the game is lost.")
        else:
            self._say("No wave is left, and the boss lives: the game is lost.")

    # Choices

    def _choose(self, found: Sequence[Advised]) -> None:
        names = list(map(self._name, found))
        wide = max(map(width, names))
        for number, (name, choice) in enumerate(zip(names, found, strict=True), 1):
            name += " " * (wide - width(name))
            chance, loss = chance_text(choice.value), loss_of(choice)
            self._say(f"  {number:2}  {name}  {chance:>8}  {loss}".rstrip())
        while True:
            text = self._read("Your choice [1]: ")
            number = int(text or 1) if re.fullmatch("[0-9]{0,3}", text) else 0
            if 1 <= number <= len(found):
                self._take(found[number - 1])
                return
            self._say(f"A number from 1 to {len(found)}, please.")

    def _name(self, choice: Advised) -> str:
        return actions_text(choice.actions, self.program.sheets, self.state.control.place)

    def _take(self, choice: Advised) -> None:
        """Follow the labels of a choice."""
        for label in choice.actions:
            node = self.program.step(self.state.control)
            assert isinstance(node, Choose)
            self._go(dict(node.options)[label], self.state.counters)

    # Rolls

    def _roll(self) -> None:
        top = self.state.control.stack[0]
        if isinstance(top, LayTiles | Arrive):
            self._turn_up()
            return
        count = top.count if isinstance(top, Roll) else 1
        prompt = self._what_to_roll()
        while True:
            text = self._read(prompt)
            dice = [int(die) for die in re.sub("[ ,]", "", text) if die in "123456"]
            if re.fullmatch("[1-6 ,]*", text) and len(dice) == count:
                break
            dice_like = " ".join("625143"[:count])
            many = f"{count} dice from 1 to 6, please: {dice_like}, say."
            self._say("From 1 to 6, please." if count == 1 else many)
        if isinstance(top, StartFight):
            self._show_enemy(top.modifier + dice[0])
        self._go(rolled(self.program.sheets, self.state.control, dice), self.state.counters)

    def _turn_up(self) -> None:
        """A tile is turned up, in random order (A15)."""
        node = self.program.step(self.state.control)
        assert isinstance(node, Chance)
        found = {self._next_tile(control): control for control, _ in node.outcomes}
        tiles = joined(list(map(str, found)), "or")
        laid = "the first" if self._is_to_be_laid() else "the next"
        while True:
            text = self._read(f"Which tile is turned up behind {laid}, by its number: {tiles}? ")
            if re.fullmatch("[0-9]{1,3}", text) and int(text) in found:
                self._go(found[int(text)], self.state.counters)
                return
            self._say(f"{tiles}, please.")

    def _next_tile(self, control: Control) -> int:
        """The printed number of the tile that can be seen ahead."""
        return self.program.sheets.course.ahead(control.place)[0] + 1

    def _what_to_roll(self) -> str:
        top = self.state.control.stack[0]
        if isinstance(top, StartFight):
            return f"An enemy may come: roll a d6 (the sheet adds {top.modifier:+}): "
        if isinstance(top, Clash):
            who = "the wave" if isinstance(top.blow, CounterWave) else "the enemy"
            return f"Roll a d6 for {who}: "
        if isinstance(top, RollQuest):
            return "Roll a d6 for the quest: "
        assert isinstance(top, Roll)
        return "Roll a die: " if top.count == 1 else f"Roll {top.count} dice: "

    def _show_enemy(self, total: int) -> None:
        enemy = enemy_of(self.program.sheets, total)
        if enemy is None:
            self._say(f"Total {total}: nobody comes.")
            return
        special = f", special: {bundle_text(enemy.special)}" if enemy.special else ""
        strength = f"attack {enemy.attack}, defence {enemy.defence}, {enemy.xp} XP{special}"
        self._say(f"Total {total}: an enemy comes, {strength}.")

    # What is shown

    def _go(self, control: Control, tracks: Tracks) -> None:
        """Go on to the next choice, roll or end, over the start of a turn if need be."""
        before, place = self.state.counters, self.state.control.place
        laid, faced = self._is_to_be_laid(), self._wave()
        state = self.state = self.program.settle(control, tracks)
        if starts := self.program.is_boundary(state.control):
            self.state = self.program.due(state.control, state.counters)
        moved = [
            f"{label} {old} to {new}"
            for label, old, new in zip(LABELS, before, self.state.counters, strict=True)
            if old != new
        ]
        if moved:
            self._say(f"{', '.join(moved)}.")
        if is_payment(self.state.control):
            self._say(payment_text(self.state.control))
        if starts or laid or self.state.control.place != place:
            self._show_state()
        if (wave := self._wave()) not in (None, faced):
            self._show_wave(wave)

    def _wave(self) -> FaceWave | None:
        """The wave that is due."""
        tasks = (f.task for f in self.state.control.stack if isinstance(f, Ready))
        return next((task for task in tasks if isinstance(task, FaceWave)), None)

    def _show_wave(self, faced: FaceWave) -> None:
        boss = boss_of(self.program.sheets)
        wave = boss.waves[faced.wave]
        special = f", {bundle_text(wave.effect)}" if wave.effect else ""
        strength = f"attack {wave.attack}, defence {wave.defence}{special}"
        number = f"Wave {faced.wave + 1} of {len(boss.waves)}"
        self._say(f"{number}: {strength}; the boss has {faced.boss_hp} HP.")

    def _show_state(self) -> None:
        control, tracks = self.state.control, self.state.counters
        over = not tracks[HP] or isinstance(self.program.step(control), End)
        if over or self._is_to_be_laid():
            return
        where = self._where(control.place)
        shown = ", ".join(f"{label} {n}" for label, n in zip(LABELS, tracks, strict=True))
        chance = chance_text(self.solved.value(self.state))
        self._say("")
        dice = f"; dice {pool_text(control.pool)}" if control.pool else ""
        self._say(f"{where}: {shown}{dice}; you win with {chance}.")

    def _is_to_be_laid(self) -> bool:
        """Whether no tile can be seen yet."""
        return isinstance(next(iter(self.state.control.stack), None), LayTiles)

    def _where(self, place: int) -> str:
        """The hero's space, and in random order the tile that can be seen ahead."""
        sheets = self.program.sheets
        ahead, number = sheets.course.ahead(place), sheets.numbers[place]
        where = f"Space {number} of {max(sheets.numbers.values())}"
        if place > START and sheets.spaces[place].boss:
            where = "The boss"
        elif not number:
            where = "Before the first space"
        elif sheets.random_order:
            turn, tile = sheets.course.turns[place], sheets.course.places[place].tile + 1
            turns = self.program.stages - 1
            where = f"Turn {turn} of {turns}, space {number} as printed, on tile {tile}"
        return f"{where}, tile {ahead[0] + 1} ahead" if sheets.random_order and ahead else where

    def _read(self, prompt: str) -> str:
        while True:
            text = self.terminal.read(prompt).strip().lower()
            if text == "u":
                raise Undo
            if text == "q":
                raise Quit
            if text != "?":
                return text
            self._say(HELP)

    def _say(self, line: str) -> None:
        self.terminal.write(line)


def new_game(program: WholeAdventure, solved: SolvedProgram[Control], terminal: Terminal) -> Game:
    """A game from the setup on."""
    return Game(program, solved, terminal, program.begin(*program.start))
