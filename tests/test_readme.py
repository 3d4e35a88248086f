"""The examples in the README and in ``examples/`` run and print what the pages say."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

from api.settings import Settings
from odds import cli, wire
from odds.json_text import dumps, loads

ROOT = Path(__file__).parent.parent
PAGES = [
    path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "examples").glob("*.md")))
]
README = PAGES[0]


def blocks(language: str, *pages: str) -> list[str]:
    found = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [block for page in pages for block in found.findall(page)]


def commands(program: str) -> list[tuple[str, str]]:
    """Each ``$ program ...`` with the output that a page shows for it."""
    found = []
    for block in blocks("console", *PAGES):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.split()[0] == program:
                found.append((command, output))
    return found


def run(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", shlex.split(command))
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code in (0, None)
    return capsys.readouterr().out


@pytest.mark.parametrize(("command", "output"), commands("odds"), ids=lambda text: text[:40])
def test_command(
    command: str,
    output: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert run(command, capsys, monkeypatch).strip() == output.strip()


@pytest.mark.parametrize(("command", "output"), commands("curl"), ids=lambda text: text[:60])
def test_curl(command: str, output: str) -> None:
    """The body and the answer of a request; the service itself is tested elsewhere."""
    words = shlex.split(command)
    url = next(word for word in words if word.startswith("localhost:8000/"))
    path = url.removeprefix("localhost:8000")
    body = loads(words[words.index("-d") + 1])
    shown = json.loads(output)
    if path == "/v1/estimate":
        assert dumps(wire.estimate_of(body, Settings().limits)).decode() == output.strip()
    elif "status" in shown:
        with pytest.raises(wire.InvalidInput) as error:
            wire.respond(wire.question_at(path), body)
        assert [f.place for f in error.value.faults] == [e["pointer"] for e in shown["errors"]]
        assert [f.message for f in error.value.faults] == [e["detail"] for e in shown["errors"]]
    else:
        assert dumps(wire.respond(wire.question_at(path), body)).decode() == output.strip()


def test_python() -> None:
    """The Python blocks run one after the other, as one session."""
    session = doctest.DocTestParser().get_doctest(
        "\n".join(blocks("python", README)), {}, "README", None, 0
    )
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(session)
    assert runner.tries > 10
    assert runner.failures == 0


def test_test_command_is_what_make_check_runs() -> None:
    """The command that decides is the README's own."""
    command = README.split("<!-- test-command -->")[1].split("```")[1]
    assert "make check" in command
    assert "test-command" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
