"""A group of commands that keeps what it is called with."""

from __future__ import annotations

from typing import Annotated, Any

from odds.commands import Group
from odds.flags import Argument, Option

Call = tuple[str, dict[str, Any]]
NAMES = ("text", "number", "texts", "numbers", "switched", "some", "many", "few")


def small_group(calls: list[Call]) -> Group:
    """Commands with every kind of flag and word; ``calls`` has what they were called with."""
    group = Group("What the tests call.", version="tests 1.0")

    @group.command
    def every_kind(
        text: Annotated[str | None, Option("--text", "-t", help="A text.")] = None,
        number: Annotated[int | None, Option("--number", "-n", help="A number.")] = None,
        texts: Annotated[list[str] | None, Option(help="Texts.")] = None,
        numbers: Annotated[list[int] | None, Option(help="Numbers.")] = None,
        switched: Annotated[bool, Option("--switch", help="A switch.")] = False,
        some: Annotated[int, Option(least=1, most=3, help="From 1 to 3.")] = 2,
        many: Annotated[int, Option(least=1, help="At least 1.")] = 1,
        few: Annotated[int, Option(most=9, help="At most 9.")] = 1,
    ) -> None:
        """Take every kind of flag.

        More about it, which a list leaves out.
        """
        values = (text, number, texts, numbers, switched, some, many, few)
        defaults = (None, None, None, None, False, 2, 1, 1)
        pairs = zip(NAMES, values, defaults, strict=True)
        calls.append(("flags", {n: v for n, v, d in pairs if v != d}))

    @group.command
    def words(
        first: Annotated[str, Argument(help="The first.")],
        second: Annotated[str, Argument(help="The second.")] = "-",
        output: Annotated[str, Option("--format", "-f", value="FORMAT", help="A format.")] = "text",
    ) -> None:
        """Take words."""
        calls.append(("words", {"first": first, "second": second, "output": output}))

    return group
