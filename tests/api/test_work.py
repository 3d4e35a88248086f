"""Solving in other processes: never in the way, and never the end of the service."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from api.app import create_app
from api.settings import Settings
from api.work import pool as pool_module
from api.work.pool import Pool
from api.work.process import Worker
from odds import wire
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps
from tests.api.service import Service, running
from tests.api.slow import ALLOWED, ENDLESS, LONG

PATH = "/v1/build/plan"
BODY = {"quest": EXAMPLE}


def expected(body: Any) -> bytes:
    return dumps(wire.respond(wire.question_at(PATH), body))


def variant(number: int) -> dict[str, Any]:
    """A quick question unlike the others."""
    return {"quest": {**EXAMPLE, "attempts": 5 + number}}


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(
        create_app(Settings(processes=2, time_limit=300, recent_bytes=0, **ALLOWED))
    ) as found:
        yield found


@pytest.fixture(scope="module")
def pool(service: Service) -> Pool:
    found: Pool = service.app.pool
    return found


async def until(condition: Callable[[], Any]) -> None:
    """Wait for something that surely comes; a test that hangs here has failed."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def pid(worker: Worker) -> int:
    assert worker._process is not None
    assert worker._process.pid is not None
    return worker._process.pid


def ends(process: int) -> bool:
    """Whether there is no such process (an ended one that nobody has waited for still is one)."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def post(service: Service, body: Any) -> asyncio.Task[httpx.Response]:
    return asyncio.create_task(service.client.post(PATH, json=body))


def kill_busy(pool: Pool) -> None:
    for worker in list(pool.busy.values()):
        os.kill(pid(worker), signal.SIGKILL)


Asked = list[asyncio.Task[httpx.Response]]


async def filled(service: Service, pool: Pool) -> tuple[Asked, Asked]:
    """Two questions without an end keep the workers busy, four others wait in the queue."""
    await until(lambda: len(pool.idle) == 2)
    lost = [post(service, {**ENDLESS, "fixed": [number]}) for number in (1, 2)]
    await until(lambda: len(pool.busy) == 2)
    waiting = [post(service, variant(number)) for number in range(4)]
    await until(lambda: len(pool.waiting) == 4)
    return lost, waiting


async def kill_idle(pool: Pool) -> None:
    """Kill workers, and wait until they are dead: on a busy machine that takes a while."""
    for worker in [*pool.idle]:
        os.kill(pid(worker), signal.SIGKILL)
        while worker.alive():
            await asyncio.sleep(0.001)


def assert_lost(answer: httpx.Response) -> None:
    assert answer.status_code == 500
    assert answer.json()["detail"] == "a worker died; ask again"


def test_a_worker_killed_in_mid_solve_costs_one_request(service: Service, pool: Pool) -> None:
    async def story() -> None:
        await until(lambda: len(pool.idle) == 2)
        lost = post(service, ENDLESS)
        await until(lambda: pool.busy)
        other = await post(service, BODY)
        assert (other.status_code, other.content) == (200, expected(BODY))
        assert len(pool.busy) == 1
        kill_busy(pool)
        assert_lost(await lost)
        assert (await post(service, BODY)).content == expected(BODY)
        await until(lambda: len(pool.idle) == 2)

    service.run(story())


def test_a_worker_killed_while_idle_costs_nothing(service: Service, pool: Pool) -> None:
    async def story() -> None:
        await until(lambda: len(pool.idle) == 2)
        await kill_idle(pool)
        assert not pool.ready
        assert (await service.client.get("/readyz")).status_code == 503
        assert (await post(service, variant(1))).content == expected(variant(1))
        await kill_idle(pool)
        # Nobody asks, and they are replaced all the same.
        await until(lambda: len(pool.idle) == 2 and all(w.alive() for w in pool.idle))
        assert (await service.client.get("/readyz")).json() == {"status": "ready"}

    service.run(story())


def test_the_queue_is_bounded_and_equal_questions_take_one_place(
    service: Service, pool: Pool
) -> None:
    async def story() -> None:
        lost, waiting = await filled(service, pool)
        for number in range(4, 6):
            refused = await post(service, variant(number))
            assert (refused.status_code, refused.json()["type"]) == (503, "/problems/busy")
            assert refused.headers["retry-after"] == "1"
        equal = [post(service, variant(3)) for _ in range(20)]
        health = await service.client.get("/healthz")
        assert health.status_code == 200
        assert not any(task.done() for task in (*lost, *waiting, *equal))
        assert len(pool.waiting) == 4
        kill_busy(pool)
        for task in lost:
            assert_lost(await task)
        for number, task in enumerate(waiting):
            assert (await task).content == expected(variant(number))
        assert {(await task).content for task in equal} == {expected(variant(3))}
        assert (await post(service, variant(4))).content == expected(variant(4))

    service.run(story())


def test_who_gives_up_frees_a_place_in_the_queue(service: Service, pool: Pool) -> None:
    async def story() -> None:
        lost, waiting = await filled(service, pool)
        for task in waiting[1:3]:
            task.cancel()
            await asyncio.wait([task])
        last = [post(service, variant(number)) for number in (4, 5)]
        await until(lambda: [place.wanted() for place in pool.waiting] == [True] * 4)
        assert (await post(service, variant(6))).status_code == 503
        waiting[0].cancel()
        kill_busy(pool)
        for task in lost:
            assert_lost(await task)
        for number, task in ((3, waiting[3]), (4, last[0]), (5, last[1])):
            assert (await task).content == expected(variant(number))
        await until(lambda: len(pool.idle) == 2)

    service.run(story())


def test_who_shares_a_solve_gets_it_although_the_first_has_given_up(
    service: Service, pool: Pool
) -> None:
    async def story() -> None:
        first = post(service, LONG)
        await until(lambda: pool.busy)
        second = post(service, LONG)
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).content == expected(LONG)
        assert not pool.busy

    service.run(story())


def test_a_solve_over_its_time_is_killed_and_the_next_question_answered() -> None:
    with running(create_app(Settings(processes=1, time_limit=1, **ALLOWED))) as service:
        pool: Pool = service.app.pool

        async def story() -> None:
            await until(lambda: pool.idle)
            process = pid(pool.idle[0])
            late, queued = post(service, ENDLESS), post(service, BODY)
            answer = await late
            assert ends(process)
            assert answer.status_code == 504
            assert answer.json()["type"] == "/problems/timeout"
            assert answer.json()["detail"] == "not answered within 1 s"
            assert "retry-after" not in answer.headers
            assert (await queued).content == expected(BODY)
            await until(lambda: pool.idle)
            assert pid(pool.idle[0]) != process

        service.run(story())


def test_draining_finishes_what_runs_and_turns_away_the_rest() -> None:
    with running(create_app(Settings(processes=1, **ALLOWED))) as service:
        pool: Pool = service.app.pool
        assert service.get("/readyz").json()["type"] == "/problems/not-ready"

        async def story() -> list[int]:
            await until(lambda: pool.ready)
            taken = post(service, LONG)
            await until(lambda: pool.busy)
            waits = post(service, BODY)
            await until(lambda: pool.waiting)
            pool.drain()
            assert (await service.client.get("/readyz")).status_code == 503
            assert (await service.client.get("/healthz")).status_code == 200
            for turned_away in (await waits, await post(service, variant(1))):
                assert turned_away.status_code == 503
                assert turned_away.json()["type"] == "/problems/not-ready"
            processes = [pid(worker) for worker in pool.workers]
            await pool.stop()
            assert (await taken).content == expected(LONG)
            return processes

        assert all(ends(process) for process in service.run(story()))


def test_stopping_waits_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "GRACE_SECONDS", 0.1)
    with running(create_app(Settings(processes=1, time_limit=300, **ALLOWED))) as service:
        pool: Pool = service.app.pool

        async def story() -> int:
            endless = post(service, ENDLESS)
            await until(lambda: pool.busy)
            process = pid(pool.workers[0])
            await pool.stop()
            assert_lost(await endless)
            return process

        assert ends(service.run(story()))


def test_a_service_that_was_not_started_has_no_workers() -> None:
    service = Service(create_app(Settings(processes=1)))
    with service.runner:
        assert service.post(PATH, json=BODY).json()["type"] == "/problems/not-ready"
        # What would be refused costs no worker.
        assert service.post(PATH, json=ENDLESS).json()["type"] == "/problems/too-large"
        assert service.post(PATH, json={}).json()["type"] == "/problems/invalid"
        assert service.get("/healthz").status_code == 200
