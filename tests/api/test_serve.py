"""``odds serve`` as a process of its own, over a real socket."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from odds import wire
from odds.games.build.contract import EXAMPLE

PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    command = [sys.executable, "-m", "odds.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if match := re.search(r"running on http://127\.0\.0\.1:([0-9]+)", line):
                yield int(match[1])
                break
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        assert process.wait(60) in (0, 130, -signal.SIGINT)


def ask(port: int, method: str, path: str, **given: Any) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, **given)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_it_answers(port: int) -> None:
    expected = wire.dumps(wire.respond(wire.question_at(PATH), BODY))
    assert ask(port, "GET", "/healthz")[0] == 200
    assert ask(port, "POST", PATH, body=json.dumps(BODY)) == (200, expected)
    link = wire.permalink(wire.read(wire.question_at(PATH), BODY))
    assert ask(port, "GET", f"{PATH}?q={link}") == (200, expected)


def test_it_refuses(port: int) -> None:
    assert ask(port, "HEAD", PATH) == (405, b"")
    chunks = iter([b"{"] + [b" " * 100_000] * 11)
    status, body = ask(
        port,
        "POST",
        PATH,
        body=chunks,
        encode_chunked=True,
        headers={"Transfer-Encoding": "chunked"},
    )
    assert (status, json.loads(body)["type"]) == (413, "/problems/body-too-large")
    assert ask(port, "GET", "/healthz")[0] == 200
