"""The checks that games run on their models."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from odds.check import check_chain, check_policy, check_process, never_absorbed
from odds.errors import ModelError
from tests.naive_models import Row, Table, TableChain, TableProcess

TABLE: Table = {0: {"stay": {0: 1}, "go": {1: 1, 2: 1}}, 1: {}, 2: {"stay": {2: 1}}}


def test_a_good_model_passes() -> None:
    space = check_process(TableProcess(TABLE))
    assert list(space.states) == [0, 1, 2]
    assert never_absorbed(space) == (2,)


def test_a_model_needs_a_beginning() -> None:
    with pytest.raises(ModelError, match="no initial state"):
        check_process(TableProcess(TABLE, []))


class Twice(TableProcess):
    def actions(self, state: int) -> Sequence[str]:
        return ("go", "go")


def test_no_action_is_listed_twice() -> None:
    with pytest.raises(ModelError, match="0 lists an action twice"):
        check_process(Twice({0: {"go": {1: 1}}, 1: {}}))


def test_chains_must_be_absorbed() -> None:
    rows: dict[int, Row] = {0: {1: 1, 2: 1}, 1: {2: 1}, 2: {}}
    assert len(check_chain(TableChain(rows))) == 3
    rows |= {n: {n: 1} for n in range(3, 10)}
    with pytest.raises(ModelError, match=r"from 3, 4, 5, 6, 7, \.\.\.$"):
        check_chain(TableChain(rows))


def test_policies_must_lead_somewhere() -> None:
    table: Table = {0: {"stay": {0: 1}, "go": {1: 1}}, 1: {}}
    assert len(check_policy(TableProcess(table), {0: "go"})) == 2
    with pytest.raises(ModelError, match=r"from 0$"):
        check_policy(TableProcess(table), {0: "stay"})
    with pytest.raises(ModelError, match="no action for 0"):
        check_policy(TableProcess(table), {})


class Lenient(TableProcess):
    """A model that carries out actions which it doesn't list."""

    def actions(self, state: int) -> Sequence[str]:
        return ("stay",)


def test_policies_must_keep_to_the_models_actions() -> None:
    with pytest.raises(ModelError, match="'go' is not an action of 0"):
        check_policy(Lenient({0: {"stay": {0: 1}, "go": {1: 1}}, 1: {}}), {0: "go"})
