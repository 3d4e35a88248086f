"""The library on the benchmark's quests. Its answers keep nothing from one call to the next."""

from fractions import Fraction

from quests import FACES, Quest

from odds import BuildQuest, Die, Stage, solve


def build_quest(quest: Quest) -> BuildQuest:
    """The library's object for ``quest``, with all six faces."""
    stages = [Stage(dict(stage.need), stage.reward) for stage in quest.stages]
    return BuildQuest(stages, Die(FACES) * quest.dice, quest.attempts)


def solve_plan(quest: Quest) -> Fraction:
    """The value; with it come, for every stage and number of attempts left, the value of every
    set of dice to keep, the best one for every roll, and whether to take or push.
    """
    return solve(build_quest(quest)).value


def solve_and_tabulate(quest: Quest) -> Fraction:
    """The plan, its table of decisions with their chances, and its outcome distribution."""
    plan = solve(build_quest(quest))
    assert plan.rows
    assert sum(outcome.probability for outcome in plan.outcomes) == 1
    return plan.value
