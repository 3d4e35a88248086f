"""The sentence, the tables and the pictures of a game of A4 Quest under best play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from odds.format import Both, Share, decimal, double_above, fixed, scientific
from odds.games.a4.parts.text_actions import LABELS
from odds.games.a4.parts.text_advice import DIGITS, chance_text
from odds.games.a4.results import Phase
from odds.games.a4.sheet import ATTACK, DEFENCE, FOOD, HP
from odds.numbers import Certified
from odds.plot import Chart
from odds.tables import Cell, Table, plain

if TYPE_CHECKING:
    from odds.games.a4.parts.outlook import Outlook, Worth

PHASES: Final = {
    Phase.SETUP: "at the setup",
    Phase.MOVEMENT: "moving on",
    Phase.ENEMY: "by an enemy",
    Phase.ACTION: "in an action",
    Phase.BOSS: "by the boss",
}
SHOWN: Final = (HP, ATTACK, DEFENCE, FOOD)
"""The tracks whose distribution is shown."""


def outlook_text(outlook: Outlook) -> str:
    """How games end, and where most of them do that are lost by dying."""
    ends = outlook.endings
    title, boss = outlook.question.program.title, outlook.question.adventure.boss
    lives = f"the boss outlives you with {chance_text(ends['the boss lives'])}, " if boss else ""
    dead = f"you die with {chance_text(ends['dead'])}"
    deaths = {space: _sum(list(phases.values())) for space, phases in outlook.deaths.items()}
    worst = max(deaths, key=lambda space: deaths[space].value)
    where = f", most often on space {worst} ({chance_text(deaths[worst])})" if worst else ""
    won = f"you win with {chance_text(ends['won'])}"
    off = ""
    if outlook.error:
        off = f"; no probability here is off by more than {scientific(outlook.error, 2)}"
    return f"{title}: under best play {won}, {lives}{dead}{where}{off}."


def outlook_tables(outlook: Outlook) -> tuple[Table, ...]:
    """Every table that has rows."""
    tables = (
        _endings(outlook),
        _deaths(outlook),
        _turns(outlook),
        _at_the_end(outlook),
        _worths("One more point at the start", "track", outlook.points),
        _worths("Equipment", "piece", outlook.equipment),
        _worths("A level-up bonus before the game", "bonus", outlook.level_ups),
    )
    return tuple(table for table in tables if table.rows)


def _endings(outlook: Outlook) -> Table:
    ends = outlook.endings
    names = [name for name in ends if name != "the boss lives" or outlook.question.adventure.boss]
    rows = tuple((name, Share(ends[name]), _error(ends[name].error)) for name in names)
    return Table("How the game ends", ("end", "chance", "off by at most"), rows)


def _deaths(outlook: Outlook) -> Table:
    phases = _phases(outlook)
    columns = ("space", *(PHASES[phase] for phase in phases), "in all")
    rows: list[tuple[Cell, ...]] = []
    for space, found in outlook.deaths.items():
        if space or found:
            parts = [Share(found[phase]) if phase in found else None for phase in phases]
            rows.append((space, *parts, Share(_sum(list(found.values())))))
    return Table("Where you die", columns, tuple(rows) if phases else ())


def _phases(outlook: Outlook) -> list[Phase]:
    """The phases in which one can die."""
    found = {phase for phases in outlook.deaths.values() for phase in phases}
    return [phase for phase in Phase if phase in found]


def _turns(outlook: Outlook) -> Table:
    rows: list[tuple[Cell, ...]] = []
    turns = zip(outlook.alive, outlook.means, strict=True)
    for number, (alive, means) in enumerate(turns, 1):
        shown: Sequence[Cell] = [None] * len(LABELS)
        if means is not None:
            shown = means
        rows.append((number, Share(alive), *shown))
    title = "At the start of each turn, and the means of those alive"
    return Table(title, ("turn", "alive", *LABELS), tuple(rows))


def _at_the_end(outlook: Outlook) -> Table:
    spread = outlook.at_the_end
    chosen = [spread[track] for track in SHOWN] if spread else []
    rows: list[tuple[Cell, ...]] = []
    for value in range(max(map(len, chosen), default=0)):
        shares = [s[value] if value < len(s) else None for s in chosen]
        if any(share is not None and share.value for share in shares):
            rows.append((value, *(None if share is None else Share(share) for share in shares)))
    columns = ("points", *(LABELS[track] for track in SHOWN))
    return Table(f"On setting out for {_last(outlook)}", columns, tuple(rows))


def _worths(title: str, column: str, worths: Sequence[Worth]) -> Table:
    rows = tuple(
        (
            worth.name,
            None if worth.win is None else _number(chance_text(worth.win), worth.win),
            None if worth.gain is None else _number(_gain(worth.gain), worth.gain.times(100)),
        )
        for worth in worths
    )
    return Table(title, (column, "you win", "more in %"), rows)


def _error(error: Fraction) -> Cell:
    """How far something is off at most: for programs a double that isn't below it."""
    return Both(decimal(error), str(double_above(error)), is_number=True) if error else error


def _number(text: str, value: Certified) -> Both:
    return Both(text, plain(value), is_number=True)


def _gain(gain: Certified) -> str:
    """A difference in points of a percentage; 0 where it may be none."""
    if gain.low <= 0 <= gain.high:
        return "0"
    return f"{'+' if gain.value > 0 else ''}{fixed(gain.value * 100, DIGITS)}"


def _sum(parts: Sequence[Certified]) -> Certified:
    return sum(parts, Certified(Fraction(0)))


def _last(outlook: Outlook) -> str:
    return "the boss" if outlook.question.adventure.boss else "the last space"


def outlook_charts(outlook: Outlook) -> tuple[tuple[Chart, ...], ...]:
    """Survival and deaths above, the tracks at the boss below."""
    turns = tuple(str(number) for number in range(1, len(outlook.alive) + 1))
    alive = tuple(p.value for p in outlook.alive)
    charts = [Chart("Alive at the start of each turn", "turn", turns, (("alive", alive),), True)]
    if phases := _phases(outlook):
        found = {space: deaths for space, deaths in outlook.deaths.items() if space or deaths}
        none = Certified(Fraction(0))
        series = tuple(
            (PHASES[phase], tuple(deaths.get(phase, none).value for deaths in found.values()))
            for phase in phases
        )
        charts.append(Chart("Where you die", "space", tuple(map(str, found)), series))
    spread = outlook.at_the_end
    if not spread:
        return (tuple(charts),)
    below = []
    for track in SHOWN:
        labels = tuple(map(str, range(len(spread[track]))))
        shares = tuple(share.value for share in spread[track])
        title = f"{LABELS[track]} on setting out for {_last(outlook)}"
        below.append(Chart(title, "points", labels, ((LABELS[track], shares),)))
    return tuple(charts), tuple(below)
