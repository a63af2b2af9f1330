"""The canvas: the rectangle on which a round is played."""

from math import inf

import msgspec

from gamecore.errors import InvalidOptions

__all__ = ["MIN_SIDE", "Canvas", "Point"]

Point = tuple[float, float]

MIN_SIDE = 2.2
"""Least width and height: the square [-1, 1]² that shapes are fitted to, and a margin of 0.1 on each side."""
MAX_SIDE = 1e6

_set = msgspec.structs.force_setattr


class Canvas(msgspec.Struct, frozen=True):
    """A rectangle centred on the origin, its rim included.

    Args:
        width: 2.2 to 1e6.
        height: 2.2 to 1e6.

    Raises:
        InvalidOptions: ``width`` or ``height`` is no number within that range.
    """

    width: float = MIN_SIDE
    height: float = MIN_SIDE

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            side = getattr(self, name)
            if type(side) not in (int, float) or not MIN_SIDE <= side <= MAX_SIDE:
                raise InvalidOptions(name, side, "a number from 2.2 to 1,000,000")
            _set(self, name, float(side))

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, anticlockwise from the lower left."""
        x, y = self.width / 2, self.height / 2
        return (-x, -y), (x, -y), (x, y), (-x, y)

    def contains(self, point: Point) -> bool:
        """Whether a point lies on the canvas; NaN and infinity do not."""
        x, y = point
        return -self.width / 2 <= x <= self.width / 2 and -self.height / 2 <= y <= self.height / 2

    def chord(self, point: Point, direction: Point) -> tuple[float, float]:
        """The stretch of the line through a point that lies on the canvas.

        Args:
            point: Any point.
            direction: The line's direction, a unit vector.

        Returns:
            Signed distances from the point along the direction, the lower first; ``(0, 0)`` if the line misses.
        """
        back, ahead = -inf, inf
        for position, step, half in zip(point, direction, (self.width / 2, self.height / 2), strict=True):
            if step:
                one, other = (-half - position) / step, (half - position) / step
                back, ahead = max(back, min(one, other)), min(ahead, max(one, other))
            elif not -half <= position <= half:
                return 0.0, 0.0
        return (back, ahead) if back < ahead else (0.0, 0.0)
