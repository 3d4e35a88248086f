"""``odds a4 solve``, ``certify``, ``outlook``, ``advise`` and ``play``: whole adventures."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from odds.commands import Group, say
from odds.flags import Option
from odds.games.a4.commands import (
    AdventureName,
    Attack,
    Crystals,
    CrystalUsed,
    Defence,
    Difficult,
    EnemyText,
    Food,
    HeroName,
    Hp,
    Modifier,
    Output,
    PhaseName,
    Pool,
    Space,
    StateFile,
    StoreFolder,
    TilesAhead,
    Total,
    Xp,
    read_body,
    read_enemy,
    read_pool,
    read_tiles,
    set_dice,
    tracks_of,
)
from odds.running import Run, check_format
from odds.tables import width
from odds.terminal import is_terminal, room, wrapped

if TYPE_CHECKING:
    from odds.games.a4.parts.adventure import A4Adventure


Shuffled = Annotated[bool, Option("--random-order", help="The tiles are shuffled.")]
Workers = Annotated[int | None, Option(least=1, help="Processes. [default: one for each core]")]


def register(app: Group, run: Run) -> None:
    """Add the commands to ``app``."""
    _solve(app, run)
    _certify(app, run)
    _outlook(app, run)
    _advise(app, run)
    _play(app, run)


def _adventure(
    run: Run,
    adventure: str | None,
    hero: str | None,
    difficult: bool,
    random_order: bool = False,
) -> A4Adventure:
    """The adventure that flags name."""
    from odds.games.a4.moments import DIFFICULT_DICE, HERO_DICE
    from odds.games.a4.parts.adventure import A4Adventure
    from odds.games.a4.parts.situation import DEFAULT_ADVENTURE, DEFAULT_HERO
    from odds.games.a4.questions import given_adventure, given_hero

    body = read_body(run, None, adventure, hero, {}, {})
    return A4Adventure(
        given_adventure(body.get("adventure", DEFAULT_ADVENTURE)),
        given_hero(body.get("hero", DEFAULT_HERO)),
        dice=DIFFICULT_DICE if difficult else HERO_DICE,
        random_order=random_order,
    )


def _solve(app: Group, run: Run) -> None:
    @app.command
    def solve(
        adventure: AdventureName = None,
        hero: HeroName = None,
        difficult: Difficult = False,
        all_states: Annotated[
            bool, Option("--all", help="Also states that no game comes to.")
        ] = False,
        random_order: Shuffled = False,
        max_gb: Annotated[
            int | None, Option(least=1, help="GB that it may take on disk. [default: 3]")
        ] = None,
        workers: Workers = None,
        store: StoreFolder = None,
    ) -> None:
        """Solve a whole adventure once and keep it.

        Stopped by Ctrl-C it goes on another time.
        """
        run.keep_in(store)
        question = _adventure(run, adventure, hero, difficult, random_order)
        most = None if max_gb is None else max_gb * 10**9
        run.show(run.solve_whole(question, all_states, workers, most))


def _certify(app: Group, run: Run) -> None:
    @app.command
    def certify(
        adventure: AdventureName = None,
        hero: HeroName = None,
        difficult: Difficult = False,
        random_order: Shuffled = False,
        workers: Workers = None,
        output: Output = "text",
    ) -> None:
        """Prove the exact chance to win a whole adventure.

        That is several times the work of a solve.
        """
        check_format(output)
        question = _adventure(run, adventure, hero, difficult, random_order)
        answer = run.certify(question, workers)

        def encode() -> Mapping[str, Any]:
            from odds.games.a4.encode_outlook import encode_certificate

            return encode_certificate(answer)

        run.show(answer, output, encode)


def _outlook(app: Group, run: Run) -> None:
    @app.command
    def outlook(
        adventure: AdventureName = None,
        hero: HeroName = None,
        difficult: Difficult = False,
        random_order: Shuffled = False,
        workers: Workers = None,
        plot: Annotated[
            str | None,
            Option(value="FILE", help="Also draw it into this file: .png, .svg or .pdf."),
        ] = None,
        store: StoreFolder = None,
        output: Output = "text",
    ) -> None:
        """How a solved adventure goes under best play, and what would help.

        Takes about twice as long as the solve, and up to 5 GB of memory.
        """
        check_format(output)
        draw = None if plot is None else run.drawing(plot)
        run.keep_in(store)
        question = _adventure(run, adventure, hero, difficult, random_order)
        answer = run.follow(question, workers)

        def encode() -> Mapping[str, Any]:
            from odds.games.a4.encode_outlook import encode_outlook

            return encode_outlook(answer)

        if draw is not None:
            draw(question.program.title, answer.charts())
        run.show(answer, output, encode)


def _advise(app: Group, run: Run) -> None:
    @app.command
    def advise(
        request: StateFile = None,
        adventure: AdventureName = None,
        hero: HeroName = None,
        difficult: Difficult = False,
        space: Space = None,
        tiles_ahead: TilesAhead = None,
        phase: PhaseName = None,
        pool: Pool = None,
        modifier: Modifier = None,
        total: Total = None,
        enemy: EnemyText = None,
        die: Annotated[int | None, Option(help="The die that is set aside.")] = None,
        d6: Annotated[int | None, Option(help="The d6 that was rolled.")] = None,
        icon: Annotated[int | None, Option(help="The icon taken; the first is 0.")] = None,
        wave: Annotated[int | None, Option(help="The wave, from 1.")] = None,
        boss_hp: Annotated[int | None, Option(help="The boss's HP.")] = None,
        attack: Attack = None,
        defence: Defence = None,
        hp: Hp = None,
        xp: Xp = None,
        crystals: Crystals = None,
        food: Food = None,
        crystal_used: CrystalUsed = False,
        store: StoreFolder = None,
        output: Output = "text",
    ) -> None:
        """The best next move of a whole adventure, and the chance to win."""
        run.keep_in(store)
        state: dict[str, Any] = {
            "space": space,
            "tiles_ahead": read_tiles(tiles_ahead),
            "phase": phase,
            "pool": None if pool is None else read_pool(pool),
            "enemy": read_enemy(modifier, total, enemy),
            "die": die,
            "d6": d6,
            "icon": icon,
            "wave": wave,
            "boss_hp": boss_hp,
            "crystal_used": crystal_used or None,
        }
        tracks = tracks_of(attack, defence, hp, xp, crystals, food)
        body = read_body(run, request, adventure, hero, tracks, state)
        set_dice(body, difficult)
        run("/v1/a4/advice", body, output)


def _play(app: Group, run: Run) -> None:
    @app.command
    def play(
        adventure: AdventureName = None,
        hero: HeroName = None,
        difficult: Difficult = False,
        random_order: Shuffled = False,
        store: StoreFolder = None,
    ) -> None:
        """Play a whole game: say what the dice show, and be told what to do."""
        from odds.games.a4.playing import new_game

        run.keep_in(store)
        question = _adventure(run, adventure, hero, difficult, random_order)
        solved = run.solved(question)
        say(f"{question.program.title}.")
        new_game(question.program, solved.solved, _Screen()).play()


class _Screen:
    """The terminal of the command line."""

    def read(self, prompt: str) -> str:
        """What the player types."""
        if sys.stdin is None:
            raise EOFError
        return input(prompt)

    def write(self, line: str) -> None:
        """Show a line, wrapped if it is too long for the terminal."""
        if is_terminal(sys.stdout):
            line = "\n".join(map(_fitted, line.split("\n")))
        say(line)


def _fitted(line: str) -> str:
    """A line that is wrapped where it is too long for the terminal; what it begins with stays."""
    if width(line) <= room():
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return wrapped(line, room(), indent, "    ")
