"""How long the first answer to each example takes, on services that have just become idle.

python benchmarks/load/first.py [--services N]          Linux

Nothing is cached: each example is asked twice. Times are from connecting to the last byte.
"""

from __future__ import annotations

import argparse
import json
import time
from statistics import median

from processes import Running, odds

from odds.games import all_games

SETTLING = 5.0
"""Seconds after which a new service has surely rehearsed its examples."""


def seconds(service: Running, path: str, body: bytes) -> float:
    start = time.perf_counter()
    status, answer = service.ask("POST", path, body)
    if status != 200:
        raise SystemExit(f"{path}: {answer!r}")
    return time.perf_counter() - start


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--services", type=int, default=5)
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(reader.parse_args().services):
        with odds(recent_bytes=0) as service:
            time.sleep(SETTLING)
            for game in all_games():
                for question in game.questions:
                    for name, example in question.request().examples.items():
                        body = json.dumps(example).encode()
                        asked = [seconds(service, question.path, body) for _ in range(2)]
                        found.setdefault(f"{question.path}, {name}", []).append((*asked,))
    for name, pairs in found.items():
        first, again = ([1000 * s for s in times] for times in zip(*pairs, strict=True))
        print(
            f"{name}: first {median(first):.0f} (most {max(first):.0f}), "
            f"again {median(again):.0f} (most {max(again):.0f}) ms"
        )


if __name__ == "__main__":
    main()
