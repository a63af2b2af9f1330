"""A game's pictures for after it: the points-progress chart and the sheet of Perfect cuts (C31, C33).

They need matplotlib (``pip install "gamecore[plot]"``), loaded at the first use.
"""

from typing import TYPE_CHECKING

from gamecore.cutting.panel import points_progress
from gamecore.cutting.perfect import picture
from gamecore.geometry import Region
from gamecore.render import plots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from gamecore.cutting.state import State

__all__ = ["perfect_cuts_sheet", "points_chart"]

_SELECTED = "#f5c542"


def points_chart(state: "State") -> "Figure":
    """The chart of everyone's total after each round, from zero; those who resigned are dashed.

    Args:
        state: A game, running or over.

    Returns:
        A ``matplotlib.figure.Figure``; ``savefig("points.svg")`` writes it.

    Raises:
        ImportError: matplotlib is not installed.
    """
    lines = [plots.Series(line.name, line.totals, line.resigned) for line in points_progress(state)]
    return plots.progress(lines, title="Points progress")


def perfect_cuts_sheet(state: "State") -> "Figure":
    """All Perfect cuts so far, the newest first: shape, cut, selected part, shares, round and cutter.

    Args:
        state: A game, running or over.

    Returns:
        A ``matplotlib.figure.Figure``; without a Perfect cut its title says so.

    Raises:
        ImportError: matplotlib is not installed.
    """
    canvas = state.settings.canvas
    drawings = []
    for perfect in reversed(state.perfect_cuts):
        shown = picture(perfect, state.players[perfect.cutter].name)
        drawings.append(
            plots.Drawing(
                [_area(shown.shape), _area(shown.selected, _SELECTED)],
                (canvas.width, canvas.height),
                f"Round {shown.round}: {shown.share:.2f}% of {shown.target:g}%\n{shown.name}",
                lines=shown.cut,
            )
        )
    return plots.shapes(drawings, title="Past perfect cuts" if drawings else "No perfect cuts yet")


def _area(region: Region, fill: str = "#e9e4d8") -> plots.Area:
    return plots.Area(region.loops, fill)
