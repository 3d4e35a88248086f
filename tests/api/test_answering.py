"""Equal questions share one solve."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from api.answering import Answers
from api.cache.recent import Recent
from api.problems import BUSY, Problem
from api.work.pool import Unwanted


class Solving:
    """Stands for the workers: answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bytes]] = []
        self.go = asyncio.Event()
        self.error: Exception | None = None
        self.wanted: Callable[[], bool] = bool

    async def solve(self, path: str, body: bytes, wanted: Callable[[], bool]) -> bytes:
        self.asked.append((path, body))
        self.wanted = wanted
        await self.go.wait()
        if self.error is not None:
            raise self.error
        return path.encode() + body


def test_one_solve_for_equal_questions_and_one_each_for_others() -> None:
    async def story() -> None:
        pool = Solving()
        answers = Answers(pool, Recent(1000))
        keys = [("/a", b"1"), ("/a", b"2"), ("/b", b"1")] * 10
        tasks = [asyncio.create_task(answers.find(*key)) for key in keys]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        tasks[0].cancel()
        pool.go.set()
        found = await asyncio.gather(*tasks[1:])
        assert found == [path.encode() + body for path, body in keys[1:]]
        assert sorted(pool.asked) == sorted(set(keys))
        assert not answers.in_flight

    asyncio.run(story())


def test_an_error_is_everybodys_and_is_not_kept() -> None:
    async def story() -> None:
        pool = Solving()
        answers = Answers(pool, Recent(1000))
        pool.error = Problem(BUSY)
        pool.go.set()
        found = await asyncio.gather(
            *(answers.find("/a", b"1") for _ in range(3)), return_exceptions=True
        )
        assert found == [pool.error] * 3
        pool.error = None
        assert await answers.find("/a", b"1") == b"/a1"
        assert len(pool.asked) == 2

    asyncio.run(story())


def test_an_answer_is_wanted_while_anybody_waits_for_it() -> None:
    async def story() -> None:
        pool = Solving()
        answers = Answers(pool, Recent(1000))
        tasks = [asyncio.create_task(answers.find("/a", b"1")) for _ in range(2)]
        for left in (2, 1, 0):
            await asyncio.sleep(0.01)
            assert pool.wanted() is (left > 0)
            if left:
                tasks[left - 1].cancel()
        again = asyncio.create_task(answers.find("/a", b"1"))
        await asyncio.sleep(0)
        assert pool.wanted()
        pool.go.set()
        assert await again == b"/a1"
        assert len(pool.asked) == 1
        assert not pool.wanted()

    asyncio.run(story())


@pytest.mark.parametrize("turns", range(6))
def test_a_question_that_was_dropped_may_be_asked_again_at_any_moment(turns: int) -> None:
    class Dropping(Solving):
        async def solve(self, path: str, body: bytes, wanted: Callable[[], bool]) -> bytes:
            found = await super().solve(path, body, wanted)
            if len(self.asked) == 1:
                raise Unwanted
            return found

    async def story() -> None:
        pool = Dropping()
        answers = Answers(pool, Recent(1000))
        first = asyncio.create_task(answers.find("/a", b"1"))
        await asyncio.sleep(0.01)
        first.cancel()
        pool.go.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        assert await answers.find("/a", b"1") == b"/a1"
        assert len(pool.asked) == 2
        assert not answers.in_flight

    asyncio.run(story())


def test_an_error_that_nobody_waits_for() -> None:
    async def story() -> None:
        pool = Solving()
        answers = Answers(pool, Recent(1000))
        task = asyncio.create_task(answers.find("/a", b"1"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert answers.in_flight
        pool.error = Problem(BUSY)
        pool.go.set()
        while answers.in_flight:
            await asyncio.sleep(0)

    asyncio.run(story())
