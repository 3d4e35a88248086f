"""``odds serve`` as a process of its own, and the means to ask it and to watch its processes."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass
class Served:
    """A running service: its process and its port on the loopback interface."""

    process: subprocess.Popen[str]
    port: int
    log: list[str]

    def ask(self, method: str, path: str, **given: Any) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, **given)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        return self.ask("POST", path, body=body)

    def wait_until_ready(self) -> None:
        until(lambda: self.ask("GET", "/readyz")[0] == 200)

    def children(self) -> list[int]:
        """The processes that the service has started and that are still there."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for thread in threads for child in thread.read_text().split()]


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that surely comes."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def gone(process: int) -> bool:
    """Whether a process has ended (a zombie has, although nobody has waited for it)."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"


@contextmanager
def served(**settings: Any) -> Iterator[Served]:
    """``odds serve`` on a free port with settings such as ``time_limit=5``; killed at the end."""
    command = [sys.executable, "-m", "odds", "serve", "--port", "0"]
    given = {f"ODDS_{name.upper()}": str(value) for name, value in settings.items()}
    environment = {**os.environ, **given}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        log: list[str] = []
        try:
            for line in process.stderr:
                log.append(line)
                if match := re.search(r"running on http://127\.0\.0\.1:([0-9]+)", line):
                    # Read on, or the service would wait for room in the pipe.
                    reader = threading.Thread(target=log.extend, args=(process.stderr,))
                    reader.start()
                    yield Served(process, int(match[1]), log)
                    break
            else:
                raise AssertionError("".join(log))
        finally:
            process.kill()
        process.wait(60)
        reader.join(60)
