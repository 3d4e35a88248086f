"""Services as processes of their own: start them, ask them, see what they use (Linux)."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


@dataclass
class Running:
    """A service on a port of the loopback interface."""

    process: subprocess.Popen[bytes]
    port: int

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body=body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def processes(self) -> list[int]:
        """The service and what it has started."""
        found = [self.process.pid]
        for process in found:
            for task in Path(f"/proc/{process}/task").glob("*/children"):
                found += map(int, task.read_text().split())
        return found

    def cpu_seconds(self) -> float:
        """The processor time of the service itself, without its workers."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """What all its processes hold, in bytes; shared pages count once (PSS)."""
        total = 0
        for process in self.processes():
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
        return total


@contextmanager
def running(*command: str, ready: str, **settings: Any) -> Iterator[Running]:
    """A Python command with ``{port}`` in it, once a GET of ``ready`` is answered with 200.

    Its log, a line for each request by default, goes nowhere but is written.
    """
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    words = [sys.executable, *(word.format(port=port) for word in command)]
    given = {f"ODDS_{name.upper()}": str(value) for name, value in settings.items()}
    with open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(
            words, cwd=ROOT, env={**os.environ, **given}, stdout=nowhere, stderr=nowhere
        )
    try:
        found = Running(process, port)
        wait_for(found, ready)
        yield found
    finally:
        process.terminate()
        process.wait(60)


def wait_for(service: Running, path: str) -> None:
    end = time.monotonic() + 120
    while True:
        try:
            if service.ask("GET", path)[0] == 200:
                return
        except OSError:
            pass
        if time.monotonic() > end:
            raise SystemExit(f"no answer at {path}")
        time.sleep(0.1)


def odds(**settings: Any) -> Any:
    """``odds serve``."""
    return running("-m", "odds", "serve", "--port", "{port}", ready="/readyz", **settings)


def empty() -> Any:
    """The empty route."""
    return running(str(HERE / "empty.py"), "{port}", ready="/")
