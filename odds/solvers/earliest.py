"""Among equally good policies, the one that arrives earliest, decided exactly.

Every step begins with an independent draw that is seen before the choice (``odds.model.Draws``).
Let p(n) be the probability of arriving after exactly n steps. Policies are compared by p(1), then
p(2), and so on without end: this is a total order on sequences that addition and multiplication
by a positive number respect, so it obeys Bellman's equation: the best sequence of a state is the
weighted sum, over the draws, of the best shifted sequence among the options.

*Without a deadline.* After M rounds of that equation the first M members of every state's best
sequence are known. States that agree in them form a class. Any policy that chooses in the highest
class is then the best one without end, once either of two things holds:

- the states of each class lead, by the same draws' weights, to the same classes. Then the classes
  lump the chain of the policy (Kemeny and Snell, *Finite Markov Chains*, 1960, theorem 6.3.2), so
  that states of a class agree in all members;
- M exceeds the number K of classes. Let Q be the transition matrix of the policy among the states
  and b its probabilities of arriving at once. The M vectors b, Qb, QQb, ... are constant on the
  classes, so they lie in a space of K dimensions, one of them is a combination of those before it,
  and with it all later ones: states that agree in the first M members agree in all.

In both cases another choice in the highest class changes nothing, and one in a lower class is
worse at the first member that differs.

*With a deadline.* The highest p(1) + ... + p(d) comes first, for d steps left, and p(1), p(2), ...
only break its ties. The same equation holds from d - 1 to d steps left, starting without a deadline
at d = 0. With d steps left a sequence is known in full by its first d + K members, since what
follows after d steps is a combination of the sequences of the K classes at d = 0.

All probabilities are whole numbers here: member n is held as its weight over W ** n, where W is
the total weight of a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from odds.errors import ModelError
from odds.model import Draws, EarliestSolution, S

_Options = Sequence[Sequence[Sequence[int]]]
"""For each state and draw, the states that may be next; the goal is the last number of all."""

_Form = tuple[tuple[int, int], ...]
"""Where a state leads: each class with its weight. The goal's class is the highest."""


@dataclass(frozen=True)
class _Ranking:
    """States, the goal included, in classes of equally good ones; a higher class is a better one.

    ``classes[s]`` is the class of state s; ``keys[c]`` the known members of the sequence of class
    c, which the goal's class, the last one, doesn't have.
    """

    classes: Sequence[int]
    keys: Sequence[tuple[int, ...]]


def earliest(draws: Draws[S], deadline: int, length: int) -> EarliestSolution[S]:
    """The policy with the highest probability of arriving within ``deadline`` steps, then earliest.

    With a ``deadline`` of 0 only earliness counts. ``length`` is how many members of each state's
    sequence are reported. ``ModelError`` if a draw has no weight, or a state no option for it.
    """
    states = [*draws.options, draws.goal]
    number = {state: i for i, state in enumerate(states)}
    options = [[[number[s] for s in among] for among in at] for at in draws.options.values()]
    _check(draws.weights, options)
    total = sum(draws.weights)
    ranking = before = _without_deadline(draws.weights, options, deadline, length)
    for left in range(1, deadline + 1):
        before = ranking
        forms = _forms(draws.weights, options, before.classes)
        sequences = {form: _sequence(form, before.keys) for form in set(forms)}
        ranking = _ranked(forms, sequences, left, total)
    members = [_fractions(key[:length], total) for key in ranking.keys]
    arrivals = {state: members[ranking.classes[i]] for i, state in enumerate(draws.options)}
    return EarliestSolution(arrivals, dict(zip(states, before.classes, strict=True)))


def _check(weights: Sequence[int], options: _Options) -> None:
    if not weights or not all(weight > 0 for weight in weights):
        raise ModelError("there must be a draw, and the weight of each must be positive")
    if not options or not all(len(at) == len(weights) and all(at) for at in options):
        raise ModelError("every state needs one option or more for each draw")


def _forms(weights: Sequence[int], options: _Options, classes: Sequence[int]) -> list[_Form]:
    """Where each state leads if the highest class is chosen at each draw."""
    known: dict[tuple[int, ...], _Form] = {}
    forms = []
    for at in options:
        reached = tuple(
            [
                classes[among[0]] if len(among) == 1 else max([classes[s] for s in among])
                for among in at
            ]
        )
        if reached not in known:
            merged: dict[int, int] = {}
            for weight, cls in zip(weights, reached, strict=True):
                merged[cls] = merged.get(cls, 0) + weight
            known[reached] = tuple(sorted(merged.items()))
        forms.append(known[reached])
    return forms


def _sequence(form: _Form, keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The first member is the weight of the goal, the others come from the classes' sequences."""
    arriving = sum(weight for cls, weight in form if cls == len(keys))
    later = [[weight * v for v in keys[cls]] for cls, weight in form if cls < len(keys)]
    return (arriving, *map(sum, zip(*later, [0] * len(keys[0]), strict=True)))


def _ranked(
    forms: Sequence[_Form], sequences: dict[_Form, tuple[int, ...]], deadline: int, total: int
) -> _Ranking:
    """Classes by the chance of arriving within ``deadline`` steps, then by the sequence."""

    def order(key: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        within = 0
        for member in key[:deadline]:
            within = within * total + member
        return within, key

    keys = sorted(set(sequences.values()), key=order)
    place = {key: cls for cls, key in enumerate(keys)}
    return _Ranking([*(place[sequences[form]] for form in forms), len(keys)], keys)


def _without_deadline(
    weights: Sequence[int], options: _Options, deadline: int, length: int
) -> _Ranking:
    """The final classes, with the members that a deadline and a report need."""
    classes = [*(0 for _ in options), 1]
    newest = [0, 1]  # the last known member of each class; who has arrived doesn't arrive again
    members = 0
    while True:
        forms = _forms(weights, options, classes)
        form_of = dict(zip(classes, forms, strict=False))
        lumps = all(form_of[c] == form for c, form in zip(classes, forms, strict=False))
        if members and (lumps or members > len(form_of)):
            needed = max(length - deadline, len(form_of) if deadline else 0)
            return _Ranking(classes, _sequences(form_of, needed))
        member = {form: sum(weight * newest[c] for c, weight in form) for form in set(forms)}
        both = [(c, member[form]) for c, form in zip(classes, forms, strict=False)]
        listed = sorted(set(both))
        place = {pair: cls for cls, pair in enumerate(listed)}
        classes = [*(place[pair] for pair in both), len(listed)]
        newest = [*(value for _, value in listed), 0]
        members += 1


def _sequences(form_of: dict[int, _Form], length: int) -> list[tuple[int, ...]]:
    """The first ``length`` members of each class's sequence, where each form is final."""
    goal = len(form_of)
    columns = [[*(0 for _ in form_of), 1]]
    while len(columns) <= length:
        last = columns[-1]
        new = [sum(w * last[to] for to, w in form_of[cls]) for cls in range(goal)]
        columns.append([*new, 0])
    return [tuple(column[cls] for column in columns[1:]) for cls in range(goal)]


def _fractions(key: Sequence[int], total: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(member, total**n) for n, member in enumerate(key, start=1))
