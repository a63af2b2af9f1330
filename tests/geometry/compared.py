"""One cut against an oracle: each function says how it came out, and raises AssertionError where the library errs."""

import math
from fractions import Fraction

import shapely
from shapely import LinearRing, LineString, MultiLineString
from shapely.ops import polygonize, unary_union

from gamecore.errors import DegenerateCut
from gamecore.geometry import CUT, Circle, Line, Region

from . import rational


def new_stretches(parts) -> int:
    """Stretches of the cutter inside the region: runs of new edges, on one side."""
    runs = 0
    for part in parts:
        for loop in part.loops:
            tags = [edge.tag for edge in loop]
            runs += sum(tag == CUT and before != CUT for before, tag in zip([tags[-1], *tags], tags, strict=False))
    return runs // 2


def line_with_fractions(region: Region, line: Line) -> str:
    """A polygon cut by a line: refused, or each part as exact arithmetic finds it."""
    try:
        parts = region.split(line)
    except DegenerateCut as refusal:
        return refusal.reason
    loops, p, q = rational.exact(region.loops), tuple(map(Fraction, line.p)), tuple(map(Fraction, line.q))
    expected = rational.parts(loops, p, q)
    if expected is None:  # exactly through a vertex, clear across the boundary: as close by on either side
        expected = rational.parts(loops, *aside(p, q, Fraction(1, 10**30)))
        again = rational.parts(loops, *aside(p, q, Fraction(-1, 10**30)))
        assert [holes for _, holes in expected] == [holes for _, holes in again]
    size = max(abs(value) for vertex in region.vertices for value in vertex)
    found = sorted(((part.area, len(part.holes)) for part in parts), reverse=True)
    assert sorted(count for _, count in found) == sorted(count for _, count in expected)
    assert len(found) == len(expected)
    extent = max(region.bounds[2] - region.bounds[0], region.bounds[3] - region.bounds[1])
    for (area, _), (exact, _) in zip(found, expected, strict=True):
        assert abs(Fraction(area) - exact) <= 1e-13 * size * extent
    return "cut" if len(parts) > 1 else "missed"


def aside(p, q, gap):
    """The line through p and q moved to its left by a part of their distance."""
    dx, dy = gap * (q[0] - p[0]), gap * (q[1] - p[1])
    return (p[0] - dy, p[1] + dx), (q[0] - dy, q[1] + dx)


def circle_with_fractions(region: Region, circle: Circle) -> str:
    """A polygon cut by a circle: refused, or as many crossings as there are exactly, and the area in the disc right."""
    try:
        parts = region.split(circle)
    except DegenerateCut as refusal:
        return refusal.reason
    loops = rational.exact(region.loops)
    centre, radius = tuple(map(Fraction, circle.centre)), Fraction(circle.radius)
    crossings = rational.crossings_of_circle(loops, centre, radius)
    if crossings is None:  # exactly through a vertex, clear across the boundary
        crossings = rational.crossings_of_circle(loops, centre, radius * (1 + Fraction(1, 10**30)))
    assert crossings == 2 * new_stretches(parts), (crossings, new_stretches(parts))
    inside = rational.area_in_disc(loops, centre, radius)
    size = max(abs(value) for vertex in region.vertices for value in vertex) + circle.radius
    if len(parts) == 1:
        assert min(abs(inside), abs(inside - region.area)) <= 1e-12 * size * size
        return "missed"
    found = math.fsum(part.area for part in parts if in_disc(part, circle))
    assert abs(found - inside) <= 1e-12 * size * size, (found, inside)
    assert abs(math.fsum(part.area for part in parts) - region.area) <= 1e-12 * size * size
    return "cut"


def in_disc(part: Region, circle: Circle) -> bool:
    """Whether a part of a split lies within: its outline then has a new edge run the circle's way."""
    return any(edge.tag == CUT and edge.bulge > 0 for edge in part.outer)


def with_shapely(region: Region, curve: Line | Circle, tolerance: float = 1e-5) -> str:
    """Any region and cutter: refused, or the parts with their holes and areas as shapely splits the polygonised ones.

    Parts smaller than the chords' error are not compared.
    """
    try:
        parts = region.split(curve)
    except DegenerateCut as refusal:
        return refusal.reason
    shape = region.to_shapely(tolerance)
    if isinstance(curve, Line):
        (px, py), (dx, dy) = curve.p, curve.direction
        cutter = LineString([(px - 10 * dx, py - 10 * dy), (px + 10 * dx, py + 10 * dy)])
    else:
        count = 8 + math.ceil(math.pi / math.sqrt(2 * tolerance / max(curve.radius, 1e-3)))
        turns = [math.tau * (number + 0.37) / count for number in range(count)]
        (x, y), r = curve.centre, curve.radius
        cutter = LinearRing([(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns])
    lines = unary_union(MultiLineString([shape.exterior, *shape.interiors, cutter]))
    faces = [face for face in polygonize(lines) if shape.contains(face.representative_point())]
    least = 40 * tolerance
    expected = [(face.area, sum(shapely.Polygon(ring).area > least for ring in face.interiors)) for face in faces]
    found = [(part.area, sum(Region(hole).area > least for hole in part.holes)) for part in parts]
    if any(least / 2 < area < 2 * least for area, _ in (*found, *expected)):
        return "too near the least"
    expected, found = ([whole for whole in wholes if whole[0] > least] for wholes in (expected, found))
    assert sorted(holes for _, holes in found) == sorted(holes for _, holes in expected)
    for (area, _), (other, _) in zip(sorted(found), sorted(expected), strict=True):
        assert abs(area - other) <= least
    return "cut" if len(parts) > 1 else "missed"
