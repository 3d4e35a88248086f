"""What the command line lends to the commands of a game, and how it can print an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from odds.errors import InvalidInput

if TYPE_CHECKING:
    from odds.game import (
        Answer,
        AnswerT_co,
        Certifiable,
        Followable,
        Opened_co,
        Problem,
        Whole,
    )
    from odds.plot import Rows

FORMATS: Final = ("text", "markdown", "csv", "html", "json")
"""How the command line can print an answer."""

FORMATS_HELP: Final = f"One of: {', '.join(FORMATS)}."
"""What the help of every command says of them."""


def check_format(name: str) -> None:
    """``InvalidInput`` if answers can't be printed so."""
    if name not in FORMATS:
        raise InvalidInput.at("--format", f"must be one of: {', '.join(FORMATS)}")


class Run(Protocol):
    """What the command line lends to a game's commands."""

    def __call__(self, path: str, body: dict[str, Any], output: str) -> None:
        """Ask the question at ``path`` and print its answer in the format ``output``."""

    def problem(self, path: str, body: dict[str, Any]) -> Problem[Any]:
        """The question at ``path`` as a library object, without asking it."""

    def solve(self, problem: Problem[AnswerT_co]) -> AnswerT_co:
        """The answer to a library object's question, its size checked."""

    def show(
        self,
        answer: Answer,
        output: str = "text",
        encode: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        """Print an answer in one of ``FORMATS``; as JSON it is what ``encode`` returns."""

    def drawing(self, name: str) -> Callable[[str, Rows], None]:
        """What draws charts below a title into this file; ``InvalidInput`` if that can't be."""

    def keep_in(self, folder: str | None) -> None:
        """Keep what is solved once in this folder, if one is given."""

    def solve_whole(
        self,
        whole: Whole[Opened_co],
        all_states: bool,
        workers: int | None,
        max_bytes: int | None,
    ) -> Opened_co:
        """Solve something large, showing how far it is; what is solved already stays.

        ``TooLarge`` if it would take more than ``max_bytes`` on disk, if given, or too much.
        """

    def solved(self, whole: Whole[Opened_co]) -> Opened_co:
        """Something large that was solved and kept; ``NotSolved`` if it wasn't."""

    def certify(self, whole: Certifiable[Opened_co], workers: int | None) -> Opened_co:
        """The proof of a value at the start, showing how far it is."""

    def follow(self, whole: Followable[Opened_co], workers: int | None) -> Opened_co:
        """What happens under optimal play of something solved, showing how far it is."""

    def read_file(self, name: str) -> dict[str, Any]:
        """A JSON or TOML file as a parsed object."""
