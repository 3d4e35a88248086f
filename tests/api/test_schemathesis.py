"""Every operation keeps to the published description, whatever it is sent.

``SCHEMATHESIS_EXAMPLES=200 pytest tests/api/test_schemathesis.py`` looks for longer, in all phases.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.api.serving import served

CONFIG = Path(__file__).with_name("schemathesis.toml")
LONGER = os.environ.get("SCHEMATHESIS_EXAMPLES")
SHORT = ("--phases", "examples,fuzzing,stateful", "--max-examples", "5")
COMMAND = "from schemathesis.cli import schemathesis; schemathesis()"
START = (sys.executable, "-c", COMMAND, "--config-file", str(CONFIG), "--no-color", "run")
# How fast data are made up hangs on the machine alone.
PATIENT = ("--suppress-health-check", "too_slow")
ALL = ("--checks", "all", "--mode", "all", "--generation-deterministic", *PATIENT)
# Room for the examples; most of what is made up is refused by its size, and costs no solving.
LIMITS = {"states": 20_000, "choices": 200_000}


def test_no_failures_in_any_operation(tmp_path: Path) -> None:
    extent = ("--max-examples", LONGER) if LONGER else SHORT
    with served(processes=1, solves=tmp_path / "solves", store=tmp_path, **LIMITS) as service:
        service.wait_until_ready()
        done = subprocess.run(
            [*START, f"http://127.0.0.1:{service.port}/openapi.json", *ALL, *extent],
            cwd=tmp_path,
            env={**os.environ, "NO_PROXY": "*"},
            capture_output=True,
            text=True,
        )
        assert service.ask("GET", "/healthz")[0] == 200
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Schema-valid request rejected" not in done.stdout
    # Every operation was met: nothing is left out in silence.
    selected, tested = (
        int(line.split()[1].partition("/")[0])
        for line in done.stdout.splitlines()
        if line.strip().startswith(("Selected:", "Tested:"))
    )
    assert selected == tested > 15
