"""Shares as pictures: what a chart shows, and drawing charts into a file.

What draws, matplotlib, is loaded when something is to be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from odds.errors import InvalidInput
from odds.format import nearest_double

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS: Final = ("png", "svg", "pdf")
COLOURS: Final = ("#4477aa", "#ee6677", "#ccbb44", "#228833", "#aa3377")
"""Told apart by the colour-blind too (Paul Tol's scheme *bright*)."""

WIDTH, HEIGHT = 12.0, 3.6
"""Of a row of charts, in inches."""

MOST_TICKS: Final = 20
"""How many labels stand below a chart."""


@dataclass(frozen=True)
class Chart:
    """Shares over ``labels`` along an ``axis``: bars, several series stacked; or a line."""

    title: str
    axis: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[Fraction, ...]], ...]
    is_line: bool = False


Rows = Sequence[Sequence[Chart]]


def drawing(name: str) -> Callable[[str, Rows], None]:
    """What draws rows of charts under a title into the file ``name``.

    ``InvalidInput`` if it is of no known kind, ``ImportError`` without matplotlib.
    """
    kind = name.rpartition(".")[2].lower()
    if kind not in FORMATS:
        endings = ", ".join(f".{ending}" for ending in FORMATS)
        raise InvalidInput.at("--plot", f"{name[:60]!r} must end in one of: {endings}")
    from matplotlib.figure import Figure

    def draw(title: str, rows: Rows) -> None:
        figure = Figure(figsize=(WIDTH, HEIGHT * len(rows) + 0.5), layout="constrained")
        figure.suptitle(title)
        parts = figure.subfigures(len(rows), 1, squeeze=False)[:, 0]
        for part, row in zip(parts, rows, strict=True):
            alike = len({(chart.axis, chart.is_line) for chart in row}) == 1
            places = part.subplots(1, len(row), sharey=alike, squeeze=False)[0]
            for axes, chart in zip(places, row, strict=True):
                _draw(axes, chart, max(map(_top, row)) if alike else _top(chart))
        try:
            figure.savefig(name, dpi=130)
        except OSError as error:
            why = error.strerror or error
            raise InvalidInput.at("--plot", f"{name[:60]!r} can't be written: {why}") from error

    return draw


def _top(chart: Chart) -> float:
    """Where the scale ends, in percent: a little above the highest bar, a line's at all."""
    if chart.is_line:
        return 105.0
    highest = max(map(sum, zip(*(shares for _, shares in chart.series), strict=True)))
    return 105 * (nearest_double(Fraction(highest)) or 0.01)


def _draw(axes: Axes, chart: Chart, top: float) -> None:
    places = range(len(chart.labels))
    base = [0.0] * len(places)
    for (name, shares), colour in zip(chart.series, COLOURS, strict=False):
        heights = [100 * (nearest_double(share) or 0.0) for share in shares]
        if chart.is_line:
            axes.plot(places, heights, color=colour, marker="o", markersize=3, label=name)
        else:
            axes.bar(places, heights, 0.8, base, color=colour, label=name)
            base = [below + height for below, height in zip(base, heights, strict=True)]
    step = -(-len(places) // MOST_TICKS)
    ticks = list(places)[::step]
    axes.set_xticks(ticks, [chart.labels[i] for i in ticks])
    axes.set_title(chart.title, fontsize="medium")
    axes.set_xlabel(chart.axis)
    axes.set_ylim(0, top)
    axes.yaxis.set_major_formatter(_percent)
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if len(chart.series) > 1:
        axes.legend(frameon=False, fontsize="small")


def _percent(value: Any, _position: Any) -> str:
    return f"{value:g}%"
