"""Cutters: whole lines and whole circles."""

from collections.abc import Sequence
from math import cos, hypot, isfinite, radians, sin

import msgspec

from gamecore.errors import DegenerateCut
from gamecore.geometry.edges import Point

__all__ = ["MAX_COORDINATE", "Circle", "Line"]

MAX_COORDINATE = 1e9
"""No coordinate and no radius may be greater than this in size."""

_set = msgspec.structs.force_setattr


def point_of(value: object, what: str) -> Point:
    """A pair of finite numbers of at most :data:`MAX_COORDINATE` in size, as floats."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise DegenerateCut("not_finite", f"{what} is not a pair of numbers")
    x, y = value
    if type(x) not in (int, float) or type(y) not in (int, float):
        try:
            x, y = float(x), float(y)  # numpy's numbers and the like
        except (TypeError, ValueError, OverflowError):
            raise DegenerateCut("not_finite", f"{what} is not a pair of numbers") from None
    if not (-MAX_COORDINATE <= x <= MAX_COORDINATE and -MAX_COORDINATE <= y <= MAX_COORDINATE):
        finite = all(isfinite(v) for v in (x, y) if type(v) is float)  # of integers, all are, but some are no floats
        raise DegenerateCut("out_of_range" if finite else "not_finite", f"{what} is not a pair of numbers up to 1e9")
    return float(x), float(y)


class Line(msgspec.Struct, frozen=True):
    """The whole line through two points; its left side, seen from ``p`` to ``q``, comes first in a split.

    Raises:
        DegenerateCut: ``not_finite``, ``out_of_range`` or ``equal_points``.
    """

    p: Point
    q: Point

    def __post_init__(self) -> None:
        _set(self, "p", point_of(self.p, "the line's first point"))
        _set(self, "q", point_of(self.q, "the line's second point"))
        if self.p == self.q:
            raise DegenerateCut("equal_points", "a line needs two points")

    @classmethod
    def at_angle(cls, degrees: float, point: Sequence[float]) -> "Line":
        """The line through a point at an angle, in degrees anticlockwise from the x axis.

        Raises:
            DegenerateCut: As for the class.
        """
        x, y = point_of(point, "the line's point")
        if not isfinite(degrees):
            raise DegenerateCut("not_finite", "the line's angle is no finite number")
        turn = radians(degrees % 360)
        return cls((x, y), (x + cos(turn), y + sin(turn)))

    @property
    def direction(self) -> Point:
        """The unit vector from ``p`` to ``q``."""
        dx = self.q[0] - self.p[0]
        dy = self.q[1] - self.p[1]
        length = hypot(dx, dy)
        return dx / length, dy / length


class Circle(msgspec.Struct, frozen=True):
    """A whole circle; its inside comes first in a split.

    Raises:
        DegenerateCut: ``not_finite``, ``out_of_range`` or ``zero_radius`` (none or negative).
    """

    centre: Point
    radius: float

    def __post_init__(self) -> None:
        _set(self, "centre", point_of(self.centre, "the circle's centre"))
        _set(self, "radius", point_of((self.radius, 0.0), "the circle's radius")[0])
        if not self.radius > 0:
            raise DegenerateCut("zero_radius", "a circle needs a positive radius")

    @classmethod
    def on_diameter(cls, a: Sequence[float], b: Sequence[float]) -> "Circle":
        """The circle with the diameter from ``a`` to ``b``.

        Raises:
            DegenerateCut: As for the class; ``zero_radius`` if the points are equal.
        """
        (ax, ay), (bx, by) = point_of(a, "the diameter's end"), point_of(b, "the diameter's end")
        return cls(((ax + bx) / 2, (ay + by) / 2), hypot(bx - ax, by - ay) / 2)

    @classmethod
    def through(cls, centre: Sequence[float], point: Sequence[float]) -> "Circle":
        """The circle about ``centre`` through ``point``.

        Raises:
            DegenerateCut: As for the class; ``zero_radius`` if the points are equal.
        """
        (cx, cy), (x, y) = point_of(centre, "the circle's centre"), point_of(point, "the circle's point")
        return cls((cx, cy), hypot(x - cx, y - cy))
