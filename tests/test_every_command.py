"""What holds for each flag of every command of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from odds.cli import application
from odds.commands import Group
from odds.flags import Function, Option, parameters, read
from tests.command_line import Odds, one_line


def every(group: Group, *path: str) -> Iterator[tuple[tuple[str, ...], Group | Function]]:
    """All commands and groups below this one."""
    for name, member in group.members().items():
        yield (*path, name), member
        if isinstance(member, Group):
            yield from every(member, *path, name)


EVERY = dict(every(application()))
FLAGS_OF_ALL = [
    (path, parameter, flag)
    for path, member in EVERY.items()
    if not isinstance(member, Group)
    for parameter in parameters(member)
    for flag in parameter.flags
]
WITH_VALUES = [(path, flag) for path, p, flag in FLAGS_OF_ALL if p.kind is not bool]


def named(given: Any) -> str:
    return " ".join(given) if isinstance(given, tuple) else str(given)


@pytest.mark.parametrize("path", EVERY, ids=named)
def test_the_help_fits(odds: Odds, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = odds(*path, "--help")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"Usage: odds {' '.join(path)} [OPTIONS]")
    assert lines[2].endswith(".")
    assert max(map(len, lines)) <= 80
    assert "--help" in lines[-1]


@pytest.mark.parametrize(("path", "flag"), WITH_VALUES, ids=named)
def test_every_flag_needs_its_value(odds: Odds, path: tuple[str, ...], flag: str) -> None:
    assert f"Option {flag!r} needs a value" in one_line(odds(*path, flag))


@pytest.mark.parametrize(
    ("path", "flag"), [(path, flag) for path, p, flag in FLAGS_OF_ALL if p.kind is bool], ids=named
)
def test_no_switch_takes_a_value(odds: Odds, path: tuple[str, ...], flag: str) -> None:
    assert f"Option {flag!r} does not take a value" in one_line(odds(*path, f"{flag}=1"))


@pytest.mark.parametrize(("path", "flag"), WITH_VALUES, ids=named)
def test_every_value_may_begin_with_a_dash(path: tuple[str, ...], flag: str) -> None:
    member = EVERY[path]
    assert not isinstance(member, Group)
    known = parameters(member)
    (parameter,) = (p for p in known if flag in p.flags)
    words = ["word" for p in known if p.required]
    if parameter.kind is int:
        assert isinstance(parameter.given, Option)
        values: dict[str, Any] = {"-2": -2} if parameter.given.least is None else {"2": 2}
    else:
        values = {v: v for v in ("-,-,-,2", "------", "-1 wood = 1", "--help", "--", "-")}
    for text, value in values.items():
        expected = [value] if parameter.repeated else value
        found = read(known, [*words, flag, text])
        assert found is not None
        assert found[parameter.name] == expected


def test_flags_of_a_command_differ() -> None:
    flags = [(path, flag) for path, _, flag in FLAGS_OF_ALL]
    assert len(flags) == len(set(flags)) > 100
