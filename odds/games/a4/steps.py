"""The rules of A4 Quest followed as far as they are asked for, and kept.

What follows a control is a *path*: tracks that move or are looked at, and then a *point*, which is
a choice, a roll or an end. A path hangs on the control alone, so it is found once for all tracks
and for all that leads to the control, one branch at a time as the values of the tracks ask for it;
following it again costs no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import local
from typing import Final

from msgspec import Struct

from odds.games.a4.apart import Cut, cut, is_apart, is_due
from odds.games.a4.control import Ask, Control, Sheets
from odds.games.a4.rules import follow
from odds.games.a4.sheet import Tracks
from odds.program import Add, Chance, Choose, Node

MAX_KEPT: Final = 50_000
"""Once a thread keeps the paths of more controls, it forgets all before its next question.

With what belongs to them, so many take about 45 MB, and until they are let go twice that.
"""

LET_GO: Final = 250
"""Before a question as many forgotten paths are let go as new ones are kept, and so many more: all
at once they would keep one waiting for over 50 ms."""

MAX_ENDS: Final = 10_000
"""How many ends of what is followed apart are kept, each for its tracks; then all are forgotten."""

MAX_SHEETS: Final = 4
"""How many pairs of sheets have their steps kept."""


class Point(Struct, eq=False):
    """A choice, a roll or an end: what the rules say there, one object for each control.

    ``labels`` are the choices, of a roll the one action ``None``, of an end none; ``paths`` is
    what follows each choice or each result of the roll, with ``weights`` in a roll.
    """

    control: Control
    node: Node[Control]
    labels: tuple[Hashable, ...]
    weights: tuple[int, ...]
    paths: list[Path]
    is_open: bool = False

    def close(self) -> None:
        """Know no more than the controls that follow; they serve as well."""
        self.paths, self.is_open = _following(self.node), False


def _following(node: Node[Control]) -> list[Path]:
    if isinstance(node, Choose):
        return [then for _, then in node.options]
    return [then for then, _ in node.outcomes] if isinstance(node, Chance) else []


def _point(control: Control, node: Node[Control]) -> Point:
    labels: tuple[Hashable, ...] = ()
    weights: tuple[int, ...] = ()
    if isinstance(node, Choose):
        labels = tuple([label for label, _ in node.options])
    elif isinstance(node, Chance):
        labels = (None,)
        weights = tuple([weight for _, weight in node.outcomes])
    return Point(control, node, labels, weights, _following(node))


class Branching(Struct, eq=False):
    """A track is looked at: what follows its values, as far as they have occurred."""

    track: int
    follow: Callable[[int], Control]
    branches: dict[int, Path] = {}
    known: list[tuple[Control, Path]] = []


class Moving(Struct, eq=False):
    """A track moves."""

    track: int
    amount: int
    then: Path


class Joined(Struct, eq=False):
    """What is followed apart from the rest first, and then what each of its ends leads to."""

    first: Path
    cut: Cut
    after: dict[Apart, Path] = {}


class Apart(Struct, eq=False):
    """An end of what is followed apart."""

    control: Control


Path = Control | Branching | Moving | Point | Joined | Apart
"""What follows; a control is one whose rules nobody has asked for yet."""


def _begun(control: Control, following: Ask | Node[Control]) -> Path:
    """The path that begins with what follows a control."""
    if isinstance(following, Ask):
        return Branching(following.track, following.follow)
    if isinstance(following, Add):
        return Moving(following.counter, following.amount, following.then)
    return _point(control, following)


class Steps:
    """The rules of two sheets, as far as they have been asked for."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self._maxima = sheets.hero.maxima
        self._paths: dict[Control, Path] = {}
        self._ends: dict[tuple[Path, Tracks], tuple[Apart, Tracks]] = {}

    def settle(self, path: Path, tracks: Tracks) -> tuple[Point, Tracks]:
        """The point at the end of a path for these tracks, and how the tracks are then."""
        while not isinstance(path, Point):
            if type(path) is Joined:
                first = path.first
                end, tracks = self._ends.get((first, tracks)) or self._end(first, tracks)
                path = path.after.get(end) or self._join(path, end)
            else:
                path, tracks = self._onward(path, tracks)
        return path, tracks

    def _onward(self, path: Path, tracks: Tracks) -> tuple[Path, Tracks]:
        """What comes after the track that a path begins with."""
        if type(path) is Branching:
            value = tracks[path.track]
            return path.branches.get(value) or self._branch(path, value), tracks
        if type(path) is Moving:
            track = path.track
            moved = max(0, min(tracks[track] + path.amount, self._maxima[track]))
            if isinstance(path.then, Control):
                path.then = self.path(path.then)
            return path.then, (*tracks[:track], moved, *tracks[track + 1 :])
        assert isinstance(path, Control)
        return self.path(path), tracks

    def _end(self, first: Path, tracks: Tracks) -> tuple[Apart, Tracks]:
        """Where for these tracks that ends which is followed apart, and how they are then."""
        path, then = first, tracks
        while not isinstance(path, Apart):
            path, then = self._onward(path, then)
        if len(self._ends) >= MAX_ENDS:
            self._ends.clear()
        self._ends[first, tracks] = path, then
        return path, then

    def open(self, point: Point) -> list[Path]:
        """The paths from a point, begun."""
        paths = point.paths
        if not point.is_open:
            paths = [self.path(p) if isinstance(p, Control) else p for p in paths]
            point.paths, point.is_open = paths, True
        return paths

    def path(self, control: Control) -> Path:
        """What the rules lead to from ``control``, up to a track or a point."""
        passed: list[Control] = []
        while (found := self._paths.get(control)) is None:
            passed.append(control)
            if is_due(control) != is_apart(control):
                found = self._parted(control)
                break
            following = follow(self.sheets, control)
            if isinstance(following, Control):
                control = following
                continue
            found = _begun(control, following)
            break
        for control in passed:
            self._paths[control] = found
        return found

    def _parted(self, control: Control) -> Path:
        """The path where what is followed apart begins or ends."""
        if is_apart(control):
            return Apart(control)
        parts = cut(control)
        return Joined(self.path(parts.apart), parts)

    def _join(self, joined: Joined, end: Apart) -> Path:
        """The path from an end of what is followed apart, where the rest comes again."""
        path = joined.after[end] = self.path(joined.cut.join(end.control))
        return path

    @property
    def made(self) -> int:
        """How many controls have their path kept."""
        return len(self._paths)

    def emptied(self) -> list[tuple[Control, Path]]:
        """All paths, the first found last; none of them is kept any more."""
        paths, self._paths = self._paths, {}
        self._ends.clear()
        return list(paths.items())[::-1]

    def close(self) -> None:
        """Cut the circles of paths, so that nothing is left where nobody asks any more.

        Whoever still does loses only what was found.
        """
        for path in self._paths.values():
            if isinstance(path, Point):
                path.close()

    def _branch(self, at: Branching, value: int) -> Path:
        """The path for a value that has not occurred; values that come to the same share one."""
        control = at.follow(value)
        for other, path in at.known:
            if other is control or other == control:
                at.branches[value] = path
                return path
        path = at.branches[value] = self.path(control)
        at.known.append((control, path))
        return path


class _Kept(local):
    """What a thread keeps: another thread can't take away what its questions stand on."""

    def __init__(self) -> None:
        self.steps: list[Steps] = []
        """The steps of the last sheets that were asked about."""
        self.forgotten: list[tuple[Control, Path]] = []
        """Paths that nobody asks for any more."""
        self.counted = 0
        """How many paths were kept when that was last looked at."""

    def let_go(self, most: int) -> None:
        """Let go of what is forgotten, a path before those it leads to: each goes by itself."""
        for _ in range(min(most, len(self.forgotten))):
            _, path = self.forgotten.pop()
            if isinstance(path, Point):
                path.close()


_mine = _Kept()


def steps_of(sheets: Sheets) -> Steps:
    """The steps of these sheets, with what earlier questions of this thread have found of them."""
    made = sum(steps.made for steps in _mine.steps)
    _mine.let_go(max(0, made - _mine.counted) + LET_GO)
    _mine.counted = made
    if made > MAX_KEPT:
        _mine.let_go(len(_mine.forgotten))
        for steps in _mine.steps:
            _mine.forgotten.extend(steps.emptied())
        _mine.steps = []
    for steps in _mine.steps:
        known = steps.sheets
        same = known.adventure is sheets.adventure and known.hero is sheets.hero
        if same and known.random_order == sheets.random_order:
            return steps
    found = Steps(sheets)
    old = _mine.steps[MAX_SHEETS - 1 :]
    _mine.steps = [found, *_mine.steps[: MAX_SHEETS - 1]]
    for steps in old:
        steps.close()
    return found


def forget() -> None:
    """Keep nothing of what has been found so far in this thread."""
    _mine.let_go(len(_mine.forgotten))
    for steps in _mine.steps:
        steps.close()
    _mine.steps = []
