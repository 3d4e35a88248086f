"""What the commands say where a solved adventure is damaged, or no folder is there to keep it."""

from __future__ import annotations

import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.command_line import Odds
from tests.games.a4.cellar import SMALL


def test_a_damaged_store_is_named(
    odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODDS_STORE", str(tmp_path))
    assert odds("a4", "solve", *SMALL).code == 0
    (file,) = tmp_path.glob("*/stage-002.f64")
    file.write_bytes(file.read_bytes()[:-8])
    done = odds("a4", "advise", *SMALL)
    assert done.code == 2
    assert "stage-002.f64: truncated" in done.err
    assert "'odds a4 solve' repairs it" in done.err
    assert odds("a4", "solve", *SMALL).code == 0
    assert odds("a4", "advise", *SMALL).code == 0


@pytest.mark.parametrize(
    ("command", "name"),
    [
        *product(("advise", "play", "outlook"), ("stage-001.f64", "graph-000.npz")),
        ("setup", "stage-001.f64"),
    ],
)
@pytest.mark.parametrize("place", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_an_altered_byte_is_found_by_whoever_reads_it(
    *, name: str, place: Fraction, command: str, odds: Odds, store: str, tmp_path: Path
) -> None:
    """What each needs at the setup; the size is as it was."""
    whole = tmp_path / "altered"
    shutil.copytree(store, whole)
    (file,) = whole.glob(f"*/{name}")
    content = bytearray(file.read_bytes())
    content[int(place * (len(content) - 1))] ^= 1
    file.write_bytes(content)
    more = ("--objective", "win") if command == "setup" else ()
    done = odds("a4", command, *SMALL, "--store", str(whole), *more)
    assert done.code == 2
    assert f"{name}: altered, its checksum doesn't fit; 'odds a4 solve' repairs it" in done.err
    assert "you win with" not in done.out


def test_an_outlook_finds_an_altered_byte_in_any_stage(
    odds: Odds, store: str, tmp_path: Path
) -> None:
    whole = tmp_path / "altered"
    shutil.copytree(store, whole)
    files = sorted(whole.glob("*/stage-*.f64"))[1:]
    assert len(files) == 4
    for file in files:
        plain = file.read_bytes()
        file.write_bytes(plain[:-1] + bytes([plain[-1] ^ 1]))
        done = odds("a4", "outlook", *SMALL, "--store", str(whole), "--workers", "1")
        assert done.code == 2
        assert f"{file.name}: altered" in done.err
        file.write_bytes(plain)


@pytest.mark.parametrize("command", ["solve", "advise", "play", "outlook"])
def test_a_file_for_a_store_is_an_error_of_its_own(
    command: str, odds: Odds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ODDS_STORE", str(tmp_path / "file"))
    done = odds("a4", command, *SMALL)
    assert done.code == 2
    assert "file: no folder for what is solved: " in done.err
    assert done.err.count("\n") == 1
