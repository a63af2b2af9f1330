"""The split of a region by a line or a circle.

Along the cutter, crossings into the region and out of it must alternate. Each stretch inside becomes a new edge,
forwards on the left and backwards on the right, and walking along boundary pieces and new edges by turns gives the
outlines of the parts.
"""

from math import atan2, cos, pi, sin, tan

from gamecore.errors import DegenerateCut
from gamecore.geometry.crossings import Crossings, find_crossings
from gamecore.geometry.curves import Circle, Line
from gamecore.geometry.edges import CUT, Edge, Loop, loop_area, winding

__all__ = ["RELATIVE_ERROR", "Outline", "split_loops"]

RELATIVE_ERROR = 1e-12
"""What lies nearer together than this, relative to the coordinates, is not told apart: the cut is degenerate."""

Outline = tuple[Loop, tuple[Loop, ...]]
"""An outer loop and its holes."""

Stretches = tuple[list[int], list[Loop], list[Loop]]
"""Crossings in the order of the cutter, entry and exit by turns; new edges from each entry on, and back."""


def split_loops(outer: Loop, holes: tuple[Loop, ...], scale: float, cutter: Line | Circle) -> list[Outline] | None:
    """Split a region given by its loops; ``scale`` is the size of its greatest coordinate.

    Returns:
        The parts in the order that :meth:`Region.split` documents; None if the cutter misses or swallows the region.

    Raises:
        DegenerateCut: The region cannot be split cleanly.
    """
    straight = isinstance(cutter, Line)
    if isinstance(cutter, Line):
        px, py = cutter.p
        dx, dy = cutter.direction
        distance_error = error = RELATIVE_ERROR * (scale + abs(px) + abs(py))

        def function(x: float, y: float) -> float:
            return dx * (y - py) - dy * (x - px)
    else:
        cx, cy = cutter.centre
        r = cutter.radius
        r2 = r * r
        distance_error = RELATIVE_ERROR * (scale + abs(cx) + abs(cy) + r)
        if r <= distance_error:
            raise DegenerateCut("too_small", "the circle is too small for this region")
        error = 2 * r * distance_error  # of f, which near the rim is 2r times the distance from it

        def function(x: float, y: float) -> float:
            x -= cx
            y -= cy
            return r2 - x * x - y * y

    crossings = Crossings()
    left: list[Loop] = []
    right: list[Loop] = []
    for loop in (outer, *holes):
        values = [function(edge[0], edge[1]) for edge in loop]
        found = find_crossings(loop, values, function, straight, error)
        if found:
            crossings.add(loop, found)
        else:
            (left if values[0] > 0 else right).append(loop)
    swallowed = bool(left) and left[0] is outer
    if not crossings.points:
        return None if isinstance(cutter, Line) or swallowed else _punch(right, left, cutter)
    if isinstance(cutter, Line):
        order, forwards, backwards = _along_line(crossings, cutter, distance_error)
    else:
        order, forwards, backwards = _along_circle(crossings, cutter, distance_error)
    lefts = _walk(crossings, order, forwards, True)
    rights = _walk(crossings, order, backwards, False)
    if swallowed or (straight and right and right[0] is outer):
        raise DegenerateCut("inconsistent", "a hole reaches out of the outline")
    if right and right[0] is outer:
        return _gather(lefts, left) + _around_disc(rights, right)
    return _gather(lefts, left) + _gather(rights, right)


def _along_line(crossings: Crossings, line: Line, error: float) -> Stretches:
    px, py = line.p
    dx, dy = line.direction
    points = crossings.points
    places = [dx * (x - px) + dy * (y - py) for x, y in points]
    order = sorted(range(len(points)), key=places.__getitem__)
    _check(crossings.entering, order, [places[k] for k in order], error)
    forwards: list[Loop] = []
    backwards: list[Loop] = []
    for k in order[::2]:
        x, y = points[k]
        forwards.append((Edge(x, y, 0.0, CUT),))
    for k in order[1::2]:
        x, y = points[k]
        backwards.append((Edge(x, y, 0.0, CUT),))
    return order, forwards, backwards


def _along_circle(crossings: Crossings, circle: Circle, error: float) -> Stretches:
    """Stretches anticlockwise from the first entering crossing."""
    (cx, cy), r = circle.centre, circle.radius
    points = crossings.points
    offsets = [(x - cx, y - cy) for x, y in points]
    first = crossings.entering.index(True)
    ax, ay = offsets[first]
    places = [atan2(ax * y - ay * x, ax * x + ay * y) % (2 * pi) for x, y in offsets]
    places[first] = 0.0
    order = sorted(range(len(points)), key=places.__getitem__)
    _check(crossings.entering, order, [*[places[k] for k in order], 2 * pi], error / r)
    forwards: list[Loop] = []
    backwards: list[Loop] = []
    for k, m in zip(order[::2], order[1::2], strict=True):
        ax, ay = offsets[k]
        bx, by = offsets[m]
        sweep = abs(atan2(ax * by - ay * bx, ax * bx + ay * by))  # exact where the difference of places is not
        start = points[k]
        end = points[m]
        if places[m] - places[k] <= pi:
            bulge = tan(sweep / 4)
            forwards.append((Edge(*start, bulge, CUT),))
            backwards.append((Edge(*end, -bulge, CUT),))
        else:  # two arcs, halved on the far side
            sweep = 2 * pi - sweep
            bulge = tan(sweep / 8)
            turn = atan2(ay, ax) + sweep / 2
            middle = (cx + r * cos(turn), cy + r * sin(turn))
            forwards.append((Edge(*start, bulge, CUT), Edge(*middle, bulge, CUT)))
            backwards.append((Edge(*end, -bulge, CUT), Edge(*middle, -bulge, CUT)))
    return order, forwards, backwards


def _check(entering: list[bool], order: list[int], places: list[float], error: float) -> None:
    """Crossings sorted along the cutter must enter and leave by turns, and none may fall together."""
    place = places[0]
    for following in places[1:]:
        if following - place <= error:
            raise DegenerateCut("too_small", "two crossings fall together")
        place = following
    turn = True
    for k in order:
        if entering[k] is not turn:
            raise DegenerateCut("inconsistent", "the cutter does not enter and leave the region by turns")
        turn = not turn


def _walk(crossings: Crossings, order: list[int], new_edges: list[Loop], forwards: bool) -> list[Loop]:
    """The loops on one side of the cutter, in the order of their first new edges along it, with which they begin."""
    ends = order[1::2] if forwards else order[::2]
    starts = order[::2] if forwards else order[1::2]
    pieces = crossings.pieces
    if len(ends) == 1:
        return [new_edges[0] + pieces[ends[0]]]
    following = crossings.following
    stretch = dict(zip(starts, range(len(starts)), strict=True))
    used = [False] * len(ends)
    loops = []
    for first in range(len(ends)):
        if used[first]:
            continue
        edges: list[Edge] = []
        current = first
        while not used[current]:
            used[current] = True
            edges += new_edges[current]
            edges += pieces[ends[current]]
            current = stretch[following[ends[current]]]
        loops.append(tuple(edges))
    return loops


def _gather(outers: list[Loop], holes: list[Loop]) -> list[Outline]:
    """Give each hole to the first outer loop that contains it."""
    if len(outers) == 1:
        return [(outers[0], tuple(holes))]
    owned: list[list[Loop]] = [[] for _ in outers]
    for hole in holes:
        x, y, _, _ = hole[0]
        for outer, own in zip(outers, owned, strict=True):
            if winding(outer, x, y):
                own.append(hole)
                break
        else:
            raise DegenerateCut("inconsistent", "a hole lies in none of the parts")
    return [(outer, tuple(own)) for outer, own in zip(outers, owned, strict=True)]


def _around_disc(walked: list[Loop], right: list[Loop]) -> list[Outline]:
    """The parts outside a circle that crosses holes, but not the outline (the first of ``right``).

    What the disc makes of those holes with itself is one hole of the part along the outline. The other loops walked
    enclose pockets cut off between disc and holes.
    """
    rims = [number for number, loop in enumerate(walked) if loop_area(loop) < 0]
    if len(rims) != 1:
        raise DegenerateCut("inconsistent", "the circle and the holes that it crosses do not form one new hole")
    outer, *holes = right
    rim = walked.pop(rims[0])
    parts = _gather([*walked, outer], holes)  # the outline contains the pockets, so they are asked first
    outer, own = parts.pop()
    parts.insert(rims[0], (outer, (*own, rim)))
    return parts


def _punch(outside: list[Loop], inside: list[Loop], circle: Circle) -> list[Outline] | None:
    """A circle that crosses nothing and does not swallow the region: the disc and the rest, or None for a miss."""
    (cx, cy), r = circle.centre, circle.radius
    outer, *holes = outside
    if winding(outer, cx, cy) != 1 or any(winding(hole, cx, cy) for hole in holes):
        return None
    rim = (Edge(cx + r, cy, 1.0, CUT), Edge(cx - r, cy, 1.0, CUT))
    back = (Edge(cx + r, cy, -1.0, CUT), Edge(cx - r, cy, -1.0, CUT))
    return [(rim, tuple(inside)), (outer, (*holes, back))]
