"""Whatever happens to the service: the next request is right, and nothing stored is lost."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from odds import wire
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps
from tests.api.serving import Served, served, until
from tests.api.slow import ALLOWED, ENDLESS, quest
from tests.api.test_serve import PATH, try_to_ask, watching_processes, work

pytestmark = watching_processes


def body(number: int) -> dict[str, Any]:
    """A quick question unlike the others."""
    return {"quest": {**EXAMPLE, "attempts": 5 + number}}


def expected(asked: Any) -> bytes:
    return dumps(wire.respond(wire.question_at(PATH), asked))


def post(service: Served, asked: Any) -> tuple[int, bytes]:
    return service.post(PATH, json.dumps(asked).encode())


def stored(file: Path) -> dict[str, str]:
    """The answers in a cache file, by their questions."""
    with closing(sqlite3.connect(file)) as connection:
        return dict(connection.execute("SELECT request, answer FROM answers"))


def busy_worker(service: Served, before: dict[int, int]) -> int:
    """The process that is solving, once one surely is."""
    found: list[int] = []

    def is_found() -> bool:
        found[:] = [p for p in service.children() if work(p) > before.get(p, 0) + 10]
        return bool(found)

    until(is_found)
    return found[0]


def kill_a_worker(service: Served) -> None:
    before = {process: work(process) for process in service.children()}
    with ThreadPoolExecutor(1) as threads:
        lost = threads.submit(post, service, ENDLESS)
        os.kill(busy_worker(service, before), signal.SIGKILL)
        assert lost.result()[0] == 500


def time_a_solve_out(service: Served) -> None:
    status, answer = post(service, {**ENDLESS, "fixed": [1]})
    assert (status, json.loads(answer)["type"]) == (504, "/problems/timeout")


def fill_the_queue(service: Served) -> None:
    endless = [{**ENDLESS, "fixed": fixed} for fixed in ([2], [1, 2], [2, 1], [2, 2], [1, 1])]
    with ThreadPoolExecutor(len(endless)) as threads:
        tasks = [threads.submit(post, service, asked) for asked in endless]
        statuses = sorted(task.result()[0] for task in tasks)
    # One is solved and two wait, until their time is over; the others are turned away at once.
    assert statuses == [503, 503, 504, 504, 504]


def send_ten_megabytes(service: Served) -> None:
    chunked = {"encode_chunked": True, "headers": {"Transfer-Encoding": "chunked"}}
    try:
        chunks = iter([b"{"] + [b" " * 100_000] * 100)
        assert service.ask("POST", PATH, body=chunks, **chunked)[0] == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # The service hung up in the middle of the body, which is its right.


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache") / "answers.sqlite"


@pytest.fixture(scope="module")
def service(file: Path) -> Iterator[Served]:
    with served(processes=1, time_limit=3, cache_file=file, **ALLOWED) as found:
        found.wait_until_ready()
        yield found


@pytest.mark.parametrize(
    "trouble",
    [kill_a_worker, time_a_solve_out, fill_the_queue, send_ten_megabytes],
    ids=lambda trouble: trouble.__name__,
)
def test_trouble(service: Served, file: Path, trouble: Callable[[Served], None]) -> None:
    first = len(stored(file)) if file.exists() else 0
    assert post(service, body(first)) == (200, expected(body(first)))
    before = stored(file)
    assert expected(body(first)).decode() in before.values()
    trouble(service)
    assert post(service, body(first + 1)) == (200, expected(body(first + 1)))
    after = stored(file)
    assert before.items() <= after.items()
    assert set(after.values()) - set(before.values()) == {expected(body(first + 1)).decode()}


def test_a_corrupt_cache_file(service: Served, file: Path) -> None:
    """The last of this service: the file is set aside, and no answer is lost or wrong."""
    questions = [body(number) for number in range(3)]
    for corrupt in (file, file.with_name(file.name + "-wal")):
        with open(corrupt, "r+b") as pages:
            pages.write(b"corrupt " * 2000)
        for asked in questions:
            assert post(service, asked) == (200, expected(asked))
        questions.append({**questions[-1], "fixed": [1]})
    service.process.kill()
    with served(processes=1, cache_file=file) as again:
        for asked in questions:
            assert post(again, asked) == (200, expected(asked))
        assert {expected(asked).decode() for asked in questions} <= {*stored(file).values()}
    assert file.with_name(file.name + ".damaged").exists()


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_a_restart_in_mid_solve(tmp_path: Path, sent: signal.Signals) -> None:
    file = tmp_path / "answers.sqlite"
    settings = {"processes": 1, "time_limit": 60, "cache_file": file, **ALLOWED}
    with served(**settings) as service, ThreadPoolExecutor(4) as threads:
        service.wait_until_ready()
        given = [asked for asked in (body(0), body(1)) if post(service, asked)[0] == 200]
        assert len(given) == 2
        before = {process: work(process) for process in service.children()}
        # Asked to stop, the service may finish what it solves, and then keeps it.
        slow = quest(14, 8) if sent == signal.SIGTERM else ENDLESS
        cut_off = threads.submit(try_to_ask, service, slow)
        busy_worker(service, before)
        load = [threads.submit(try_to_ask, service, body(number)) for number in (2, 3)]
        service.process.send_signal(sent)
        answers = [cut_off.result(), *(task.result() for task in load)]
        service.process.wait(60)
    for asked, answer in zip((slow, body(2), body(3)), answers, strict=True):
        if answer is not None and answer[0] == 200:
            given.append(asked)
    kept = stored(file)
    with served(**settings) as service:
        for asked in (*given, body(9)):
            assert post(service, asked) == (200, expected(asked))
        assert kept.items() <= stored(file).items()
        # All that had been answered was kept, and nothing that had not.
        assert {*kept.values()} == {expected(asked).decode() for asked in given}
