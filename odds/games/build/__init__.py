"""Rules, questions and sentences of the Build quest of The City of Kings.

Codes such as B5 number the rules of the game; RULES.md in this folder says what each is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.game import Encoder, Game, Question

if TYPE_CHECKING:
    from odds.commands import Group
    from odds.games.build.questions import BuildMoment, BuildQuest
    from odds.running import Run
    from odds.shapes import Request


def _advice() -> type[Request]:
    from odds.games.build.contract import AdviceRequest

    return AdviceRequest


def _encode_advice() -> Encoder:
    from odds.games.build.encode import encode_advice

    return encode_advice


def _plan() -> type[Request]:
    from odds.games.build.contract import PlanRequest

    return PlanRequest


def _encode_plan() -> Encoder:
    from odds.games.build.encode import encode_plan

    return encode_plan


def _read_advice(body: dict[str, Any]) -> BuildMoment:
    from odds.games.build.reading import read_moment

    return read_moment(body)


def _read_plan(body: dict[str, Any]) -> BuildQuest:
    from odds.games.build.reading import read_plan

    return read_plan(body)


def _commands(run: Run) -> Group:
    from odds.games.build.commands import commands

    return commands(run)


_HERE = "odds.games.build."

GAME = Game(
    name="build",
    title="Build quest",
    questions=(
        Question(
            "advice",
            "/v1/build/advice",
            "Take or push; or which dice to re-roll",
            _advice,
            _encode_advice,
            _read_advice,
        ),
        Question(
            "plan",
            "/v1/build/plan",
            "The strategy table of a whole quest",
            _plan,
            _encode_plan,
            _read_plan,
        ),
    ),
    commands=_commands,
    flags={
        "/quest/stages": "--stage",
        "/quest/dice": "--die",
        "/quest/attempts": "--attempts",
        "/objective": "--objective",
        "/state/completed": "--completed",
        "/state/stage": "--playing",
        "/state/attempts_left": "--attempts-left",
        "/state/showing": "--showing",
        "/outside": "--outside",
        "/fixed": "--fixed",
    },
    exports={
        **dict.fromkeys(("BuildMoment", "BuildPlan", "BuildQuest"), _HERE + "questions"),
        **dict.fromkeys(("Die", "Face", "SCAVENGE", "Stage", "any_of"), _HERE + "quest"),
        **dict.fromkeys(("AtLeast", "Complete", "ExpectedReward", "Utility"), _HERE + "objective"),
        **dict.fromkeys(("Advice", "Between", "Rolled", "Start"), _HERE + "advice"),
    },
)
