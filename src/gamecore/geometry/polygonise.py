"""Regions as polygons for programs that know no arcs: the one place where an arc is replaced by chords."""

from collections.abc import Iterable
from math import asin, atan, ceil, hypot, inf, isfinite, sqrt

from gamecore.errors import InvalidOptions
from gamecore.geometry.edges import Edge, Loop, Point, point_at, radius_of

__all__ = ["polygonise"]

MAX_CHORDS = 1_000_000
"""Most chords that one arc is replaced by."""


def polygonise(loops: Iterable[Loop], tolerance: float) -> list[list[Point]]:
    """The vertices of a polygon for each loop: its own, and as many on its arcs between them as it takes.

    Args:
        loops: Loops of edges.
        tolerance: How far a chord may lie from its arc, greater than 0, in the units of the coordinates.

    Raises:
        InvalidOptions: The tolerance is no positive number, or so small that an arc would need over a million chords.
    """
    if type(tolerance) not in (int, float) or not (isfinite(tolerance) and tolerance > 0):
        raise InvalidOptions("tolerance", tolerance, "a number greater than 0")
    return [_polygon(loop, tolerance) for loop in loops]


def _polygon(loop: Loop, tolerance: float) -> list[Point]:
    least = 2 if len(loop) == 2 else 1  # two edges would give a polygon of two vertices
    found: list[Point] = []
    for edge, end in zip(loop, (*loop[1:], loop[0]), strict=True):
        found.append((edge.x, edge.y))
        if edge.bulge:
            found += _along(edge, end, tolerance, least)
    return found


def _along(edge: Edge, end: Edge, tolerance: float, least: int) -> list[Point]:
    """Points that part an arc evenly, as few as the tolerance allows.

    A chord that spans an angle of 2t lies r (1 - cos t) = 2 r sin²(t / 2) away from its arc.
    """
    count = least
    if hypot(end.x - edge.x, end.y - edge.y) * abs(edge.bulge) / 2 > tolerance:
        ratio = tolerance / (2 * radius_of(edge, end))
        needed = atan(abs(edge.bulge)) / asin(sqrt(ratio)) if ratio > 1e-300 else inf
        if needed > MAX_CHORDS:
            raise InvalidOptions("tolerance", tolerance, f"at least what {MAX_CHORDS:,} chords an arc achieve")
        count = max(least, ceil(needed))
    return [point_at(edge, end, number / count) for number in range(1, count)]
