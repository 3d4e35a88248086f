"""The command ``odds``: the same questions as over HTTP, answered in words and tables."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from odds import __version__
from odds.commands import Group, say
from odds.errors import Fault, InvalidInput, OddsError, TooLarge, below
from odds.flags import Argument, Option
from odds.game import (
    Answer,
    AnswerT_co,
    Certifiable,
    Followable,
    Game,
    Opened_co,
    Problem,
    Whole,
    find_question,
)
from odds.games import all_games
from odds.running import FORMATS_HELP, check_format
from odds.screen import show

if TYPE_CHECKING:
    from odds.plot import Rows


class Runner:
    """Asks a question and prints its answer; fulfils ``odds.running.Run``.

    ``flags`` are those that set parts of the request, by JSON pointer: messages name them.
    """

    def __init__(self, flags: Mapping[str, str] | None = None) -> None:
        self._flags = flags or {}

    def __call__(self, path: str, body: dict[str, Any], output: str) -> None:
        """Ask the question at ``path`` and print its answer in the format ``output``."""
        check_format(output)
        try:
            answer = self._answer(path, body)
        except InvalidInput as error:
            raise InvalidInput(*map(self._named, error.faults)) from error

        def encode() -> Mapping[str, Any]:
            question = find_question(all_games(), path)
            assert question is not None  # It has been answered.
            return question.encode()(answer)

        self.show(answer, output, encode)

    def _answer(self, path: str, body: dict[str, Any]) -> Answer:
        """The answer, by the short way where the request is right."""
        question = find_question(all_games(), path)
        if question is not None and question.read is not None:
            with suppress(InvalidInput, TooLarge):  # The contract says better what is wrong.
                return self.solve(question.read(body))
        problem: Problem[Answer] = self.problem(path, body)
        return self.solve(problem)

    def _named(self, fault: Fault) -> Fault:
        """The fault with its flag before its place, where there is one."""
        parts = fault.place.split("/")
        prefixes = ("/".join(parts[:n]) for n in range(len(parts), 1, -1))
        flag = next((self._flags[p] for p in prefixes if p in self._flags), None)
        return fault if flag is None else Fault(f"{flag} ({fault.place})", fault.message)

    def problem(self, path: str, body: dict[str, Any]) -> Problem[Any]:
        """The question at ``path`` as a library object, without asking it."""
        from odds import wire

        return wire.read(wire.question_at(path), body).problem()

    def solve(self, problem: Problem[AnswerT_co]) -> AnswerT_co:
        """The answer to a library object's question, its size checked."""
        from odds.answers import solve

        answer = solve(problem)
        if not gc.isenabled():
            gc.freeze()  # What was made so far stays: it's not to be looked at, or at the end.
            gc.enable()
        return answer

    def show(
        self,
        answer: Answer,
        output: str = "text",
        encode: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        """Print an answer in one of ``FORMATS``; as JSON it is what ``encode`` returns."""
        if output == "json":
            from odds import json_text

            say(json_text.dumps(encode()).decode())
        else:
            show(answer.text, answer.tables(), answer.assumptions, output)

    def drawing(self, name: str) -> Callable[[str, Rows], None]:
        """What draws charts below a title into this file; ``InvalidInput`` if that can't be."""
        from odds.plot import drawing

        with needing("plot", "--plot"):
            return drawing(name)

    def keep_in(self, folder: str | None) -> None:
        """Keep what is solved once in this folder, if one is given."""
        if folder is not None:
            from odds.folders import FOLDER

            os.environ[FOLDER] = folder

    def solve_whole(
        self,
        whole: Whole[Opened_co],
        all_states: bool,
        workers: int | None,
        max_bytes: int | None,
    ) -> Opened_co:
        """Solve something large, showing how far it is; what is solved already stays."""
        from odds.screen import more_room, showing, stopped, tell_first
        from odds.wholes import solve_whole

        try:
            with needing("solve", "solve"), showing() as report:
                tell_first()
                say(f"{whole.program.title}.")
                return solve_whole(
                    whole,
                    all_states=all_states,
                    workers=workers,
                    report=report,
                    max_bytes=max_bytes,
                )
        except TooLarge as error:
            raise more_room(error, max_bytes) from error
        except KeyboardInterrupt:
            say("", error=True)  # What comes next isn't to stand behind the ^C.
            say(stopped(whole.program, all_states))
            raise SystemExit(130) from None

    def solved(self, whole: Whole[Opened_co]) -> Opened_co:
        """Something large that was solved and kept; ``NotSolved`` if it wasn't."""
        from odds.wholes import open_whole

        with needing("solve", "solve"):
            return open_whole(whole)

    def certify(self, whole: Certifiable[Opened_co], workers: int | None) -> Opened_co:
        """The proof of a value at the start, showing how far it is."""
        from odds.screen import showing, tell_first
        from odds.wholes import certify_whole

        with needing("solve", "certify"), showing(apart=True) as report:
            tell_first()
            return certify_whole(whole, workers=workers, report=report)

    def follow(self, whole: Followable[Opened_co], workers: int | None) -> Opened_co:
        """What happens under optimal play of something solved, showing how far it is."""
        from odds.screen import showing, tell_first
        from odds.wholes import follow_whole

        with needing("solve", "outlook"), showing(apart=True) as report:
            tell_first()
            return follow_whole(whole, workers=workers, report=report)

    def read_file(self, name: str) -> dict[str, Any]:
        """A JSON or TOML file (``-``: JSON from standard input) as a parsed object."""
        from odds.request_file import read_request

        return read_request(name)


@contextmanager
def needing(extra: str, command: str) -> Iterator[None]:
    """Say which extra to install where a package is missing."""
    try:
        yield
    except ImportError as error:
        why = f"needs the '{extra}' extra: pip install '.[{extra}]' in a clone ({error})"
        raise InvalidInput.at(command, why) from error


def ask(
    path: Annotated[str, Argument(help="The question, e.g. /v1/build/advice.")],
    body: Annotated[str | None, Argument(help="A JSON or TOML file; '-' reads JSON.")] = None,
    permalink: Annotated[
        str | None, Option("--q", help="A permalink's text instead of a file.")
    ] = None,
    output: Annotated[str, Option("--format", "-f", value="FORMAT", help=FORMATS_HELP)] = "json",
) -> None:
    """Ask any question of the JSON contract.

    It comes from a file, standard input or a permalink, which may be a whole address.
    """
    from odds.json_text import from_permalink, split_address

    run = Runner()
    path, linked = split_address(path)
    if linked is not None and permalink is not None:
        raise InvalidInput.at("--q", "the address has a permalink already")
    permalink = permalink if linked is None else linked
    if find_question(all_games(), path) is None:  # said before anybody types a body
        from odds import wire

        wire.question_at(path)
    if permalink is None:
        asked = run.read_file("-" if body is None else body)
    elif body is not None:
        raise InvalidInput.at("--q", "give either a permalink's text or a file, not both")
    else:
        with below("--q"):
            asked = from_permalink(permalink)
    run(path, asked, output)


def serve(
    host: Annotated[str, Option(value="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option(least=0, most=65535, help="The port, from 0 to 65535.")] = 8000,
) -> None:
    """Answer over HTTP (needs the 'serve' extra)."""
    with needing("serve", "serve"):
        from api.serve import run
    run(host, port)


def application() -> Group:
    """The whole application; the commands of a game are loaded once one of them is needed."""
    app = Group(
        "Exact probabilities and optimal play for push-your-luck dice quests.",
        version=f"odds {__version__}",
    )
    app.command(ask)
    app.command(serve)
    for game in all_games():
        if game.commands is not None:
            app.later(partial(_add, app, game), _name(game))
    return app


def _add(app: Group, game: Game) -> None:
    assert game.commands is not None
    app.add(_name(game), game.commands(Runner(game.flags)))


def _name(game: Game) -> str:
    return game.name.replace("_", "-")


def main() -> None:
    """Run the command line: an error is one line on standard error and exit code 2."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        application().run("odds", sys.argv[1:])
    except OddsError as error:
        _fail(str(error))
    except BrokenPipeError:  # Nobody reads on, which is no mistake.
        _write_no_more()
        raise SystemExit(1) from None
    except OSError as error:
        _write_no_more()
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}can't write: {error.strerror or error}")
    except (KeyboardInterrupt, EOFError):
        say("", error=True)  # What comes next isn't to stand behind the ^C.
        raise SystemExit(130) from None
    raise SystemExit(0)


def _write_no_more() -> None:
    """Drop what is left to write: the interpreter would try it again at its end, and fail again."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


def _fail(message: str) -> NoReturn:
    say(f"odds: {' '.join(message.split())}", error=True)
    raise SystemExit(2)


if __name__ == "__main__":
    main()
