"""The flags and words of a command, read from the signature of its function.

A parameter says how it's given: ``Annotated[str | None, Option("--pool", "-p", help="...")]``, or
``Argument`` for a word by its place. A ``bool`` is a flag without a value, a ``list`` is given once
for each entry, and what has no default must be given.

The standard argparse isn't used. It takes a value that begins with a dash for a flag, though two
exhausted dice are ``--pool --`` (which Python 3.11 loses however it is joined); it gives words to
their places before it has seen all of them; and it is slow to load, for so little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct

from odds.errors import Fault, InvalidInput

Function = Callable[..., None]
HELP: Final = "--help"


class Argument(Struct, frozen=True):
    """A word by its place, and what the help says of it."""

    help: str


class Option:
    """A flag: its names (by default the parameter's), and what the help calls its value.

    A whole number is from ``least`` to ``most``, where they are given.
    """

    def __init__(
        self,
        *names: str,
        help: str,  # noqa: A002
        value: str = "",
        least: int | None = None,
        most: int | None = None,
    ) -> None:
        self.names = names
        self.help = help
        self.value = value
        self.least = least
        self.most = most

    def allowed(self) -> str:
        """The whole numbers that are allowed, if not all of them."""
        if self.least is None:
            return "" if self.most is None else f"up to {self.most}"
        return f"from {self.least} {'up' if self.most is None else f'to {self.most}'}"

    def whole(self, flag: str, text: str) -> int:
        """The value as a whole number; ``InvalidInput`` names the flag."""
        try:
            number = int(text)
        except ValueError:
            digits = text.strip().lstrip("+-").isdecimal()
            why = "has too many digits" if digits else "is not a valid integer"
            raise InvalidInput.at(flag, f"{text[:40]!r} {why}") from None
        least = number if self.least is None else self.least
        most = number if self.most is None else self.most
        if not least <= number <= most:
            why = f"{text.strip()[:40]} is not in the range {self.allowed()}"
            raise InvalidInput.at(flag, why)
        return number


class Parameter(Struct, frozen=True):
    """A parameter of a command's function, and how it's given."""

    name: str
    kind: type
    repeated: bool
    given: Argument | Option
    required: bool
    default: Any

    @property
    def flags(self) -> tuple[str, ...]:
        """The flag's names, the long one first; none for a word by its place."""
        if isinstance(self.given, Argument):
            return ()
        return self.given.names or (f"--{self.name.replace('_', '-')}",)

    def put(self, text: str, values: dict[str, Any]) -> None:
        """Put the value that is written as ``text`` among ``values``, where the last one counts."""
        value: Any = text
        if isinstance(self.given, Option) and self.kind is not str:
            value = self.kind is bool or self.given.whole(self.flags[0], text)
        if self.repeated:
            values.setdefault(self.name, []).append(value)
        else:
            values[self.name] = value

    @property
    def value(self) -> str:
        """What the help calls its value."""
        if isinstance(self.given, Argument):
            return self.name.upper()
        return (
            "" if self.kind is bool else self.given.value or ("N" if self.kind is int else "TEXT")
        )

    @property
    def written(self) -> str:
        """How it's written: ``-p, --pool DICE``."""
        short = [f"{flag}," for flag in self.flags[1:]]
        return " ".join(filter(None, (*short, *self.flags[:1], self.value)))

    @property
    def help(self) -> str:
        """What the help says of it."""
        if self.required or self.default in (None, False):
            return self.given.help
        return f"{self.given.help} [default: {self.default}]"


def parameters(function: Function) -> tuple[Parameter, ...]:
    """The parameters of a command's function."""
    hints = get_type_hints(function, include_extras=True)
    del hints["return"]
    names, defaults = list(hints), function.__defaults__ or ()
    given = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    found = []
    for name, hint in hints.items():
        # ``str | None`` and ``list[str] | None`` are the kinds ``str`` and ``list[str]``.
        kind = next(iter(get_args(hint.__origin__)), hint.__origin__)
        repeated = get_origin(kind) is list
        kind = get_args(kind)[0] if repeated else kind
        how = hint.__metadata__[0]
        found.append(Parameter(name, kind, repeated, how, name not in given, given.get(name)))
    return tuple(found)


def mistake(message: str) -> InvalidInput:
    """What is wrong with a command line, in one sentence."""
    return InvalidInput(Fault("", message))


def unknown(what: str, name: str, known: Iterable[str]) -> InvalidInput:
    """There is no such command or option, but maybe one of a similar name."""
    from difflib import get_close_matches  # Only a mistake is worth the time to load it.

    name, known = name[:40], list(known)
    start = f"--{name.lstrip('-')}" if name.startswith("-") else name
    begun = [other for other in known if other.startswith(start)] if start.strip("-") else []
    near = (begun or get_close_matches(name, known))[:3]
    meant = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    return mistake(f"No such {what} {name!r}.{meant}")


def refused(argument: str, known: Iterable[str]) -> InvalidInput:
    """An option that there isn't, or one of those that take no value and got one."""
    name, joined, _ = argument.partition("=")
    if joined and name in known:
        return mistake(f"Option {name!r} does not take a value.")
    return unknown("option", name, known)


def read(known: Sequence[Parameter], arguments: Sequence[str]) -> dict[str, Any] | None:
    """The values that ``arguments`` give; none if they ask for the help instead.

    ``InvalidInput`` if they can't be read. What isn't given is left to the function's defaults.
    """
    by_flag = {flag: parameter for parameter in known for flag in parameter.flags}
    values: dict[str, Any] = {}
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            words.extend(rest)
        elif argument == HELP:
            return None
        elif len(argument) > 1 and argument.startswith("-"):
            parameter, text = _flag(by_flag, argument, rest)
            parameter.put(text, values)
        else:
            words.append(argument)
    places = [parameter for parameter in known if not parameter.flags]
    for place, word in zip(places, words, strict=False):
        place.put(word, values)
    for place in places[len(words) :]:
        if place.required:
            raise mistake(f"Missing argument {place.value!r}.")
    for word in words[len(places) :]:
        raise mistake(f"Got unexpected extra argument {word[:40]!r}.")
    return values


def _flag(
    by_flag: Mapping[str, Parameter], argument: str, rest: Iterator[str]
) -> tuple[Parameter, str]:
    """The flag that an argument is, and its value, which may be the next of them.

    That one is a value whatever it begins with.
    """
    if argument.startswith("--"):
        name, joined, value = argument.partition("=")
    else:
        name, joined, value = argument[:2], argument[2:], argument[2:]
    if name not in by_flag:
        raise refused(argument if name == HELP else name, (*by_flag, HELP))
    parameter = by_flag[name]
    if parameter.kind is bool:
        if joined:
            raise mistake(f"Option {name!r} does not take a value.")
        return parameter, ""
    found = value if joined else next(rest, None)
    if found is None:
        raise mistake(f"Option {name!r} needs a value: {parameter.written}.")
    return parameter, found
