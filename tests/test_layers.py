"""The direction of imports, as pyproject.toml draws it, holds and covers every module."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import odds

ROOT = Path(__file__).parent.parent
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "tool"
]["importlinter"]["contracts"]


def test_every_module_has_its_layer() -> None:
    (drawn,) = (contract["layers"] for contract in CONTRACTS if contract["type"] == "layers")
    layers = [name.strip() for layer in drawn for name in layer.split("|")]
    modules = {f"odds.{module.name}" for module in iter_modules(odds.__path__)}
    assert {*layers} == {*modules, "api"}
    assert len(layers) == len(modules) + 1


def test_the_contracts_are_kept() -> None:
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout
