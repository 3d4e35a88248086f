"""``odds build``: flags that become the JSON body of a question."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from odds.commands import Group
from odds.errors import InvalidInput
from odds.flags import Option
from odds.running import FORMATS_HELP, Run

QuestFile = Annotated[
    str | None,
    Option(
        "--quest",
        value="FILE",
        help="A quest as a JSON or TOML file ('-': JSON); flags replace its parts.",
    ),
]
Stages = Annotated[
    list[str] | None,
    Option(
        "--stage",
        value="STAGE",
        help="Once for each stage: needs = reward, e.g. '2 wood, 1 ore = 3'.",
    ),
]
Dice = Annotated[
    list[str] | None,
    Option(
        "--die",
        value="FACES",
        help="Once for each kind of dice: how many, and their faces, e.g. '3x wood, 2 ore, "
        "stone|ore, blank' for three. [default: scavenge]",
    ),
]
SCAVENGE: Final = "scavenge"
"""The name of the dice that are taken unless others are given."""
Attempts = Annotated[int | None, Option("--attempts", help="Attempts in all. [default: 5]")]
Objective = Annotated[
    str | None,
    Option("--objective", value="GOAL", help="expected_reward, at_least=R or complete=S."),
]
Output = Annotated[str, Option("--format", "-f", value="FORMAT", help=FORMATS_HELP)]


def commands(run: Run) -> Group:
    """The commands of the Build quest."""
    app = Group("Build quests: push or take, which dice to re-roll, a whole plan.")

    @app.command
    def plan(
        quest: QuestFile = None,
        stage: Stages = None,
        die: Dice = None,
        attempts: Attempts = None,
        objective: Objective = None,
        fixed: Annotated[
            list[int] | None, Option(help="Compare with stopping after this stage; once for each.")
        ] = None,
        output: Output = "text",
    ) -> None:
        """The strategy table: take or push, by stage and attempts left."""
        body = _body(run, quest, stage, die, attempts, objective)
        if fixed:
            body["fixed"] = fixed
        run("/v1/build/plan", body, output)

    @app.command
    def advice(
        quest: QuestFile = None,
        stage: Stages = None,
        die: Dice = None,
        attempts: Attempts = None,
        objective: Objective = None,
        completed: Annotated[
            int | None, Option(help="The stage just completed: take or push?")
        ] = None,
        playing: Annotated[
            int | None, Option(help="The stage being played: which dice to re-roll?")
        ] = None,
        attempts_left: Annotated[
            int | None,
            Option(help="Attempts left, without the roll that lies on the table."),
        ] = None,
        showing: Annotated[
            str | None, Option(value="FACES", help="What the dice show, e.g. 'wood, stone, blank'.")
        ] = None,
        outside: Annotated[
            str | None, Option(value="VALUE", help="What not starting at all is worth.")
        ] = None,
        output: Output = "text",
    ) -> None:
        """What to do now, and what every other choice costs.

        Without a state: at the start.
        """
        body = _body(run, quest, stage, die, attempts, objective)
        if completed is not None and playing is not None:
            raise InvalidInput.at("--playing", "give either --completed or --playing, not both")
        state = {
            "completed": completed,
            "stage": playing,
            "attempts_left": attempts_left,
            "showing": None if showing is None else [_face(f) for f in _split(showing)],
        }
        given = {key: value for key, value in state.items() if value is not None}
        if given:
            body["state"] = given
        if outside is not None:
            body["outside"] = outside
        run("/v1/build/advice", body, output)

    return app


def _body(
    run: Run,
    file: str | None,
    stages: list[str] | None,
    dice: list[str] | None,
    attempts: int | None,
    objective: str | None,
) -> dict[str, Any]:
    """The request: a quest file, with whatever flags say instead."""
    body = {} if file is None else run.read_file(file)
    if file is not None and "quest" not in body:
        body = {"quest": body}
    quest = body.setdefault("quest", {})
    if isinstance(quest, dict):
        if stages:
            quest["stages"] = [_stage(text, f"--stage {i}") for i, text in enumerate(stages, 1)]
        if dice:
            quest["dice"] = (
                SCAVENGE
                if [text.strip() for text in dice] == [SCAVENGE]
                else [_die(text) for text in dice]
            )
        if attempts is not None:
            quest["attempts"] = attempts
    if objective is not None:
        body["objective"] = _objective(objective)
    return body


def _stage(text: str, place: str) -> dict[str, Any]:
    """``2 wood, 1 ore = 3``."""
    need, equals, reward = text.rpartition("=")
    if not equals:
        raise InvalidInput.at(place, f"{text!r} needs a reward, as in '2 wood = 1'")
    return {"need": _bundle(need), "reward": reward.strip()}


def _bundle(text: str, separator: str = ",") -> dict[str, int]:
    needs: dict[str, int] = {}
    for part in filter(None, (p.strip() for p in text.split(separator))):
        count, name = _counted(part)
        needs[name] = needs.get(name, 0) + count
    return needs


def _counted(text: str) -> tuple[int, str]:
    match = re.fullmatch(r"([0-9]{1,100})(?:\s*[x×]\s+|\s*)(.+)", text)
    return (int(match[1]), match[2]) if match else (1, text)


def _die(text: str) -> dict[str, Any]:
    """``3x wood, stone|ore, 2 wood + ore, blank``."""
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:[xX×]\s|:)\s*(.+)", text)
    count, faces = (int(match[1]), match[2]) if match else (1, text)
    if faces.strip() == SCAVENGE:
        raise InvalidInput.at("--die", f"{SCAVENGE!r} stands for all dice: give it alone")
    return {"count": count, "faces": [_face(f) for f in _split(faces)]}


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _face(text: str) -> Any:
    """``wood``, ``2 wood + ore``, or the wild ``wood|stone``."""
    if "|" in text:
        return {"any_of": [_face(part.strip()) for part in text.split("|")]}
    if re.search(r"\+|^[0-9]+\D", text):
        return _bundle(text, "+")
    return _whole(text)


def _objective(text: str) -> Any:
    """``complete=2``, ``at_least=1/2`` or the name of an objective."""
    name, equals, number = (part.strip() for part in text.partition("="))
    if name not in (("at_least", "complete") if equals else ("expected_reward",)):
        why = f"{text[:40]!r} is neither expected_reward nor like at_least=2 or complete=3"
        raise InvalidInput.at("--objective", why)
    if not equals:
        return name
    return {name: _whole(number) if name == "complete" else number}


def _whole(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text
