"""What any model must satisfy, checked on all of its reachable states.

``Dist`` already makes sure that weights are positive whole numbers, and ``explore`` that states
are hashable and that every state that isn't absorbing has an action. The rest is here. Games call
these in their tests; solvers don't need to, because they find out for themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

from odds.errors import ModelError
from odds.explore import MAX_STATES, InducedChain, Space, explore, explore_chain
from odds.graph import predecessors, reachable
from odds.model import A, DecisionProcess, MarkovChain, S


def check_process(process: DecisionProcess[S, A], limit: int = MAX_STATES) -> Space[S, A]:
    """The reachable part of ``process``; ``ModelError`` names a state that breaks the contract.

    Whether an absorbing state can be reached from everywhere is not part of that: see
    ``never_absorbed``.
    """
    space = explore(process, limit)
    if not space.initial:
        raise ModelError("the model has no initial state")
    for state, actions in zip(space.states, space.actions, strict=True):
        if len(set(actions)) < len(actions):
            raise ModelError(f"{state!r} lists an action twice: {actions!r}")
    return space


def never_absorbed(space: Space[S, A]) -> tuple[S, ...]:
    """The states from which no absorbing state can be reached, whatever is done."""
    ends = [number for number, ended in enumerate(space.absorbing) if ended]
    found = reachable(predecessors(space.successors()), ends)
    return tuple(state for state, there in zip(space.states, found, strict=True) if not there)


def check_chain(chain: MarkovChain[S], limit: int = MAX_STATES) -> Space[S, None]:
    """The reachable part of ``chain``; ``ModelError`` names a state that is never absorbed."""
    space = explore_chain(chain, limit)
    if lost := never_absorbed(space):
        shown = ", ".join(map(repr, lost[:5])) + (", ..." if len(lost) > 5 else "")
        raise ModelError(f"no absorbing state can be reached from {shown}")
    return space


def check_policy(
    process: DecisionProcess[S, A], policy: Mapping[S, A], limit: int = MAX_STATES
) -> Space[S, None]:
    """The reachable part of the chain that ``policy`` induces.

    ``ModelError`` names a state that is never absorbed, that has no action in the policy, or whose
    action in the policy is not one of the model's.
    """
    space = check_chain(InducedChain(process, policy), limit)
    for state, ended in zip(space.states, space.absorbing, strict=True):
        if not ended and policy[state] not in process.actions(state):
            raise ModelError(f"{policy[state]!r} is not an action of {state!r}")
    return space
