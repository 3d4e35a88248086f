"""Rules, questions and sentences of the Get To quest of The City of Kings.

Codes such as G3 number the rules of the game; RULES.md in this folder says what each is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.game import Encoder, Game, Question

if TYPE_CHECKING:
    from odds.commands import Group
    from odds.games.get_to.plan import GetToQuest
    from odds.running import Run
    from odds.shapes import Request


def _plan() -> type[Request]:
    from odds.games.get_to.contract import PlanRequest

    return PlanRequest


def _encode_plan() -> Encoder:
    from odds.games.get_to.encode import encode_plan

    return encode_plan


def _read_plan(body: dict[str, Any]) -> GetToQuest:
    from odds.games.get_to.reading import read_plan

    return read_plan(body)


def _commands(run: Run) -> Group:
    from odds.games.get_to.commands import commands

    return commands(run)


_HERE = "odds.games.get_to."

GAME = Game(
    name="get_to",
    title="Get To quest",
    questions=(
        Question(
            "plan",
            "/v1/get-to/plan",
            "Move actions needed, and where to go",
            _plan,
            _encode_plan,
            _read_plan,
        ),
    ),
    commands=_commands,
    flags={
        "/map": "--grid or --join",
        "/owner": "--owner",
        "/deck": "--card",
        "/steps": "--steps",
        "/within": "--within",
        "/objective": "--objective",
    },
    exports={
        **dict.fromkeys(("DoneWithin", "FewestExpected"), _HERE + "quest"),
        **dict.fromkeys(("Grid", "TileMap"), _HERE + "quest"),
        **dict.fromkeys(("GetToPlan", "GetToQuest"), _HERE + "plan"),
    },
)
