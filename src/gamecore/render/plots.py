"""Charts and sheets of plain data, drawn with matplotlib (``pip install "gamecore[plot]"``), loaded at the first use.

Every function gives a ``matplotlib.figure.Figure``, made without pyplot: no window opens, no global state is touched,
threads do not meet. ``figure.savefig("chart.svg")`` writes it in any format.
"""

from collections.abc import Iterable, Sequence
from math import atan, ceil, cos, hypot, sin, tan
from typing import TYPE_CHECKING, Any, NamedTuple

from gamecore.render.svg import colour

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Area", "Drawing", "Series", "progress", "shapes"]

Vertex = Sequence[float]
"""``(x, y, bulge)``: an edge's start and the tangent of a quarter of its sweep (0: straight); more is ignored."""

_INK = "#33312c"
_CELL = 2.6  # inches of one drawing


class Series(NamedTuple):
    """One line of a chart.

    Attributes:
        name: For the legend.
        values: One for each step from 0 on.
        faded: Whether it is drawn dashed, as of someone who left.
    """

    name: str
    values: Sequence[float]
    faded: bool = False


class Area(NamedTuple):
    """An area bounded by closed loops of straight and circular edges.

    Attributes:
        loops: The outline and any holes, each a row of vertices ``(x, y, bulge)``.
        fill: A matplotlib colour, or ``"none"``.
        edge: The colour of the outline, or ``"none"``.
        width: The width of the outline in points.
    """

    loops: Sequence[Sequence[Vertex]]
    fill: str = "#e9e4d8"
    edge: str = _INK
    width: float = 1.0


class Drawing(NamedTuple):
    """One picture of a sheet: areas, the later on top, with a caption below.

    Attributes:
        areas: What is drawn.
        size: Width and height of the canvas, which is centred on the origin.
        caption: One or more lines of text.
        lines: Open paths on top of the areas, each a row of vertices; the last one's bulge means nothing.
        points: Dots on top of all.
    """

    areas: Sequence[Area]
    size: tuple[float, float] = (2.2, 2.2)
    caption: str = ""
    lines: Sequence[Sequence[Vertex]] = ()
    points: Sequence[Sequence[float]] = ()


def progress(series: Iterable[Series], *, title: str = "", x_label: str = "Round", y_label: str = "Points") -> "Figure":
    """A chart of totals that grow step by step, one coloured line with dots for each series.

    The legend names every series with its last value, the greatest first.

    Args:
        series: Any number of lines of any lengths.
        title: Above the chart.
        x_label: Below the steps, which are numbered from 0.
        y_label: Beside the values.

    Raises:
        ImportError: matplotlib is not installed.
    """
    figure = _figure(9, 5)
    from matplotlib.colors import to_rgb
    from matplotlib.ticker import MaxNLocator

    axes = figure.add_subplot()
    rows = list(series)
    for number, row in enumerate(rows):
        axes.plot(
            range(len(row.values)),
            row.values,
            color=[0.72 * channel for channel in to_rgb(colour(number))],  # dark enough for a thin line
            linestyle="--" if row.faded else "-",
            marker="o",
            markersize=4,
            label=_literal(f"{row.name}  {row.values[-1]:,.1f}" if row.values else row.name),
        )
    axes.set_xlabel(_literal(x_label))
    axes.set_ylabel(_literal(y_label))
    axes.set_title(_literal(title))
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=min([0.0, *[value for row in rows for value in row.values]]))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(visible=True, alpha=0.3)
    if rows:
        order = sorted(range(len(rows)), key=lambda place: -rows[place].values[-1] if rows[place].values else 0.0)
        handles, labels = axes.get_legend_handles_labels()
        axes.legend([handles[at] for at in order], [labels[at] for at in order], loc="upper left", fontsize="small")
    return figure


def shapes(drawings: Iterable[Drawing], *, title: str = "", per_row: int = 4) -> "Figure":
    """A sheet of pictures in rows, in order; arcs are drawn as Bézier curves, within 0.03 % of their radius.

    Args:
        drawings: Any number of pictures; none gives an empty sheet.
        title: Above the sheet.
        per_row: Most pictures in a row, 1 or more.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: ``per_row`` is less than 1.
    """
    if per_row < 1:
        raise ValueError(f"per_row is {per_row}; allowed: an integer from 1")
    pictures = list(drawings)
    columns = max(min(per_row, len(pictures)), 1)
    rows = max(ceil(len(pictures) / columns), 1)
    figure = _figure(_CELL * columns, (_CELL + 0.5) * rows + 0.4)
    figure.suptitle(_literal(title))
    for place, picture in enumerate(pictures, start=1):
        axes = figure.add_subplot(rows, columns, place)
        _draw(axes, picture)
    return figure


def _draw(axes: Any, picture: Drawing) -> None:
    from matplotlib.patches import PathPatch

    for area in picture.areas:
        path = _path(area.loops, closed=True)
        axes.add_patch(PathPatch(path, facecolor=area.fill, edgecolor=area.edge, linewidth=area.width))
    if picture.lines:
        path = _path(picture.lines, closed=False)
        axes.add_patch(PathPatch(path, facecolor="none", edgecolor="#b5382a", linewidth=1.4))
    for x, y, *_ in picture.points:
        axes.plot([x], [y], marker="o", markersize=3, color=_INK)
    width, height = picture.size
    axes.set_xlim(-width / 2, width / 2)
    axes.set_ylim(-height / 2, height / 2)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_xlabel(_literal(picture.caption), fontsize="small")


def _path(loops: Iterable[Sequence[Vertex]], *, closed: bool) -> Any:
    from matplotlib.path import Path

    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for loop in loops:
        ends = [*loop[1:], loop[0]] if closed else loop[1:]
        points.append((loop[0][0], loop[0][1]))
        codes.append(Path.MOVETO)
        for (x, y, bulge, *_), end in zip(loop, ends, strict=False):
            curve = _beziers(x, y, bulge, end[0], end[1])
            points += curve or [(end[0], end[1])]
            codes += [Path.CURVE4] * len(curve) or [Path.LINETO]
        if closed:
            points.append(points[-1])
            codes.append(Path.CLOSEPOLY)
    return Path(points or [(0.0, 0.0)], codes or [Path.MOVETO])


def _beziers(x: float, y: float, bulge: float, end_x: float, end_y: float) -> list[tuple[float, float]]:
    """The control points of an arc's cubic Béziers after its start, three for each quarter turn; none if straight.

    A piece of sweep s has handles of 4/3 tan(s/4) radii (Goldapp, Computer Aided Geometric Design 8, 1991).
    """
    sweep = 4 * atan(bulge)
    chord = hypot(end_x - x, end_y - y)
    if abs(bulge) < 1e-9 or not chord:
        return []
    lift = (1 - bulge * bulge) / (4 * bulge)
    centre_x = (x + end_x) / 2 - (end_y - y) * lift
    centre_y = (y + end_y) / 2 + (end_x - x) * lift
    pieces = ceil(abs(sweep) / 1.5708)
    step = sweep / pieces
    handle = 4 / 3 * tan(step / 4)
    curve: list[tuple[float, float]] = []
    rx, ry = x - centre_x, y - centre_y
    for _ in range(pieces):
        nx, ny = rx * cos(step) - ry * sin(step), rx * sin(step) + ry * cos(step)
        curve.append((centre_x + rx - handle * ry, centre_y + ry + handle * rx))
        curve.append((centre_x + nx + handle * ny, centre_y + ny - handle * nx))
        curve.append((centre_x + nx, centre_y + ny))
        rx, ry = nx, ny
    curve[-1] = (end_x, end_y)
    return curve


def _figure(width: float, height: float) -> "Figure":
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError('plots need matplotlib: pip install "gamecore[plot]"') from None
    return Figure(figsize=(width, height), layout="constrained")


def _literal(text: str) -> str:
    """Text that matplotlib neither reads as mathematics nor hides from the legend; unprintable marks become U+FFFD."""
    shown = "".join(mark if mark.isprintable() or mark == "\n" else "\ufffd" for mark in text)
    return ("\u200b" if shown.startswith("_") else "") + shown.replace("$", r"\$")
