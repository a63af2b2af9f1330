"""Convex hulls of points."""

from collections.abc import Iterable

from gamecore.geometry.edges import Point
from gamecore.geometry.orientation import orientation

__all__ = ["hull"]


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the convex hull, anticlockwise from the leftmost (of those, the lowest) point.

    Points on the sides are no corners. All points on one line give the two ends, one point alone gives itself,
    none give none. The turns are decided exactly, so the hull of floats is convex whatever they are.

    Args:
        points: Points, finite, of magnitude up to 1e150.

    Andrew's monotone chain (Information Processing Letters 9, 1979): O(n log n).
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower = _chain(ordered)
    upper = _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(ordered: list[Point]) -> list[Point]:
    """The points that a thread from the first to the last, pulled tight on the right-hand side, bends at."""
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and orientation(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain
