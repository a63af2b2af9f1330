"""What of a region or of a path lies inside a disc, with true arcs: all that a viewer with a spotlight may get."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan, copysign, sqrt, tan

from gamecore.errors import DegenerateCut
from gamecore.geometry.curves import Circle
from gamecore.geometry.edges import CUT, RIM, Edge, Loop, Point, point_at
from gamecore.geometry.splitting import split_loops

__all__ = ["Path", "clip_loops", "clip_path"]

Path = tuple[Edge, ...]
"""An open path: edges, and last of all its end as an edge that leads nowhere."""

_SHRINK = 1e-9  # the part of the radius given up where the disc's rim runs through a vertex or touches an edge …
_TRIES = 20  # … and twice as much each time, should that not do
_KEPT = 1_000  # added to old tags during the split, so that new edges can be told from old cuts

Outline = tuple[Loop, tuple[Loop, ...]]


def clip_loops(outer: Loop, holes: tuple[Loop, ...], scale: float, disc: Circle) -> list[Outline] | None:
    """The parts, inside a disc, of a region given by its loops; the disc's rim becomes edges tagged :data:`RIM`.

    Never fails: a disc whose rim cannot cut the region cleanly is made smaller, by 1e-9 of its radius if that will do,
    so nothing outside the disc ever shows.

    Args:
        outer: The outer loop.
        holes: The holes.
        scale: Size of the greatest coordinate.
        disc: The disc.

    Returns:
        The parts as outer loops with their holes, in the order of a split; None if the whole region lies inside; none
        if nothing does, or if the disc is as small as rounding errors are.
    """
    lifted = _shifted(outer, _KEPT), tuple([_shifted(hole, _KEPT) for hole in holes])
    for attempt in range(_TRIES + 1):
        smaller = Circle(disc.centre, disc.radius * (1 - _SHRINK * 2 ** (attempt - 1))) if attempt else disc
        try:
            parts = split_loops(*lifted, scale, smaller)
        except DegenerateCut:
            continue
        if parts is None:
            x, y, _, _ = outer[0]
            return None if _inside((x, y), smaller) else []
        return [
            (_lowered(part), tuple([_lowered(hole) for hole in inside]))
            for part, inside in parts
            if part[0].tag == CUT and part[0].bulge > 0  # begins with the rim, run the way of the disc
        ]
    return []


def _shifted(loop: Loop, by: int) -> Loop:
    return tuple([Edge(x, y, bulge, tag + by) for x, y, bulge, tag in loop])


def _lowered(loop: Loop) -> Loop:
    return tuple([Edge(x, y, bulge, tag - _KEPT if tag >= _KEPT else RIM) for x, y, bulge, tag in loop])


def clip_path(path: Sequence[Edge], disc: Circle) -> tuple[Path, ...]:
    """The pieces of an open path inside a disc, in order, arcs as arcs. Never fails.

    Args:
        path: Edges, and last the end as an edge that leads nowhere; a loop is ``(*loop, loop[0])``.
        disc: The disc; its rim counts as outside.
    """
    found: list[Path] = []
    current: list[Edge] = []
    for edge, end in pairwise(path):
        for start, stop in pairwise([0.0, *_crossings(edge, end, disc), 1.0]):
            if not start < stop:
                continue
            x, y = point_at(edge, end, start)
            # the ends, too, as rounding may miss the crossings with a disc much smaller than the edge
            held = _inside((x, y), disc, 1 + _SHRINK) and _inside(point_at(edge, end, stop), disc, 1 + _SHRINK)
            if held and _inside(point_at(edge, end, (start + stop) / 2), disc):
                bulge = edge.bulge if stop - start == 1 else tan((stop - start) * atan(edge.bulge))
                current.append(Edge(x, y, bulge, edge.tag))
            elif current:
                found.append((*current, Edge(x, y, 0.0, current[-1].tag)))
                current = []
    if current:
        x, y, _, _ = path[-1]
        found.append((*current, Edge(x, y, 0.0, current[-1].tag)))
    return tuple(found)


def _inside(point: Point, disc: Circle, enlarged: float = 1.0) -> bool:
    dx, dy, radius = point[0] - disc.centre[0], point[1] - disc.centre[1], enlarged * disc.radius
    return dx * dx + dy * dy < radius * radius


def _crossings(edge: Edge, end: Edge, disc: Circle) -> list[float]:
    """Where an edge crosses a disc's rim, as parts of its length in order.

    As in the split: with t the parameter of the edge as a rational quadratic and u = t / (1 - t), it is at the roots of
    ``f0 + 2 k u + f2 u²``.
    """
    (cx, cy), r2 = disc.centre, disc.radius * disc.radius
    x0, y0, x2, y2, bulge = edge.x - cx, edge.y - cy, end.x - cx, end.y - cy, edge.bulge
    b2 = bulge * bulge
    mx, my = (x0 + x2 + bulge * (y2 - y0)) / 2, (y0 + y2 - bulge * (x2 - x0)) / 2
    f0, f2 = r2 - x0 * x0 - y0 * y0, r2 - x2 * x2 - y2 * y2
    k = 2 * (r2 - mx * mx - my * my) / (1 + b2) - (f0 + f2) / 2
    square = k * k - f0 * f2
    if square <= 0:
        return []
    q = -(k + copysign(sqrt(square), k))
    parts = []
    for above, below in ((q, f2), (f0, q)):
        if above * below > 0:
            u = above / below
            if bulge:
                c, s = (1 - b2) / (1 + b2), 2 * bulge / (1 + b2)
                swept = atan(u * s / (1 + u * c + sqrt(1 + u * (2 * c + u))))
                parts.append(swept / atan(bulge))
            else:
                parts.append(u / (1 + u))
    return sorted(parts)
