"""``odds serve`` as a process of its own, over a real socket."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from odds import wire
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps
from tests.api.serving import Served, gone, served, until
from tests.api.slow import ALLOWED, ENDLESS, LONG

PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}

watching_processes = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="reads /proc to see which processes there are"
)


def expected(body: Any) -> bytes:
    return dumps(wire.respond(wire.question_at(PATH), body))


@pytest.fixture(scope="module")
def service() -> Iterator[Served]:
    with served(processes=1, states=190_000) as found:
        yield found


def test_it_answers(service: Served) -> None:
    assert service.ask("GET", "/healthz")[0] == 200
    assert service.post(PATH, json.dumps(BODY).encode()) == (200, expected(BODY))
    link = wire.permalink(wire.read(wire.question_at(PATH), BODY))
    assert service.ask("GET", f"{PATH}?q={link}") == (200, expected(BODY))
    assert service.ask("GET", "/readyz")[0] == 200


def test_it_refuses(service: Served) -> None:
    assert service.ask("HEAD", PATH) == (405, b"")


def test_settings_come_from_the_environment(service: Served) -> None:
    limits = json.loads(service.ask("GET", "/openapi.json")[1])["info"]["x-limits"]
    assert limits["states"] == 190_000


def test_ten_megabytes_in_chunks(service: Served) -> None:
    chunked = {"encode_chunked": True, "headers": {"Transfer-Encoding": "chunked"}}
    try:
        chunks = iter([b"{"] + [b" " * 100_000] * 100)
        status, body = service.ask("POST", PATH, body=chunks, **chunked)
        assert (status, json.loads(body)["type"]) == (413, "/problems/body-too-large")
    except (BrokenPipeError, ConnectionResetError):
        pass  # The service hung up in the middle of the body, which is its right.
    content = json.dumps(BODY).encode()
    parts = iter([content[:10], content[10:]])
    assert service.ask("POST", PATH, body=parts, **chunked) == (200, expected(BODY))


def test_a_caller_that_hangs_up_is_no_fault_of_ours(service: Served) -> None:
    head = f"POST {PATH} HTTP/1.1\r\nHost: odds\r\nContent-Length: 100\r\n\r\n"
    with socket.create_connection(("127.0.0.1", service.port), timeout=60) as connection:
        connection.sendall(head.encode() + b'{"quest"')
    assert service.post(PATH, json.dumps(BODY).encode()) == (200, expected(BODY))
    assert "Traceback" not in "".join(service.log)


def test_places_of_callers_that_hang_up_are_free() -> None:
    with served(processes=1, time_limit=5, log_json=True, **ALLOWED) as service:
        service.wait_until_ready()
        for number in range(10):
            given = {**ENDLESS, "fixed": [number % 2 + 1]} if number < 2 else attempts(number)
            hang_up(service, json.dumps(given).encode())
        assert service.post(PATH, json.dumps(BODY).encode()) == (200, expected(BODY))
        until(lambda: '"status": 499' in "".join(service.log))
        assert f'"path": "{PATH}", "status": 503' not in "".join(service.log)
        assert "Traceback" not in "".join(service.log)


def test_the_body_of_a_get_is_not_taken_in() -> None:
    link = wire.permalink(wire.read(wire.question_at(PATH), BODY))
    head = f"GET {PATH}?q={link} HTTP/1.1\r\nHost: odds\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = (b"10000\r\n" + b" " * 0x10000 + b"\r\n") * 1000
    endless = json.dumps(ENDLESS).encode()
    with (
        served(processes=1, time_limit=300, metrics=True, **ALLOWED) as service,
        socket.create_connection(("127.0.0.1", service.port), timeout=60) as asker,
    ):
        service.wait_until_ready()
        asker.sendall(posted(endless))
        until(lambda: b"odds_solves_running 1" in service.ask("GET", "/metrics")[1])
        with socket.create_connection(("127.0.0.1", service.port), timeout=1) as connection:
            connection.sendall(head.encode())
            with pytest.raises(TimeoutError):
                connection.sendall(body)


@pytest.mark.parametrize("host", ["127.0.0.1", "999.1.1.1"])
def test_an_address_that_can_not_be_had_is_one_line(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = ["--host", host, "--port", str(taken.getsockname()[1])]
        command = [sys.executable, "-m", "odds", "serve", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"odds: --host, --port: can't listen at {host}:")


def attempts(number: int) -> dict[str, Any]:
    return {"quest": {**EXAMPLE, "attempts": number}}


def posted(body: bytes) -> bytes:
    """A POST as it goes over the wire."""
    head = f"POST {PATH} HTTP/1.1\r\nHost: odds\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def hang_up(service: Served, body: bytes) -> None:
    """Ask, and leave once the question has surely come."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=60) as connection:
        connection.sendall(posted(body))
        assert service.ask("GET", "/healthz")[0] == 200


@watching_processes
def test_sigterm_under_load() -> None:
    with served(processes=1, time_limit=60, **ALLOWED) as service:
        service.wait_until_ready()
        children = service.children()
        assert children
        bodies = [LONG, *({"quest": {**EXAMPLE, "attempts": n}} for n in range(1, 10))]
        with ThreadPoolExecutor(len(bodies)) as threads:
            tasks = [threads.submit(try_to_ask, service, body) for body in bodies]
            until(lambda: any(task.done() for task in tasks))
            service.process.send_signal(signal.SIGTERM)
            answers = [task.result() for task in tasks]
        for body, answer in zip(bodies, answers, strict=True):
            if answer is not None and answer[0] == 200:
                assert answer[1] == expected(body)
            elif answer is not None:
                assert answer[0] == 503
                kind = json.loads(answer[1])["type"]
                assert kind in ("/problems/busy", "/problems/not-ready")
        assert service.process.wait(60) in (0, -signal.SIGTERM)
        until(lambda: all(gone(child) for child in children))
        assert "Traceback" not in "".join(service.log)


def try_to_ask(service: Served, body: Any) -> tuple[int, bytes] | None:
    """The answer; None where the service takes no more connections."""
    try:
        return service.post(PATH, json.dumps(body).encode())
    except (OSError, http.client.HTTPException):
        return None


@watching_processes
def test_no_process_is_left_when_the_service_is_killed_in_mid_solve() -> None:
    with served(processes=2, time_limit=300, **ALLOWED) as service:
        service.wait_until_ready()
        with ThreadPoolExecutor(1) as threads:
            children = {child: work(child) for child in service.children()}
            assert len(children) >= 2
            task = threads.submit(try_to_ask, service, ENDLESS)
            until(lambda: any(work(child) > before + 20 for child, before in children.items()))
            os.kill(service.process.pid, signal.SIGKILL)
            assert task.result() is None
        until(lambda: all(gone(child) for child in children))


def work(process: int) -> int:
    """The processor time that a process has used, in hundredths of a second or so."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
