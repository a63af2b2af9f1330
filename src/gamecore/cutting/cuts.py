"""One cut: the parts that a placed point makes of a shape, their shares, and which of them may be selected."""

from math import dist
from typing import Any, Literal

import msgspec

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.constraints import MIN_DISTANCE, Constraint, VoronoiPoints, placed
from gamecore.errors import DegenerateCut, IllegalMove, InvalidOptions
from gamecore.geometry import Circle, Line, Region, locate, voronoi
from gamecore.geometry.orientation import orientation

__all__ = [
    "MIN_FILL",
    "MIN_PART",
    "MIN_SELECTABLE",
    "VARIANTS",
    "Cut",
    "Variant",
    "cut",
    "cutters",
    "divide",
    "fill",
]

Variant = Literal["area", "perimeter"]

VARIANTS: tuple[Variant, ...] = ("area", "perimeter")

MIN_PART = 1e-9
"""A legal cut leaves every part at least this much of the shape's area."""
MIN_SELECTABLE = 1e-6
"""A part that may be selected has at least this much of the shape's area."""
MIN_FILL = 1e-3
"""A part that may be selected fills at least this much of the canvas once enlarged."""


class Cut(msgspec.Struct, frozen=True):
    """A legal cut.

    Attributes:
        parts: The connected parts, in a fixed order: that of :meth:`gamecore.geometry.Region.split` (on the left of the
            line, or inside the circle, first); of a Voronoi cut the regions of the first, the second and the placed
            point.
        curves: The whole line or circle; of a Voronoi cut the whole lines midway between the points: first and second,
            first and placed, second and placed.
        variant: ``"area"`` or ``"perimeter"``: what :attr:`shares` measures.
        area_shares: Every part's area, in percent of the shape's; they sum to 100.
        boundary_shares: Every part's stretch of the shape's boundary, in percent of it; they sum to 100, for the cut
            itself counts for nothing.
        selectable: For every part, whether it may be selected: it has a millionth of the area and fills a thousandth
            of the canvas once enlarged.
    """

    parts: tuple[Region, ...]
    curves: tuple[Line | Circle, ...]
    variant: Variant
    area_shares: tuple[float, ...]
    boundary_shares: tuple[float, ...]
    selectable: tuple[bool, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """The parts' shares in percent, by the variant."""
        return self.area_shares if self.variant == "area" else self.boundary_shares

    def locate(self, point: Point) -> int | None:
        """The number of the part under a point, or None outside the shape."""
        return locate(self.parts, point)

    def select(self, part: Any) -> Region:
        """A part, as the player selects it.

        Raises:
            IllegalMove: ``unknown_part``: no integer from 0 to the number of parts less 1; ``too_thin``: the part may
                not be selected.
        """
        if type(part) is not int or not 0 <= part < len(self.parts):
            raise IllegalMove("unknown_part", f"the parts are numbered 0 to {len(self.parts) - 1}")
        if not self.selectable[part]:
            raise IllegalMove("too_thin", f"part {part} is too small or too thin to go on with")
        return self.parts[part]


def cut(
    shape: Region, constraint: Constraint, point: Any, variant: Variant = "area", canvas: Canvas | None = None
) -> Cut:
    """Cut a shape, as a pointer's preview and a move do.

    All of the shape's boundary counts as inherited, whatever its edges' tags.

    Args:
        shape: The shape before the cut, on the canvas.
        constraint: What the server fixed; it decides the mode.
        point: The placed point ``(x, y)``.
        variant: What :attr:`Cut.shares` measures: ``"area"`` or ``"perimeter"``.
        canvas: The canvas; None for 2.2 × 2.2.

    Raises:
        MalformedMove: ``point`` is not two numbers.
        IllegalMove: The cut is not legal; ``reason`` is, in this order, ``outside_canvas``, or ``outside_shape``
            (Voronoi: not strictly inside); ``degenerate`` (too near a fixed point, or the curve runs along an edge,
            or touches an edge or a vertex); ``misses_shape`` (one part only); ``too_thin`` (a part has less than 1e-9
            of the area).
        InvalidOptions: ``variant`` is neither.
    """
    if variant not in VARIANTS:
        raise InvalidOptions("variant", variant, '"area" or "perimeter"')
    canvas = canvas or Canvas()
    curves, parts = divide(_settled(shape), constraint, placed(point), canvas)
    total = shape.area
    areas = [part.area for part in parts]
    least = min(areas)
    if least < MIN_PART * total:
        raise IllegalMove("too_thin", f"a part has {least / total:.2g} of the area; the least is {MIN_PART:g}")
    boundary = shape.boundary_length
    return Cut(
        parts=parts,
        curves=curves,
        variant=variant,
        area_shares=tuple([100 * area / total for area in areas]),
        boundary_shares=tuple([100 * part.inherited_length / boundary for part in parts]),
        selectable=tuple([part.area >= MIN_SELECTABLE * total and fill(part, canvas) >= MIN_FILL for part in parts]),
    )


def fill(part: Region, canvas: Canvas) -> float:
    """How much of the canvas a part fills once enlarged to the square [-1, 1]²: 0 to 1."""
    low_x, low_y, high_x, high_y = part.bounds
    scale = 2 / max(high_x - low_x, high_y - low_y)
    return part.area * scale * scale / canvas.area


def divide(
    shape: Region, constraint: Constraint, point: Point, canvas: Canvas
) -> tuple[tuple[Line | Circle, ...], tuple[Region, ...]]:
    """The curves and the parts, two or more, of a shape with no :data:`~gamecore.geometry.CUT` edges; areas unchecked.

    Raises:
        IllegalMove: As for :func:`cut`, but for ``too_thin``.
    """
    curves = cutters(shape, constraint, point, canvas)
    try:
        parts = (
            voronoi(shape, (constraint.first, constraint.second, point))
            if isinstance(constraint, VoronoiPoints)
            else shape.split(curves[0])
        )
    except DegenerateCut as refused:
        raise IllegalMove("degenerate", refused.detail) from None
    if len(parts) < 2:
        raise IllegalMove("misses_shape", "the cut leaves the shape in one part")
    return curves, parts


def cutters(shape: Region, constraint: Constraint, point: Point, canvas: Canvas) -> tuple[Line | Circle, ...]:
    """The curves that a placed point makes of a constraint: one, or of a Voronoi cut three.

    Raises:
        IllegalMove: ``outside_canvas``, ``outside_shape`` or ``degenerate``: the point may not be placed there.
    """
    try:
        if isinstance(constraint, VoronoiPoints):
            _check_third(shape, constraint, point)
            first, second = constraint.first, constraint.second
            return _midway(first, second), _midway(first, point), _midway(second, point)
        constraint.check(point, canvas)
        return (constraint.curve(point),)
    except DegenerateCut as refused:
        raise IllegalMove("degenerate", refused.detail) from None


def _settled(shape: Region) -> Region:
    """The shape with no tags from earlier cuts; the same object if it has none."""
    return shape.settled() if any(edge.tag for loop in shape.loops for edge in loop) else shape


def _check_third(shape: Region, constraint: VoronoiPoints, point: Point) -> None:
    x, y = point
    low_x, low_y, high_x, high_y = shape.bounds
    if not (low_x < x < high_x and low_y < y < high_y) or not shape.contains(point) or _on_edge(shape, point):
        raise IllegalMove("outside_shape", f"({x:.6g}, {y:.6g}) is not strictly inside the shape")
    near = min(dist(point, constraint.first), dist(point, constraint.second))
    if near < MIN_DISTANCE * dist((low_x, low_y), (high_x, high_y)):  # no less than the diameter: look closer
        vertices = shape.vertices
        diameter = max([dist(a, b) for place, a in enumerate(vertices) for b in vertices[:place]])
        if near < MIN_DISTANCE * diameter:
            raise IllegalMove("degenerate", "two of the three points are less than a millionth of the diameter apart")


def _on_edge(shape: Region, point: Point) -> bool:
    x, y = point
    for edge, end in shape.edges():
        if (
            not edge.bulge
            and min(edge.x, end[0]) <= x <= max(edge.x, end[0])
            and min(edge.y, end[1]) <= y <= max(edge.y, end[1])
            and not orientation((edge.x, edge.y), end, point)
        ):
            return True
    return False


def _midway(first: Point, second: Point) -> Line:
    """The line of the points as near to the one as to the other, with the first on its left."""
    x, y = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
    dx, dy = second[0] - first[0], second[1] - first[1]
    length = (dx * dx + dy * dy) ** 0.5
    return Line((x, y), (x - dy / length, y + dx / length)) if length else Line((x, y), (x, y))
