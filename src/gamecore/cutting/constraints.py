"""What the server fixes of a cut before the player places one more point: five modes.

Every constraint knows the curves that the player's point makes of it. All are frozen, equal by value, and JSON-ready
with a ``mode`` tag, for example ``{"mode": "line_fixed_angle", "degrees": 30.0}``.
"""

from math import hypot
from typing import Any, ClassVar

import msgspec

from gamecore import wire
from gamecore.cutting.canvas import Canvas, Point
from gamecore.errors import IllegalMove, InvalidOptions, MalformedMove
from gamecore.geometry import Circle, Line

__all__ = [
    "MIN_DISTANCE",
    "MODES",
    "Constraint",
    "FixedAngle",
    "FixedCentre",
    "FixedDiameter",
    "FixedPoint",
    "VoronoiPoints",
    "constraint_from_json",
    "placed",
]

MIN_DISTANCE = 1e-6
"""A placed endpoint keeps this distance from the fixed one, a Voronoi point this part of the shape's diameter."""

_LIMIT = 1e6  # no canvas is wider
_MAX_TEXT = 4096  # bytes of a constraint

_set = msgspec.structs.force_setattr


def _number(value: Any, field: str) -> float:
    if type(value) not in (int, float) or not -_LIMIT <= value <= _LIMIT:
        raise InvalidOptions(field, value, "a finite number")
    return float(value)


def _pair(value: Any, field: str) -> Point:
    x, y = wire.array(value, "$", lambda *_: InvalidOptions(field, value, "two finite numbers"), 2, 2)
    return _number(x, field), _number(y, field)


def placed(point: Any, path: str = "$.point") -> Point:
    """A point that a player sent, as two floats; it may still be outside the canvas, infinite or NaN.

    Raises:
        MalformedMove: It is not an array of two numbers.
    """
    point = wire.array(point, path, lambda *_: MalformedMove(path, "expected an array of two numbers"), 2, 2)
    for place, value in enumerate(point):
        if type(value) not in (int, float):
            raise MalformedMove(f"{path}[{place}]", f"expected a number, got {type(value).__name__}"[:120])
    try:
        return float(point[0]), float(point[1])
    except OverflowError:
        raise MalformedMove(path, "has a number beyond any range") from None


class _Constraint(msgspec.Struct, frozen=True, tag_field="mode"):
    """What the five have in common."""

    mode: ClassVar[str]

    def check(self, point: Point, canvas: Canvas) -> None:
        """Check the placed point against the canvas.

        Raises:
            IllegalMove: ``outside_canvas``.
        """
        if not canvas.contains(point):
            raise IllegalMove("outside_canvas", f"({point[0]:.6g}, {point[1]:.6g}) is not on the canvas")

    def to_json(self) -> str:
        """The constraint as JSON text; :func:`constraint_from_json` reads it."""
        return msgspec.json.encode(self).decode()


class FixedPoint(_Constraint, frozen=True, tag="line_fixed_point"):
    """Line – fixed point: the cut is the whole line through ``point`` and the placed point.

    Args:
        point: The fixed endpoint, inside or outside the shape.

    Raises:
        InvalidOptions: It is not two finite numbers of at most a million.
    """

    mode: ClassVar[str] = "line_fixed_point"
    point: Point

    def __post_init__(self) -> None:
        _set(self, "point", _pair(self.point, "point"))

    def check(self, point: Point, canvas: Canvas) -> None:
        """Check the placed point: on the canvas, and 1e-6 or more away from the fixed one.

        Raises:
            IllegalMove: ``outside_canvas`` or ``degenerate``.
        """
        super().check(point, canvas)
        if hypot(point[0] - self.point[0], point[1] - self.point[1]) < MIN_DISTANCE:
            raise IllegalMove("degenerate", "the two endpoints are less than 0.000001 apart")

    def curve(self, point: Point) -> Line:
        """The cut."""
        return Line(self.point, point)


class FixedAngle(_Constraint, frozen=True, tag="line_fixed_angle"):
    """Line – fixed angle: the cut is the whole line through the placed point at ``degrees``.

    Args:
        degrees: Anticlockwise from the x axis; taken modulo 180.

    Raises:
        InvalidOptions: It is not a finite number of at most a million.
    """

    mode: ClassVar[str] = "line_fixed_angle"
    degrees: float

    def __post_init__(self) -> None:
        degrees = _number(self.degrees, "degrees") % 180.0
        _set(self, "degrees", degrees if degrees < 180.0 else 0.0)  # -1e-20 % 180 is 180

    def curve(self, point: Point) -> Line:
        """The cut."""
        return Line.at_angle(self.degrees, point)


class VoronoiPoints(_Constraint, frozen=True, tag="line_voronoi"):
    """Line – Voronoi: the cut parts the shape by which of three points is nearest; the third is the placed one.

    Args:
        first: A point inside the shape.
        second: Another.

    Raises:
        InvalidOptions: Either is not two finite numbers of at most a million, or they are equal.
    """

    mode: ClassVar[str] = "line_voronoi"
    first: Point
    second: Point

    def __post_init__(self) -> None:
        _set(self, "first", _pair(self.first, "first"))
        _set(self, "second", _pair(self.second, "second"))
        if self.first == self.second:
            raise InvalidOptions("second", self.second, "another point than the first")


class FixedCentre(_Constraint, frozen=True, tag="circle_fixed_centre"):
    """Circle – fixed centre: the cut is the circle about ``centre`` through the placed point.

    Args:
        centre: Inside or outside the shape.

    Raises:
        InvalidOptions: It is not two finite numbers of at most a million.
    """

    mode: ClassVar[str] = "circle_fixed_centre"
    centre: Point

    def __post_init__(self) -> None:
        _set(self, "centre", _pair(self.centre, "centre"))

    def curve(self, point: Point) -> Circle:
        """The cut."""
        return Circle.through(self.centre, point)


class FixedDiameter(_Constraint, frozen=True, tag="circle_fixed_diameter"):
    """Circle – fixed diameter endpoint: the cut is the circle with the diameter from ``end`` to the placed point.

    Args:
        end: Inside or outside the shape.

    Raises:
        InvalidOptions: It is not two finite numbers of at most a million.
    """

    mode: ClassVar[str] = "circle_fixed_diameter"
    end: Point

    def __post_init__(self) -> None:
        _set(self, "end", _pair(self.end, "end"))

    def curve(self, point: Point) -> Circle:
        """The cut."""
        return Circle.on_diameter(self.end, point)


Constraint = FixedPoint | FixedAngle | VoronoiPoints | FixedCentre | FixedDiameter

MODES: dict[str, type[Constraint]] = {
    kind.mode: kind for kind in (FixedPoint, FixedAngle, VoronoiPoints, FixedCentre, FixedDiameter)
}
"""The constraint of each mode, by the name that settings use."""


def constraint_from_json(source: Any) -> Constraint:
    """Read a constraint.

    Args:
        source: ``str``, ``bytes`` or the decoded object.

    Raises:
        InvalidOptions: It is not one.
    """
    try:
        # Objects are written out first: so no method of theirs is called, and one reader reads everything.
        text = source if isinstance(source, str | bytes | bytearray | memoryview) else msgspec.json.encode(source)
        read: Constraint = msgspec.json.decode(wire.encoded(text, MalformedMove, _MAX_TEXT), type=Constraint)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError, OverflowError) as problem:
        raise InvalidOptions("constraint", source, f"an object with one of the modes {', '.join(MODES)}") from problem
    return read
