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
from typing import Final

from odds.errors import ModelError
from odds.model import Draws, EarliestSolution, S

_GOAL: Final = -1

_Options = Sequence[Sequence[Sequence[int]]]
_Form = tuple[tuple[int, int], ...]
"""Where a state leads: each class with its weight, the goal last, as class ``len(keys)``."""


@dataclass(frozen=True)
class _Ranking:
    """States in classes of equally good sequences; a higher class is a better one.

    ``classes[s]`` is the class of state s, ``keys[c]`` the known members of its sequence.
    """

    classes: Sequence[int]
    keys: Sequence[tuple[int, ...]]

    def highest(self, options: Sequence[int]) -> int:
        """The best class among ``options``; the goal is above all."""
        top = len(self.keys)
        return max(top if s == _GOAL else self.classes[s] for s in options)

    def first_highest(self, options: Sequence[int]) -> int:
        """The first of ``options`` in the best class."""
        best = self.highest(options)
        top = len(self.keys)
        return next(s for s in options if (top if s == _GOAL else self.classes[s]) == best)


def earliest(draws: Draws[S], deadline: int, length: int) -> EarliestSolution[S]:
    """The policy with the highest probability of arriving within ``deadline`` steps, then earliest.

    With a ``deadline`` of 0 only earliness counts. ``length`` is how many members of each state's
    sequence are reported. Equal choices fall to the first option.
    """
    states = list(draws.options)
    number = {state: i for i, state in enumerate(states)} | {draws.goal: _GOAL}
    options = [[[number[s] for s in at] for at in draws.options[state]] for state in states]
    _check(draws.weights, options)
    ranking = _without_deadline(draws.weights, options, length - deadline)
    before = ranking
    for left in range(1, deadline + 1):
        before = ranking
        ranking = _ranked(*_round(draws.weights, options, before), left, sum(draws.weights))
    chosen = {
        state: tuple(
            draws.goal if (s := before.first_highest(at)) == _GOAL else states[s]
            for at in options[i]
        )
        for i, state in enumerate(states)
    }
    members = [_fractions(key[:length], sum(draws.weights)) for key in ranking.keys]
    arrivals = {state: members[ranking.classes[i]] for i, state in enumerate(states)}
    return EarliestSolution(arrivals, chosen)


def _check(weights: Sequence[int], options: _Options) -> None:
    if not all(weight > 0 for weight in weights):
        raise ModelError("the weight of a draw must be positive")
    if not all(len(at) == len(weights) and all(at) for at in options):
        raise ModelError("every state needs one option or more for each draw")


def _round(
    weights: Sequence[int], options: _Options, ranking: _Ranking
) -> tuple[list[_Form], dict[_Form, tuple[int, ...]]]:
    """One step of Bellman's equation: each state's form, and the sequence that a form brings."""
    known: dict[tuple[int, ...], _Form] = {}
    forms: list[_Form] = []
    for at in options:
        reached = tuple(map(ranking.highest, at))
        if reached not in known:
            known[reached] = _form(weights, reached)
        forms.append(known[reached])
    return forms, {form: _sequence(form, ranking.keys) for form in set(forms)}


def _form(weights: Sequence[int], reached: Sequence[int]) -> _Form:
    merged: dict[int, int] = {}
    for weight, cls in zip(weights, reached, strict=True):
        merged[cls] = merged.get(cls, 0) + weight
    return tuple(sorted(merged.items()))


def _sequence(form: _Form, keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The first member is the weight of the goal, the others come from the classes' sequences."""
    arriving = sum(weight for cls, weight in form if cls == len(keys))
    later = [(keys[cls], weight) for cls, weight in form if cls < len(keys)]
    if not later:
        return (arriving, *(0 for _ in keys[0]))
    mixed = zip(*([weight * member for member in key] for key, weight in later), strict=True)
    return (arriving, *map(sum, mixed))


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
    of_form = {form: place[key] for form, key in sequences.items()}
    return _Ranking([of_form[form] for form in forms], keys)


def _without_deadline(weights: Sequence[int], options: _Options, length: int) -> _Ranking:
    """Classes that are final, with at least as many members as there are classes."""
    total = sum(weights)
    ranking = _Ranking([0] * len(options), [()])
    members = 0
    while True:
        forms, sequences = _round(weights, options, ranking)
        form_of = dict(zip(ranking.classes, forms, strict=True))
        lumps = all(form_of[c] == form for c, form in zip(ranking.classes, forms, strict=True))
        if members and (lumps or members > len(ranking.keys)):
            return _extended(ranking, form_of, max(length, len(ranking.keys)))
        ranking = _ranked(forms, sequences, 0, total)
        members += 1


def _extended(ranking: _Ranking, form_of: dict[int, _Form], length: int) -> _Ranking:
    """The same classes with at least ``length`` members of each sequence."""
    keys = [list(key) for key in ranking.keys]
    while len(keys[0]) < length:
        last = [*(key[-1] for key in keys), 0]  # who has arrived does not arrive again
        for cls, key in enumerate(keys):
            key.append(sum(weight * last[to] for to, weight in form_of[cls]))
    return _Ranking(ranking.classes, [tuple(key) for key in keys])


def _fractions(key: Sequence[int], total: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(member, total**n) for n, member in enumerate(key, start=1))
