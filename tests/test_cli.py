"""The command ``odds``: every format, files, permalinks and help."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from odds import __version__, wire
from odds.games import all_games
from odds.json_text import dumps
from odds.running import FORMATS
from tests.command_line import BODY, PLAN, STAGES, TEXT, Odds


def test_text(odds: Odds) -> None:
    done = odds("build", "plan", *STAGES)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(TEXT)
    assert "stage done  attempts left" in done.out
    assert done.out.rstrip().splitlines()[-1].startswith("Assumed: The faces")


def test_a_terminal_gets_colours(odds: Odds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "120")
    done = odds("build", "plan", *STAGES)
    assert (done.code, done.err) == (0, "")
    assert TEXT in done.out
    assert "93.5%" in done.out
    assert "──────────  ──────" in done.out


def test_markdown(odds: Odds) -> None:
    done = odds("build", "plan", *STAGES, "--format", "markdown")
    assert done.code == 0
    assert "\n| stage done | attempts left |" in done.out


def test_csv(odds: Odds) -> None:
    done = odds("build", "plan", *STAGES, "--format", "csv")
    assert done.code == 0
    assert done.out.startswith("stage done,attempts left,take,push,decision,completes next\n")
    assert "\n2,3,2,439667406451/156728328192,push," in done.out


def test_html(odds: Odds) -> None:
    done = odds("build", "plan", "--stage", "1 <b> = 1", "--die", "<b>, blank", "-f", "html")
    assert done.code == 0
    assert done.out.count("<table>") == done.out.count("</table>") > 0
    assert "<b>" not in done.out


def test_json_is_the_answer_of_the_contract(odds: Odds) -> None:
    done = odds("build", "plan", *STAGES, "--format", "json")
    assert done.code == 0
    assert done.out.encode() == dumps(wire.respond(PLAN, BODY)) + b"\n"


def test_advice(odds: Odds) -> None:
    done = odds("build", "advice", *STAGES, "--completed", "2", "--attempts-left", "3")
    assert done.out.startswith("Push: 2.805 on average against 2 for taking it")
    done = odds("build", "advice", *STAGES, "--outside", "1")
    assert done.out.startswith("Don't start")
    state = ("--playing", "2", "--attempts-left", "2", "--showing", "wood,stone,wood,blank,fish")
    assert odds("build", "advice", *STAGES, *state).out.startswith("Throw 3 dice again")


TOML = """
attempts = 5.0
[[stages]]
need = {wood = 2}
reward = 0.1
[[dice]]
count = 2
faces = ["wood", {any_of = ["wood", "ore"]}, "blank"]
"""
QUEST = {
    "attempts": 5,
    "stages": [{"need": {"wood": 2}, "reward": "1/10"}],
    "dice": [{"count": 2, "faces": ["wood", {"any_of": ["wood", "ore"]}, "blank"]}],
}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("quest.toml", TOML),
        ("quest.toml", "\ufeff" + TOML),
        ("quest.json", json.dumps(QUEST)),
        ("quest.json", "\ufeff" + json.dumps(QUEST)),
        ("whole.json", json.dumps({"quest": QUEST})),
        ("quest", json.dumps(QUEST).replace('"1/10"', "1e-1")),
    ],
)
def test_a_quest_file(odds: Odds, tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    done = odds("build", "plan", "--quest", str(file), "--format", "json")
    assert done.out.encode() == dumps(wire.respond(PLAN, {"quest": QUEST})) + b"\n"
    assert json.loads(done.out)["outcomes"][0]["reward"]["exact"] == "1/10"


def test_flags_say_what_a_file_doesnt(odds: Odds, tmp_path: Path) -> None:
    file = tmp_path / "quest.json"
    file.write_text(json.dumps({"quest": QUEST, "objective": {"complete": 1}}))
    quest = {**QUEST, "attempts": 2}
    done = odds("build", "plan", "--quest", str(file), "--attempts", "2", "-f", "json")
    expected = wire.respond(PLAN, {"quest": quest, "objective": {"complete": 1}})
    assert json.loads(done.out) == expected


def test_ask_a_file(odds: Odds, question: str) -> None:
    done = odds("ask", PLAN.path, question)
    assert done.out.encode() == dumps(wire.respond(PLAN, BODY)) + b"\n"


def test_ask_a_permalink_in_words(odds: Odds) -> None:
    link = wire.permalink(wire.read(PLAN, BODY))
    assert odds("ask", PLAN.path, "--q", link, "--format", "text").out.startswith(TEXT)
    for start in ("", "http://localhost:8000", "HTTPS://odds.example"):
        for end in (f"{PLAN.path}?q={link}", f"/#q={link}&path={PLAN.path}"):
            assert odds("ask", f"{start}{end}", "-f", "text").out.startswith(TEXT)
    twice = odds("ask", f"{PLAN.path}?q={link}", "--q", link)
    assert (twice.code, twice.err) == (2, "odds: --q: the address has a permalink already\n")


@pytest.mark.parametrize(
    "question", [q for g in all_games() for q in g.questions], ids=lambda q: q.path
)
@pytest.mark.parametrize("output", FORMATS)
def test_every_question_in_every_format(odds: Odds, question: Any, output: str) -> None:
    example = next(iter(question.request().examples.values()))
    link = wire.permalink(wire.read(question, example))
    done = odds("ask", question.path, "--q", link, "-f", output)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\n")


def test_the_version(odds: Odds) -> None:
    assert odds("--version") == (0, f"odds {__version__}\n", "")


@pytest.mark.parametrize("arguments", [(), ("build",)])
def test_no_arguments_show_the_help(odds: Odds, arguments: tuple[str, ...]) -> None:
    done = odds(*arguments)
    assert (done.code, done.err) == (0, "")
    assert "Usage: odds" in done.out


COMMANDS = [(), ("ask",), ("serve",), ("build",), ("build", "plan"), ("build", "advice")]
COMMANDS += [(game.name.replace("_", "-"),) for game in all_games()]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help(odds: Odds, command: tuple[str, ...]) -> None:
    done = odds(*command, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"Usage: odds {' '.join(command)}".strip() in done.out
    assert "--help" in done.out


def test_the_help_names_every_game(odds: Odds) -> None:
    out = odds("--help").out
    for game in all_games():
        assert game.name.replace("_", "-") in out


def test_exactness_survives_the_command_line(odds: Odds) -> None:
    done = odds("build", "advice", *STAGES, "--outside", "0.94382670905533306", "-f", "json")
    found = json.loads(done.out)
    values = {choice["action"]: Fraction(choice["value"]["exact"]) for choice in found["choices"]}
    assert values["decline"] == Fraction("0.94382670905533306")
    assert values["push"] == Fraction(3354158148597972391, 3553786003741212672)
