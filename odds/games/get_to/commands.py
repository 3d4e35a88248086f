"""``odds get-to``: flags that become the JSON body of the question."""

from __future__ import annotations

import re
from typing import Annotated, Any

from odds.commands import Group
from odds.errors import InvalidInput
from odds.flags import Option
from odds.running import FORMATS_HELP, Run

QuestFile = Annotated[
    str | None,
    Option(
        "--quest",
        value="FILE",
        help="The question as a JSON or TOML file ('-': JSON); flags replace its parts.",
    ),
]
Rows = Annotated[
    list[str] | None,
    Option(
        "--grid",
        value="ROW",
        help="Once for each row of the map, from the top: '.' is open, '#' is blocked.",
    ),
]
Joins = Annotated[
    list[str] | None,
    Option(
        "--join",
        value="TILES",
        help="Once for each join of two tiles, e.g. 'city, mill'; instead of a grid.",
    ),
]
Owner = Annotated[
    str | None,
    Option("--owner", value="TILE", help="The owner's tile: 'row,column' from 0, or its name."),
]
Cards = Annotated[
    list[str] | None,
    Option("--card", value="TILE", help="A position card's tile; once for each card."),
]
Steps = Annotated[
    str | None,
    Option("--steps", value="STEPS", help="Steps of a Move: '3', 'd6', or faces '1,2,3'."),
]
Exactly = Annotated[bool, Option("--exactly", help="Fewer steps may not be taken.")]
Within = Annotated[int | None, Option("--within", help="Move actions to list. [default: 10]")]
Objective = Annotated[
    str | None, Option("--objective", value="GOAL", help="fewest_expected or within=K.")
]
Output = Annotated[str, Option("--format", "-f", value="FORMAT", help=FORMATS_HELP)]


def commands(run: Run) -> Group:
    """The commands of the Get To quest."""
    app = Group("Get To quests: how many Move actions, and where to go.")

    @app.command
    def plan(
        quest: QuestFile = None,
        grid: Rows = None,
        join: Joins = None,
        owner: Owner = None,
        card: Cards = None,
        steps: Steps = None,
        exactly: Exactly = False,
        within: Within = None,
        objective: Objective = None,
        output: Output = "text",
    ) -> None:
        """Move actions needed, by card and over the deck, and the best tiles."""
        body = run.read_file(quest) if quest else {}
        if grid or join:
            body["map"] = _map(grid, join)
        given = {
            "owner": None if owner is None else _tile(owner),
            "deck": [_tile(text) for text in card] if card else None,
            "steps": None if steps is None else _steps(steps),
            "fewer_allowed": False if exactly else None,
            "within": within,
            "objective": None if objective is None else _objective(objective),
        }
        body.update({key: value for key, value in given.items() if value is not None})
        run("/v1/get-to/plan", body, output)

    return app


def _map(grid: list[str] | None, joins: list[str] | None) -> dict[str, Any]:
    """A grid from its rows; or tiles, in the order in which the joins first name them."""
    if grid and joins:
        raise InvalidInput.at("--join", "a map has either --grid rows or --join pairs")
    if grid:
        return {"grid": [row for text in grid for row in text.split()]}
    pairs = [[_tile(part.strip()) for part in text.split(",")] for text in joins or ()]
    tiles = list(dict.fromkeys(tile for pair in pairs for tile in pair))
    return {"tiles": tiles, "joins": pairs}


def _tile(text: str) -> Any:
    """``2,3`` or ``(2, 3)`` is a square of a grid, ``7`` a number, everything else a name."""
    square = r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*"
    if match := re.fullmatch(square, text) or re.fullmatch(rf"\s*\({square}\)\s*", text):
        return [int(match[1]), int(match[2])]
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _steps(text: str) -> Any:
    """``3``, ``d6`` or ``1,2,3``."""
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    if match := re.fullmatch(r"[dD]([0-9]{1,4})", text):
        return {"faces": list(range(1, int(match[1]) + 1))}
    if re.fullmatch(r"[0-9]{1,9}(\s*,\s*[0-9]{1,9})*", text):
        return {"faces": [int(part) for part in text.split(",")]}
    raise InvalidInput.at("--steps", f"{text[:40]!r} is not like '3', 'd6' or '1,2,3'")


def _objective(text: str) -> Any:
    name, equals, number = (part.strip() for part in text.partition("="))
    if name != ("within" if equals else "fewest_expected"):
        why = f"{text[:40]!r} is neither fewest_expected nor like within=3"
        raise InvalidInput.at("--objective", why)
    if not equals:
        return name
    return {name: int(number) if re.fullmatch(r"[0-9]{1,9}", number) else number}
