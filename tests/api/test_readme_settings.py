"""The README names every setting, with its default."""

from __future__ import annotations

from pathlib import Path

from api.settings import Settings

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_every_setting_is_in_the_readme_with_its_default() -> None:
    rows = [line.split("|") for line in README.splitlines() if line.startswith("| `ODDS_")]
    stated = {}
    for row in rows:
        names = [name.strip(" `").removeprefix("ODDS_").lower() for name in row[1].split(",")]
        stated.update(zip(names, (value.strip() for value in row[2].split(",")), strict=True))
    expected = {
        name: {None: "none", False: "false", "": "none"}.get(field.default, f"{field.default}")
        for name, field in Settings.model_fields.items()
    }
    expected |= {"processes": "one a core", "time_limit": "10", "body_seconds": "10"}
    assert stated == expected
