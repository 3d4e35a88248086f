"""Mistakes on the command line are one line; how its processes end."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from odds import wire
from odds.errors import SolveError
from odds.json_text import dumps
from tests.command_line import BODY, PLAN, STAGES, Odds, one_line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--quest",), "--quest"),
        (("build", "plan", "--quset", "x"), "Did you mean '--quest'?"),
        (("bild",), "No such command 'bild'. Did you mean 'build'?"),
        (("build", "plann"), "No such command 'plann'. Did you mean 'plan'?"),
        (("build", "plan", "--attempts", "x"), "'x' is not a valid integer"),
        (("build", "plan", "surplus"), "surplus"),
        (("build", "plan"), "--stage (/quest/stages): is missing"),
        (("build", "plan", "--stage", "wood"), "--stage 1: 'wood' needs a reward"),
        (
            ("build", "plan", "--stage", "2 wood = x"),
            "--stage (/quest/stages/0/reward): not an exact number",
        ),
        (
            ("build", "plan", "--stage", f"{9**30} wood = 1"),
            "(/quest/stages/0/need/wood): must be at most 1000",
        ),
        (("build", "plan", "--stage", "w = -1"), "a reward must be at least 0"),
        (("build", "plan", "--stage", "\udcff = 1"), "must be Unicode text"),
        (
            ("build", "plan", *STAGES, "--attempts", "0"),
            "--attempts (/quest/attempts): must be at least 1",
        ),
        (("build", "plan", *STAGES, "--attempts", "2000"), "at most 4,000 allowed"),
        (("build", "plan", *STAGES, "--format", "xml"), "text, markdown, csv, html, json"),
        (("build", "plan", *STAGES, "--objective", "win"), "or complete=3"),
        (("build", "plan", *STAGES, "--objective", "utility=1"), "nor like at_least=2"),
        (("get-to", "plan", "--objective", "win"), "nor like within=3"),
        (("a4", "action", "--objective", "win"), "or weights like 'hp=1, dice=1/4'"),
        (("build", "plan", *STAGES, "--objective", "complete=²"), "must be a whole number"),
        (
            ("build", "advice", *STAGES, "--completed", "1"),
            "--attempts-left (/state/attempts_left): is missing",
        ),
        (("get-to", "plan"), "--grid or --join (/map): is missing; --owner (/owner): is missing"),
        (("a4", "fight", "--pool", "6", "--enemy", "6/6", "--total", "5"), "only one of"),
        (("ask", "/v1/nothing", "--q", "e30"), "no question is asked at '/v1/nothing'"),
        (("ask", "/v1/nothing"), "/path: no question is asked at '/v1/nothing'"),
        (("ask", "/v1/build/plan", "--q", "!"), "--q: q is not base64url"),
        (("ask", "/v1/build/plan", "--q", ""), "--q: q is not base64url"),
        (("ask", "/v1/build/plan", "x.json", "--q", "e30"), "--q: give either"),
        (("ask", "/v1/build/plan", "missing.json"), "missing.json: can't be read: No such file"),
        (("ask", "/v1/build/plan", "nul\0"), "can't be read"),
        (("ask", "/v1/build/plan", "."), ".: can't be read: Is a directory"),
        (("serve", "--port", "99999"), "99999 is not in the range"),
    ],
)
def test_a_mistake_is_one_line(odds: Odds, arguments: tuple[str, ...], message: str) -> None:
    line = one_line(odds(*arguments))
    assert message in line
    assert line.count("Did you mean") <= 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("q.json", b"", "not JSON: Expecting value"),
        ("q.json", b"{'a': 1}", "not JSON"),
        ("q.json", b"\xff", "not UTF-8"),
        ("q.json", b'{"a": 1, "a": 2}', "the key 'a' occurs twice"),
        ("q.json", b"[1]", "must hold an object"),
        ("q.json", b'{"stages": []}', "(/quest/stages): needs 1 or more entries"),
        ("q.json", b"[" * 10_000, "nested deeper than 32"),
        ("q.toml", b"a = ", "not TOML"),
        ("q.toml", b"\xff", "not TOML"),
        ("q.toml", b"a = " + b"9" * 5000, "not TOML"),
        ("q.toml", b"a = " + b"[" * 10_000, "not TOML"),
        ("q.toml", b"stages = [{need = {}, reward = inf}]", "not an exact number"),
        ("q.toml", b"stages = [{need = {}, reward = nan}]", "not an exact number"),
        ("q.toml", b"stages = [{need = {}, reward = 2000-01-01}]", "not date"),
        ("q.toml", b"stages = 12:00:00", "(/quest/stages): must be a list"),
    ],
)
def test_a_mistake_in_a_file(
    odds: Odds, tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    assert message in one_line(odds("build", "plan", "--quest", str(tmp_path / name)))


def test_serve_needs_its_extra(odds: Odds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "api.serve", None)
    assert "needs the 'serve' extra" in one_line(odds("serve"))


def test_serve(odds: Odds, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    monkeypatch.setattr("api.serve.run", lambda *given: served.append(given))
    assert odds("serve", "--port", "8123").code == 0
    assert served == [("127.0.0.1", 8123)]


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "\n"),
        (EOFError(), 130, "\n"),
        (BrokenPipeError(), 1, ""),
        (OSError(28, "No space left", "a file"), 2, "odds: a file: can't write: No space left\n"),
        (OSError("gone"), 2, "odds: can't write: gone\n"),
        (SolveError("killed"), 2, "odds: killed\n"),
    ],
    ids=repr,
)
def test_what_ends_a_command(
    odds: Odds,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    error: BaseException,
    code: int,
    message: str,
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr("odds.answers.solve", fail)
    assert odds("ask", PLAN.path, question) == (code, "", message)


# Real processes


def process(*arguments: str, **given: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "odds.cli", *arguments]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **given)


def test_a_question_on_standard_input() -> None:
    done = process("ask", PLAN.path, input=json.dumps(BODY).encode())
    assert done.returncode == 0
    assert done.stdout == dumps(wire.respond(PLAN, BODY)) + b"\n"
    done = process("ask", PLAN.path, input=b"\xff")
    assert (done.returncode, done.stderr) == (2, b"odds: -: not UTF-8\n")


def test_an_ascii_terminal() -> None:
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    quest = ("--stage", "1 bois = 1", "--die", "bois|blank, blank", "--attempts", "2")
    done = process("build", "plan", *quest, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "–".encode() in done.stdout
    done = process("build", "plan", "--stage", "1 chêne = x", env=environment)
    assert done.returncode == 2
    assert done.stderr.isascii()


LONG = ("build", "plan", *["--stage", "1 wood = 1"] * 3, "--attempts", "300")


@pytest.mark.parametrize("arguments", [LONG, ("--version",), ("--help",), ("a4", "schema")])
def test_a_closed_pipe_is_no_mistake(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "odds.cli", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("arguments", [LONG, ("--version",), ("a4", "movement", "--help")])
def test_a_full_disk_is_one_line(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "odds.cli", *arguments]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"odds: can't write: No space left on device\n"


@pytest.mark.parametrize(
    ("arguments", "closed", "expected"),
    [
        (("bad",), "2>&-", (2, "")),
        (("a4", "movement", "--pool", "6", "--cost", "1"), ">&-", (0, "")),
        (("ask", "/v1/build/plan"), "<&-", (2, "")),
    ],
    ids=["errors", "answers", "questions"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell")
def test_closed_streams(arguments: tuple[str, ...], closed: str, expected: tuple[int, str]) -> None:
    command = f"exec {shlex.join([sys.executable, '-m', 'odds', *arguments])} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == expected
    assert "Traceback" not in done.stderr


def test_a_number_too_long_to_be_written(odds: Odds, tmp_path: Path) -> None:
    """TOML has hexadecimal numbers, of which Python reads any length and writes only some."""
    file = tmp_path / "quest.toml"
    file.write_text(f"attempts = 0x{4000 * 'f'}\nstages = [{{need = {{wood = 1}}, reward = 1}}]\n")
    message = "odds: --attempts (/quest/attempts): must be at most 2000\n"
    assert odds("build", "plan", "--quest", str(file)) == (2, "", message)
