"""Numbers within the texts of A4 Quest's flags: plain digits, and only a few of them."""

from __future__ import annotations

import pytest

from odds.cli import Runner
from odds.errors import InvalidInput
from odds.games.a4 import GAME

FLAGS = [
    ("fight", "--enemy", "{}/1"),
    ("fight", "--enemy", "1/{}"),
    ("fight", "--enemy", "1/1/{}"),
    ("fight", "-p", "6,{}"),
    ("setup", "-p", "6,{}"),
    ("setup", "--objective", "at_least_one={}"),
    ("setup", "--objective", "cost {}"),
    ("setup", "--objective", "enemy +{}"),
    ("setup", "--objective", "total {}"),
    ("setup", "--objective", "{}/1"),
    ("action", "--objective", "hp={}"),
]


@pytest.mark.parametrize("number", ["9" * 5000, "²", "٣", "x", "1_0", "0x1"])
@pytest.mark.parametrize(("command", "flag", "text"), FLAGS)
def test_odd_numbers_are_mistakes(command: str, flag: str, text: str, number: str) -> None:
    assert GAME.commands is not None
    given = {"-p": "6", flag: text.format(number)} | ({"-s": "1"} if command == "action" else {})
    arguments = [part for pair in given.items() for part in pair]
    with pytest.raises(InvalidInput) as caught:
        GAME.commands(Runner()).run("odds a4", [command, *arguments])
    assert len(str(caught.value)) < 400
