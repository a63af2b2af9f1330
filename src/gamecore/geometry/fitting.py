"""Enlarging a region to a square, and its extent in a direction."""

from collections.abc import Sequence
from math import cos, isfinite, radians, sin

import msgspec

from gamecore.errors import DegenerateCut
from gamecore.geometry.edges import Edge, Loop, Point, loop_reach
from gamecore.geometry.region import Region, _region

__all__ = ["Similarity", "fit", "support"]


class Similarity(msgspec.Struct, frozen=True):
    """An enlargement and a translation: ``(x, y)`` goes to ``(scale * x + dx, scale * y + dy)``; scale above 0."""

    scale: float
    dx: float
    dy: float

    def apply(self, point: Sequence[float]) -> Point:
        """Where a point goes."""
        return self.scale * point[0] + self.dx, self.scale * point[1] + self.dy

    def inverse(self) -> "Similarity":
        """The way back."""
        return Similarity(1 / self.scale, -self.dx / self.scale, -self.dy / self.scale)

    def apply_to(self, region: Region) -> Region:
        """The region enlarged and moved; bulges and tags stay, so loops stay closed and arcs true."""
        return _region(self._loop(region.outer), tuple([self._loop(hole) for hole in region.holes]))

    def _loop(self, loop: Loop) -> Loop:
        scale, dx, dy = self.scale, self.dx, self.dy
        return tuple([Edge(scale * x + dx, scale * y + dy, bulge, tag) for x, y, bulge, tag in loop])


def fit(region: Region, half: float = 1.0) -> tuple[Region, Similarity]:
    """Put a region's bounding box into the square ``[-half, half]²``, centred, as large as it goes.

    Returns:
        The fitted region, and the similarity that takes the old one there.
    """
    low_x, low_y, high_x, high_y = region.bounds
    scale = 2 * half / max(high_x - low_x, high_y - low_y)
    similarity = Similarity(scale, -scale * (low_x + high_x) / 2, -scale * (low_y + high_y) / 2)
    return similarity.apply_to(region), similarity


def support(region: Region, degrees: float) -> tuple[float, float]:
    """The two parallels at an angle that touch a region from either side, arcs included.

    Args:
        region: The region.
        degrees: The angle of the parallels, anticlockwise from the x axis.

    Returns:
        Their signed distances from the origin, the lower first, along the normal ``(-sin, cos)`` that points to their
        left.

    Raises:
        DegenerateCut: ``not_finite``: the angle is no finite number.
    """
    if not isfinite(degrees):
        raise DegenerateCut("not_finite", "the angle is no finite number")
    turn = radians(degrees % 360)
    nx, ny = -sin(turn), cos(turn)
    return -loop_reach(region.outer, -nx, -ny), loop_reach(region.outer, nx, ny)
