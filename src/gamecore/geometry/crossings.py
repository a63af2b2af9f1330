"""Where the boundary of a region crosses a line or a circle.

Both are zero sets of a function f that is positive on the left of a line and inside a circle. On an edge, straight or
arc, f is a quadratic in Bernstein form (of an arc: in homogeneous coordinates, since f is linear on the arc's own
circle), ``f0 (1-t)² + 2 k t (1-t) + f2 t²``, whose ends are the values at the vertices. So ends of opposite sign mean
one crossing, and ends of the same sign none or two: with the signs at the vertices computed once, every loop is crossed
an even number of times, and no tolerance decides it.
"""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from gamecore.errors import DegenerateCut
from gamecore.geometry.edges import Edge, Loop, Point

__all__ = ["Crossing", "Crossings", "find_crossings"]

Function = Callable[[float, float], float]


class Crossing(NamedTuple):
    """A crossing of edge number ``edge``: the point, and the bulges of the edge's pieces on either side of it.

    ``after`` is None where the crossing is the vertex at which the edge ends. ``entering`` tells whether the cutter,
    run forwards, enters the region here: the boundary, which has the region on its left, then goes from left to right.
    """

    edge: int
    x: float
    y: float
    before: float
    after: float | None
    entering: bool


class Crossings:
    """All crossings, numbered in the order of the loops and of the edges in them."""

    __slots__ = ("entering", "following", "pieces", "points")

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.entering: list[bool] = []
        self.pieces: list[Loop] = []  # the boundary from here to the next crossing of the same loop
        self.following: list[int] = []  # that crossing's number

    def add(self, loop: Loop, found: list[Crossing]) -> None:
        """Cut a loop at its crossings, given in order."""
        number = len(self.points)
        first = number
        after_last = (*found[1:], found[0])
        for (i, x, y, _, after, entering), (j, _, _, before, _, _) in zip(found, after_last, strict=True):
            number += 1
            last = number == first + len(found)
            start = () if after is None else (Edge(x, y, after, loop[i][3]),)
            if i == j and not last:
                piece: Loop = start
            else:
                jx, jy, _, tag = loop[j]
                piece = (*start, *(loop[i + 1 :] + loop[:j] if last else loop[i + 1 : j]), Edge(jx, jy, before, tag))
            self.points.append((x, y))
            self.entering.append(entering)
            self.pieces.append(piece)
            self.following.append(first if last else number)


def find_crossings(loop: Loop, values: list[float], function: Function, straight: bool, error: float) -> list[Crossing]:
    """The crossings of a loop, in its order.

    Args:
        loop: The loop.
        values: The function at its vertices.
        function: The function.
        straight: The cutter is a line: the function is linear.
        error: What the function may be wrong by.

    Raises:
        DegenerateCut: The cutter touches the loop, runs along an edge, or passes by a vertex so near that its side
            is not sure.
    """
    found: list[Crossing] = []
    x0, y0, bulge, _ = loop[0]
    f0 = values[0]
    if -error <= f0 <= error:
        return _through_vertices(loop, values, function, error)
    ends = zip((*loop[1:], loop[0]), (*values[1:], f0), strict=True)
    for i, ((x2, y2, next_bulge, _), f2) in enumerate(ends):
        if -error <= f2 <= error:
            return _through_vertices(loop, values, function, error)
        if straight and not bulge:
            if (f0 > 0) is not (f2 > 0):
                t = f0 / (f0 - f2)
                found.append(Crossing(i, x0 + t * (x2 - x0), y0 + t * (y2 - y0), 0.0, 0.0, f0 > 0))
        else:
            middle = function((x0 + x2 + bulge * (y2 - y0)) / 2, (y0 + y2 - bulge * (x2 - x0)) / 2)
            k = 2 * middle / (1 + bulge * bulge) - (f0 + f2) / 2
            if (f0 > 0) is not (f2 > 0):
                root = sqrt(k * k - f0 * f2)
                q = -k - root if k > 0 else root - k
                u = q / f2 if (q > 0) is (f2 > 0) else f0 / q  # the positive one of the roots in t / (1 - t)
                x, y, before, after = cut_edge(x0, y0, x2, y2, bulge, u)
                found.append(Crossing(i, x, y, before, after, f0 > 0))
            elif (k > 0) is not (f0 > 0):
                _cross_twice(found, i, (x0, y0, x2, y2, bulge), function, f0, k, f2, error)
        x0, y0, bulge, f0 = x2, y2, next_bulge, f2
    return found


def cut_edge(x0: float, y0: float, x2: float, y2: float, bulge: float, u: float) -> tuple[float, float, float, float]:
    """The point at ``t / (1 - t) = u`` of an edge, and the bulges of the pieces before and after it.

    With the sweep 2α of an arc, the pieces before and after the point sweep 2ψ and 2(α - ψ), where
    ``sin ψ = u sin(α - ψ)``: the ratio of the two chords is u (inscribed angles).
    """
    b2 = bulge * bulge
    w = 1 + b2
    cosine = (1 - b2) / w
    sine = 2 * bulge / w
    square = 1 + u * (2 * cosine + u)
    h = sqrt(square)
    dx = x2 - x0
    dy = y2 - y0
    along = u * (u + cosine) / square
    across = u * sine / square
    return (
        x0 + dx * along + dy * across,
        y0 + dy * along - dx * across,
        u * sine / (1 + u * cosine + h),
        sine / (u + cosine + h),
    )


def _cross_twice(
    found: list[Crossing],
    i: int,
    edge: tuple[float, float, float, float, float],
    function: Function,
    f0: float,
    k: float,
    f2: float,
    error: float,
) -> None:
    """Add the two crossings, if any, of an edge with ends on the same side and k on the other.

    There are two when f at its turning point lies on k's side. It is computed at that point of the edge: for a circle
    much smaller than the edge, ``k² - f0 f2`` would be nothing but rounding.
    """
    a, b = abs(f0 - k), abs(f2 - k)  # f turns at t = a / (a + b)
    b2 = edge[4] * edge[4]
    cosine = (1 - b2) / (1 + b2)
    sine = 2 * edge[4] / (1 + b2)
    u = a / b
    x, y, _, _ = cut_edge(*edge, u)
    least = function(x, y)
    if abs(least) <= error:
        raise DegenerateCut("tangent", "the cutter touches an edge")
    if (least > 0) is (f0 > 0):
        return
    root = sqrt(abs(least) * (a + b) * (1 + u * (2 * cosine + u))) / (1 + u)  # of k² - f0 f2
    if not root < min(a, b):
        raise DegenerateCut("too_small", "a crossing falls together with a vertex")
    u = (a - root) / (b + root)
    v = (a + root) / (b - root)
    # the half angle between the two, by the tangents of both and v - u without cancellation
    h = sqrt((1 + u * (2 * cosine + u)) * (1 + v * (2 * cosine + v)))
    gap = 2 * root * (a + b) / ((b + root) * (b - root))
    between = sine * gap / (1 + (u + v) * cosine + u * v + h)
    x, y, before, _ = cut_edge(*edge, u)
    found.append(Crossing(i, x, y, before, between, f0 > 0))
    x, y, _, after = cut_edge(*edge, v)
    found.append(Crossing(i, x, y, between, after, f0 <= 0))


def _through_vertices(loop: Loop, values: list[float], function: Function, error: float) -> list[Crossing]:
    """The crossings of a loop with vertices on the cutter.

    A vertex that lies on the cutter as far as rounding lets us see is itself the crossing, if the loop clearly goes
    from one side to the other there. One that is merely near, or where the loop only touches the cutter, is refused.
    """
    found: list[Crossing] = []
    n = len(loop)
    sides: list[tuple[bool, bool]] = []  # of each edge, where it starts and where it ends
    on = [abs(value) <= error for value in values]
    if any(start and abs(value) > error / 256 for start, value in zip(on, values, strict=True)):
        raise DegenerateCut("through_vertex", "the cutter passes too near by a vertex to tell its side")
    touching = False
    at_end: list[list[Crossing]] = []
    for i, (x0, y0, bulge, _) in enumerate(loop):
        x2, y2, _, _ = loop[(i + 1) % n]
        f0, f2 = values[i], values[(i + 1) % n]
        start, end = on[i], on[(i + 1) % n]
        middle = function((x0 + x2 + bulge * (y2 - y0)) / 2, (y0 + y2 - bulge * (x2 - x0)) / 2)
        k = 2 * middle / (1 + bulge * bulge) - (f0 + f2) / 2
        here: list[Crossing] = []
        at_end.append(here)
        if (start or end) and abs(k) <= error:
            if start and end:
                raise DegenerateCut("coincident", "the cutter runs along an edge")
            touching = True
        side = (k > 0 if start else f0 > 0, k > 0 if end else f2 > 0)
        sides.append(side)
        if not (start or end) and side[0] is side[1]:
            if (k > 0) is not side[0]:
                _cross_twice(here, i, (x0, y0, x2, y2, bulge), function, f0, k, f2, error)
        elif side[0] is not side[1]:
            if start:
                u = -2 * k / f2
            elif end:
                u = -f0 / (2 * k) if k else 0.0
            else:
                root = sqrt(k * k - f0 * f2)
                q = -k - root if k > 0 else root - k
                u = q / f2 if (q > 0) is (f2 > 0) else f0 / q
            x, y, before, after = cut_edge(x0, y0, x2, y2, bulge, u)
            here.append(Crossing(i, x, y, before, after, side[0]))
    if touching:
        raise DegenerateCut("tangent", "the cutter touches an edge at its end")
    for i, here in enumerate(at_end):
        found += here
        j = (i + 1) % n
        if on[j]:
            if sides[i][1] is sides[j][0]:
                raise DegenerateCut("through_vertex", "the cutter touches a vertex")
            found.append(Crossing(i, loop[j].x, loop[j].y, loop[i].bulge, None, sides[i][1]))
    return found
