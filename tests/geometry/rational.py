"""Polygons cut by lines in exact rational arithmetic, and disc areas by another formula than the library's."""

import math
from fractions import Fraction
from itertools import pairwise

Exact = tuple[Fraction, Fraction]


def exact(loops) -> list[list[Exact]]:
    """The vertices of loops of straight edges."""
    return [[(Fraction(edge.x), Fraction(edge.y)) for edge in loop] for loop in loops]


def area(loop: list[Exact]) -> Fraction:
    return sum((a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, loop[1:] + loop[:1], strict=True)), Fraction(0)) / 2


def holds(loop: list[Exact], point: Exact) -> bool:
    """Even-odd rule."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
        if (ay > y) is not (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def parts(loops: list[list[Exact]], p: Exact, q: Exact) -> list[tuple[Fraction, int]] | None:
    """Areas and numbers of holes of the parts, largest first; None if the line runs through a vertex."""
    dx, dy = q[0] - p[0], q[1] - p[1]

    def side(v: Exact) -> Fraction:
        return dx * (v[1] - p[1]) - dy * (v[0] - p[0])

    places: list[tuple[Fraction, Exact]] = []  # along the line
    runs: dict[int, tuple[list[Exact], int]] = {}  # by the crossing where it starts: vertices, and where it ends
    closed: list[list[Exact]] = []
    for loop in loops:
        sides = [side(v) for v in loop]
        if 0 in sides:
            return None
        turns = [i for i in range(len(loop)) if (sides[i - 1] > 0) is not (sides[i] > 0)]
        if not turns:
            closed.append(loop)
            continue
        first = len(places)
        for number, i in enumerate(turns):
            a, b, fa, fb = loop[i - 1], loop[i], sides[i - 1], sides[i]
            t = fa / (fa - fb)
            crossing = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
            places.append((dx * crossing[0] + dy * crossing[1], crossing))
            j = turns[(number + 1) % len(turns)]
            between = loop[i:j] if i < j else loop[i:] + loop[:j]
            runs[first + number] = (between, first + (number + 1) % len(turns))
    order = sorted(range(len(places)), key=lambda k: places[k][0])
    mate = {}
    for a, b in zip(order[::2], order[1::2], strict=True):
        mate[a], mate[b] = b, a
    while runs:
        start = next(iter(runs))
        loop, at = [], start
        while at in runs:
            between, end = runs.pop(at)
            loop += [places[at][1], *between, places[end][1]]
            at = mate[end]
        assert at == start
        closed.append(loop)
    outers = [(loop, []) for loop in closed if area(loop) > 0]
    for hole in closed:
        if area(hole) < 0:
            # both on one side of the line, so a vertex that is no crossing decides
            vertex = next(v for v in hole if side(v) != 0)
            owner = min(
                (outer for outer in outers if holds(outer[0], vertex) and same_side(outer[0], vertex, side)),
                key=lambda outer: area(outer[0]),
            )
            owner[1].append(hole)
    found = [(area(outer) + sum(map(area, holes)), len(holes)) for outer, holes in outers]
    return sorted(found, reverse=True)


def same_side(loop: list[Exact], vertex: Exact, side) -> bool:
    return (next(side(v) for v in loop if side(v) != 0) > 0) is (side(vertex) > 0)


def crossings_of_circle(loops: list[list[Exact]], centre: Exact, radius: Fraction) -> int | None:
    """How often a circle crosses the boundary, decided exactly; None if it touches it or runs through a vertex."""
    count = 0
    for loop in loops:
        for a, b in zip(loop, loop[1:] + loop[:1], strict=True):
            ax, ay, bx, by = a[0] - centre[0], a[1] - centre[1], b[0] - centre[0], b[1] - centre[1]
            fa, fb = ax * ax + ay * ay - radius * radius, bx * bx + by * by - radius * radius
            if fa == 0 or fb == 0:
                return None
            if (fa > 0) is not (fb > 0):
                count += 1
            elif fa > 0:
                dx, dy = bx - ax, by - ay
                along = -(ax * dx + ay * dy)
                if 0 < along < dx * dx + dy * dy:
                    nearest = (ax * dy - ay * dx) ** 2 - radius * radius * (dx * dx + dy * dy)
                    if nearest == 0:
                        return None
                    count += 2 * (nearest < 0)
    return count


def area_in_disc(loops: list[list[Exact]], centre: Exact, radius: Fraction) -> float:
    """Area of a polygon within a disc: signed, over the triangles from the centre to each edge."""
    r2 = float(radius) ** 2
    terms = []
    for loop in loops:
        for a, b in zip(loop, loop[1:] + loop[:1], strict=True):
            ax, ay = float(a[0] - centre[0]), float(a[1] - centre[1])
            bx, by = float(b[0] - centre[0]), float(b[1] - centre[1])
            dx, dy = bx - ax, by - ay
            length2 = dx * dx + dy * dy
            middle = -(ax * dx + ay * dy) / length2
            reach = r2 / length2 - ((ax * dy - ay * dx) / length2) ** 2
            cuts = [0.0, 1.0]
            if reach > 0:
                root = math.sqrt(reach)
                cuts += [t for t in (middle - root, middle + root) if 0 < t < 1]
            cuts.sort()
            for s, t in pairwise(cuts):
                x0, y0, x1, y1 = ax + s * dx, ay + s * dy, ax + t * dx, ay + t * dy
                turn = x0 * y1 - y0 * x1
                mx, my = (x0 + x1) / 2, (y0 + y1) / 2
                if mx * mx + my * my < r2:
                    terms.append(turn / 2)
                else:
                    terms.append(r2 / 2 * math.atan2(turn, x0 * x1 + y0 * y1))
    return math.fsum(terms)
