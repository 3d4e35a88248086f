"""Sentences and tables: no false certainty, no contradictions, and the right words."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings

from odds import Advice, AtLeast, BuildPlan, BuildQuest, Complete, Die, Stage, Utility, solve
from odds.format import Both, Share, complement
from tests.games.build.random_quests import quests

COIN = Die(["wood", "blank"])
RARE = Die(["wood", *["blank"] * 99])
WOOD = Stage({"wood": 1}, 1)
TWO = [WOOD, Stage({"wood": 2}, 2)]


def ask(stages: list[Stage], dice: tuple[Die, ...] = COIN * 2, attempts: int = 3) -> BuildPlan:
    return solve(BuildQuest(stages, dice, attempts))


SENTENCES = {
    "start": (
        lambda: ask([WOOD], COIN * 1, 1).start(),
        "Start: 0.5 on average; you complete stage 1 with 50%, and with 50% you get nothing.",
    ),
    "start against": (
        lambda: ask([WOOD], COIN * 1, 1).start("0.1"),
        "Start: 0.5 on average against 0.1 for staying out; "
        "you complete stage 1 with 50%, and with 50% you get nothing.",
    ),
    "start in a tie": (
        lambda: ask([WOOD], COIN * 1, 1).start("1/2"),
        "Start: 0.5 on average against 0.5 for staying out, a tie; "
        "you complete stage 1 with 50%, and with 50% you get nothing.",
    ),
    "decline": (
        lambda: ask([WOOD], COIN * 1, 1).start(2),
        "Don't start: 0.5 on average against 2 for staying out.",
    ),
    "push": (
        lambda: ask([WOOD, Stage({"wood": 1}, 9)], COIN * 1, 2).advise(1, 1),
        "Push: 4.5 on average against 1 for taking it; "
        "you complete stage 2 with 50%, and with 50% you get nothing.",
    ),
    "take": (
        lambda: ask(TWO).advise(1, 1),
        "Take it: 1 against 0.5 on average for pushing; "
        "pushing, you complete stage 2 with 25%, and with 75% you get nothing.",
    ),
    "tie": (
        lambda: ask([WOOD, Stage({"wood": 1}, 2)], COIN * 1, 2).advise(1, 1),
        "Take it or push: both are worth 1; "
        "pushing, you complete stage 2 with 50%, and with 50% you get nothing.",
    ),
    "certain": (
        lambda: ask([WOOD, Stage({}, 2)]).advise(1, 1),
        "Push: 2 on average against 1 for taking it; "
        "you complete stage 2 for certain and can't fail.",
    ),
    "no attempt": (
        lambda: ask(TWO).advise(1, 0),
        "Take the reward of stage 1: no attempt is left.",
    ),
    "last stage": (
        lambda: ask(TWO).advise(2, 1),
        "Take the reward of stage 2: it is the last stage.",
    ),
    "throw one": (
        lambda: ask([Stage({"wood": 2}, 1)]).reroll(1, 1, ["wood", "blank"]),
        "Throw 1 die again (blank): 0.5 on average; "
        "you complete stage 1 with 50%, and with 50% you get nothing.",
    ),
    "throw all in a tie": (
        lambda: ask([Stage({"iron": 1}, 1)]).reroll(1, 1, ["blank", "blank"]),
        "Throw 1 die again (blank): 0 on average (2 choices tie); "
        "you complete stage 1 with 0%, and with 100% you get nothing.",
    ),
    "throw all": (
        lambda: ask([Stage({"wood": 2}, 1)]).reroll(1, 1, ["blank", "blank"]),
        "Throw all dice again (2 × blank): 0.25 on average; "
        "you complete stage 1 with 25%, and with 75% you get nothing.",
    ),
    "may fail later": (
        lambda: ask([WOOD, Stage({"wood": 1}, 9)], COIN * 1, 2).start(),
        "Start: 2.5 on average; you complete stage 1 with 75%, and with 50% you end with nothing.",
    ),
    "hardly ever": (
        lambda: ask([Stage({"wood": 3}, 1)], RARE * 3, 1).start(),
        "Start: 1e-6 on average; you complete stage 1 with <0.1%, and with >99.9% you get nothing.",
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_sentence(name: str) -> None:
    make, text = SENTENCES[name]
    assert make().text == text.replace("1e-6", "1.00e-6")


def test_other_objectives_are_put_in_words() -> None:
    def text(objective: AtLeast | Complete | Utility) -> str:
        return solve(BuildQuest(TWO, COIN * 2, 3, objective)).advise(1, 2).text

    assert text(AtLeast(2)).startswith("Push: a 56.2% chance of a reward of at least 2 against 0%")
    assert text(Complete(2)).startswith("Push: a 56.2% chance of completing stage 2 against 0%")
    assert text(Utility(-1, {1: 0, 2: 3})).startswith("Push: a utility of 1.25 against 0 for")


@pytest.mark.parametrize(
    ("stages", "attempts", "rule"),
    [
        ([WOOD], 3, "There is one stage, so there is nothing to push for."),
        (TWO, 2, "Take the reward after stage 1."),
        ([WOOD, Stage({"wood": 1}, 9)], 4, "After stage 1 push with 1 or more attempts left."),
        ([WOOD, Stage({"wood": 1}, 9)], 2, "After stage 1 push with 1 left."),
        ([Stage({}, 1), Stage({}, 9)], 5, "After stage 1 push with 4 left."),
        ([Stage({"ore": 1}, 1), *TWO], 5, "Stage 1 can't be completed."),
    ],
)
def test_the_rule_of_a_plan(stages: list[Stage], attempts: int, rule: str) -> None:
    assert ask(stages, attempts=attempts).text.endswith(f"%. {rule}")


def test_pushing_with_some_numbers_of_attempts_only() -> None:
    """With few attempts pushing fails for certain, which is liked; with more it can't be."""
    stages = [Stage({"wood": 1}, 1), Stage({"wood": 1}, 2)]
    objective = Utility(1, {1: Fraction(3, 10), 2: 0})
    plan = solve(BuildQuest(stages, COIN * 1, 5, objective))
    pushes = [row.attempts_left for row in plan.rows if row.decision == "push"]
    assert pushes == [1]
    assert "After stage 1 push with 1 left." in plan.text


def shares(text: str) -> list[str]:
    return re.findall(r"[<>]?[0-9.]+%", text)


@settings(deadline=None, max_examples=100)
@given(quests())
def test_nothing_is_shown_as_certain_that_is_not(quest: BuildQuest) -> None:
    plan = solve(quest)
    answers: list[BuildPlan | Advice] = [plan, plan.start()]
    answers += [plan.advise(row.completed, row.attempts_left) for row in plan.rows]
    for answer in answers:
        outcomes = plan.outcomes if isinstance(answer, BuildPlan) else answer.played_on
        lost = sum((o.probability for o in outcomes if o.completed is None), Fraction(0))
        shown = shares(answer.text)
        assert ("fails with 0%" in answer.text) <= (lost == 0)
        assert ("with 100% you" in answer.text) <= (lost == 1)
        if isinstance(answer, Advice) and lost and answer.success == 1 - lost:
            assert complement(shown[-1]) == shown[-2]
    table = next(t for t in plan.tables() if t.title == "How it ends")
    for row, outcome in zip(table.shown(), plan.outcomes, strict=True):
        assert (row[2] == "0%") <= (outcome.probability == 0)
        assert (row[2] == "100%") == (outcome.probability == 1)
        assert row[3] == str(outcome.probability)
    if plan.outcomes[-1].completed is None:
        assert f"it fails with {table.shown()[-1][2]}." in plan.text
    total = sum((Fraction(row[2].strip("<>%")) for row in table.shown()), Fraction(0))
    assert abs(total - 100) <= Fraction(len(table.rows), 10)
    if not any(row[2][0] in "<>" for row in table.shown()):
        assert total == 100


def test_markdown_of_a_plan_and_an_advice() -> None:
    plan = solve(BuildQuest(TWO, COIN * 2, 3, fixed=(1, 2)))
    markdown = plan._repr_markdown_()
    assert markdown.startswith(plan.text)
    for title in ("Strategy", "How it ends", "Plans"):
        assert f"**{title}**" in markdown
    assert "| stop after stage 2 |" in markdown
    advice = plan.advise(1, 1)
    assert "**Choices**" in advice._repr_markdown_()
    assert "| 2 | 4 |" in advice._repr_markdown_()
    assert "throw blank" in plan.reroll(2, 1, ["wood", "blank"])._repr_markdown_()
    assert "**How it ends**" not in plan.start(5)._repr_markdown_()


def test_spread_and_risk_of_plans() -> None:
    plan = solve(BuildQuest([WOOD, Stage({"wood": 1}, 3)], COIN * 1, 2, fixed=(1,)))
    table = plan.tables()[2]
    # Best play: 3 and 1 with 1/4 each, else 0: variance 2.5 - 1 = 1.5.
    assert table.rows[0] == (
        "best play",
        1,
        1,
        Both("1.225", "1.224744871391589", is_number=True),
        Share(Fraction(1, 2)),
    )
    assert table.rows[1] == (
        "stop after stage 1",
        Fraction(3, 4),
        Fraction(3, 4),
        Both("0.433", "0.4330127018922193", is_number=True),
        Share(Fraction(1, 4)),
    )


def test_the_strategy_table_marks_ties() -> None:
    plan = solve(BuildQuest([WOOD, Stage({"wood": 1}, 2)], COIN * 1, 2))
    assert plan.table().rows[0] == (1, 1, 1, 1, "take (tie)", Share(Fraction(1, 2)))
