"""An action or a rest of A4 Quest played alone: what each die brings (A8, A9, A10, A13)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final

from msgspec import Struct, structs

from odds.dice import D6
from odds.game import Notebook, Size, Solver
from odds.games.a4.action import bundles_at, bundles_of, offer
from odds.games.a4.actions import KeepCrystal, TakeBundle, TakeIcon, UseDie
from odds.games.a4.control import Control
from odds.games.a4.frames import RollQuest
from odds.games.a4.moments import part
from odds.games.a4.parts.action_objective import (
    NAMED,
    ActionObjective,
    SafeGains,
    Survive,
    Weights,
    dice_gained,
    gains,
)
from odds.games.a4.parts.bounds import action_size
from odds.games.a4.parts.common import Choice, SolvedPart
from odds.games.a4.parts.ends import Ends, chance, mean
from odds.games.a4.parts.naming import named_objective
from odds.games.a4.parts.setting import Part, Setting
from odds.games.a4.parts.text_action import action_tables, action_text
from odds.games.a4.pool import Pool
from odds.games.a4.process import State
from odds.games.a4.results import Beaten, LevelledUp, Met, Phase
from odds.games.a4.sheet import TRACKS, Bundle, Icon, Quest, Tracks
from odds.tables import Table

HEEDED: Final = (Met, Beaten, LevelledUp)
"""What the ends are told apart by, besides the pool and the tracks."""


class QuestRoll(Struct, frozen=True):
    """What one result of the adventure die brings in a quest.

    ``bundles``  the effects to choose one from, none where the result brings nothing;
    ``taken``    the bundle that the reported policy takes;
    ``ends``     how the action ends then.
    """

    d6: int
    bundles: tuple[Bundle, ...]
    taken: Bundle
    ends: Ends


class Use(Struct, frozen=True):
    """A die used for an icon: the bundles that its value offers; of a quest, those of each d6."""

    icon: Icon
    die: int
    bundles: tuple[Bundle, ...]
    rolls: tuple[QuestRoll, ...]


class A4Action(Part, frozen=True, kw_only=True):
    """The action or the rest that is due on the situation's space.

    Phases: ``action`` nothing is chosen; ``icon`` the icon is, counted from 0, but no die.
    ``objective`` is ``SafeGains()``, ``Survive()``, the name of one of them, or ``Weights(...)``.

    >>> from odds import Situation, solve
    >>> answer = solve(A4Action(Situation(pool=[6, 5, 2, 2], space=1), objective="survive"))
    >>> answer.choices[0].value
    (Fraction(1, 1),)
    """

    phases: ClassVar[tuple[str, ...]] = ("action", "icon")
    objective: ActionObjective | str = SafeGains()

    @cached_property
    def aim(self) -> ActionObjective:
        """The objective itself, where its name is given."""
        kind = SafeGains | Survive | Weights
        return named_objective(self.objective, NAMED, kind, ", or Weights({...})")

    def check(self) -> None:
        setting = self.setting
        if not self.situation.space:
            raise setting.need("space", "an action needs the space, counted from 1")
        if setting.sheets.spaces[setting.place].boss:
            raise setting.need("space", "on the boss's space there is no action")
        if not self.situation.pool:
            raise setting.need("pool", "an action needs the dice of the pool")
        if setting.phase == "icon":
            last = len(self.icons) - 1
            if self.situation.icon is None or not 0 <= self.situation.icon <= last:
                why = f"must be from 0 to {last}" if self.icons else "this space has no icon"
                raise setting.need("icon", why)
        self.aim.check()

    @property
    def icons(self) -> tuple[Icon, ...]:
        """The icons of the space."""
        return self.setting.sheets.spaces[self.setting.place].icons

    def size(self) -> Size:
        """What can be reached with each icon and die, and by a rest."""
        icon = self.situation.icon
        icons = self.icons if icon is None else (self.icons[icon],)
        return action_size(self.setting, icons, chosen=icon is not None)

    def answer(self, solver: Solver) -> ActionAnswer:
        """Every choice now, and how it ends."""
        setting, objective = self.setting, self.aim
        scene = setting.scene(part(Phase.ACTION, HEEDED))
        icon = self.situation.icon
        control = scene.action() if icon is None else scene.icon_taken(self.icons[icon])
        solved = SolvedPart(
            solver,
            setting.sheets,
            [(control, setting.tracks)],
            lambda end: objective.payoff(end, setting),
        )
        (start,) = solved.starts
        ends = solved.ends(start)
        choices = [_seen(c, len(objective.names)) for c in solved.choices(start, _shows_dice)]
        uses = _Uses(solved, start, None if icon is None else self.icons[icon])
        return ActionAnswer(
            setting, objective, tuple(choices), tuple(uses.of(choice) for choice in choices), ends
        )


def _seen(choice: Choice, components: int) -> Choice:
    """The choice without what only breaks ties."""
    value, loss = choice.value[:components], choice.loss[:components]
    return structs.replace(choice, value=value, loss=loss, best=not any(loss))


def _shows_dice(action: Hashable, options: Sequence[Hashable]) -> bool:
    """An icon is listed by its dice, and a die by the bundles that it offers."""
    if isinstance(action, TakeIcon):
        return isinstance(options[0], UseDie)
    return isinstance(action, UseDie) and isinstance(options[0], TakeBundle)


class _Uses:
    """The dice used for icons in the choices of a solved action."""

    def __init__(self, solved: SolvedPart, start: State, icon: Icon | None) -> None:
        self.solved, self.start, self.icon = solved, start, icon

    def of(self, choice: Choice) -> Use | None:
        """The die that the choice uses; none for a rest, or where no die was active."""
        state, icon = self.start, self.icon
        sheets = self.solved.process.sheets
        for number, action in enumerate(choice.actions):
            (state,) = self.solved.process.transitions(state, action)
            if isinstance(action, TakeIcon):
                icon = sheets.spaces[state.control.place].icons[action.index]
            elif isinstance(action, UseDie) and icon is not None:
                if isinstance(icon, Quest):
                    later = choice.actions[number + 1 :]
                    return Use(icon, action.value, (), tuple(self._rolls(state, choice, later)))
                bundles = bundles_of(icon, action.value, sheets.adventure)
                return Use(icon, action.value, bundles, ())
            elif not isinstance(action, KeepCrystal):
                return None
        return None

    def _rolls(
        self, state: State, choice: Choice, later: Sequence[Hashable]
    ) -> Iterator[QuestRoll]:
        """For each d6 what follows in ``state``, where the die was used for a quest.

        Where all results come to the same, there is no roll, and ``later`` says what is taken.
        """
        solved, control = self.solved, state.control
        is_rolled = isinstance(control.stack[0], RollQuest)
        below = Control(control.place, control.pool, control.crystal_used, control.stack[1:])
        for d6 in D6:
            bundles = bundles_at(solved.process.sheets.adventure.quest, d6)
            taken, ends = bundles[0] if bundles else (), choice.ends
            following = later[:1]
            if is_rolled:
                after = solved.process.settle(offer(below, bundles), state.counters)
                ends = solved.ends(after)
                following = (solved.solution.policy[after],) if solved.is_choice(after) else ()
            for action in following:
                taken = action.bundle if isinstance(action, TakeBundle) else taken
            yield QuestRoll(d6, bundles, taken, ends)


class ActionFigures:
    """What the ends of an action come to.

    ``gains`` and ``dice`` are the expected gains of each track and of active dice; ``meets`` and
    ``beats`` the probabilities of meeting an enemy, and of beating one.
    """

    def __init__(self, ends: Ends, setting: Setting) -> None:
        gained = [(gains(end, setting), weight) for end, weight in ends.weights.items()]
        self.dies = chance(ends, lambda end: end.died)
        self.gains = tuple(
            Fraction(sum([points[track] * weight for points, weight in gained]), ends.total)
            for track in range(len(TRACKS))
        )
        self.dice = mean(ends, lambda end: dice_gained(end, setting))
        self.meets = chance(ends, lambda end: any(map(_is_enemy, end.notes)))
        self.beats = chance(ends, lambda end: any(isinstance(n, Beaten) for n in end.notes))


def _is_enemy(note: Hashable) -> bool:
    return isinstance(note, Met) and note.enemy is not None


class Outcome(Struct, frozen=True):
    """How an action can leave the game; ``pool`` is empty after a death."""

    died: bool
    pool: Pool
    tracks: Tracks


def outcomes(ends: Ends) -> dict[Outcome, Fraction]:
    """The distribution of what is left, whatever was noted on the way; likeliest first.

    Of equally likely ones, those alive come first, then by pool and tracks.
    """
    found: dict[Outcome, int] = {}
    for end, weight in ends.weights.items():
        left = Outcome(end.died, end.pool, end.tracks)
        found[left] = found.get(left, 0) + weight
    ranked = sorted(found.items(), key=lambda item: (-item[1], *structs.astuple(item[0])))
    return {left: Fraction(weight, ends.total) for left, weight in ranked}


class ActionAnswer(Notebook, Struct, frozen=True, dict=True):
    """Every choice, best first, each with the die that it uses; ``ends`` are of the best.

    Without a choice (A10: no icon and no food) the turn simply ends.
    """

    setting: Setting
    objective: ActionObjective
    choices: tuple[Choice, ...]
    uses: tuple[Use | None, ...]
    ends: Ends

    @cached_property
    def figures(self) -> ActionFigures:
        """Means under the reported policy."""
        return self.figures_of(self.ends)

    def figures_of(self, ends: Ends) -> ActionFigures:
        """Means over ``ends``, such as those of a choice."""
        return ActionFigures(ends, self.setting)

    @property
    def text(self) -> str:
        """One plain sentence."""
        return action_text(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed."""
        own: tuple[str, ...] = ()
        if isinstance(self.objective, SafeGains):
            own = (
                "After the lowest risk, a point of any track counts the same, dice for nothing.",
            )
        return (*own, *self.setting.assumptions)

    def tables(self) -> tuple[Table, ...]:
        """The choices, and what each result brings in a quest."""
        return action_tables(self)
