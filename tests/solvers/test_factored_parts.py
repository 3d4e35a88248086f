"""Work in forked processes: what it returns, and what is said when it fails."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from pathlib import Path

import pytest

from odds.errors import SolveError
from odds.solvers.factored_parts import _send, _worker, begun, each_apart, in_processes


@pytest.fixture
def _as_a_child() -> Iterator[None]:
    """What a forked process does to itself at its beginning is undone in this one."""
    handler = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, handler)
    gc.unfreeze()
    gc.enable()


def refuse(number: int) -> None:
    raise ValueError(f"not {number}")


def run_worker(work: Callable[[int], None], count: int) -> SimpleQueue[Exception]:
    context = get_context("fork")
    failures: SimpleQueue[Exception] = context.SimpleQueue()
    _worker(work, count, context.Value("q", 0), failures)
    return failures


@pytest.mark.usefixtures("_as_a_child")
def test_a_worker_does_every_number_until_there_is_none() -> None:
    done: list[int] = []
    assert run_worker(done.append, 3).empty()
    assert done == [0, 1, 2]


def test_more_is_dealt_out_than_a_pipe_holds() -> None:
    done = get_context("fork").Value("q", 0)

    def work(number: int) -> None:
        with done.get_lock():
            done.value += number

    in_processes(work, 20_000, 2)
    assert done.value == sum(range(20_000))


@pytest.mark.usefixtures("_as_a_child")
def test_a_worker_reports_a_failure_and_ends() -> None:
    failure = run_worker(refuse, 3).get()
    assert (type(failure), str(failure)) == (ValueError, "not 0")


@pytest.mark.usefixtures("_as_a_child")
def test_a_result_or_a_failure_is_sent() -> None:
    receiver, sender = get_context("fork").Pipe(duplex=False)
    with receiver, sender:
        _send(lambda: 5, sender)
        assert receiver.recv() == (5, None)
        _send(lambda: refuse(7), sender)
        value, failure = receiver.recv()
    assert value is None
    assert (type(failure), str(failure)) == (ValueError, "not 7")


def test_what_is_done_apart_comes_in_order() -> None:
    """The first waits until the last has begun, so they end in another order."""
    begun = get_context("fork").Event()
    works = [lambda: begun.wait(60), lambda: "second", begun.set]
    assert list(each_apart(works, workers=2)) == [True, "second", None]
    assert list(each_apart([lambda: 1, lambda: 2], workers=1)) == [1, 2]


def test_a_failure_in_a_process_is_raised_here() -> None:
    for workers in (1, 2):
        with pytest.raises(ValueError, match="not 7"):
            list(each_apart([lambda: None, lambda: refuse(7)], workers))
    with pytest.raises(ValueError, match="not 0"):
        in_processes(refuse, 1, workers=2)


def test_a_killed_process_is_an_error() -> None:
    with pytest.raises(SolveError, match="killed before it was done"):
        list(each_apart([lambda: os._exit(1)], workers=2))
    with pytest.raises(SolveError, match="solved a part of a stage was killed"):
        in_processes(lambda _: os._exit(1), 2, workers=2)


def test_meanwhile_is_done_here_while_others_are_at_work() -> None:
    context = get_context("fork")
    begun_here, done = context.Event(), context.SimpleQueue()

    def work(number: int) -> None:
        done.put((number, begun_here.wait(60)))

    for workers in (2, 1):
        if workers == 1:  # then it comes last
            begun_here.set()
        in_processes(work, 2, workers, begun_here.set)
        assert sorted(done.get() for _ in range(2)) == [(0, True), (1, True)]


@pytest.mark.parametrize("apart", [True, False])
def test_what_is_begun_is_waited_for(apart: bool) -> None:
    wait = begun(os.getpid, apart)
    assert (wait() != os.getpid()) is apart
    with pytest.raises(ValueError, match="not 3"):
        begun(lambda: refuse(3), apart)()


def test_ctrl_c_does_not_end_what_was_begun_apart() -> None:
    wait = begun(lambda: (os.kill(os.getpid(), signal.SIGINT), "done")[1], apart=True)
    assert wait() == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_children_end_with_their_parent() -> None:
    """Also where it is killed, and they wait for something that never comes."""
    context = get_context("fork")
    numbers: SimpleQueue[int] = context.SimpleQueue()

    def wait_for_ever() -> None:
        numbers.put(os.getpid())
        context.Event().wait()

    parent = context.Process(target=lambda: list(each_apart([wait_for_ever] * 2, workers=2)))
    parent.start()
    children = [numbers.get(), numbers.get()]
    assert all(map(is_running, children))
    parent.kill()
    parent.join()
    until = time.monotonic() + 60
    while any(map(is_running, children)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(is_running, children))


def is_running(process: int) -> bool:
    """Not even as a zombie that nobody has asked after."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
