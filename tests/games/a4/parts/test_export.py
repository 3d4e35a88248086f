"""The boss over all attacks, defences and HP, written to a file."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from odds.errors import InvalidInput
from tests.games.a4.running import HERO, run


@pytest.mark.parametrize("suffix", ["csv", "json"])
def test_the_export_is_a_row_for_each_strength_hp_and_pool(tmp_path: Path, suffix: str) -> None:
    hero = tmp_path / "hero.toml"
    hero.write_text(HERO)
    file = tmp_path / f"boss.{suffix}"
    told = run("boss", "--hero", str(hero), "--difficult", "--export", str(file))
    assert "Assumed: No d6 is added to a wave's attack and defence." in told
    assert "Assumed: Not given, so as at the hero's start: xp" in told
    assert "invented" in told
    rows: list[dict[str, Any]]
    if suffix == "csv":
        rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    else:
        rows = json.loads(file.read_text("utf-8"))
    assert len(rows) == 2 * 2 * 2 * 84
    assert list(rows[0]) == ["attack", "defence", "hp", "pool", "win", "best"]
    assert {int(row["hp"]) for row in rows} == {1, 2}


def test_an_export_needs_a_suffix_and_every_pool(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"\.csv or \.json"):
        run("boss", "--export", str(tmp_path / "boss.xlsx"))
    with pytest.raises(InvalidInput, match="can't be written"):
        run("boss", "--difficult", "--export", str(tmp_path / "no" / "boss.csv"))


def test_an_export_has_the_format_of_its_ending(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="--format: the file of --export has the format"):
        run("boss", "--format", "json", "--export", str(tmp_path / "boss.csv"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        (("--attack", "3"), "attack"),
        (("--hp", "3", "--crystals", "1"), "hp"),
        (("--pool", "6,5", "--defence", "2"), "pool and defence"),
    ],
    ids=str,
)
def test_an_export_refuses_what_it_writes_all_of(
    tmp_path: Path, flags: tuple[str, ...], named: str
) -> None:
    file = tmp_path / "boss.csv"
    why = f"--export: writes every attack, defence, hp, pool: leave out {named}$"
    with pytest.raises(InvalidInput, match=why):
        run("boss", *flags, "--export", str(file))
    assert not file.exists()
