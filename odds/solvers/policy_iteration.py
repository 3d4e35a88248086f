"""Howard's policy iteration for reaching a goal in a model that may have cycles.

Two questions are answered exactly: the fewest expected steps (the stochastic shortest path problem
with cost 1: Bertsekas and Tsitsiklis, Math. Oper. Res. 16, 1991), and the highest probability of
ever getting there (Baier and Katoen, *Principles of Model Checking*, 2008, section 10.6.1). Both
are the equation

    v(s) = max over a of  gain + sum over t of  p(t | s, a) v(t)

with gain -1 and v the negated number of steps, or with gain 0 and v the probability.

Graph search comes first. It finds the states from which some policy reaches the goal with
probability 1 and those from which none reaches it at all. Expected steps are finite exactly on the
former, and there only actions that stay among them are considered. Policy iteration starts from a
policy that reaches the goal (from each state with a positive probability), solves the linear
system of the chain that the policy induces, and changes an action only where that is a strict
gain. That last rule matters: it keeps every later policy one that reaches the goal, and then the
values it stops at are both attained by a policy and a solution of the equation, which makes them
optimal (Howard, *Dynamic Programming and Markov Processes*, 1960). Iterating values instead never
ends at the exact figures.

Every action that attains the maximum is reported. For steps, any mixture of these is optimal,
because each step costs 1. For probabilities that is not so: an action that keeps the player where
the value is high attains the maximum without ever leading on. The reported policy is therefore
built from the goal backwards (``howard.leading_on``), and its induced chain is solved once more as
a check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from odds.errors import VerificationError
from odds.explore import MAX_STATES, Move, Space, explore
from odds.graph import certain, positive
from odds.model import A, DecisionProcess, ReachSolution, S, Solution, Value
from odds.numbers import INFINITE
from odds.solvers.chain import evaluate
from odds.solvers.howard import Options, attaining, chosen, iterate, leading_on


def reach(
    process: DecisionProcess[S, A], goal: Callable[[S], bool], limit: int = MAX_STATES
) -> ReachSolution[S, A]:
    """The fewest expected steps to ``goal`` and the highest probability of getting there.

    Goal states count as reached with 0 steps and have no action in the policy, and neither have
    absorbing states. Where the goal is out of reach every action is equally good, and the policy
    takes the first. At most ``limit`` states, else ``TooLarge``.
    """
    aim = _Goal.of(explore(process, limit), goal)
    chance, likely = _chances(aim)
    left, quick = _steps_left(aim)
    best = [q if sure else c for sure, q, c in zip(aim.sure, quick, likely, strict=True)]
    settled = [number for number, sure in enumerate(aim.sure) if sure]
    open_options = [() if sure else b for sure, b in zip(aim.sure, best, strict=True)]
    choice = leading_on(aim.moves, open_options, settled)
    choice = [b[0] if s and b else c for s, b, c in zip(aim.sure, best, choice, strict=True)]
    _verify_chance(aim, choice, chance)
    _verify_steps(aim, choice, left)
    states = aim.space.states
    steps: dict[S, Value] = {
        state: -value if sure else INFINITE
        for state, value, sure in zip(states, left, aim.sure, strict=True)
    }
    policy, actions = _named(aim.space, choice, best)
    return ReachSolution(steps, dict(zip(states, chance, strict=True)), actions, policy)


def reach_chance(
    process: DecisionProcess[S, A], goal: Callable[[S], bool], limit: int = MAX_STATES
) -> Solution[S, A]:
    """The highest probability of ever reaching ``goal``, whatever the number of steps.

    Values are vectors of one component. Goal states are as for ``reach``.
    """
    aim = _Goal.of(explore(process, limit), goal)
    chance, best = _chances(aim)
    choice = leading_on(aim.moves, best, aim.goals)
    _verify_chance(aim, choice, chance)
    policy, actions = _named(aim.space, choice, best)
    return Solution(
        value={s: (p,) for s, p in zip(aim.space.states, chance, strict=True)},
        policy=policy,
        best=actions,
        action_value=lambda state, action: (aim.space.move(state, action).mean(chance),),
    )


@dataclass(frozen=True)
class _Goal(Generic[S, A]):
    """A model with a goal: ``sure`` and ``possible`` are the states of chance 1 and above 0."""

    space: Space[S, A]
    moves: Sequence[tuple[Move, ...]]
    goals: Sequence[int]
    sure: Sequence[bool]
    possible: Sequence[bool]

    @classmethod
    def of(cls, space: Space[S, A], goal: Callable[[S], bool]) -> _Goal[S, A]:
        """The graph search; a goal state loses its moves."""
        goals = space.where(goal)
        ended = set(goals)
        moves = [() if number in ended else made for number, made in enumerate(space.moves)]
        choices = [[move.targets for move in made] for made in moves]
        return cls(space, moves, goals, certain(choices, goals), positive(choices, goals))

    def open_states(self) -> list[bool]:
        """The states whose chance is strictly between 0 and 1."""
        return [p and not s for p, s in zip(self.possible, self.sure, strict=True)]

    def safe(self) -> list[list[int]]:
        """In states of chance 1, the actions that keep it at 1."""
        return [
            [a for a, move in enumerate(made) if sure and all(self.sure[t] for t in move.targets)]
            for sure, made in zip(self.sure, self.moves, strict=True)
        ]


def _chances(aim: _Goal[S, A]) -> tuple[list[Fraction], Options]:
    """The highest probabilities, and the actions that attain them."""
    settled = [number for number, sure in enumerate(aim.sure) if sure]
    every = [range(len(made)) for made in aim.moves]
    options = [e if o else () for e, o in zip(every, aim.open_states(), strict=True)]
    known = [Fraction(int(sure)) for sure in aim.sure]
    chance = iterate(aim.moves, options, 0, known, settled)
    return chance, attaining(aim.moves, every, 0, chance)


def _steps_left(aim: _Goal[S, A]) -> tuple[list[Fraction], Options]:
    """The negated fewest expected steps where finite (else 0), and the actions that attain them."""
    options = aim.safe()
    left = iterate(aim.moves, options, -1, [Fraction(0)] * len(aim.moves), aim.goals)
    return left, attaining(aim.moves, options, -1, left)


def _named(
    space: Space[S, A], choice: Sequence[int], best: Options
) -> tuple[Mapping[S, A], Mapping[S, tuple[A, ...]]]:
    """The policy and the best actions of every state that has any."""
    rows = [row for row in zip(space.states, space.actions, choice, best, strict=True) if row[3]]
    policy = {state: actions[number] for state, actions, number, _ in rows}
    return policy, {state: tuple(actions[a] for a in among) for state, actions, _, among in rows}


def _verify_chance(aim: _Goal[S, A], choice: Sequence[int], chance: Sequence[Fraction]) -> None:
    """Solve the chain that the policy induces, and compare."""
    moves = chosen(aim.moves, choice)
    reaching = positive([[m.targets] if m else [] for m in moves], aim.goals)
    goals = set(aim.goals)
    known = [Fraction(int(number in goals)) for number in range(len(moves))]
    leading = [m if r else None for m, r in zip(moves, reaching, strict=True)]
    if evaluate(leading, 0, known) != chance:
        raise VerificationError("the policy doesn't reach the goal as likely as claimed")


def _verify_steps(aim: _Goal[S, A], choice: Sequence[int], left: Sequence[Fraction]) -> None:
    """The same for the number of steps, where the goal is certain."""
    moves = chosen(aim.moves, choice)
    sure = [m if s else None for m, s in zip(moves, aim.sure, strict=True)]
    if evaluate(sure, -1, [Fraction(0)] * len(moves)) != left:
        raise VerificationError("the policy doesn't reach the goal as fast as claimed")
