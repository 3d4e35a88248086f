"""A build quest as an explicit Markov decision process, for Storm's sparse matrix."""

from collections.abc import Iterator

from quests import Quest, faces_told_apart

State = tuple[object, ...]
Choice = dict[State, int]
"""Where a choice leads, with whole-number weights."""

GOAL: State = ("goal",)
LOST: State = ("lost",)


def explore(quest: Quest, merged: bool) -> tuple[State, dict[State, list[Choice]]]:
    """The initial state, and every reachable state with its choices."""
    rules = _Rules(quest, merged)
    initial = rules.start(0, quest.attempts)
    choices: dict[State, list[Choice]] = {}
    todo = [initial, GOAL, LOST]
    while todo:
        state = todo.pop()
        if state not in choices:
            choices[state] = found = list(rules.choices(state))
            todo += [target for choice in found for target in choice]
    return initial, choices


class _Rules:
    """States are ("roll" or "pick", stage, attempts after this roll, dice by face)."""

    def __init__(self, quest: Quest, merged: bool) -> None:
        self.quest = quest
        self.top = max(stage.reward for stage in quest.stages)
        self.weights: list[list[int]] = []
        self.needs: list[list[int]] = []
        for stage in quest.stages:
            need = dict(stage.need)
            faces = faces_told_apart(need, merged)
            kinds = list(dict.fromkeys(faces))
            self.weights.append([faces.count(kind) for kind in kinds])
            self.needs.append([need.get(kind, 0) for kind in kinds])

    def start(self, stage: int, attempts: int) -> State:
        return ("roll", stage, attempts - 1, (0,) * len(self.weights[stage]))

    def choices(self, state: State) -> Iterator[Choice]:
        match state:
            case ("goal",) | ("lost",):
                yield {state: 1}
            case ("done", int(stage), int(attempts)):
                reward = self.quest.stages[stage].reward
                ends = {GOAL: reward, LOST: self.top - reward}
                yield {end: weight for end, weight in ends.items() if weight}
                if attempts and stage + 1 < len(self.quest.stages):
                    yield {self.start(stage + 1, attempts): 1}
            case ("roll", int(stage), int(attempts), tuple(dice)):
                yield self.roll(stage, attempts, dice)
            case ("pick", int(stage), int(attempts), tuple(dice)):
                for kind, count in enumerate(dice):
                    if count:
                        yield {("pick", stage, attempts, _add(dice, kind, -1)): 1}
                if sum(dice) < self.quest.dice:
                    yield {("roll", stage, attempts - 1, dice): 1}

    def roll(self, stage: int, attempts: int, dice: tuple[int, ...]) -> Choice:
        choice: Choice = {}
        for kind, weight in enumerate(self.weights[stage]):
            target = self.landed(stage, attempts, _add(dice, kind, 1))
            choice[target] = choice.get(target, 0) + weight
        return choice

    def landed(self, stage: int, attempts: int, dice: tuple[int, ...]) -> State:
        if sum(dice) < self.quest.dice:
            return ("roll", stage, attempts, dice)
        if all(have >= need for have, need in zip(dice, self.needs[stage], strict=True)):
            return ("done", stage, attempts)
        return ("pick", stage, attempts, dice) if attempts else LOST


def _add(dice: tuple[int, ...], kind: int, change: int) -> tuple[int, ...]:
    return (*dice[:kind], dice[kind] + change, *dice[kind + 1 :])
