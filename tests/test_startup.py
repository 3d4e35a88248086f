"""What costs time or is optional is loaded only when it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from odds.games.a4.commands import HOLDERS
from odds.wire import permalink, question_at, read

HEAVY = {"fastapi", "uvicorn", "starlette", "matplotlib", "scipy", "numpy", "sympy", "flint", "api"}
COMMAND_LINE = {"odds.commands", "odds.flags", "rich"}
PRINT = "import sys; print(*sys.modules)"


def modules_after(code: str) -> set[str]:
    """The modules that a new process has loaded after ``code``."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{PRINT}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def asking(*arguments: str) -> str:
    """Code that runs the command ``odds`` with ``arguments``."""
    return (
        f"import sys; sys.argv = ['odds', *{arguments!r}]\n"
        "from odds.__main__ import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0"
    )


QUEST = "BuildQuest([Stage({'wood': 2}, 1), Stage({'wood': 1}, 3)], attempts=3)"


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import odds", HEAVY | {"pydantic"} | COMMAND_LINE),
        (
            f"from odds import BuildQuest, Stage, solve\nsolve({QUEST}).advise(1, 1).text",
            HEAVY | {"pydantic"} | COMMAND_LINE,
        ),
        ("import odds.client", HEAVY | COMMAND_LINE),
        (
            "from odds import A4Movement, Situation, solve\n"
            "solve(A4Movement(Situation([6, 2]), cost=2)).text",
            HEAVY | {"pydantic"} | COMMAND_LINE,
        ),
        ("import odds.wire", HEAVY | COMMAND_LINE),
        ("import odds.cli; odds.cli.application()", HEAVY | {"pydantic", "rich"}),
    ],
    ids=["library", "solving", "client", "solving A4", "wire", "command line"],
)
def test_what_is_not_loaded(code: str, unwanted: set[str]) -> None:
    assert not modules_after(code) & unwanted


MODELS = {"pydantic", "pydantic_core", "typing_extensions"}
READING = MODELS | {"odds.wire", "odds.shapes", "odds.faults"}
OTHERS = {"rich", "importlib.metadata", "email"}
PARSING = {"argparse", "typer", "click", "difflib", "gettext", "locale"}
LOOKING = {"inspect", "dataclasses"}
ELSEWHERE = {f"odds.games.a4.{name}" for name in HOLDERS} - {"odds.games.a4.commands_parts"}

BUILD_PLAN = ("build", "plan", "--stage", "2 wood = 1", "--stage", "1 wood = 3")
BUILD_ADVICE = ("build", "advice", "--stage", "2 wood = 1", "--outside", "1/2")
GET_TO = ("get-to", "plan", "--grid", "..", "--owner", "0,0", "--card", "0,1", "--steps", "d6")
MOVEMENT = ("a4", "movement", "--pool", "6,2,-,-", "--cost", "2")


def named(given: object) -> str:
    return " ".join(given[:2]) if isinstance(given, tuple) else ""


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (
            BUILD_PLAN,
            {"odds.games.build.contract", "odds.games.get_to.commands", "json", "tomllib"},
        ),
        (BUILD_ADVICE, {"odds.games.build.contract", "odds.games.get_to.commands"}),
        (
            GET_TO,
            {"odds.games.get_to.contract", "odds.games.a4.commands", "json", "tomllib"},
        ),
        (
            MOVEMENT,
            {
                "odds.games.a4.contract_movement",
                "odds.games.build.commands",
                "odds.games.a4.sheet_files",
            }
            | ELSEWHERE
            | LOOKING,
        ),
    ],
    ids=named,
)
def test_what_a_command_of_flags_does_without(
    arguments: tuple[str, ...], unwanted: set[str]
) -> None:
    """Flags come to an answer without the request models, and without the other games."""
    assert not modules_after(asking(*arguments)) & (HEAVY | READING | OTHERS | PARSING | unwanted)


@pytest.mark.parametrize(
    "arguments",
    [
        BUILD_PLAN,
        BUILD_ADVICE,
        GET_TO,
        MOVEMENT,
        ("a4", "setup", "--pool", "6,5,2,2"),
        ("a4", "fight", "--pool", "6,2,-,-", "--space", "3"),
        ("a4", "action", "--pool", "6,5,2,2", "--space", "1"),
        ("a4", "boss", "--pool", "6,4", "--attack", "6", "--defence", "5", "--hp", "4"),
    ],
    ids=named,
)
def test_what_json_does_without(arguments: tuple[str, ...]) -> None:
    """An answer is written as JSON without the models, too."""
    loaded = modules_after(f"{asking(*arguments, '--format', 'json')}\nprint()")
    assert not loaded & (HEAVY | READING | OTHERS | PARSING)
    assert "json" in loaded


@pytest.mark.parametrize(
    ("content", "arguments"),
    [
        ('{"state": {"pool": [6, 2]}, "cost": 2}', ("a4", "movement", "--request", "{}")),
        ('{"state": {"pool": [6, 2]}, "cost": 2}', ("ask", "/v1/a4/movement", "{}")),
        ('{"stages": [{"need": {"wood": 1}, "reward": 1}]}', ("build", "plan", "--quest", "{}")),
    ],
    ids=["request", "ask", "quest"],
)
@pytest.mark.parametrize("output", ["text", "json"])
def test_what_a_file_does_without(
    tmp_path: Path, content: str, arguments: tuple[str, ...], output: str
) -> None:
    """A request that is right is read from a file without the models, too."""
    file = tmp_path / "request.json"
    file.write_text(content)
    named = [argument.format(file) for argument in arguments]
    loaded = modules_after(f"{asking(*named, '--format', output)}\nprint()")
    assert not loaded & (HEAVY | READING | OTHERS | PARSING)


def test_what_a_permalink_does_without() -> None:
    link = permalink(read(question_at("/v1/a4/movement"), {"state": {"pool": [6]}, "cost": 2}))
    loaded = modules_after(f"{asking('ask', '/v1/a4/movement', '--q', link)}\nprint()")
    assert not loaded & (HEAVY | READING | OTHERS | PARSING)


def test_what_writes_answers_does_without() -> None:
    """Also where an answer needs what was solved."""
    code = (
        f"{asking('--version')}\n"
        "from odds.games import all_games\n"
        "[question.encode() for game in all_games() for question in game.questions]\n"
        "import odds.games.a4.encode_outlook"
    )
    loaded = modules_after(code)
    assert "odds.games.a4.encode_whole" in loaded
    assert not loaded & (HEAVY | READING)


@pytest.mark.parametrize("arguments", [("--help",), ("a4", "--help")], ids=" ".join)
def test_what_the_help_does_without(arguments: tuple[str, ...]) -> None:
    """The commands of every game are described without its rules, sheets and models."""
    unwanted = {"odds.games.a4.sheet", "odds.games.build.quest", "odds.games.get_to.quest"}
    assert not modules_after(asking(*arguments)) & (HEAVY | READING | unwanted)


def test_the_collector_is_back_on_once_a_question_is_read() -> None:
    """Start-up goes without it; solving must not."""
    script = (
        "import gc, sys; sys.argv = ['odds', 'build', 'plan', '--stage', '1 wood = 1']\n"
        "from odds.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: print(gc.isenabled(), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "True"


def test_what_is_left_out_at_first_can_be_loaded_later() -> None:
    """The structs are loaded without typing_extensions, which the contract needs."""
    assert modules_after(f"{asking('a4', 'schema', 'hero')}\nprint()") >= MODELS


def test_modules_left_out_at_first_are_themselves_later() -> None:
    code = (
        f"{asking('--version')}\n"
        "assert 'platform' not in sys.modules\n"
        "import platform, uuid\n"
        "assert platform.python_version() and uuid.uuid4() != uuid.uuid4()\n"
    )
    assert "msgspec" in modules_after(code)


def test_what_is_loaded_already_stays() -> None:
    code = (
        "import platform, typing_extensions\n"
        f"{asking('--version')}\n"
        "assert sys.modules['typing_extensions'] is typing_extensions\n"
        "assert sys.modules['platform'] is platform and platform.python_version()"
    )
    assert "msgspec" in modules_after(code)
