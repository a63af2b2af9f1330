"""Edges: straight segments and circular arcs, and what can be measured on them.

An arc is stored by its ends and its *bulge*, the tangent of a quarter of its sweep, positive anticlockwise: 0 is a
straight segment, 1 a half circle. Every formula below takes the chord and the bulge and is stable down to arcs that
are all but straight, where centre and radius are not. Bulges do not change under enlargement, rotation or translation.
"""

from collections.abc import Sequence
from math import atan, cos, fsum, hypot, sin
from typing import NamedTuple

__all__ = ["CUT", "INHERITED", "RIM", "Edge", "Loop", "Point", "centre_of", "point_at", "radius_of"]

INHERITED = 0
"""Tag of an edge that belongs to the boundary as it was before the cut."""
CUT = 1
"""Tag of an edge that the last cut made."""
RIM = 2
"""Tag of an edge that lies on the rim of a clipping disc."""

Point = tuple[float, float]


class Edge(NamedTuple):
    """One edge of a loop; it starts at ``(x, y)`` and ends where the next edge starts.

    ``bulge`` is the tangent of a quarter of the sweep, -1 to 1, positive anticlockwise; ``tag`` says what the edge is:
    :data:`INHERITED`, :data:`CUT` or :data:`RIM`.
    """

    x: float
    y: float
    bulge: float = 0.0
    tag: int = INHERITED


Loop = tuple[Edge, ...]


def centre_of(edge: Edge, end: Sequence[float]) -> Point:
    """The centre of an arc from ``edge`` to ``end``; its bulge must not be 0."""
    lift = (1 - edge.bulge * edge.bulge) / (4 * edge.bulge)
    return (
        (edge.x + end[0]) / 2 - (end[1] - edge.y) * lift,
        (edge.y + end[1]) / 2 + (end[0] - edge.x) * lift,
    )


def radius_of(edge: Edge, end: Sequence[float]) -> float:
    """The radius of an arc from ``edge`` to ``end``; its bulge must not be 0."""
    chord = hypot(end[0] - edge.x, end[1] - edge.y)
    return chord * (1 + edge.bulge * edge.bulge) / (4 * abs(edge.bulge))


def segment_factor(bulge: float) -> float:
    """Area between an arc and its chord, signed like the bulge, divided by the chord's square.

    It is r²/2 (θ - sin θ) with r and θ put in terms of chord and bulge; near 0, where that cancels, its power series.
    """
    b2 = bulge * bulge
    if b2 > 0.01:
        w = 1 + b2
        return (w * w * atan(bulge) - bulge * (1 - b2)) / (8 * b2)
    # the sum over k from 1 of (-1)^k b^(2k-1) / ((2k+1) (2k-1) (2k-3))
    series = 1 / 693 - b2 * (1 / 1287 - b2 * (1 / 2145 - b2 / 3315))
    return bulge * (1 / 3 + b2 * (1 / 15 - b2 * (1 / 105 - b2 * (1 / 315 - b2 * series))))


def arc_factor(bulge: float) -> float:
    """Length of an arc divided by its chord."""
    return (1 + bulge * bulge) * atan(bulge) / bulge if bulge else 1.0


def loop_area(loop: Loop) -> float:
    """Signed area of a loop, positive if it runs anticlockwise: the shoelace formula about its first vertex."""
    x0, y0, _, _ = loop[0]
    terms = []
    x = y = 0.0  # relative to the first vertex, so that a small loop far out loses nothing
    bulge = loop[0][2]
    for nx, ny, next_bulge, _ in loop[1:]:
        nx -= x0  # noqa: PLW2901
        ny -= y0  # noqa: PLW2901
        terms.append((x * ny - nx * y) / 2)
        if bulge:
            dx = nx - x
            dy = ny - y
            terms.append((dx * dx + dy * dy) * segment_factor(bulge))
        x, y, bulge = nx, ny, next_bulge
    if bulge:
        terms.append((x * x + y * y) * segment_factor(bulge))
    return fsum(terms)


def loop_lengths(loop: Loop) -> tuple[list[float], list[float]]:
    """Lengths of a loop's edges: of those tagged :data:`INHERITED`, and of the others."""
    inherited: list[float] = []
    others: list[float] = []
    x, y, bulge, tag = loop[-1]
    for nx, ny, next_bulge, next_tag in loop:
        length = hypot(nx - x, ny - y)
        if bulge:
            length *= arc_factor(bulge)
        (others if tag else inherited).append(length)
        x, y, bulge, tag = nx, ny, next_bulge, next_tag
    return inherited, others


def loop_reach(loop: Loop, nx: float, ny: float) -> float:
    """The greatest value of ``nx * x + ny * y`` over a loop, arcs included; ``(nx, ny)`` is a unit vector."""
    best = max([nx * edge[0] + ny * edge[1] for edge in loop])
    x, y, bulge, _ = loop[-1]
    for ex, ey, next_bulge, _ in loop:
        if bulge:
            dx = ex - x
            dy = ey - y
            rise = _rise(nx * dx + ny * dy, nx * dy - ny * dx, bulge)
            if rise:
                best = max(best, nx * x + ny * y + rise)
        x, y, bulge = ex, ey, next_bulge
    return best


def loop_bounds(loop: Loop) -> tuple[float, float, float, float]:
    """The bounding box of a loop, arcs included: ``(min x, min y, max x, max y)``."""
    xs = [edge[0] for edge in loop]
    ys = [edge[1] for edge in loop]
    x, y, bulge, _ = loop[-1]
    for ex, ey, next_bulge, _ in loop:
        if bulge:
            dx = ex - x
            dy = ey - y
            cosine = 1 - bulge * bulge  # of half the sweep, both times 1 + b²
            sine = 2 * abs(bulge)
            if abs(dx) * cosine < abs(dy) * sine:  # it turns back on its way
                xs += (x + _rise(dx, dy, bulge), x - _rise(-dx, -dy, bulge))
            if abs(dy) * cosine < abs(dx) * sine:
                ys += (y + _rise(dy, -dx, bulge), y - _rise(-dy, dx, bulge))
        x, y, bulge = ex, ey, next_bulge
    return min(xs), min(ys), max(xs), max(ys)


def _rise(along: float, across: float, bulge: float) -> float:
    """How far an arc goes beyond its start in a direction before it turns back; 0 if it does not turn back from it.

    Args:
        along: The chord's extent in the direction.
        across: Its extent to the left of the direction.
        bulge: The arc's bulge.
    """
    b2 = bulge * bulge
    w = 1 + b2
    cosine = 1 - b2  # of half the sweep, times 1 + b²
    sine = 2 * bulge
    start = along * cosine + across * sine  # the way the arc heads at its start, and at its end
    if start <= 0 or along * cosine >= across * sine:
        return 0.0
    chord = hypot(along, across) * w
    sine_swept = start / chord
    cosine_swept = (across * cosine - along * sine) / chord
    if bulge < 0:
        cosine_swept = -cosine_swept
    # 1 - cos, without cancellation
    share = sine_swept * sine_swept / (1 + cosine_swept) if cosine_swept > 0 else 1 - cosine_swept
    return chord / (4 * abs(bulge)) * share


def winding(loop: Loop, px: float, py: float) -> int:
    """How often a loop runs round a point, positive anticlockwise.

    A point on the boundary counts as if it lay a little to the right and, far less, up. Each edge is looked at from
    its lower end, so two loops that share an edge in opposite directions never both hold a point, nor miss it.
    """
    turns = 0
    x, y, bulge, _ = loop[-1]
    for nx, ny, next_bulge, _ in loop:
        if y < ny or (y == ny and x < nx):
            upward = True
            ax, ay, bx, by = x, y, nx, ny
        else:
            upward = False
            ax, ay, bx, by = nx, ny, x, y
        if bulge or ay <= py < by:
            side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            left = side > 0 or (side == 0 and ay == by)  # of the chord, seen from its lower end
            if left and ay <= py < by:
                turns += 1 if upward else -1
            # an arc: is the point between it and the chord?
            if bulge and left == ((bulge > 0) is not upward):
                size = abs(bulge)
                dot = (ax - px) * (bx - px) + (ay - py) * (by - py)
                if 2 * size * dot + (1 - size * size) * abs(side) < 0:
                    turns += 1 if bulge > 0 else -1
        x, y, bulge = nx, ny, next_bulge
    return turns


def reversed_loop(loop: Loop) -> Loop:
    """The same loop run the other way."""
    ends = (*loop[1:], loop[0])
    return tuple(Edge(end.x, end.y, -edge.bulge, edge.tag) for edge, end in zip(loop, ends, strict=True))[::-1]


def point_at(edge: Edge, end: Sequence[float], part: float) -> Point:
    """The point at a part, 0 to 1, of the length of an edge that ends at ``end``.

    Laid out from the edge's start, as centres of flat arcs are far away: the chord to that point is turned by half the
    sweep that is left, and its length against the whole chord is as the sines of half the sweeps.
    """
    x, y, bulge, _ = edge
    dx, dy = end[0] - x, end[1] - y
    if part == 1:
        return end[0], end[1]
    if not bulge:
        return x + part * dx, y + part * dy
    whole = 2 * atan(bulge)
    half = part * whole
    length = sin(half) / sin(whole)
    across, along = length * sin(half - whole), length * cos(half - whole)
    return x + along * dx - across * dy, y + across * dx + along * dy
