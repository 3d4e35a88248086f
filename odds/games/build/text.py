"""The sentences and tables of the Build quest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from odds.format import Share, complement, decimal, digits_apart, joined, percent, percents, root
from odds.games.build.objective import AtLeast, Complete, Objective, Utility
from odds.games.build.plan import (
    Outcomes,
    PlanRow,
    SolvedQuest,
    chance_of_nothing,
    mean_reward,
    variance,
)
from odds.tables import Cell, Table

if TYPE_CHECKING:
    from odds.games.build.advice import Advice
    from odds.games.build.fixed import FixedPlan


def worth(objective: Objective, value: Fraction, digits: int = 3) -> str:
    """A value under an objective, in words."""
    if isinstance(objective, AtLeast):
        return f"{_chance(value)} of a reward of at least {decimal(objective.reward)}"
    if isinstance(objective, Complete):
        return f"{_chance(value)} of completing stage {objective.stage}"
    if isinstance(objective, Utility):
        return f"a utility of {decimal(value, digits)}"
    return f"{decimal(value, digits)} on average"


def _chance(value: Fraction) -> str:
    shown = percent(value)
    first = shown.lstrip("<>").partition(".")[0].rstrip("%")
    article = "an" if first.startswith("8") or first in ("11", "18") else "a"
    return f"{article} {shown} chance"


def amount(objective: Objective, value: Fraction) -> Cell:
    """A value under an objective, as a table cell."""
    return Share(value) if isinstance(objective, AtLeast | Complete) else value


def advice_text(advice: Advice) -> str:
    """The sentence of an advice."""
    if advice.showing is not None:
        return _reroll_text(advice)
    if advice.take is not None:
        return _between_text(advice)
    return _start_text(advice)


def _start_text(advice: Advice) -> str:
    values = {choice.action: choice.value for choice in advice.choices}
    outside = values.get("decline", values["push"])
    digits = digits_apart(values["push"], outside)
    pushing = worth(advice.objective, values["push"], digits)
    if advice.decision == "decline":
        return f"Don't start: {pushing} against {decimal(outside, digits)} for staying out."
    against = f" against {decimal(outside, digits)} for staying out" if len(values) > 1 else ""
    tie = ", a tie" if advice.tie else ""
    return f"Start: {pushing}{against}{tie}; {_risk(advice)}."


def _between_text(advice: Advice) -> str:
    assert advice.take is not None
    stage = advice.stage - 1
    if advice.push is None:
        why = "no attempt is left" if stage < len(advice.quest.stages) else "it is the last stage"
        return f"Take the reward of stage {stage}: {why}."
    digits = digits_apart(advice.push, advice.take)
    push, take = worth(advice.objective, advice.push, digits), decimal(advice.take, digits)
    if isinstance(advice.objective, AtLeast | Complete):
        take = percent(advice.take)
    risk = _risk(advice)
    if advice.tie:
        verb = "Take it or push" if advice.decision == "take" else "Push or take it"
        return f"{verb}: both are worth {take}; pushing, {risk}."
    if advice.decision == "push":
        return f"Push: {push} against {take} for taking it; {risk}."
    return f"Take it: {take} against {push} for pushing; pushing, {risk}."


def _reroll_text(advice: Advice) -> str:
    assert advice.showing is not None
    best = advice.choices[0]
    again = joined(_faces(advice, best.reroll or ()))
    number = len(best.reroll or ())
    dice = "all dice" if number == len(advice.quest.dice) else _dice(number)
    tie = f" ({sum(c.best for c in advice.choices)} choices tie)" if advice.tie else ""
    value = worth(advice.objective, best.value)
    return f"Throw {dice} again ({again}): {value}{tie}; {_risk(advice)}."


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _faces(advice: Advice, positions: Sequence[int]) -> list[str]:
    """What the dice at ``positions`` show, equal ones counted."""
    showing = advice.showing
    assert showing is not None
    shown = Counter(
        str(kind.faces[index])
        for kind, row in zip(showing.kinds, showing.shown, strict=True)
        for position, index in zip(kind.positions, row, strict=True)
        if position in positions
    )
    return [name if count == 1 else f"{count} × {name}" for name, count in shown.items()]


def _risk(advice: Advice) -> str:
    """How likely the stage is completed, and how likely all is lost, when playing on."""
    stage = advice.stage
    success = advice.success or Fraction(0)
    failed = sum((o.probability for o in advice.played_on if o.completed is None), Fraction(0))
    if failed == 0:
        return f"you complete stage {stage} for certain and can't fail"
    lost = _failing(advice.played_on)
    if success + failed == 1:
        return (
            f"you complete stage {stage} with {complement(lost)}, and with {lost} you get nothing"
        )
    shown = percent(success)  # one may complete it and fail later
    return f"you complete stage {stage} with {shown}, and with {lost} you end with nothing"


def _failing(outcomes: Outcomes) -> str:
    """The chance of failing, rounded as in the table of all outcomes."""
    shown = percents([o.probability for o in outcomes])
    return next((t for o, t in zip(outcomes, shown, strict=True) if o.completed is None), "0%")


def advice_tables(advice: Advice) -> tuple[Table, ...]:
    """The choices, and how the quest ends."""
    objective = advice.objective
    rows: list[tuple[Cell, ...]] = []
    for choice in advice.choices:
        name: str = choice.action
        if choice.reroll is not None:
            name = "throw " + joined(_faces(advice, choice.reroll))
        row = (name, amount(objective, choice.value), amount(objective, choice.loss))
        rows.append((*row, "best" if choice.best else None))
    tables = [Table("Choices", ("choice", "value", "loss", ""), tuple(rows))]
    if advice.break_even is not None:
        reward: tuple[Cell, ...] = (advice.stage, advice.break_even)
        tables.append(Table("Pushing pays from a reward of", ("next stage", "reward"), (reward,)))
    if advice.outcomes:
        tables.append(outcome_table(advice.outcomes))
    return tuple(tables)


def outcome_table(outcomes: Outcomes) -> Table:
    """How the quest ends and how likely."""
    shown = percents([o.probability for o in outcomes])
    rows: list[tuple[Cell, ...]] = [
        (
            "fails" if o.completed is None else f"stops after stage {o.completed}",
            o.reward,
            Share(o.probability, text),
            str(o.probability),
        )
        for o, text in zip(outcomes, shown, strict=True)
    ]
    return Table("How it ends", ("outcome", "reward", "chance", "exactly"), tuple(rows))


def plan_text(solved: SolvedQuest, outcomes: Outcomes) -> str:
    """The sentence of a whole plan."""
    rows = solved.rows()
    start = f"Played best, the quest is worth {worth(solved.objective, solved.value())}"
    rule = _push_rule(rows, len(solved.quest.stages))
    return f"{start}; it fails with {_failing(outcomes)}. {rule}"


def _push_rule(rows: Sequence[PlanRow], last: int) -> str:
    """From how many attempts on pushing is right, stage by stage."""
    parts = []
    for stage in range(1, last):
        decisions = {r.attempts_left: r.decision for r in rows if r.completed == stage}
        lefts = sorted(left for left, decision in decisions.items() if decision == "push")
        if not decisions:
            parts.append(f"stage {stage} can't be completed")
            break
        if not lefts:
            parts.append(f"take the reward after stage {stage}")
        elif len(lefts) > 1 and lefts == sorted(left for left in decisions if left >= lefts[0]):
            parts.append(f"after stage {stage} push with {lefts[0]} or more attempts left")
        else:
            parts.append(f"after stage {stage} push with {joined(map(str, lefts), 'or')} left")
    if not parts:
        return "There is one stage, so there is nothing to push for."
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def strategy_table(solved: SolvedQuest) -> Table:
    """Take or push, for each stage completed and number of attempts left."""
    objective = solved.objective
    rows = [
        (
            row.completed,
            row.attempts_left,
            amount(objective, row.take),
            None if row.push is None else amount(objective, row.push),
            f"{row.decision} (tie)" if row.tie else row.decision,
            None if row.success is None else Share(row.success),
        )
        for row in solved.rows()
    ]
    columns = ("stage done", "attempts left", "take", "push", "decision", "completes next")
    return Table("Strategy", columns, tuple(rows))


def fixed_table(
    objective: Objective, best: Fraction, outcomes: Outcomes, plans: Sequence[FixedPlan]
) -> Table:
    """The best plan beside fixed ones, with what each risks."""
    rows = [_plan_row("best play", amount(objective, best), outcomes)]
    for plan in plans:
        name = f"stop after stage {plan.stop_after}"
        rows.append(_plan_row(name, amount(objective, plan.value), plan.outcomes))
    columns = ("plan", "value", "mean reward", "standard deviation", "nothing")
    return Table("Plans", columns, tuple(rows))


def _plan_row(name: str, value: Cell, outcomes: Outcomes) -> tuple[Cell, ...]:
    spread = root(variance(outcomes))
    return name, value, mean_reward(outcomes), spread, Share(chance_of_nothing(outcomes))
