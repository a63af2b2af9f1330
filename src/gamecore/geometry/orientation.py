"""On which side of a line a point lies, never wrong by rounding."""

from fractions import Fraction

from gamecore.geometry.edges import Point

__all__ = ["orientation"]

# The determinant of floats is off by less than this part of its two products (Shewchuk, "Adaptive Precision
# Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997: (3 + 16 e) e with e = 2^-53) …
_ROUNDING = 3.3306690738754716e-16
# … plus what underflow may take.
_UNDERFLOW = 1e-300


def orientation(a: Point, b: Point, c: Point) -> int:
    """1 when a, b, c turn anticlockwise, -1 when clockwise, 0 when they lie on one line: exactly, for any floats.

    Args:
        a: First point, finite, of magnitude up to 1e150.
        b: Second point.
        c: Third point.
    """
    left = (a[0] - c[0]) * (b[1] - c[1])
    right = (a[1] - c[1]) * (b[0] - c[0])
    turn = left - right
    bound = _ROUNDING * (abs(left) + abs(right)) + _UNDERFLOW
    if turn > bound:
        return 1
    if turn < -bound:
        return -1
    return _exactly(a, b, c)


def _exactly(a: Point, b: Point, c: Point) -> int:
    ax, ay, bx, by, cx, cy = map(Fraction, (*a, *b, *c))
    turn = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx)
    return (turn > 0) - (turn < 0)
