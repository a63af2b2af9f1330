"""Regions as SVG pictures, arcs as true arcs; x to the right, y up."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gamecore.geometry.clip import Path
from gamecore.geometry.edges import INHERITED, Edge, Loop, Point, radius_of
from gamecore.render.svg import colour, escaped

if TYPE_CHECKING:
    from gamecore.geometry.region import Region

__all__ = ["path_data", "picture"]


def path_data(paths: Iterable[Path | Loop], *, closed: bool, digits: int = 17) -> str:
    """Loops or open paths as the ``d`` of an SVG path, with true arcs; the y axis as it is.

    Args:
        paths: Loops, or open paths whose last edge is their end.
        closed: Whether they are loops.
        digits: Significant digits of each number; 17 lose nothing.
    """

    def number(value: float) -> str:
        return f"{value + 0.0:.{digits}g}" if digits < 17 else repr(value + 0.0).removesuffix(".0")

    words = []
    for path in paths:
        words.append(f"M{number(path[0].x)} {number(path[0].y)}")
        ends = (*path[1:], path[0]) if closed else path[1:]
        for edge, end in zip(path, ends, strict=False):
            target = f"{number(end.x)} {number(end.y)}"
            if edge.bulge:
                radius = number(radius_of(edge, end))
                words.append(f"A{radius} {radius} 0 0 {int(edge.bulge > 0)} {target}")
            elif not closed or end is not path[0]:
                words.append(f"L{target}")
        if closed:
            words.append("Z")
    return "".join(words)


def picture(
    regions: Sequence["Region"],
    *,
    size: int = 240,
    bounds: tuple[float, float, float, float] | None = None,
    paths: Sequence[Path] = (),
    points: Sequence[Point] = (),
    labels: Sequence[str] = (),
) -> str:
    """Regions as a whole SVG document: each in a colour of its own, what a cut made dashed.

    Args:
        regions: What to draw, at least one region.
        size: Longer side of the picture in pixels.
        bounds: What to show: ``(min x, min y, max x, max y)``; the regions with a margin if not given.
        paths: Open paths drawn over them.
        points: Points drawn as dots.
        labels: A tooltip for each region.
    """
    if bounds is None:
        boxes = [region.bounds for region in regions]
        low_x, low_y = min(box[0] for box in boxes), min(box[1] for box in boxes)
        high_x, high_y = max(box[2] for box in boxes), max(box[3] for box in boxes)
        margin = 0.04 * max(high_x - low_x, high_y - low_y)
        bounds = low_x - margin, low_y - margin, high_x + margin, high_y + margin
    low_x, low_y, high_x, high_y = bounds
    scale = size / max(high_x - low_x, high_y - low_y)
    wide, tall = f"{scale * (high_x - low_x):.6g}", f"{scale * (high_y - low_y):.6g}"

    def placed(loop: Sequence[Edge]) -> Loop:
        return tuple(
            [Edge(scale * (edge.x - low_x), scale * (high_y - edge.y), -edge.bulge, edge.tag) for edge in loop]
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" viewBox="0 0 {wide} {tall}" '
        'fill="none" stroke="#33312c" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">'
    ]
    for number, region in enumerate(regions):
        tip = f"<title>{escaped(labels[number])}</title>" if number < len(labels) else ""
        loops = [placed(loop) for loop in region.loops]
        outline = path_data(loops, closed=True, digits=8)
        parts.append(f'<path d="{outline}" fill="{colour(number)}" stroke="none">{tip}</path>')
        for old, dashes in ((True, ""), (False, ' stroke-dasharray="5 4" stroke-width="1"')):
            edges = [
                (edge, Edge(end.x, end.y))
                for loop in loops
                for edge, end in zip(loop, (*loop[1:], loop[0]), strict=True)
                if (edge.tag == INHERITED) is old
            ]
            if edges:
                parts.append(f'<path d="{path_data(edges, closed=False, digits=8)}"{dashes}/>')
    if paths:
        drawn = path_data([placed(path) for path in paths], closed=False, digits=8)
        parts.append(f'<path d="{drawn}" stroke="#b3261e" stroke-width="2"/>')
    for x, y in points:
        at = f'cx="{scale * (x - low_x):.6g}" cy="{scale * (high_y - y):.6g}"'
        parts.append(f'<circle {at} r="3" fill="#33312c" stroke="none"/>')
    return "".join([*parts, "</svg>"])
