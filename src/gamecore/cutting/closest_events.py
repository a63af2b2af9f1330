"""Where the parts of a cut change as the placed point moves along a path: the critical values.

Between two neighbouring critical values the cut crosses the same edges in the same order, so the parts stay
the same in number and order, and every part's share changes continuously.
"""

from collections.abc import Iterator
from math import asin, atan2, hypot, pi

from gamecore.cutting.canvas import Point
from gamecore.geometry import Edge, Region, centre_of, radius_of

__all__ = ["critical_angles", "critical_diameters", "critical_levels", "critical_radii"]

_FLAT = 1e-9
"""Arcs of less bulge than this have no usable centre; they count as straight. The search notices what that misses."""


def critical_levels(shape: Region, normal: Point) -> list[tuple[float, Point]]:
    """Of a line of fixed angle: its signed distances from the origin at vertices and at arcs it touches, ascending.

    Args:
        shape: The shape.
        normal: The unit vector on the line.

    Returns:
        Distances, each with the vertex or the point of contact.
    """
    nx, ny = normal
    levels = [(nx * x + ny * y, (x, y)) for x, y in shape.vertices]
    for edge, end, (cx, cy), r in _arcs(shape):
        for side in (r, -r):
            contact = (cx + side * nx, cy + side * ny)
            if _on_arc(edge, end, contact):
                levels.append((nx * contact[0] + ny * contact[1], contact))
    return sorted(levels)


def critical_angles(shape: Region, point: Point) -> list[float]:
    """Of a line through a point: its angles, 0 to π, at vertices and at arcs it touches, ascending."""
    px, py = point
    angles = [atan2(y - py, x - px) % pi for x, y in shape.vertices if (x, y) != point]
    for edge, end, (cx, cy), r in _arcs(shape):
        away = hypot(cx - px, cy - py)
        if away > r:
            towards = atan2(cy - py, cx - px)
            half = asin(r / away)
            reach = (away - r) * (away + r) / away  # from the point to the chord of contacts, along the axis
            across = r * reach**0.5 / away**0.5
            ux, uy = (cx - px) / away, (cy - py) / away
            for sign in (1, -1):
                contact = (px + reach * ux - sign * across * uy, py + reach * uy + sign * across * ux)
                if _on_arc(edge, end, contact):
                    angles.append((towards + sign * half) % pi)
    return sorted(angles)


def critical_radii(shape: Region, centre: Point) -> list[float]:
    """Of a circle about a centre: its radii at vertices and at edges it touches, ascending."""
    px, py = centre
    radii = [hypot(x - px, y - py) for x, y in shape.vertices]
    for edge, (ex, ey) in shape.edges():
        if abs(edge.bulge) < _FLAT:
            dx, dy = ex - edge.x, ey - edge.y
            square = dx * dx + dy * dy
            if 0 < (px - edge.x) * dx + (py - edge.y) * dy < square:
                radii.append(abs((px - edge.x) * dy - (py - edge.y) * dx) / square**0.5)
    for edge, end, (cx, cy), r in _arcs(shape):
        away = hypot(cx - px, cy - py)
        if away <= 1e-12:
            radii.append(r)
            continue
        ux, uy = (cx - px) / away, (cy - py) / away
        if _on_arc(edge, end, (cx + r * ux, cy + r * uy)):
            radii.append(away + r)
        if _on_arc(edge, end, (cx - r * ux, cy - r * uy)):
            radii.append(abs(away - r))
    return sorted(radii)


def critical_diameters(shape: Region, end: Point, direction: Point) -> list[float]:
    """Of a circle over a diameter from a point: its diameters at vertices and at edges it touches, ascending.

    Args:
        shape: The shape.
        end: The diameter's fixed end.
        direction: The unit vector from there to its other end.
    """
    px, py = end
    ux, uy = direction
    found = []
    for x, y in shape.vertices:
        along = (x - px) * ux + (y - py) * uy
        if along > 0:
            found.append(((x - px) ** 2 + (y - py) ** 2) / along)
    for edge, (ex, ey) in shape.edges():
        if abs(edge.bulge) < _FLAT:
            length = hypot(ex - edge.x, ey - edge.y)
            nx, ny = (ey - edge.y) / length, (edge.x - ex) / length
            height = (edge.x - px) * nx + (edge.y - py) * ny
            if height < 0:
                nx, ny, height = -nx, -ny, -height
            slope = 1 + ux * nx + uy * ny  # the circle's highest point over the end, per radius
            if slope > 1e-12:
                r = height / slope
                contact_x, contact_y = px + r * (ux + nx) - edge.x, py + r * (uy + ny) - edge.y
                if 0 < (contact_x * (ex - edge.x) + contact_y * (ey - edge.y)) < length * length:
                    found.append(2 * r)
    for edge, arc_end, (cx, cy), arc_r in _arcs(shape):
        # |end + r u - c| = |arc_r ± r|, which is linear in r
        gap = (arc_r - hypot(cx - px, cy - py)) * (arc_r + hypot(cx - px, cy - py))
        along = (px - cx) * ux + (py - cy) * uy
        for sign in (1, -1):
            slope = 2 * (along - sign * arc_r)
            if abs(slope) < 1e-12:
                continue
            r = gap / slope
            if r <= 0:
                continue
            mx, my = px + r * ux - cx, py + r * uy - cy
            away = hypot(mx, my)
            if away <= 1e-12:
                found.append(2 * r)
                continue
            for side in (arc_r / away, -arc_r / away):
                contact = (cx + side * mx, cy + side * my)
                if abs(hypot(contact[0] - px - r * ux, contact[1] - py - r * uy) - r) < 1e-6 and _on_arc(
                    edge, arc_end, contact
                ):
                    found.append(2 * r)
    return sorted(found)


def _arcs(shape: Region) -> Iterator[tuple[Edge, Point, Point, float]]:
    """The arcs of a shape: edge, end, centre, radius."""
    for edge, end in shape.edges():
        if abs(edge.bulge) >= _FLAT:
            yield edge, end, centre_of(edge, end), radius_of(edge, end)


def _on_arc(edge: Edge, end: Point, point: Point) -> bool:
    """Whether a point of an arc's circle is on the arc: no arc is more than a half circle, so one side of the chord.

    A point next to an end counts: a critical value too many does no harm.
    """
    dx, dy = end[0] - edge.x, end[1] - edge.y
    side = dx * (point[1] - edge.y) - dy * (point[0] - edge.x)
    return (side if edge.bulge < 0 else -side) >= -1e-9 * (dx * dx + dy * dy)
