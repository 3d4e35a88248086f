"""Commands and groups of them: finding the one that is run, and the help of each.

Only the command that is run is loaded and looked at, as a command line starts often.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from odds.errors import InvalidInput
from odds.flags import HELP, Function, parameters, read, refused, unknown
from odds.terminal import harmless, is_terminal, room, wrapped

Rows = Sequence[tuple[str, str]]
HELP_ROW: Final = (HELP, "Show this message and exit.")
NARROWEST: Final = 40
WIDEST: Final = 100
"""The columns of the help: what is longer is hard to read, and with fewer there is no room."""


def say(text: str, *, error: bool = False, end: str = "\n", styled: bool = False) -> None:
    """Print a line at once, so that what can't be written fails here and not after the end.

    A terminal is only obeyed where it is ``styled`` by this program.
    """
    stream = sys.stderr if error else sys.stdout
    if stream is not None:  # as it is where it was closed
        stream.write((harmless(text) if is_terminal(stream) and not styled else text) + end)
        stream.flush()


class Group:
    """Commands, and groups of them, under one name.

    ``about`` is its help. ``version`` is printed where it's asked for. Called without a command,
    it shows the help.
    """

    def __init__(self, about: str, *, version: str = "") -> None:
        self.about = about
        self._version = version
        self._members: dict[str, Function | Group | None] = {}
        self._loads: dict[str, Callable[[], object]] = {}

    def command(self, function: Function) -> Function:
        """Add a function under its own name."""
        self._members[function.__name__.replace("_", "-")] = function
        return function

    def add(self, name: str, group: Group) -> None:
        """Add a group."""
        self._members[name] = group

    def later(self, load: Callable[[], object], *names: str) -> None:
        """Add members that ``load`` is to add, once one of them is needed."""
        self._members.update(dict.fromkeys(names))
        self._loads.update(dict.fromkeys(names, load))

    def members(self) -> dict[str, Function | Group]:
        """All members by their names, in the order in which they were added."""
        return {name: self.member(name) for name in self._members}

    def member(self, name: str) -> Function | Group:
        """The member of this name."""
        if self._members[name] is None:
            self._loads[name]()
        found = self._members[name]
        assert found is not None, f"{name} is not added by what should"
        return found

    def run(self, called: str, arguments: Sequence[str]) -> None:
        """Run the command that ``arguments`` name; ``InvalidInput`` if they can't be read."""
        given = arguments[1:] if arguments[:1] == ["--"] else arguments
        name, *rest = given or [HELP]
        if name == HELP:
            say(self._help(called))
        elif name == "--version" and self._version:
            say(self._version)
        elif name.startswith("-"):
            raise refused(name, dict(self._options()))
        elif name not in self._members:
            raise unknown("command", name, self._members)
        else:
            member = self.member(name)
            run = member.run if isinstance(member, Group) else partial(_run, member)
            run(f"{called} {name}", rest)

    def _options(self) -> Rows:
        return [("--version", "Show the version."), HELP_ROW] if self._version else [HELP_ROW]

    def _help(self, called: str) -> str:
        listed = [(name, _first(member)) for name, member in self.members().items()]
        parts = {"Commands": listed, "Options": self._options()}
        return _page(f"{called} [OPTIONS] COMMAND ...", self.about, parts)


def _run(function: Function, called: str, arguments: Sequence[str]) -> None:
    """Call the function of a command with what ``arguments`` give, or show its help."""
    given = parameters(function)
    try:
        values = read(given, arguments)
    except InvalidInput:
        if HELP not in arguments:
            raise
        values = None
    if values is not None:
        function(**values)
        return
    words = [p for p in given if not p.flags]
    usage = [p.value if p.required else f"[{p.value}]" for p in words]
    options = [(p.written, p.help) for p in given if p.flags]
    parts = {"Arguments": [(p.value, p.help) for p in words], "Options": [*options, HELP_ROW]}
    say(_page(" ".join((called, "[OPTIONS]", *usage)), function.__doc__ or "", parts))


def _first(member: Function | Group) -> str:
    """The first paragraph of a member's help."""
    about = member.about if isinstance(member, Group) else member.__doc__ or ""
    return about.partition("\n\n")[0]


def _page(usage: str, about: str, parts: Mapping[str, Rows]) -> str:
    """A page of help: how to call it, what it does, and below each title what there is."""
    width = max(NARROWEST, min(room(), WIDEST))
    aligned = {title: _aligned(rows) for title, rows in parts.items() if rows}
    column = max(len(name) for rows in aligned.values() for name, _ in rows) + 4

    def row(name: str, text: str) -> str:
        start, under = f"  {name}".ljust(column), " " * column
        text = _kept(text, width - column)
        return wrapped(text, width, start, under)

    paragraphs = [wrapped(" ".join(text.split()), width) for text in about.split("\n\n")]
    lists = ["\n".join((f"{t}:", *(row(*r) for r in rows))) for t, rows in aligned.items()]
    return "\n\n".join((f"Usage: {usage}", *paragraphs, *lists))


def _kept(text: str, most: int) -> str:
    """The text with examples and defaults that there is room for kept together, when wrapped."""

    def kept(match: re.Match[str]) -> str:
        return match[0].replace(" ", "\xa0") if len(match[0]) <= most else match[0]

    return re.sub(r"\[[^]]*\]|\B'[^']*'[.,]?", kept, text)


def _aligned(rows: Rows) -> Rows:
    """The rows with room before long flags, where others begin with a short one."""
    if not any(name[:2].rstrip("-").startswith("-") for name, _ in rows):
        return rows
    return [(f"    {name}" if name.startswith("--") else name, text) for name, text in rows]
