"""A long solve for tests: it counts, one step each time that it is allowed to."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from typing_extensions import TypedDict

from odds.answers import Solvers
from odds.errors import InvalidInput, TooLarge
from odds.game import Game, LongQuestion, Solver
from odds.shapes import LongRequest

PATH = "/v1/count/solves"


class CountOut(TypedDict):
    counted: int


class Count(LongRequest):
    """Counts up to ``steps``; before each step, the file ``gate`` must hold a larger number."""

    examples: ClassVar[dict[str, dict[str, Any]]] = {"three": {"steps": 3, "gate": "/nowhere"}}

    steps: int
    gate: str
    trouble: str = ""

    def solve(self, solver: Solver, folder: Path, report: Callable[[Fraction], object]) -> CountOut:
        kept = folder / "step"
        step = int(kept.read_text()) if kept.exists() else 0
        helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open(f"{self.gate}.log", "a") as log:
            log.write(f"{step} {os.getpid()} {helper.pid}\n")
        self._fail()
        while step < self.steps:
            report(Fraction(step, self.steps))
            while int(Path(self.gate).read_text() or 0) <= step:
                time.sleep(0.01)
            step += 1
            kept.write_text(str(step))
        helper.kill()
        helper.wait()
        return {"counted": step}

    def _fail(self) -> None:
        if self.trouble == "die":
            os._exit(3)
        if self.trouble == "invalid":
            raise InvalidInput.at("/steps", "must be odd")
        if self.trouble == "large":
            raise TooLarge("steps", 9, 3)
        if self.trouble:
            raise RuntimeError(self.trouble)


def solve(_path: str, body: Any, folder: Path, report: Callable[[Fraction], object]) -> Any:
    return Count.model_validate(body).solve(Solvers(), folder, report)


GAME = Game("count", "Counting", (), long=(LongQuestion("solves", PATH, "Count", lambda: Count),))
