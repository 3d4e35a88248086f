"""How the service does under load; see README.md. Linux, with ``wrk``."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import median

from processes import Running, empty, odds
from questions import ADVICE, PLAN, advice, endless, link, plan

CONNECTIONS = 16
ENDLESS = {"states": 10**9, "choices": 10**12, "digits": 10**6, "time_limit": 600}
ESTIMATE = b'{"path": "%s", "body": %s}' % (PLAN.encode(), plan(0))
RECENT = 2_000_000  # Bytes; full soon, so that what grows after that is a leak.


def wrk(service: Running, path: str, seconds: float, script: Path | None = None) -> float:
    """Requests a second."""
    words = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds:g}s"]
    words += ["-s", str(script)] if script else []
    words.append(f"http://127.0.0.1:{service.port}{path}")
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in told or "Socket errors" in told:
        raise SystemExit(told)
    found = re.search(r"([0-9]+) requests in ([0-9.]+)s", told)
    assert found
    return int(found[1]) / float(found[2])


def cached(rounds: int, seconds: float) -> None:
    """Cached answers against the empty route, in turn."""
    body = advice(0)
    post = f"wrk.method = 'POST'\nwrk.body = [[{body.decode()}]]\n"
    with (
        tempfile.NamedTemporaryFile("w", suffix=".lua") as file,
        empty() as yardstick,
        odds(processes=1) as service,
    ):
        file.write(post)
        file.flush()
        assert service.ask("POST", ADVICE, body)[0] == 200
        turns: dict[str, tuple[Running, str, Path | None]] = {
            "empty FastAPI route": (yardstick, "/", None),
            "cached, GET": (service, link(ADVICE, body), None),
            "cached, POST": (service, ADVICE, Path(file.name)),
        }
        rates: dict[str, list[float]] = {name: [] for name in turns}
        costs: dict[str, list[float]] = {name: [] for name in turns}
        for _ in range(rounds):
            for name, (served, path, script) in turns.items():
                before = served.cpu_seconds()
                rate = wrk(served, path, seconds, script)
                rates[name].append(rate)
                costs[name].append((served.cpu_seconds() - before) / (rate * seconds))
    first = next(iter(turns))
    print(f"\n{'':22}requests/s   ratio   CPU/request   ratio")
    for name in turns:
        rate, cost = median(rates[name]), median(costs[name])
        ratio, cheaper = rate / median(rates[first]), median(costs[first]) / cost
        print(f"{name:22}{rate:10,.0f}{ratio:8.2f}{cost * 1e6:11.0f} us{cheaper:8.2f}")


def timed(ask: Callable[[], object]) -> float:
    start = time.perf_counter()
    ask()
    return time.perf_counter() - start


def show(name: str, times: list[float], limit: float) -> None:
    """Percentiles in milliseconds."""
    ordered = sorted(times)
    p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
    verdict = "within" if p99 < limit else "OVER"
    print(f"{name}: p50 {p50:.1f} ms, p99 {p99:.1f} ms, {verdict} {limit} ms ({len(times)} asked)")


def cold(number: int) -> None:
    """The rulebook's example, never the same twice, one after the other."""
    with odds() as service:
        numbers = count(1)

        def ask() -> None:
            assert service.ask("POST", PLAN, plan(next(numbers)))[0] == 200

        for _ in range(20):
            ask()
        show("cold plan of the example", [timed(ask) for _ in range(number)], 50)


def liveness(number: int) -> None:
    """``/healthz`` while every worker solves and the queue is full."""
    cores = len(os.sched_getaffinity(0))
    with odds(**ENDLESS) as service, ThreadPoolExecutor(3 * cores) as threads:
        for one in range(3 * cores):
            threads.submit(lambda one=one: service.ask("POST", PLAN, endless(one)))
        time.sleep(3)

        def ask() -> None:
            assert service.ask("GET", "/healthz")[0] == 200

        times = []
        for _ in range(number):
            times.append(timed(ask))
            time.sleep(0.005)
        show("liveness, all workers solving", times, 20)
        service.process.kill()


def mixed(minutes: float) -> None:
    """Cached, cold, refused and estimated questions for a while; the memory at both ends."""
    numbers = count(1)
    kept = link(ADVICE, advice(0))
    asks: list[Callable[[Running], tuple[int, bytes]]] = [
        lambda s: s.ask("GET", kept),
        lambda s: s.ask("POST", ADVICE, advice(0)),
        lambda s: s.ask("POST", PLAN, plan(next(numbers))),
        lambda s: s.ask("POST", ADVICE, advice(next(numbers))),
        lambda s: s.ask("GET", link(PLAN, plan(next(numbers)))),
        lambda s: s.ask("POST", PLAN, b"{" + b" " * 20_000),
        lambda s: s.ask("POST", PLAN, b"{}"),
        lambda s: s.ask("POST", "/v1/estimate", ESTIMATE),
        lambda s: s.ask("GET", "/nothing"),
        lambda s: s.ask("GET", "/healthz"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answers.sqlite"
        with odds(cache_file=file, cache_bytes=2_000_000, recent_bytes=RECENT) as service:
            warm_up = 60 * minutes / 10
            asked = mix(service, asks, warm_up)
            before = service.memory()
            asked += mix(service, asks, 60 * minutes - warm_up)
            after = service.memory()
    growth = (after - before) / before
    verdict = "within" if growth < 0.05 else "OVER"
    print(
        f"mixed load, {minutes:g} minutes, {asked:,} requests: "
        f"{before / 1e6:.1f} MB after a tenth of it, {after / 1e6:.1f} MB at the end, "
        f"growth {growth:.1%}, {verdict} 5%"
    )


def mix(
    service: Running, asks: list[Callable[[Running], tuple[int, bytes]]], seconds: float
) -> int:
    """Ask from several threads; how often."""
    end = time.monotonic() + seconds

    def work(first: int) -> int:
        done = 0
        while time.monotonic() < end:
            status, _ = asks[(first + done) % len(asks)](service)
            assert status in (200, 400, 404, 422), status
            done += 1
        return done

    with ThreadPoolExecutor(4) as threads:
        return sum(threads.map(work, range(4)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="cached, cold, liveness, mixed; all by default")
    parser.add_argument("--rounds", type=int, default=7, help="of the comparison")
    parser.add_argument("--seconds", type=float, default=3, help="each turn in it")
    parser.add_argument("--number", type=int, default=1000, help="timed requests")
    parser.add_argument("--minutes", type=float, default=10, help="of the mixed load")
    given = parser.parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("needs wrk: apt-get install wrk")
    print(f"load average {os.getloadavg()[0]:.1f}, cores {len(os.sched_getaffinity(0))}")
    parts: dict[str, Callable[[], None]] = {
        "cached": lambda: cached(given.rounds, given.seconds),
        "cold": lambda: cold(given.number),
        "liveness": lambda: liveness(given.number),
        "mixed": lambda: mixed(given.minutes),
    }
    for name in given.parts or parts:
        parts[name]()


if __name__ == "__main__":
    main()
