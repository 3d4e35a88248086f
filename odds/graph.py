"""Graphs on the integers 0 ... n-1, given as lists of successors.

The sets of states that reach a goal with probability 0 or 1 depend only on which transitions are
possible, not on how likely they are, so they are found here, before any arithmetic: Baier and
Katoen, *Principles of Model Checking* (2008), section 10.6.1, algorithms 45 and 46. Components are
found by Tarjan's algorithm (SIAM J. Comput. 1, 1972), order by Kahn's (CACM 5, 1962). Nothing here
recurses, so the depth of a graph doesn't matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from odds.errors import ModelError

Successors = Sequence[Sequence[int]]
"""For each node, the nodes that one edge leads to."""

Choices = Sequence[Sequence[Sequence[int]]]
"""For each state and each of its actions, the states that may come next."""


def predecessors(successors: Successors) -> list[list[int]]:
    """The same edges turned round."""
    result: list[list[int]] = [[] for _ in successors]
    for node, after in enumerate(successors):
        for successor in after:
            result[successor].append(node)
    return result


def reachable(successors: Successors, start: Iterable[int]) -> list[bool]:
    """For each node, whether some path from ``start`` leads to it; of length 0 too."""
    seen = [False] * len(successors)
    todo = list(start)
    for node in todo:
        seen[node] = True
    while todo:
        for successor in successors[todo.pop()]:
            if not seen[successor]:
                seen[successor] = True
                todo.append(successor)
    return seen


def components(successors: Successors) -> list[list[int]]:
    """The strongly connected components, every one after all those that it leads to."""
    found: list[list[int]] = []
    order = [0] * len(successors)  # 0: not visited yet
    low = [0] * len(successors)
    done = len(successors) + 1  # more than any number in the order of visits
    visits = 0
    stack: list[int] = []
    for root in range(len(successors)):
        if order[root]:
            continue
        visits += 1
        order[root] = low[root] = visits
        stack.append(root)
        path = [(root, iter(successors[root]))]
        while path:
            node, after = path[-1]
            for successor in after:
                if not order[successor]:
                    visits += 1
                    order[successor] = low[successor] = visits
                    stack.append(successor)
                    path.append((successor, iter(successors[successor])))
                    break
                low[node] = min(low[node], low[successor])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    found.append(_unstack(stack, node, low, done))
    return found


def _unstack(stack: list[int], root: int, low: list[int], done: int) -> list[int]:
    """The finished component of ``root``, marked so that no later ``low`` is drawn to it."""
    at = len(stack) - 1
    while stack[at] != root:
        at -= 1
    component = stack[at:]
    del stack[at:]
    for node in component:
        low[node] = done
    return component


def successors_first(successors: Successors, names: Sequence[object]) -> list[int]:
    """All nodes, each after its successors; ``ModelError`` names a cycle if there is one."""
    waiting = [0] * len(successors)
    for after in successors:
        for successor in after:
            waiting[successor] += 1
    order = [node for node, count in enumerate(waiting) if not count]
    for node in order:  # grows while it is read
        for successor in successors[node]:
            waiting[successor] -= 1
            if not waiting[successor]:
                order.append(successor)
    if len(order) < len(successors):
        cycle = [repr(names[node]) for node in find_cycle(successors)]
        shown = cycle if len(cycle) <= 6 else [*cycle[:5], "..."]
        raise ModelError(f"the model has a cycle: {' -> '.join([*shown, cycle[0]])}")
    order.reverse()
    return order


def find_cycle(successors: Successors) -> list[int]:
    """The nodes along some cycle, empty if there is none."""
    for component in components(successors):
        node = component[0]
        if len(component) == 1 and node not in successors[node]:
            continue
        inside = set(component)
        place: dict[int, int] = {}
        while node not in place:
            place[node] = len(place)
            node = next(after for after in successors[node] if after in inside)
        return list(place)[place[node] :]
    return []


def positive(choices: Choices, goal: Iterable[int]) -> list[bool]:
    """For each state, whether some policy reaches ``goal`` with a probability above 0."""
    joined = [[target for targets in state for target in targets] for state in choices]
    return reachable(predecessors(joined), goal)


def certain(choices: Choices, goal: Iterable[int]) -> list[bool]:
    """For each state, whether some policy reaches ``goal`` with probability 1.

    The largest set of states that can all reach the goal by actions which never leave the set.
    """
    goal = list(goal)
    before: list[list[tuple[int, int]]] = [[] for _ in choices]
    for state, actions in enumerate(choices):
        for action, targets in enumerate(actions):
            for target in targets:
                before[target].append((state, action))
    kept = [True] * len(choices)
    while True:
        safe = [[all(kept[t] for t in targets) for targets in state] for state in choices]
        reached = [False] * len(choices)
        for state in goal:
            reached[state] = True
        todo = list(goal)
        while todo:
            for state, action in before[todo.pop()]:
                if not reached[state] and safe[state][action]:
                    reached[state] = True
                    todo.append(state)
        if reached == kept:
            return kept
        kept = reached
