"""The questions of each game as type checkers see them; at run time they come from its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from odds.games.a4.answers import MovementOut
from odds.games.a4.answers_action import ActionsOut
from odds.games.a4.answers_fights import BossOut, FightOut
from odds.games.a4.answers_setup import SetupOut
from odds.games.a4.answers_whole import AdviceOut as WholeAdviceOut
from odds.games.build.answers import AdviceOut
from odds.games.build.answers import PlanOut as BuildPlanOut
from odds.games.get_to.answers import PlanOut as GetToPlanOut

Body = Mapping[str, Any]


class A4(Protocol):
    """The questions of A4 Quest."""

    def setup(self, body: Body) -> SetupOut:
        """Which dice to re-roll at the start."""

    def movement(self, body: Body) -> MovementOut:
        """Which die pays for a movement."""

    def fight(self, body: Body) -> FightOut:
        """Who appears, and which die to fight with."""

    def action(self, body: Body) -> ActionsOut:
        """What each die brings, or a rest."""

    def boss(self, body: Body) -> BossOut:
        """Which die for which wave, and the chance to win."""

    def advice(self, body: Body) -> WholeAdviceOut:
        """The best next move of a whole adventure, and the chance to win."""


class Build(Protocol):
    """The questions of the Build quest."""

    def advice(self, body: Body) -> AdviceOut:
        """What to do now, and what every other choice costs."""

    def plan(self, body: Body) -> BuildPlanOut:
        """The strategy of a whole quest."""


class GetTo(Protocol):
    """The questions of the Get To quest."""

    def plan(self, body: Body) -> GetToPlanOut:
        """How many Move actions it takes, and where to end the next one."""
